import type { TranslationMessages } from 'ra-core';
import { browse } from './browse.ts';
import { common } from './common.ts';
import { parts } from './parts.ts';
import { row } from './row.ts';
import { signIn } from './sign_in.ts';
import { time } from './time.ts';
import { timeline } from './timeline.ts';

/** Every text of Studio, by its name. `%{name}` stands for a value, and `||||` is between one and many. */
const english = { common, parts, browse, row, time, timeline, signIn } as const;

type Catalogue = typeof english;

/** The name of a text, such as `common.loading`. */
type WordName = {
  [Part in keyof Catalogue & string]: `${Part}.${keyof Catalogue[Part] & string}`;
}[keyof Catalogue & string];

/** Gives a text by its name, with values in it. */
export type Words = (name: WordName, values?: Readonly<Record<string, string | number>>) => string;

/** The texts for ra-core. */
export const messages = english as unknown as TranslationMessages;
