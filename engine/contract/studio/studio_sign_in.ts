import type { OpenidClient } from '../../model/service.ts';

export type { OpenidClient };

/** How people sign in to Studio, as its page is told before anybody has. A token from elsewhere is taken by any service. */
export interface StudioSignIn {
  /** The client of the provider; null where there is none. */
  readonly openid: OpenidClient | null;
  /** Whether tokens of people are given at GET and POST /studio/people. */
  readonly people: boolean;
}

/** Somebody as whom one may sign in without a password while a service is developed. */
export interface StudioPerson {
  readonly subject: string;
  /** Null for the service itself, whose role may do most. */
  readonly name: string | null;
  /** Null in a service without roles. */
  readonly role: string | null;
  /** For whom they act, or what they do: a few words. */
  readonly about: string | null;
}

/** A token that was asked for (RFC 6749, section 5.1). */
export interface StudioToken {
  readonly access_token: string;
  readonly token_type: 'Bearer';
  readonly expires_in: number;
}
