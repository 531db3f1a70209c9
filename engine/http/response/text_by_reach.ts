import { LRUCache } from 'lru-cache';
import type { Principal } from '../../access/principal.ts';

/**
 * Texts that depend on the role and the scopes of their caller alone. Callers have few kinds of tokens, and each asks
 * again.
 */
export function textByReach(make: (caller: Principal) => string): (caller: Principal) => string {
  const texts = new LRUCache<string, string>({ maxSize: keptCharacters, sizeCalculation: ({ length }) => length + 1 });
  return (caller) => {
    const scopes = [...caller.scopes].sort();
    const key = JSON.stringify([caller.role, scopes]);
    const text = texts.get(key) ?? make(caller);
    texts.set(key, text);
    return text;
  };
}

const keptCharacters = 16 * 2 ** 20;
