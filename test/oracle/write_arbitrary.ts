import fc from 'fast-check';
import type { Model, Resource } from '../../engine/model/model.ts';
import { type Condition, comparisonsIn, comparisonsOf, hasQuoteInQuotes, type Level } from './question.ts';
import { questionsOf } from './question_arbitrary.ts';
import type { Rows } from './rows.ts';
import type { WriteQuestion } from './twins.ts';
import { selectUrl } from './url.ts';

/** Changes and deletions by filters of the rows of every resource, which both dialects write alike. */
export function writesOf(model: Model, rows: Rows): fc.Arbitrary<WriteQuestion> {
  return questionsOf(model, rows)
    .map(({ level }) => level)
    .filter((level) => comparisonsOf(level).every(({ fault }) => fault === null))
    .chain((level) => writeOf(level, rows));
}

function writeOf(level: Level, rows: Rows): fc.Arbitrary<WriteQuestion> {
  const { resource } = level;
  return fc
    .record({
      body: fc.oneof(bodyOf(resource, rows), fc.constant(null)),
      ids: fc.uniqueArray(fc.nat(30), { minLength: 1, maxLength: 8 }),
      isById: fc.boolean(),
      part: fc.option(part, { freq: 3 }),
      prefer,
      isSingle: fc.nat(5).map((draw) => draw === 0),
      shown: fc.option(
        fc.subarray(
          [...resource.fields.keys()].filter((name) => !/^recorded_/.test(name)),
          { minLength: 1 },
        ),
      ),
    })
    .map(({ body, ids, isById, part: chosen, prefer: preferred, isSingle, shown }) => {
      const own = level.conditions.filter(
        (each) => isOwn(each) && !(each.kind === 'logic' && (shown !== null || isShifted(each, body))),
      );
      const filters = { ...level, columns: [], embeds: [], order: [], limit: null, offset: null, conditions: own };
      const [path = '', query = ''] = selectUrl(filters, { head: () => '', segment: () => '' }).split('?');
      const parameters = [
        ...query.split('&').filter((each) => !each.startsWith('select=')),
        ...(isById || own.length === 0 ? [`id=in.(${ids.join()})`] : []),
        ...(shown === null ? [] : [`select=${shown.join()}`]),
        ...(chosen === null ? [] : chosen),
      ];
      const url = `${path}?${parameters.join('&')}`;
      return {
        method: body === null ? ('DELETE' as const) : ('PATCH' as const),
        ours: url,
        theirs: url,
        headers: {
          ...(preferred === '' ? {} : { prefer: preferred }),
          ...(isSingle && { accept: 'application/vnd.pgrst.object+json' }),
        },
        body,
      };
    });
}

/** Values that rows of the resource have, for some of its fields. */
function bodyOf(resource: Resource, rows: Rows): fc.Arbitrary<string> {
  const fields = [...resource.fields.values()].filter(({ update, computed }) => update && computed === null);
  const stored = rows.get(resource.name) ?? [];
  return fc
    .tuple(fc.subarray(fields, { minLength: 1 }), fc.constantFrom(...stored))
    .map(([set, row]) => `{${set.map(({ name }) => `${JSON.stringify(name)}:${row.get(name) ?? 'null'}`).join()}}`);
}

/** PostgREST finds the rows of a part by the columns of the order, so that one of them is the id, and none is null. */
const part = fc
  .record({
    order: fc.constantFrom('id', 'id.desc', 'id.asc'),
    limit: fc.option(fc.nat(4)),
    offset: fc.option(fc.nat(3)),
  })
  .map(({ order, limit, offset }) => [
    `order=${order}`,
    ...(limit === null ? [] : [`limit=${limit}`]),
    // A page of no rows behind the first is a known difference.
    ...(offset === null || limit === 0 ? [] : [`offset=${offset}`]),
  ]);

const prefer = fc
  .record({
    handling: fc.constantFrom('', '', '', 'handling=strict', 'handling=lenient'),
    return: fc.constantFrom(
      '',
      'return=minimal',
      'return=headers-only',
      'return=representation',
      'return=representation',
    ),
    count: fc.constantFrom('', 'count=exact'),
  })
  .map((drawn) =>
    Object.values(drawn)
      .filter((each) => each !== '')
      .join(', '),
  );

/**
 * Whether a tree of filters is about what the body changes. PostgREST 12 asks it once more of the rows that it shows: of
 * the columns that are selected, as they are then.
 */
function isShifted(condition: Condition, body: string | null): boolean {
  const set = Object.keys(JSON.parse(body ?? '{}'));
  return comparisonsIn(condition).some(({ field }) => set.includes(field.name) || /^recorded_/.test(field.name));
}

/** A condition that looks at the row alone, and that both read alike. */
function isOwn(condition: Condition): boolean {
  if (condition.kind === 'presence' || condition.relations.length > 0) return false;
  if (condition.kind === 'logic') return condition.operands.every(isOwn);
  const { operand, language } = condition;
  if (language !== null || hasQuoteInQuotes(operand)) return false;
  return operand.kind === 'list'
    ? operand.items.length !== 1 || operand.items[0]?.text !== ''
    : operand.text !== 'not_null';
}
