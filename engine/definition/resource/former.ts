import { atomsOf } from '../../model/condition/atom.ts';
import { callerKeys } from '../../model/condition/caller_key.ts';
import { looksOfCondition } from '../../model/condition/look.ts';
import type { AccessRule, Resource, Table } from '../../model/model.ts';
import { isTree } from '../../model/relation.ts';
import type { Fault } from '../file/fault.ts';
import { type Finding, reportTo } from '../file/report.ts';
import type { Source } from '../file/source.ts';

type Resources = ReadonlyMap<string, Resource>;

/** Reports rules by which no last state can be kept. */
export function reportFormer(
  resources: readonly Resource[],
  files: ReadonlyMap<string, { readonly source: Source }>,
  faults: Fault[],
): void {
  const byName = new Map(resources.map((each) => [each.name, each]));
  for (const each of resources) {
    const source = files.get(each.name)?.source;
    if (source === undefined) continue;
    for (const { role, ...fault } of faultsOf(each, byName))
      reportTo(faults, source)(['access', role, 'read', 'former'], { ...fault, part: 'key' });
  }
}

/** By role. */
function faultsOf(resource: Resource, resources: Resources): readonly (Finding & { readonly role: string })[] {
  if (resource.kind !== 'table') return [];
  return [...(resource.access ?? [])].flatMap(([role, { read, former }]) => {
    const fault = former === undefined ? null : faultOf(resource, read, resources);
    return fault === null ? [] : [{ role, ...fault }];
  });
}

function faultOf(table: Table, read: AccessRule, resources: Resources): Finding | null {
  if (read.kind !== 'rule')
    return {
      message: `the role reads ${read.kind === 'all' ? 'all rows' : 'no row'}, and nobody loses a right`,
      expected: 'a rule under "that", or no "former"',
    };
  const tree = atomsOf(read.condition).find((atom) => atom.kind === 'related' && isTree(atom.related.relation));
  if (tree?.kind === 'related')
    return {
      message: `the rule looks along a tree, by ${tree.related.relation.alias}, and nobody knows whose right a change in it ends`,
      expected: 'a rule over other relations, or no "former"',
    };
  const keys = callerKeys(read.condition);
  if (!keys.ok)
    return { message: `former needs to know who has lost the right: ${keys.message}`, expected: keys.expected };
  const looked = looksOfCondition(read.condition, table, { resources }).map(({ resource }) => resource);
  const without = [table.name, ...looked].find((name) => {
    const each = resources.get(name);
    return each?.kind === 'table' && each.history === null;
  });
  if (without === undefined) return null;
  return {
    message: `${without} keeps no history, and nobody knows how it was when a right ended`,
    expected: `"history: true" for ${without}, or no "former"`,
  };
}
