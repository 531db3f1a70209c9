import { quote } from '../../../sql/identifier.ts';
import { textLiteral } from '../../../sql/literal.ts';
import { choice, type Lines } from '../../plpgsql.ts';
import { forbiddenState } from '../../record_time.ts';
import type { ConstraintKind } from '../kind.ts';
import { isForRole } from '../role.ts';

/** From which value of an enum a row may go to which. Kept by the stamp trigger: a constraint sees no old row. */
export interface Transition {
  readonly kind: 'transition';
  readonly resource: string;
  readonly field: string;
}

export const transition: ConstraintKind<Transition> = {
  declared: {
    byField: ({ name: field, type }, { name: resource }) =>
      type.kind === 'enum' && type.transitions !== null
        ? [[[resource, field, 'transition', 'check'], { kind: 'transition', resource, field }]]
        : [],
  },
  kept: {
    by: 'trigger',
    onUpdate: (constraint, name, table) => {
      const field = table.fields.get(constraint.field);
      if (field?.type.kind !== 'enum' || field.type.transitions === null) return [];
      const column = quote(field.name);
      // No value is empty text: a value that is given up for null is left like any other, and null itself for any.
      const next = field.nullable ? `coalesce(new.${column}, '')` : `new.${column}`;
      const moves = [...field.type.transitions].flatMap(([from, targets]) =>
        targets.map((to) => `(${textLiteral(from)}, ${textLiteral(to)})`),
      );
      const refused = [
        `raise exception '${field.name} of ${table.name} does not go from % to %', old.${column}, new.${column}`,
        `  using errcode = 'check_violation', constraint = ${textLiteral(name)};`,
      ];
      const isUnlisted = `(old.${column}, ${next}) not in (${moves.join(', ')})`;
      const bound = [...(field.type.movers ?? [])].flatMap(([from, targets]) =>
        [...targets].map(([to, roles]): readonly [string, Lines] => [
          `(old.${column}, ${next}) = (${textLiteral(from)}, ${textLiteral(to)}) and ${isForRole({ kind: 'except', roles })}`,
          [
            `raise exception 'only ${roles.join(' or ')} may change ${field.name} of ${table.name} from % to %', old.${column}, new.${column}`,
            `  using errcode = '${forbiddenState}', constraint = ${textLiteral(name)}, detail = ${textLiteral(roles.join(' or '))};`,
          ],
        ]),
      );
      return choice([
        `${next} <> old.${column}`,
        moves.length === 0 ? refused : choice([isUnlisted, refused], ...bound),
      ]);
    },
  },
  columns: ({ field }) => [field],
  violation: ({ field }, { sent, isForbidden, detail }) =>
    isForbidden
      ? { code: 'forbidden', detail: `only ${detail} may change ${field} to ${sent(field) ?? ''}`, fields: [field] }
      : {
          code: 'state_conflict',
          detail: `${field} cannot become ${sent(field) ?? ''} from what it is`,
          fields: [field],
        },
};
