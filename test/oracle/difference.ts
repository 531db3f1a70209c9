import { differences } from '../../engine/docs/place/differences.ts';
import type { Answer } from '../http/service.ts';
import type { PeerAnswer } from './postgrest.ts';
import { comparisonsOf, hasQuoteInQuotes, isGrouped, type Level, type Question } from './question.ts';

type Title = (typeof differences)[number]['title'];

/** The difference between two answers to a question, where it is a known one. */
export function knownDifference(question: Question, ours: Answer, theirs: PeerAnswer): Title | null {
  return differences.find(({ title }) => explanations[title](question, ours, theirs))?.title ?? null;
}

const explanations: { readonly [title in Title]: (question: Question, ours: Answer, theirs: PeerAnswer) => boolean } = {
  'A value in a form that only PostgreSQL reads': ({ level }, ours, theirs) =>
    ours.body?.code === 'invalid_parameter' &&
    isPage(theirs) &&
    comparisonsOf(level).some(({ fault }) => fault === 'loose_value'),
  'A page of no rows after the first': ({ level }, ours, theirs) =>
    level.limit === 0 && (level.offset ?? 0) > 0 && ours.text === '[]' && theirs.text.includes('PGRST103'),
  'A limit below zero that the offset makes up for': ({ level: { limit, offset } }, ours, theirs) =>
    ours.status === 416 && theirs.text === '[]' && (limit ?? 0) < 0 && (limit ?? 0) + (offset ?? 0) === 0,
  'A list of one empty text': ({ level }, ours, theirs) =>
    isPage(ours) &&
    isPage(theirs) &&
    comparisonsOf(level).some(
      ({ operand }) => operand.kind === 'list' && operand.items.length === 1 && operand.items[0]?.text === '',
    ),
  'A quote within quotes': ({ level }, _ours, theirs) =>
    isPage(theirs) && comparisonsOf(level).some(({ operand }) => hasQuoteInQuotes(operand)),
  'A search in a language': ({ level }, ours, theirs) =>
    isPage(ours) && isPage(theirs) && comparisonsOf(level).some(({ language }) => language !== null),
  'A select of nothing': ({ level }, ours, theirs) =>
    level.columns?.length === 0 &&
    level.embeds.length === 0 &&
    ours.body?.errors?.[0]?.parameter === 'select' &&
    isPage(theirs),
  'The number of groups': ({ level, counted }, ours, theirs) =>
    counted && isGrouped(level) && isPage(ours) && isPage(theirs),
  // The questions at random do not ask this, nor the last one.
  'Groups in the order of an aggregate': () => false,
  'Aggregates of an inner embed': ({ level }, ours, theirs) => isPage(ours) && isPage(theirs) && hasInnerGroups(level),
  'A spread of a relation to many': () => false,
};

function hasInnerGroups({ embeds }: Level): boolean {
  return embeds.some(({ join, level }) => (join === 'inner' && isGrouped(level)) || hasInnerGroups(level));
}

/** Whether the question was understood: the page may begin behind the last row. */
function isPage({ status }: { readonly status: number }): boolean {
  return [200, 206, 416].includes(status);
}
