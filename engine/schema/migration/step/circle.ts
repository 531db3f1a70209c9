import type { Model } from '../../../model/model.ts';
import { type AcyclicReference, acyclicReferences, treeName } from '../../../model/tree/acyclic.ts';
import { quote } from '../../../sql/identifier.ts';
import { circleFunctionName, rowsInCircles } from '../../check/circle.ts';
import type { ModelChange } from '../change/model_change.ts';
import { catalogStep, type Planned } from '../step.ts';
import { futureTable } from '../value/future.ts';

/** References that make trees from now on: no row that there is may be its own ancestor. `named` is the old model under its new names. */
export function circleSteps(named: Model, change: ModelChange): readonly Planned[] {
  const known = new Set(acyclicReferences(named).map(treeName));
  return acyclicReferences(change.to)
    .filter((reference) => !known.has(treeName(reference)))
    .flatMap((reference) => noCircles(reference, change));
}

function noCircles(reference: AcyclicReference, { changes }: ModelChange): readonly Planned[] {
  const { table, field } = reference;
  const change = changes.find(({ now }) => now.table.name === table.name);
  // A new table has no rows.
  if (change === undefined) return [];
  const rows = `public.${quote(table.name)}`;
  return [
    catalogStep({
      stage: 'validate',
      table: `${table.name}.${field.name}.circles`,
      title: `no row of ${table.name} is its own ancestor by ${field.name}`,
      statements: [`select ${circleFunctionName(reference)}(array(select item.id from ${rows} as item))`],
      locks: `nothing, but other changes of ${field.name} wait`,
      work: `reads ${table.name}`,
      asks: [
        {
          rows: `rows of ${table.name} that are their own ancestors by ${field.name}`,
          before: rowsInCircles(futureTable(change, [field.name]).sql, field.name),
          later: rowsInCircles(rows, field.name),
        },
      ],
      undo: [],
    }),
  ];
}
