import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** One SQL statement with its values as text; `$1` is the first. The same shape of request gives the same text. */
export interface Statement {
  readonly text: string;
  readonly values: readonly (string | null)[];
  /** Name of the prepared statement: the same for the same text. */
  readonly name: string;
}

/** Collects the values of one statement while its text is written. */
export class Values {
  readonly #values: (string | null)[] = [];

  /** The placeholder that stands for the value in the text. */
  add(value: string | null): string {
    this.#values.push(value);
    return `$${this.#values.length}`;
  }

  statement(text: string): Statement {
    return { text, values: this.#values, name: nameOf(text) };
  }
}

/** Names by text: hashing once is enough. Bounded, since each different filter combination is a text of its own. */
const names = new LRUCache<string, string>({ maxSize: 8_000_000, sizeCalculation: (_name, text) => text.length });

function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 22);
  names.set(text, name);
  return name;
}
