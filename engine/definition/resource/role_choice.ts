import { nearest } from '../../language/nearest.ts';
import { oneOf } from '../../language/wording.ts';
import type { Service } from '../../model/service.ts';
import type { RoleChoice } from '../../model/write_moment.ts';
import type { Path } from '../file/place.ts';
import type { Report } from '../file/report.ts';
import type { ResourceDefinition } from '../language/definition.ts';

/** The keys that say for whom a rule is. */
export interface WrittenChoice {
  readonly roles?: readonly string[] | undefined;
  readonly except?: readonly string[] | undefined;
}

/** For whom a rule is, from what is written at a path; null for everybody. */
export function buildRoleChoice({ roles, except }: WrittenChoice, path: Path, report: Report): RoleChoice | null {
  if (roles !== undefined && except !== undefined)
    report([...path, 'except'], {
      message: 'the rule says already for which roles it is',
      expected: 'roles or except',
      part: 'key',
    });
  if (roles !== undefined) return { kind: 'only', roles };
  return except === undefined ? null : { kind: 'except', roles: except };
}

/** Reports every role that a resource names outside of its access, and that the service does not have. */
export function checkRoles(
  { fields, temporal, checks = [], sets = [], creates = [] }: ResourceDefinition,
  service: Pick<Service, 'roles'>,
  report: Report,
): void {
  const check = (role: string, path: Path) => checkRole(role, path, service, report);
  const checkKeys = (written: object | undefined, path: Path) => {
    for (const role of Object.keys(written ?? {})) check(role, [...path, role]);
  };
  const checkList = (roles: readonly string[], path: Path) => {
    for (const [index, role] of roles.entries()) check(role, [...path, index]);
  };
  const checkChoice = ({ roles = [], except = [] }: WrittenChoice, path: Path) => {
    checkList(roles, [...path, 'roles']);
    checkList(except, [...path, 'except']);
  };
  for (const [name, field] of Object.entries(fields)) {
    checkKeys(field.access, ['fields', name, 'access']);
    const transitions = 'transitions' in field ? (field.transitions ?? {}) : {};
    for (const [from, targets] of Object.entries(transitions)) {
      for (const [to, roles] of Array.isArray(targets) ? [] : Object.entries(targets))
        checkList(Array.isArray(roles) ? roles : [], ['fields', name, 'transitions', from, to]);
    }
  }
  if (typeof temporal?.make_room === 'object') checkKeys(temporal.make_room, ['temporal', 'make_room']);
  if (typeof temporal?.freeze === 'object') checkChoice(temporal.freeze, ['temporal', 'freeze']);
  checkChoice(temporal?.start_window ?? {}, ['temporal', 'start_window']);
  const moments = { checks, sets, creates } as const;
  for (const [key, list] of Object.entries(moments))
    for (const [index, each] of list.entries()) checkChoice(each, [key, index]);
}

/** Reports a role that the service does not have. */
export function checkRole(role: string, path: Path, { roles }: Pick<Service, 'roles'>, report: Report): void {
  if (roles.includes(role)) return;
  report(path, {
    message: `there is no role ${role}`,
    expected: roles.length === 0 ? 'a role that service.yaml lists under roles; it lists no roles' : oneOf(roles),
    nearest: nearest(role, roles),
    ...(typeof path.at(-1) === 'number' ? {} : { part: 'key' }),
  });
}
