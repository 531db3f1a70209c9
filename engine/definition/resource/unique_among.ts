import { ownRule } from '../../model/computed.ts';
import { comparisonsIn } from '../../model/condition/atom.ts';
import { type RowContext, ruleContext } from '../../model/condition/bind.ts';
import { looksAtNow, looksAtRelations } from '../../model/condition/looks.ts';
import type { AnyComparison, BoundCondition } from '../../model/field.ts';
import type { Table, UniqueAmong } from '../../model/model.ts';
import { operatorWord } from '../../vocabulary/operator/operators.ts';
import type { DefinitionFile, Finding } from '../file/report.ts';
import type { ResourceDefinition } from '../language/definition.ts';
import { misfitOf } from './combination.ts';
import { bindRuleAt, parseRuleAt } from './rule.ts';

/** The combinations of fields that are unique among rows for which a rule holds. */
export function buildUniqueAmong(
  { unique = [], fields: declared }: ResourceDefinition,
  context: RowContext<Table>,
  file: DefinitionFile,
): readonly UniqueAmong[] {
  const { row } = context;
  const own = new Map([...row.fields].filter(([name]) => Object.hasOwn(declared, name)));
  const seen = new Set<string>();
  return unique.flatMap((each, index): readonly UniqueAmong[] => {
    if (!('where' in each)) return [];
    const path = ['unique', index] as const;
    const { fields } = each;
    fields.forEach((name, position) => {
      const misfit = misfitOf(name, { name: row.name, fields: own });
      if (misfit !== null) file.report([...path, 'fields', position], misfit);
    });
    const again = repeated(each, row, seen);
    if (again !== null) file.report([...path, 'fields'], again);
    seen.add(`${keyOf(fields)} ${each.where}`);
    const rule = { text: each.where, path: [...path, 'where'] };
    const parsed = parseRuleAt(rule, file);
    if (parsed === null) return [];
    const where = bindRuleAt(parsed, rule, ruleContext(context, { claims: null, zone: null }), file);
    if (where === null) return [];
    const misfit = changes(where);
    if (misfit !== null) file.report(rule.path, misfit);
    return [{ fields, where }];
  });
}

function repeated(
  { fields, where }: { readonly fields: readonly string[]; readonly where: string },
  { unique }: Table,
  seen: ReadonlySet<string>,
): Finding | null {
  const words = fields.join(', ');
  if (unique.some((names) => keyOf(names) === keyOf(fields)))
    return { message: `${words} is unique among all rows already`, expected: 'one of the two' };
  if (!seen.has(`${keyOf(fields)} ${where}`)) return null;
  return { message: `the combination of ${words} with this rule stands here a second time`, expected: 'it once' };
}

function keyOf(fields: readonly string[]): string {
  return [...fields].sort().join();
}

/** Why the answer to a rule may change while the row stays: an index has each row once, when it is written. */
function changes(where: BoundCondition): Finding | null {
  if (looksAtRelations(where))
    return {
      message: 'the rule looks at related rows, and which rows are compared is decided by each row alone',
      expected: 'a rule over fields of this resource',
    };
  if (looksAtNow(where))
    return {
      message: 'the rule looks at a computed field that changes as time passes',
      expected: 'a rule over other fields',
    };
  if (!comparisonsIn(where).some(isOfDatabase)) return null;
  return {
    message: 'the text search has no language, and the setting of the database that stands for it can change',
    expected: 'a language, such as fts(english).word',
  };
}

/** Whether a comparison is a text search in the language of the database, by itself or in a computed field. */
function isOfDatabase({ operator, language, operand }: AnyComparison): boolean {
  const computed = 'field' in operand ? ownRule(operand.field) : null;
  if (computed !== null && comparisonsIn(computed).some(isOfDatabase)) return true;
  return operatorWord(operator).modifier === 'language' && language === null;
}
