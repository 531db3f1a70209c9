import { type CheckOwner, checkWatch } from '../../../model/condition/check_concern.ts';
import { looksOfCondition } from '../../../model/condition/look.ts';
import type { Check, Model } from '../../../model/model.ts';
import { columnType } from '../../../query/sql/condition/column_type.ts';
import { type Fragment, publicTable, raw } from '../../../sql/fragment.ts';
import { quote } from '../../../sql/identifier.ts';
import { textOf } from '../../../sql/render.ts';
import { fromSource } from '../../../sql/source.ts';
import { breakingRows, decideObjects, ownerFunctionName } from '../../check/decide.ts';
import { breaksCheck } from '../../check/refusing_function.ts';
import type { ModelChange } from '../change/model_change.ts';
import { renamedModel } from '../change/renamed_model.ts';
import { catalogStep, type Planned, type Question } from '../step.ts';
import { futureTable } from '../value/future.ts';
import { circleSteps } from './circle.ts';
import { replaced } from './function.ts';

/** Checks that look at related rows are decided by functions, which cannot follow a rename by themselves. */
export function checkNameSteps({ from, renames }: ModelChange): readonly Planned[] {
  return decideSteps(from, renamedModel(from, renames), {
    stage: 'name',
    title: 'decide checks under the new names',
    isAgain: false,
  });
}

/** Decides checks by the later model, and then asks the new ones of all rows. */
export function checkSteps(change: ModelChange): readonly Planned[] {
  const { from, to, renames, changes } = change;
  const named = renamedModel(from, renames);
  const isAgain = changes.some(({ fields }) => fields.converted.length > 0);
  return [
    ...decideSteps(named, to, {
      stage: 'switch',
      title: 'decide checks of related rows as the definitions say',
      isAgain,
    }),
    ...[...checkWatch(to).owners.values()].flatMap((owner) => {
      const known = new Set(
        checkWatch(named)
          .owners.get(owner.table.name)
          ?.held.map((each) => textOfCheck(each, owner, named)),
      );
      const added = owner.held.filter((each) => !known.has(textOfCheck(each, owner, to)));
      return added.length === 0 ? [] : [allRowsKeep(owner, added, change)];
    }),
    ...circleSteps(named, change),
  ];
}

interface Deciding extends Pick<Planned, 'stage' | 'title'> {
  readonly isAgain: boolean;
}

function decideSteps(from: Model, to: Model, { stage, title, isAgain }: Deciding): readonly Planned[] {
  const [before, after] = [decideObjects(from), decideObjects(to)];
  const statements = replaced(before, after, isAgain);
  if (statements.length === 0) return [];
  return [
    catalogStep({
      stage,
      table: stage === 'name' ? '' : 'almanac.check_due',
      title,
      statements,
      locks: 'nothing',
      undo: replaced(after, before, isAgain),
    }),
  ];
}

function textOfCheck(check: Check, { table }: CheckOwner, model: Model): string {
  return textOf(breaksCheck(check, table, model));
}

function allRowsKeep({ table }: CheckOwner, checks: readonly Check[], change: ModelChange): Planned {
  const { name } = table;
  return catalogStep({
    stage: 'validate',
    table: `${name}.checks`,
    title: `every row of ${name} keeps ${checks.map((check) => check.name).join(', ')}`,
    statements: [`select ${ownerFunctionName(table)}(array(select item.id from public.${quote(name)} as item))`],
    locks: 'nothing',
    work: `reads ${name} and what its checks look at`,
    asks: checks.map((check) => questionOf(check, table.name, change)),
    undo: [],
  });
}

function questionOf(check: Check, name: string, { to, changes }: ModelChange): Question {
  const owner = checkWatch(to).owners.get(name);
  if (owner === undefined) throw new Error(`${name} has no checks of related rows`);
  const { table } = owner;
  const looks = looksOfCondition(check.that, table, to);
  const columns = Map.groupBy(looks, ({ resource }) => resource);
  // The tables as they will be, over what there is before the migration.
  const futures = new Map(
    [...columns].map(([resource, own]): readonly [string, Fragment] => {
      const all = [...new Set(own.flatMap((look) => look.columns))];
      const change = changes.find(({ now }) => now.table.name === resource);
      const source =
        change === undefined ? noRows(resource, all, to) : fromSource({ ...futureTable(change, all), name: null });
      return [textOf(publicTable(resource)), raw(source)];
    }),
  );
  return {
    rows: `rows of ${name} that break ${check.name} (${check.message.replaceAll('\n', ' ')})`,
    before: breakingRows(check, table, to, futures),
    later: breakingRows(check, table, to),
  };
}

/** What is to become of a table that there is not yet. */
function noRows(name: string, columns: readonly string[], { resources }: Model): string {
  const fields = resources.get(name)?.fields;
  const values = ['id', ...columns].map((column) => {
    const field = fields?.get(column);
    if (field === undefined) throw new Error(`${name} has no field ${column}`);
    return `null::${columnType(field.type)} as ${quote(column)}`;
  });
  return `(select ${values.join(', ')} where false)`;
}
