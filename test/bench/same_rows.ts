import { isDeepStrictEqual } from 'node:util';
import { oneAnswer } from './one_request.ts';
import type { Servers } from './servers.ts';
import { type Shape, type Subject, subjects } from './shape.ts';

const samples = 5;

/** @throws Error where two servers answer a shape that reads with other rows. */
export async function requireSameRows(shape: Shape, servers: Servers): Promise<void> {
  if (shape.kind !== 'read') return;
  for (let sample = 0; sample < samples; sample += 1) {
    const random = () => (sample + 0.5) / samples;
    const answers: { readonly subject: Subject; readonly rows: unknown }[] = [];
    for (const subject of subjects) {
      const text = await oneAnswer(shape, subject, { servers, random, count: sample });
      if (text === null) continue;
      answers.push({ subject, rows: rowsOf(JSON.parse(text)) });
    }
    const [first, ...others] = answers;
    for (const { subject, rows } of others) {
      if (isDeepStrictEqual(rows, first?.rows)) continue;
      throw new Error(
        `${shape.name}: ${subject} answers other rows than ${first?.subject}:\n${JSON.stringify(rows)}\n${JSON.stringify(first?.rows)}`,
      );
    }
    if (Array.isArray(first?.rows) && first.rows.length === 0) throw new Error(`${shape.name} has no rows`);
  }
}

/** Links, which Almanac and the hand-written server show of a row, PostgREST does not have. */
function rowsOf(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer;
  const { links: _, ...row } = answer as { readonly links?: unknown };
  return row;
}
