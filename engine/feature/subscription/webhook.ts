import { request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { parse } from 'lossless-json';
import { Webhook } from 'standardwebhooks';
import type { EventText } from '../event/page.ts';
import { publicLookup, targetObstacle } from './target.ts';

/** Where an event is sent, and the key that signs it. */
export interface Target {
  readonly url: string;
  readonly secret: string;
}

/** Whether the target took an event, or why not. */
export type Sent = { readonly ok: true } | { readonly ok: false; readonly reason: string; readonly isFinal: boolean };

const secondsToAnswer = 15;

/**
 * Posts one event as CloudEvents 1.0 in structured mode, signed as Standard Webhooks says. A 2xx is a yes; redirects are
 * not followed, and 410 means that no more is wanted. The signal breaks it off.
 */
export async function sendEvent(
  target: Target,
  event: EventText,
  allowsPrivate: boolean,
  signal: AbortSignal,
): Promise<Sent> {
  const obstacle = targetObstacle(target.url, allowsPrivate);
  if (obstacle !== null) return { ok: false, reason: `${target.url} ${obstacle}`, isFinal: true };
  const body = cloudEvent(event);
  const id = `event_${event.id}`;
  const at = new Date();
  let signature: string;
  try {
    signature = new Webhook(target.secret).sign(id, at, body);
  } catch {
    return { ok: false, reason: 'the secret is not a key', isFinal: true };
  }
  const headers = {
    'content-type': 'application/cloudevents+json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'user-agent': 'almanac',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': signature,
  };
  try {
    const status = await post({ url: target.url, headers, body }, allowsPrivate, signal);
    if (status >= 200 && status < 300) return { ok: true };
    return { ok: false, reason: `${target.url} answered ${status}`, isFinal: status === 410 };
  } catch (error) {
    return { ok: false, reason: `${target.url}: ${(error as Error).message}`, isFinal: false };
  }
}

/** Whether a text can be the key of signatures: whsec_ and 24 to 64 bytes in base64. */
export function isSecret(text: string): boolean {
  const [, key = ''] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(text) ?? [];
  const { length } = Buffer.from(key, 'base64');
  return key.length % 4 === 0 && length >= 24 && length <= 64;
}

/** The event in the JSON format of CloudEvents, where ids are texts and extensions have no underscores. */
function cloudEvent(shown: EventText): string {
  const { id: _, recorded_at, recorded_by, data, subject, ...event } = parse(shown.body) as Record<string, unknown>;
  return JSON.stringify({
    ...event,
    id: shown.id,
    ...(subject !== null && { subject }),
    ...(data !== null && { datacontenttype: 'application/json', data }),
    recordedat: recorded_at,
    recordedby: String(recorded_by),
  });
}

interface Message {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

function post({ url, headers, body }: Message, allowsPrivate: boolean, signal: AbortSignal): Promise<number> {
  const request = new URL(url).protocol === 'https:' ? requestSecure : requestPlain;
  return new Promise((resolve, reject) => {
    const sending = request(url, {
      method: 'POST',
      headers,
      signal: AbortSignal.any([signal, AbortSignal.timeout(secondsToAnswer * 1000)]),
      ...(allowsPrivate ? {} : { lookup: publicLookup }),
    });
    sending.once('error', (error) =>
      reject(error.name === 'TimeoutError' || error.name === 'AbortError' ? new Error('no answer in time') : error),
    );
    sending.once('response', (response) => {
      // What it says is nobody's concern, however long it is.
      response.destroy();
      resolve(response.statusCode ?? 0);
    });
    sending.end(body);
  });
}
