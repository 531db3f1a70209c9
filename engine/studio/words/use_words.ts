import { useTranslate } from 'ra-core';
import type { Words } from './words.ts';

/** Gives a text by its name. `smart_count` chooses between one and many. */
export function useWords(): Words {
  const translate = useTranslate();
  return (name, values) => translate(name, values);
}
