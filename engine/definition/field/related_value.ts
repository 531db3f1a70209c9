import { isValue } from '../../language/value.ts';
import { rulesOfMade } from '../../model/computed.ts';
import { comparisonsIn } from '../../model/condition/atom.ts';
import { type BindContext, bindAggregateCall, ruleContext } from '../../model/condition/bind.ts';
import type { Field, Made, RelatedValue } from '../../model/field.ts';
import type { Resource } from '../../model/model.ts';
import { parseValue } from '../../vocabulary/query_parser.ts';
import type { Path } from '../file/place.ts';
import type { DefinitionFile } from '../file/report.ts';
import { rowOf } from '../resource/access.ts';
import { bindRuleAt, parseRuleAt, reportBound } from '../resource/rule.ts';
import { accessOfRelated } from './related_access.ts';
import { fittingField } from './related_type.ts';
import { bindWay, type Tables } from './value_way.ts';

/** The fields of a resource with the values that are made of related rows, once all resources are known. */
export function withRelatedValues(
  resource: Resource,
  { tables, zone, roles }: { readonly tables: Tables; readonly zone: string; readonly roles: readonly string[] },
  file: DefinitionFile,
): ReadonlyMap<string, Field> {
  const context = ruleContext({ row: rowOf(resource), rows: tables }, { claims: null, zone });
  return new Map(
    [...resource.fields].map(([name, field]): [string, Field] => {
      const { computed } = field;
      if (computed?.kind !== 'value') return [name, field];
      const made = makeValue(computed, ['fields', name, 'computed'], { context, tables }, file);
      if (made === null) return [name, field];
      const fitting = fittingField(field, made, file.report);
      const access = accessOfRelated(fitting, made, { resource, tables, roles }, file.report);
      return [name, { ...fitting, access, computed: { ...computed, made } }];
    }),
  );
}

interface Known {
  readonly context: BindContext;
  readonly tables: Tables;
}

function makeValue({ text }: RelatedValue, path: Path, { context, tables }: Known, file: DefinitionFile): Made | null {
  if (!isValue(text)) return makeRule(text, path, context, file);
  const parsed = parseValue(text);
  if (!parsed.ok) {
    reportBound([parsed.fault], path, file);
    return null;
  }
  const { value: written } = parsed;
  if (written.kind === 'way') {
    const way = bindWay(written, context, tables);
    if (way.ok) return checked(way.value, path, file);
    reportBound(way.faults, path, file);
    return null;
  }
  const taken = bindAggregateCall(written.call, text, context);
  if (taken.ok) return checked({ by: 'aggregate', ...taken.value }, path, file);
  reportBound(taken.faults, path, file);
  return null;
}

function makeRule(text: string, path: Path, context: BindContext, file: DefinitionFile): Made | null {
  const rule = { text, path };
  const parsed = parseRuleAt(rule, file);
  const condition = parsed === null ? null : bindRuleAt(parsed, rule, context, file);
  return condition === null ? null : checked({ by: 'rule', condition }, path, file);
}

/** `$relation.field` has the values of all rows. A computed value is made of rows that its reader may read. */
function checked(made: Made, path: Path, { report }: DefinitionFile): Made | null {
  const own = rulesOfMade(made)
    .flatMap((rule) => comparisonsIn(rule))
    .find(({ comparand }) => comparand.kind === 'own' && comparand.relations.length > 0);
  if (own === undefined) return made;
  report(path, {
    message: 'a computed value compares with values of its own row, and not of related rows',
    expected: '$<field>',
  });
  return null;
}
