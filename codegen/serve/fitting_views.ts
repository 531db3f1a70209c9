import type { Database } from '../../db/database.ts';
import type { Model, View } from '../../engine/model/model.ts';
import { renderDescribed } from '../../engine/query/sql/view/described.ts';
import { CommandError } from '../option/settings.ts';

/**
 * Holds the declared fields of all views against what PostgreSQL says of their statements.
 * @throws CommandError with a line for each that does not fit.
 */
export async function requireFittingViews(database: Pick<Database, 'query'>, model: Model): Promise<void> {
  const views = [...model.resources.values()].filter((resource) => resource.kind === 'view');
  const faults = await Promise.all(views.map((view) => faultsOf(view, database, model)));
  const all = faults.flat();
  if (all.length > 0) throw new CommandError(all.join('\n'));
}

async function faultsOf(view: View, { query }: Pick<Database, 'query'>, model: Model): Promise<readonly string[]> {
  const { file } = view.statement;
  const { text, values } = renderDescribed(view, model);
  const described = await query({ text, values });
  if (!described.ok) {
    // A database that does not answer, or has no tables yet, says nothing of the view.
    const isOfView = described.error.sqlstate.startsWith('42') || described.error.sqlstate.startsWith('22');
    return isOfView ? [`${file}: PostgreSQL refuses the statement of ${view.name}: ${described.error.message}`] : [];
  }
  const [row = {}] = described.rows;
  return [...view.fields.keys()].flatMap((name, index) => {
    const [is, declared] = [row[`is_${index}`], row[`declared_${index}`]];
    if (is === declared) return [];
    const remedy = `change the type of the field, or convert the column: ${name}::${declared}`;
    return [`${file}: the column ${name} is of type ${is}, and ${view.name} declares ${declared}; ${remedy}`];
  });
}
