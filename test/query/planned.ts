import { loadModel } from '../../engine/feature/load.ts';
import type { Model, Resource, Table } from '../../engine/model/model.ts';
import { type ListPlan, planList } from '../../engine/query/plan/list_plan.ts';
import { type Parameter, readQueryString } from '../../engine/query/plan/query_string.ts';
import { planRead, type ReadPlan } from '../../engine/query/plan/read_plan.ts';
import type { Statement } from '../../engine/query/sql/condition/statement.ts';

/** A request in words, and the statement that it becomes. */
export interface Query {
  readonly title: string;
  readonly statement: Statement;
}

export async function modelOf(folder: string): Promise<Model> {
  const loaded = await loadModel(folder);
  if (!loaded.ok) throw new Error(`${folder} has faults`);
  return loaded.model;
}

/** The plan of a list, from its path and query. */
export function listOf(path: string, of: Model): ListPlan {
  const { resource, parameters } = asked(path, of);
  const plan = planList(resource, parameters, of);
  if (!plan.ok) throw new Error(`${path}: ${plan.faults[0]?.detail}`);
  return plan.value;
}

export function planOfRead(path: string, of: Model): ReadPlan {
  const { resource, parameters } = asked(path, of);
  const plan = planRead(resource, parameters, of);
  if (!plan.ok) throw new Error(`${path}: ${plan.faults[0]?.detail}`);
  return plan.value;
}

function asked(path: string, of: Model): { readonly resource: Resource; readonly parameters: readonly Parameter[] } {
  const [name = '', query = ''] = path.split(/\?(.*)/s);
  const resource = of.resources.get(name);
  const parameters = readQueryString(query);
  if (resource === undefined || !parameters.ok) throw new Error(path);
  return { resource, parameters: parameters.value };
}

export function tableOf(name: string, of: Model): Table {
  const table = of.resources.get(name);
  if (table?.kind !== 'table') throw new Error(`${name} is no table`);
  return table;
}

export function cursor(keys: readonly (string | number | null)[]): string {
  return Buffer.from(JSON.stringify(keys)).toString('base64url');
}
