import { type Role, rules } from './ruled.ts';
import { anyUnit, pageRows, type Shape, shape } from './shape.ts';

/** A list under the rule of a role. PostgREST is asked for a view with the same rule. */
export function ruledShape(name: string, title: string, role: Role): Shape {
  const { resource } = rules[role];
  const ask: Shape['ask'] = (subject, random, _count, units) => {
    const id = Math.floor(anyUnit(random, units) / 2);
    return subject === 'PostgREST'
      ? { method: 'GET', path: `/${role}?id=gte.${id}&order=id&limit=${pageRows}` }
      : { method: 'GET', path: `/${resource}?id=gte.${id}&limit=${pageRows}` };
  };
  return shape(name, title, 'read', ask, { role });
}

/** A list under each kind of rule. */
export const ruledShapes: readonly Shape[] = (Object.keys(rules) as Role[]).map((role) =>
  ruledShape(`rules_${role}`, `list of 25 ${rules[role].title}`, role),
);
