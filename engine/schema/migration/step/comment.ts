import { type Comment, commentStatement, noComment } from '../../../sql/comment.ts';
import type { TablePart } from '../../schema.ts';
import { checkComments, fieldComment, resourceComments, tableComments } from '../../table/comment.ts';
import type { TableChange } from '../change/table_change.ts';
import type { TableObject } from '../change/table_object.ts';
import { beside, catalogStep, type Planned } from '../step.ts';

/** Comments on new tables, columns and checks. An object that was made again has lost its comments. */
export function commentSteps(change: TableChange): readonly Planned[] {
  const { old, now } = change;
  const known = knownWords(change);
  // A history that begins is made with its words.
  const isMade = old.history === null ? new Set(historyWords(now).map(({ subject }) => subject)) : new Set();
  const added = words(now).filter(({ subject, text }) => known.get(subject) !== text && !isMade.has(subject));
  const checks = checkWords(change);
  const statements = [...added, ...checks.map(({ comment }) => comment)].map(commentStatement);
  if (statements.length === 0) return [];
  return [
    catalogStep({
      stage: 'comment',
      table: now.table.name,
      title: `describe ${now.table.name} anew`,
      statements,
      locks: beside(now.table.name),
      undo: [
        ...added.map(({ subject }) => {
          const text = known.get(subject);
          return text === undefined ? noComment(subject) : commentStatement({ subject, text });
        }),
        ...checks.flatMap(({ comment: { subject }, before }) =>
          before === null ? [] : commentStatement({ subject, text: before }),
        ),
      ],
    }),
  ];
}

/** What is said about a table and its history before, by what it is about. */
function knownWords({ old, fields }: TableChange): ReadonlyMap<string, string> {
  // A converted field has the comment of its old column no longer.
  const lost = new Set(
    [old.table, old.history].flatMap((resource) =>
      resource === null ? [] : fields.converted.map(({ field }) => fieldComment(resource.name, field).subject),
    ),
  );
  return new Map(words(old).flatMap(({ subject, text }) => (lost.has(subject) ? [] : [[subject, text]])));
}

/** What is said about checks that is new, and what was said about each of them before. */
function checkWords({ now, stays, added }: TableChange) {
  const objects = new Map([...stays.map(([, is]) => is), ...added].map((object) => [object.name, object]));
  // By the name that each check has by now: null for one that was made anew.
  const before = new Map(stays.map(([was, is]) => [is.name, messageOf(was)]));
  return [...checkComments(now.table, now.named)].flatMap(([name, comment]) =>
    before.get(name) === messageOf(objects.get(name)) ? [] : [{ comment, before: before.get(name) ?? null }],
  );
}

function messageOf(object: TableObject | undefined): string | null {
  return object?.constraint?.kind === 'check' ? object.constraint.check.message : null;
}

function words(part: TablePart): readonly Comment[] {
  const { table } = part;
  return table.madeBy?.rows.areFinal ? resourceComments(table) : [...tableComments(table), ...historyWords(part)];
}

function historyWords({ history }: TablePart): readonly Comment[] {
  return history === null ? [] : resourceComments(history);
}
