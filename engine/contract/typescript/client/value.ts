/** A whole number of 64 bits as text, since a number of JavaScript keeps 53: BigInt(text) computes with it. */
export type Bigint = `${bigint}`;

/** A decimal number as text, with every digit of it. */
export type Decimal = `${number}`;

/** An instant as answers have it, in UTC: 2026-01-31T12:00:00+00:00. */
export type Datetime = string;

/** A calendar day: 2026-01-31. */
export type Day = string;

/** A time of day without a zone: 08:30:00. */
export type TimeOfDay = string;

/** A range as `[from,to)`: a bracket before a bound that belongs to it, nothing for an open bound; or `empty`. */
export type RangeText = string;

/** What a row has of a file, whose bytes are downloaded by its path. */
export interface StoredFile {
  readonly name: string;
  readonly media_type: string;
  readonly size: number;
  readonly sha256: string;
}

/** Any JSON. A number in it that JavaScript cannot hold is a RawNumber, and is sent back as it came. */
export type Json = null | boolean | number | string | RawNumber | readonly Json[] | { readonly [member: string]: Json };

/** A number with its exact text: JSON.rawJSON(text) makes one. */
export interface RawNumber {
  readonly rawJSON: string;
}

/** A whole number to send. */
export type BigintInput = Bigint | bigint | number;

/** A decimal number to send. */
export type DecimalInput = Decimal | bigint | number;

/** An instant to send: RFC 3339 with an offset, or a local time and the name of its zone. */
export type DatetimeInput = string | Date;
