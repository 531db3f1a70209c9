import { atomsOfMade } from '../../model/computed.ts';
import type { Field, Made } from '../../model/field.ts';
import type { Resource } from '../../model/model.ts';
import { stepOf } from '../../model/relation.ts';
import type { Report } from '../file/report.ts';
import { accessOver } from './computed_access.ts';
import type { Tables } from './value_way.ts';

interface Around {
  readonly resource: Resource;
  readonly tables: Tables;
  readonly roles: readonly string[];
}

/**
 * Who reads a value of related rows: the roles that read every field that it is made of, in every row. Its own `access` may
 * name fewer of them; others are a fault.
 */
export function accessOfRelated(field: Field, made: Made, around: Around, report: Report): Field['access'] {
  const limited = fieldsOfMade(made, around).filter(({ access }) => access !== null);
  return accessOver(field, { limited, roles: around.roles, words: 'made of' }, report);
}

/** Every field that decides about a value, of the row itself and of related rows. */
function fieldsOfMade(made: Made, { resource, tables }: Around): readonly Field[] {
  const at = (path: readonly { readonly target: string }[], name: string): readonly Field[] => {
    const last = path.at(-1);
    const row = last === undefined ? resource : tables.get(last.target);
    const field = row?.fields.get(name);
    return field === undefined ? [] : [field];
  };
  return atomsOfMade(made).flatMap((atom) => {
    if (atom.kind === 'whole') return [];
    if (atom.kind === 'related') {
      const relation = stepOf(atom.related.relation);
      return [...at(atom.path, relation.from), ...at([...atom.path, relation], relation.to)];
    }
    const { operand } = atom.kind === 'value' ? atom : atom.comparison;
    return 'field' in operand ? [operand.field] : [];
  });
}
