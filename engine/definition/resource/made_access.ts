import { nearest } from '../../language/nearest.ts';
import { oneOf } from '../../language/wording.ts';
import type { RowContext } from '../../model/condition/bind.ts';
import { allOf } from '../../model/field.ts';
import type { Access, AccessRule, Table } from '../../model/model.ts';
import { noRole } from '../../model/own_rows.ts';
import { allRows } from '../../model/whole_access.ts';
import type { DefinitionFile } from '../file/report.ts';
import type { ServiceDefinition } from '../language/definition.ts';
import { accessByRole, type ByRole, type RulesOfService } from './access.ts';

type Written = NonNullable<ServiceDefinition['access']>;

/**
 * What roles may do with the rows that a feature makes. A role that service.yaml lists has its rule in place of the
 * default; others keep the default.
 */
export function buildMadeAccess(
  written: Written,
  { row: table, rows }: RowContext<Table>,
  service: RulesOfService,
  file: DefinitionFile,
): ByRole | null {
  const access = written[table.name];
  if (access === undefined) return table.access;
  const given = accessByRole({ access, at: ['access', table.name] }, { row: table, rows }, service, file);
  return new Map(
    [noRole, ...service.roles].map((role) => {
      const usual = table.access?.get(role) ?? allRows;
      const own = given.get(role);
      return [role, own === undefined ? usual : inPlaceOf(usual, own)];
    }),
  );
}

/** Reports access to what the service does not make. */
export function checkMade(
  written: Written,
  made: readonly Table[],
  declared: ReadonlySet<string>,
  file: DefinitionFile,
) {
  const names = made.map(({ name }) => name);
  for (const name of Object.keys(written)) {
    if (names.includes(name)) continue;
    const isDeclared = declared.has(name);
    file.report(['access', name], {
      message: isDeclared ? `${name} has a file, and its access stands there` : `the service makes no resource ${name}`,
      expected: names.length === 0 ? 'no access here; without events, the service makes no resource' : oneOf(names),
      nearest: isDeclared ? null : nearest(name, names),
      part: 'key',
    });
  }
}

/** Only the maker of a row that acts for its maker changes it: it would then act with the rights of somebody else. */
function inPlaceOf(usual: Access, own: Access): Access {
  const update = bothOf(usual.update, own.update);
  const updated = update.kind === 'nothing' ? update : bothOf(usual.updated, own.updated);
  return { ...own, update, updated, replacesDefault: true };
}

function bothOf(usual: AccessRule, own: AccessRule): AccessRule {
  if (usual.kind !== 'rule' || own.kind === 'nothing') return own;
  if (own.kind === 'all') return usual;
  const condition = allOf([usual.condition, own.condition]) ?? usual.condition;
  return { kind: 'rule', condition, parts: [...usual.parts, ...own.parts] };
}
