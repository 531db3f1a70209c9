import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';

/** How an answer is sent. */
export type Packing = 'gzip' | 'identity';

/**
 * Whether a text is worth packing for a client that takes gzip. Its length may tell what is in it to somebody who makes a
 * browser ask (BREACH). Here no browser sends the token by itself.
 */
export function packingOf({ headers }: FastifyRequest, text: string): Packing {
  const isLiked = new Negotiator({ headers }).encoding(['gzip', 'identity']) === 'gzip';
  return isLiked && text.length >= worthIt ? 'gzip' : 'identity';
}

/** A text as it is sent. */
export async function packed(text: string, packing: Packing): Promise<string | Buffer> {
  return packing === 'gzip' ? pack(text) : text;
}

const pack = promisify(gzip);

/** Shorter ones fit in one or two packets anyway. */
const worthIt = 2_000;
