import type { Test } from 'tap';
import { connect, type Database } from '../db/database.ts';
import type { Model } from '../engine/model/model.ts';
import { type Roles, roleText } from '../engine/schema/role/role.ts';
import type { TestDatabase } from './database.ts';

/** The two roles of a test's database, which are gone when the test ends. */
export interface TestRoles extends Roles {
  /** The URL by which a role logs in; it has no more rights than its own. */
  urlOf(role: string): string;
}

/** Names for two roles of a database, and their end: nothing of them is made yet. */
export function rolesOf(t: Test, { url, query }: Pick<TestDatabase, 'url' | 'query'>): TestRoles {
  const mark = new URL(url).pathname.slice(1);
  const roles = { owner: `${mark}_o`, service: `${mark}_s` };
  t.teardown(async () => {
    for (const role of Object.values(roles)) await query(`drop owned by ${role} cascade`);
    await query(`drop role ${roles.owner}, ${roles.service}`);
  });
  return {
    ...roles,
    urlOf: (role) => {
      const target = new URL(url);
      target.username = role;
      target.password = role;
      return target.href;
    },
  };
}

/** Runs what `almanac roles` prints, and lets both log in. */
export async function makeRoles(
  { database, query }: Pick<TestDatabase, 'database' | 'query'>,
  model: Model,
  roles: Roles,
): Promise<void> {
  await database.script(roleText(model, roles));
  for (const role of [roles.owner, roles.service]) await query(`alter role ${role} password '${role}'`);
}

/** Connects as one of the roles until the test ends. */
export async function connectAs(t: Test, roles: TestRoles, role: string): Promise<Database> {
  const database = await connect(roles.urlOf(role), { maximumConnections: 5, statementTimeoutSeconds: 10 });
  t.teardown(() => database.close());
  return database;
}
