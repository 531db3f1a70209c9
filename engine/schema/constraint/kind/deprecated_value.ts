import { quote as quoteText } from '../../../language/wording.ts';
import type { Field } from '../../../model/field.ts';
import { quote } from '../../../sql/identifier.ts';
import { textLiteral } from '../../../sql/literal.ts';
import { deprecatedValues, type EnumType } from '../../../vocabulary/type/enum.ts';
import { isAmong } from '../../../vocabulary/value/code.ts';
import { typedArrayLiteral } from '../../../vocabulary/value/sql_literal.ts';
import { choice, type Lines } from '../../plpgsql.ts';
import { type ConstraintKind, invalid } from '../kind.ts';

/** No row gets a deprecated value of an enum. Kept by the stamp trigger: a row may keep the one that it has. */
export interface DeprecatedValue {
  readonly kind: 'deprecated_value';
  readonly resource: string;
  readonly field: string;
}

export const deprecatedValue: ConstraintKind<DeprecatedValue> = {
  declared: {
    byField: (field, { name: resource }) => {
      const type = enumOf(field);
      if (type === null || deprecatedValues(type).length === 0) return [];
      return [
        [[resource, field.name, 'deprecated', 'check'], { kind: 'deprecated_value', resource, field: field.name }],
      ];
    },
  },
  kept: {
    by: 'trigger',
    onInsert: ({ field }, name, { fields }) => refusal(fields.get(field), name, null),
    onUpdate: ({ field }, name, { fields }) => refusal(fields.get(field), name, `old.${quote(field)}`),
  },
  columns: ({ field }) => [field],
  violation: ({ field }, { table, sent }) => {
    const type = enumOf(table.fields.get(field));
    const value = sent(field);
    const used = type === null ? undefined : deprecatedValues(type).find((each) => quoteText(each) === value);
    const instead = type?.about.get(used ?? '')?.replacedBy ?? null;
    const words = value === null ? `${field} has a deprecated value` : `${field} ${value} is deprecated`;
    return invalid(`${words}: ${instead === null ? 'send another value' : `use ${instead}`}`, [field]);
  },
};

function enumOf(field: Field | undefined): EnumType | null {
  const type = field?.type.kind === 'array' ? field.type.of : field?.type;
  return type?.kind === 'enum' ? type : null;
}

/** Raises where the new row has a deprecated value, and the old one, if there is one, has not. */
function refusal(field: Field | undefined, name: string, old: string | null): Lines {
  const type = enumOf(field);
  if (field === undefined || type === null) return [];
  const [values, column] = [deprecatedValues(type), `new.${quote(field.name)}`];
  const raised = [
    `raise exception '${field.name} has a deprecated value'`,
    `  using errcode = 'check_violation', constraint = ${textLiteral(name)};`,
  ];
  if (field.type.kind !== 'array') {
    const isNew = old === null ? '' : ` and ${column} is distinct from ${old}`;
    return choice([`${isAmong(column, values)}${isNew}`, raised]);
  }
  const all = typedArrayLiteral(values, 'text');
  const isNew =
    old === null
      ? ''
      : ` and not array(select unnest(${column}) intersect select unnest(${all})) <@ coalesce(${old}, '{}')`;
  return choice([`${column} && ${all}${isNew}`, raised]);
}
