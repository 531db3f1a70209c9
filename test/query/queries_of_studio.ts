import { planInstantsOfRows } from '../../engine/query/plan/instants_of_rows.ts';
import { planLabelSearch, planWordSearch } from '../../engine/query/plan/label/label_plan.ts';
import { searchedFields } from '../../engine/query/plan/label/searched_field.ts';
import { renderInstants } from '../../engine/query/sql/read/instants.ts';
import { renderList } from '../../engine/query/sql/read/list.ts';
import { modelOf, type Query } from './planned.ts';
import { anyone, rowsFor } from './writer.ts';

const library = await modelOf('test/library');

/** The statements of what Studio asks beside the API: searches by label, and the instants of versions. */
export function queriesOfStudio(): readonly Query[] {
  return [
    search('book', "Soil's 7%"),
    search('member', '7'),
    instants('membership_history', 'id', 'eq.7'),
    instants('book', 'name', 'match.^G'),
  ];
}

function search(name: string, text: string): Query {
  const resource = resourceOf(name);
  const plan = planLabelSearch(resource, searchedFields(resource, text), 5) ?? planWordSearch(resource, text, 5);
  if (plan === null) throw new Error(`nothing of ${name} can be found`);
  const statement = renderList(plan, rowsFor(anyone, library), { total: false });
  return { title: `GET /studio/search?q=${text}, in ${name}`, statement };
}

function instants(name: string, parameter: string, value: string): Query {
  const plan = planInstantsOfRows(resourceOf(name), [{ name: parameter, value, index: 0 }], library);
  if (!plan.ok) throw new Error(plan.faults[0]?.detail);
  const statement = renderInstants(plan.value, rowsFor(anyone, library), 2001);
  return { title: `GET /studio/instants, of ${name}?${parameter}=${value}`, statement };
}

function resourceOf(name: string) {
  const resource = library.resources.get(name);
  if (resource === undefined) throw new Error(`there is no ${name}`);
  return resource;
}
