import { useTranslate } from 'ra-core';
import type { WordName } from './words.ts';

/** Gives a text by its name. `smart_count` chooses between one and many. */
export type Words = (name: WordName, values?: Readonly<Record<string, string | number>>) => string;

export function useWords(): Words {
  const translate = useTranslate();
  return (name, values) => translate(name, values);
}
