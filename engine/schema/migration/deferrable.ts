import { quote } from '../../sql/identifier.ts';
import { keyOf, type SchemaObject } from '../../sql/object.ts';
import { objectName } from '../../sql/object_name.ts';
import { sameSql } from '../../sql/token.ts';
import { deferrable } from '../constraint/deferral.ts';
import type { IndexCreation } from '../table/index.ts';
import { makeIndex } from './index_step.ts';
import { catalogOnly, exclusively, inTransaction, type Step } from './step.ts';

/**
 * The steps by which constraints of tables become deferrable, which earlier versions of Almanac did not make so. Also
 * the earlier objects as they are after the steps. Uniqueness takes over an index that is made beside the use of the
 * table. PostgreSQL makes the index of an exclusion constraint under a lock alone.
 */
export function deferrableChange(before: readonly SchemaObject[], now: readonly SchemaObject[]) {
  const after = new Map(now.map((object) => [keyOf(object), object]));
  const steps: Step[] = [];
  const objects = before.map((object) => {
    const later = after.get(keyOf(object));
    if (object.kind !== 'table' || later === undefined || sameSql(object.create, later.create)) return object;
    const found = deferredRules(object.create, later.create);
    if (found === null) return object;
    steps.push(...found.flatMap((rule) => stepsOf(object.name, rule)));
    return later;
  });
  return { steps, objects };
}

interface Rule {
  readonly name: string;
  /** What it demands. */
  readonly demand: string;
}

/** The constraints by whose deferral two statements differ; null if they differ by anything else. */
function deferredRules(former: string, create: string): readonly Rule[] | null {
  const known = new Set(former.split('\n').map(ruleLine));
  const rules: Rule[] = [];
  const lines = create.split('\n').map((line) => {
    const [, name, demand] = deferredLine.exec(line) ?? [];
    if (name === undefined || demand === undefined || known.has(ruleLine(line))) return line;
    rules.push({ name, demand });
    return line.replace(deferrable, '');
  });
  return rules.length > 0 && sameSql(former, lines.join('\n')) ? rules : null;
}

const deferredLine = new RegExp(`^ *constraint ("[^"]+"|\\w+) (.*)${deferrable},?$`);

function ruleLine(line: string): string {
  return line.trim().replace(/,$/, '');
}

function stepsOf(table: string, { name, demand }: Rule): readonly Step[] {
  const own = `alter table ${table}`;
  const [on = ''] = table.split('.').slice(1);
  const swap = (rule: string) => `${own} drop constraint ${name}, add constraint ${name} ${rule}`;
  const title = `${name} can be checked at the end of a batch`;
  const same = { runs: inTransaction, atOnce: null, work: `scans ${on}`, loses: null, lost: [], asks: [] };
  const undo = [swap(demand)];
  const columns = /^unique (.*)$/.exec(demand)?.[1];
  if (columns === undefined) {
    const locks = `ACCESS EXCLUSIVE on ${on} while the index of ${name} is made: nobody reads or writes it meanwhile`;
    return [{ ...same, title, statements: [swap(`${demand}${deferrable}`)], locks, undo }];
  }
  const next = objectName([name.replaceAll('"', ''), 'next']);
  const create = (how: IndexCreation) => `create unique index ${how}${quote(next)} on ${table} ${columns}`;
  return [
    { ...makeIndex({ on, name: next, create }), title: `make the index ${next} for ${name}` },
    {
      ...same,
      title,
      statements: [swap(`unique using index ${quote(next)}${deferrable}`)],
      work: catalogOnly,
      locks: exclusively(on),
      undo,
    },
  ];
}
