import type { Field } from '../../definition/model.ts';
import type { OrderPlan } from '../plan/order_plan.ts';
import { renderField } from './condition.ts';
import { quote } from './identifier.ts';
import { constantTerms, liveCondition, sourceOf } from './representation.ts';

/** The keys as SQL; the id comes last, so that pages never overlap. */
export function renderOrder(keys: readonly OrderPlan[], alias: string, instant: string | null): string {
  const written = keys.map(({ relation, field, descending, nulls }) => {
    const key =
      relation === null ? renderField(field, constantTerms(alias)) : relatedKey(relation, field, alias, instant);
    return `${key}${descending ? ' desc' : ''}${nulls === null ? '' : ` nulls ${nulls}`}`;
  });
  return `order by ${[...written, `${alias}.id`].join(', ')}`;
}

function relatedKey(
  { relation, resource }: NonNullable<OrderPlan['relation']>,
  field: Field,
  parent: string,
  instant: string | null,
): string {
  const alias = `${parent}_key`;
  const live = liveCondition(resource, alias);
  const match = `${alias}.${quote(relation.to)} = ${parent}.${quote(relation.from)}`;
  const where = live === null ? match : `${match} and ${live}`;
  const column = renderField(field, constantTerms(alias));
  return `(select ${column} from ${sourceOf(resource, instant)} as ${alias} where ${where} limit 1)`;
}
