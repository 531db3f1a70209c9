import { quote } from '../../../sql/identifier.ts';
import { textLiteral } from '../../../sql/literal.ts';
import { idsOf, type Source, tableSource } from '../../../sql/source.ts';
import type { Elements } from '../../constraint/kind/elements.ts';
import { elementsAmong } from '../../element/removed.ts';
import type { TableChange } from '../change/table_change.ts';
import { catalogStep, type Planned } from '../step.ts';
import { futureTable } from '../value/future.ts';

/** New arrays of references: triggers hold them for new writes, and then every row is asked. */
export function elementsSteps(change: TableChange): readonly Planned[] {
  const { old, now, fields } = change;
  const converted = new Set(fields.converted.map(({ field }) => field.name));
  const known = new Set(elementsAmong(old.named).map(([, { field, to }]) => `${field} ${to}`));
  return elementsAmong(now.named)
    .filter(([, { field, to }]) => converted.has(field) || !known.has(`${field} ${to}`))
    .map(([name, elements]) => everyRowKeeps(name, elements, change));
}

function everyRowKeeps(name: string, { resource, field, to }: Elements, change: TableChange): Planned {
  const own = tableSource(resource);
  const later = idsOf({ from: { ...own, name: resource }, where: leadsNowhere(resource, field, to) });
  return catalogStep({
    stage: 'validate',
    table: `${resource}.${name}`,
    title: `every row of ${resource} keeps ${name}`,
    statements: [`select almanac.refuse_reference(${textLiteral(field)}) from (${later} limit 1) as broken`],
    locks: 'nothing',
    work: `reads ${resource} and ${to}`,
    asks: [
      {
        rows: `rows of ${resource} with elements of ${field} that lead to no ${to}`,
        before: idsOf({
          from: named(futureTable(change, [field]), resource),
          where: leadsNowhere(resource, field, change.nameBefore(to)),
        }),
        later,
      },
    ],
    undo: [],
  });
}

function named(source: Source, name: string): Source {
  return { ...source, name };
}

/** That an element leads to no row. What a migration makes is empty. */
function leadsNowhere(name: string, field: string, target: string | null): string {
  const column = `${quote(name)}.${quote(field)}`;
  if (target === null) return `cardinality(${column}) > 0`;
  return `exists (
  select from unnest(${column}) as element (id)
  where not exists (select from public.${quote(target)} as target where target.id = element.id)
)`;
}
