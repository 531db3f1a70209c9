import { type ColumnAggregate, columnAggregates } from '../../language/aggregate_name.ts';
import type { Name, Selected, SelectedCount } from '../../language/syntax.ts';
import type { Operand } from '../../model/field.ts';
import type { Model, Resource } from '../../model/model.ts';
import { wordOf } from '../../vocabulary/field_type.ts';
import type { Trait } from '../../vocabulary/trait.ts';
import { traitsOfCast } from './cast.ts';
import { type Result, refuse } from './query_string.ts';
import { unknownName } from './unknown_name.ts';

/** Why rows cannot be put into groups somewhere, and what to ask instead. */
export interface GroupObstacle {
  readonly detail: string;
  readonly hint: string;
}

export const ofOneRow: GroupObstacle = {
  detail: 'aggregates are of the rows of a list, and this is about single rows',
  hint: 'ask the list for them, or a relation: relation(count())',
};

export const ofArrays: GroupObstacle = {
  detail: 'the rows of a relation to many that is spread become arrays, and have no groups',
  hint: 'leave out the dots: relation(count())',
};

/** `count()`, or as in PostgREST `count` where no field has this name; null for anything else. */
export function countIn(each: Selected, { fields, relations }: Resource): SelectedCount | null {
  if (each.kind === 'count') return relations.has('count') ? null : each;
  if (each.kind !== 'field' || each.field.text !== 'count' || fields.has('count')) return null;
  const isBare = each.steps.length === 0 && each.aggregate === null;
  return isBare ? { kind: 'count', name: each.field, cast: each.cast, as: each.as } : null;
}

/** Refuses an aggregate where the service or the place takes none. */
export function checkGroups({ offset }: Name, model: Model, obstacle: GroupObstacle | null): Result<null> {
  const place = { parameter: 'select', position: offset };
  if (!model.service.aggregates) {
    return refuse(
      'invalid_parameter',
      place,
      'this service gives no aggregates',
      'its operator can turn them on: aggregates: true in service.yaml',
    );
  }
  if (obstacle !== null) return refuse('invalid_parameter', place, obstacle.detail, obstacle.hint);
  return { ok: true, value: null };
}

/** What is taken of the values of an operand, each of which is converted to a type first. */
export function aggregateOf(name: Name, operand: Operand, cast: string | null): Result<ColumnAggregate> {
  const aggregate = columnAggregates.find((each) => each === name.text);
  if (aggregate === undefined) {
    return unknownName('select', name, `there is no aggregate ${name.text}`, columnAggregates);
  }
  const needed = traits[aggregate];
  if (needed === null || traitsOf(operand, cast).includes(needed)) return { ok: true, value: aggregate };
  const type = cast ?? operand.type.kind;
  const others = columnAggregates.filter((each) => {
    const trait = traits[each];
    return trait === null || traitsOf(operand, cast).includes(trait);
  });
  return refuse(
    'invalid_parameter',
    { parameter: 'select', position: name.offset },
    `${aggregate} does not apply to ${operand.field.name}, of type ${type}`,
    `expected ${others.join(', ')}, or a cast before it: ${operand.field.name}::${needed === 'summed' ? 'numeric' : 'text'}.${aggregate}()`,
  );
}

/** The trait of the types that an aggregate applies to; null for all. */
const traits: Readonly<Record<ColumnAggregate, Trait | null>> = {
  count: null,
  sum: 'summed',
  avg: 'summed',
  min: 'ranked',
  max: 'ranked',
};

function traitsOf({ type }: Operand, cast: string | null): readonly Trait[] {
  if (cast !== null) return traitsOfCast(cast);
  return type.kind === 'period' ? [] : wordOf(type).traits;
}

/**
 * Refuses a field that only some rows show: a group would tell of the others. All aggregates and all that rows are grouped by
 * are of fields that every row shows.
 */
export function checkGroupedField({ field }: Operand, offset: number, parameter: string): Result<null> {
  if (field.shownWhere === null) return { ok: true, value: null };
  return refuse(
    'invalid_parameter',
    { parameter, position: offset },
    `your role reads ${field.name} in some rows only, so it has no part in aggregates`,
    'leave it out, or ask for the rows',
  );
}
