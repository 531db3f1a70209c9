import { createParser } from '../language/parser.ts';
import { operatorNames, operators } from './operator/operators.ts';

const synonyms = new Map(
  Object.entries(operators).flatMap(([name, word]) => word.synonyms.map((synonym) => [synonym, name] as const)),
);

/** Reads the query language with the operators of this vocabulary. */
export const { parseParameter, parseEmbed, parseOrder, parseSelect, parseRule, parseValue, productions } = createParser(
  {
    all: operatorNames,
    synonyms,
  },
);
