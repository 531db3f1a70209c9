import { fullSize } from './data.ts';
import { type Servers, token } from './servers.ts';
import type { Shape, Subject } from './shape.ts';

/**
 * Asks a subject once, and gives the text of the answer; null where it knows nothing like the shape.
 * @throws Error for an answer that is no success.
 */
export async function oneAnswer(
  shape: Shape,
  subject: Subject,
  { servers, random, count }: { readonly servers: Servers; readonly random: () => number; readonly count: number },
): Promise<string | null> {
  const question = shape.ask(subject, random, count, fullSize);
  if (question === null) return null;
  const { address } = await servers(shape, subject);
  const answer = await fetch(`${address}${question.path}`, {
    method: question.method,
    headers: {
      authorization: `Bearer ${token(shape, { subject })}`,
      ...(question.body !== undefined && { 'content-type': 'application/json' }),
      ...question.headers,
    },
    body: question.body ?? null,
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${shape.name} of ${subject}: ${answer.status} ${text}`);
  return text;
}
