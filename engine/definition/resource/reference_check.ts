import type { RowContext } from '../../model/condition/bind.ts';
import { looksAtNow, looksAtRelations } from '../../model/condition/looks.ts';
import { conditionWords } from '../../model/condition/words.ts';
import type { BoundCondition } from '../../model/field.ts';
import type { Check, Table } from '../../model/model.ts';
import { isDirect } from '../../model/relation.ts';
import { aliasOf } from '../field/alias.ts';
import type { DefinitionFile } from '../file/report.ts';
import type { ResourceDefinition } from '../language/definition.ts';
import { bindRuleAt, parseRuleAt, type Rule } from './rule.ts';

/** The checks that rows refer only to rows which meet the rule of the reference. */
export function buildReferenceChecks(
  { fields }: ResourceDefinition,
  context: RowContext<Table>,
  file: DefinitionFile,
): readonly Check[] {
  const { row } = context;
  const limited = Object.entries(fields).filter(([name, field]) => checkMessage(name, field, file));
  return limited.flatMap(([name, field], index): readonly Check[] => {
    const named = row.relations.get(aliasOf(name, field) ?? '');
    const relation = named !== undefined && isDirect(named) ? named : undefined;
    const rule = { text: field.where ?? '', path: ['fields', name, 'where'] };
    const found = relation === undefined ? null : bindWhere(rule, relation.target, context, file);
    if (relation === undefined || found === null) return [];
    if (relation.inArray === 'from') {
      const that: BoundCondition = { kind: 'related', relation, negated: true, condition: found, isBroken: true };
      return [checkOf(index, that, `each element of ${name} refers to a ${relation.target} of which`)];
    }
    const meets: BoundCondition = { kind: 'related', relation, negated: false, condition: found };
    const absent: BoundCondition = { kind: 'related', relation, negated: true, condition: null };
    const that: BoundCondition =
      field.nullable === true ? { kind: 'logic', operator: 'or', negated: false, operands: [absent, meets] } : meets;
    return [checkOf(index, that, `${name} refers to a ${relation.target} of which`)];

    function checkOf(place: number, rule: BoundCondition, words: string): Check {
      const message = field.message?.trim() ?? `${words} ${found === null ? '' : conditionWords(found)}`;
      return { name: `${row.name}_reference_${place + 1}_check`, that: rule, message, moment: null };
    }
  });
}

/** Whether a field has a rule; one with a message alone is reported. */
function checkMessage(
  name: string,
  { where, message }: ResourceDefinition['fields'][string],
  { report }: DefinitionFile,
): boolean {
  if (message !== undefined && where === undefined)
    report(['fields', name, 'message'], {
      message: 'the message is of no rule',
      expected: '"where: <rule>" beside it',
      part: 'key',
    });
  return where !== undefined;
}

function bindWhere(
  rule: Rule,
  to: string,
  { row, rows }: RowContext<Table>,
  file: DefinitionFile,
): BoundCondition | null {
  const target = rows.get(to);
  // A resource that could not be read has been reported.
  if (target === undefined) return null;
  const parsed = parseRuleAt(rule, file);
  if (parsed === null) return null;
  const values = { named: null, claims: null, zone: null, own: row, rows };
  const bound = bindRuleAt(parsed, rule, { row: target, rows, rule: values }, file);
  if (bound === null) return null;
  if (looksAtRelations(bound))
    file.report(rule.path, {
      message: `the rule looks further than ${to}, and no write there would be refused`,
      expected: `a rule over fields of ${to}`,
    });
  else if (looksAtNow(bound))
    file.report(rule.path, {
      message: 'the rule looks at a computed field that changes as time passes, and no write would break it',
      expected: 'a rule over other fields',
    });
  return bound;
}
