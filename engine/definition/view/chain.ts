import { nearest } from '../../language/nearest.ts';
import { oneOf } from '../../language/wording.ts';
import type { Table } from '../../model/model.ts';
import { type AnyRelation, isDirect, isReference, type Relation } from '../../model/relation.ts';
import { unknownResource } from '../definitions.ts';
import type { Finding, Report } from '../file/report.ts';
import { refusalOf, type ViewContext } from './view_context.ts';

/** A step of a chain: the timeline, and the fields by which its entries begin and go on. */
export interface Step {
  readonly timeline: Table;
  readonly from: string;
  /** Null where the chain ends. */
  readonly to: string | null;
}

/** A step whose relation is found, as it is written. */
interface Found extends Pick<Step, 'timeline' | 'from'> {
  readonly text: string;
  /** The resource with which it begins. */
  readonly start: string;
  /** The relation by which its entries go on, where the definition says which one. */
  readonly way: string | null;
}

/** The steps of a chain of timelines. Null after a fault, which is reported at the step. */
export function readSteps(texts: readonly string[], context: ViewContext, report: Report): readonly Step[] | null {
  const misfit = (index: number, finding: Finding) => {
    report(['view', 'timeline', index], finding);
    return null;
  };
  const found = texts.map((text, index) => {
    const read = findStep(text, context);
    return 'message' in read ? misfit(index, read) : read;
  });
  const known = found.flatMap((each) => each ?? []);
  if (known.length < texts.length) return null;
  const again = known.findIndex(({ timeline }, index) =>
    known.slice(0, index).some((other) => other.timeline === timeline),
  );
  if (again !== -1) {
    const message = `the chain has the entries of ${known[again]?.timeline.name} already`;
    return misfit(again, { message, expected: 'each timeline once; or a view over a SELECT' });
  }
  const steps = known.map((step, index) => {
    const next = known[index + 1] ?? null;
    const to = next === null ? endOf(step) : linkOf(step, next);
    if (to === null || typeof to === 'string') return { timeline: step.timeline, from: step.from, to };
    return misfit(to.isNext ? index + 1 : index, to.finding);
  });
  const sound = steps.flatMap((each) => each ?? []);
  return sound.length < steps.length ? null : sound;
}

function findStep(text: string, context: ViewContext): Found | Finding {
  const [start = '', alias = '', way = null] = text.split('.');
  const table = context.tables.get(start);
  if (table === undefined) {
    const refusal = refusalOf(start, context);
    if (refusal === null) return unknownResource(start, context.definitions);
    return { message: refusal, expected: 'a resource with rows of its own' };
  }
  const relation = table.relations.get(alias);
  const timelines = [...table.relations.values()].filter((each) => timelineOf(each, context) !== null);
  const names = timelines.map((each) => each.alias);
  const none = `a relation of ${start} to the entries of a timeline, under "relations"`;
  const expected = names.length === 0 ? none : oneOf(names.map((name) => `${start}.${name}`));
  if (relation === undefined) {
    const near = nearest(alias, names);
    return { message: `${start} has no relation ${alias}`, expected, nearest: near && `${start}.${near}` };
  }
  const timeline = timelineOf(relation, context);
  if (timeline === null || !isDirect(relation))
    return { message: `${start}.${alias} does not lead to the entries of a timeline`, expected };
  return { text, start, timeline, from: relation.to, way };
}

/** The timeline whose entries refer to a row; null for other relations. */
function timelineOf(relation: AnyRelation, { tables }: ViewContext): Table | null {
  if (!isDirect(relation) || isReference(relation) || relation.inArray !== undefined) return null;
  const table = tables.get(relation.target);
  return table === undefined || table.temporal === null ? null : table;
}

interface Misfit {
  /** Whether it is a matter of the next step. */
  readonly isNext: boolean;
  readonly finding: Finding;
}

/** The last step has nothing to go on to. */
function endOf({ text, way }: Found): null | Misfit {
  if (way === null) return null;
  const expected = text.slice(0, -way.length - 1);
  return { isNext: false, finding: { message: 'the chain ends here, and does not go on', expected } };
}

/** The field by which the entries of a step refer to the resource with which the next one begins. */
function linkOf({ text, timeline, from, way }: Found, next: Found): string | Misfit {
  const references = [...timeline.relations.values()].filter(
    (each): each is Relation => isDirect(each) && isReference(each),
  );
  const { name } = timeline;
  if (way !== null) {
    const written = references.find(({ alias }) => alias === way);
    if (written?.target === next.start) return written.from;
    const known = references.filter(({ target }) => target === next.start).map(({ alias }) => alias);
    const message =
      written === undefined
        ? `${name} has no reference ${way}`
        : `${way} of ${name} leads to ${written.target}, and the next step begins at ${next.start}`;
    const expected = known.length === 0 ? `a reference of ${name} to ${next.start}` : oneOf(known);
    return { isNext: false, finding: { message, expected, nearest: nearest(way, known) } };
  }
  const others = references.filter((each) => each.from !== from);
  const [only, second] = others.filter(({ target }) => target === next.start);
  if (only === undefined) {
    const targets = [...new Set(others.map(({ target }) => target))];
    const expected =
      targets.length === 0
        ? `a reference field to ${next.start} in ${name}`
        : `a step that begins at ${targets.join(' or ')}`;
    const message = `the entries of ${name} do not refer to ${next.start}`;
    return { isNext: true, finding: { message, expected, nearest: nearest(next.start, targets) } };
  }
  if (second === undefined) return only.from;
  const ways = others.flatMap(({ alias, target }) => (target === next.start ? [`${text}.${alias}`] : []));
  const message = `the entries of ${name} refer to ${next.start} by several fields`;
  return { isNext: false, finding: { message, expected: oneOf(ways) } };
}
