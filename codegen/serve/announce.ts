import { ruleFor } from '../../engine/access/row_rule.ts';
import type { Model, Resource } from '../../engine/model/model.ts';
import type { Person } from '../demo/people.ts';
import type { Settings } from '../option/settings.ts';
import { keySource, signToken } from './development_key.ts';
import { strongestRole } from './strongest_role.ts';

/**
 * Prints the addresses. With the development key and the embedded database, it also prints requests to try. One is of the
 * role that may do most, and one of each of the people of the demo data. They are null for another database.
 */
export function announce(address: string, model: Model, settings: Settings, people: readonly Person[] | null): void {
  const { title, basePath, documentFor } = model.service;
  console.log(`${title}`);
  console.log(`  API            ${address}${basePath}`);
  if (documentFor === 'everybody') console.log(`  Documentation  ${address}/docs`);
  const keys = keySource(settings);
  if (settings.production || settings.jwtSecret !== null || keys.kind !== 'secret' || people === null) return;
  for (const line of [
    ...requestLines(`${address}${basePath}`, model, keys.secret),
    ...peopleLines(`${address}${basePath}`, model, { secret: keys.secret, people }),
  ])
    console.log(line);
}

/** A request of the role that may do most, as the service itself. */
function requestLines(api: string, model: Model, secret: string): readonly string[] {
  const role = strongestRole(model);
  const token = signToken(secret, model.service, { identity: 0, ...rights, role, claims: new Map() });
  const first = firstToTry(model, role);
  if (first === undefined) return [];
  return [
    ...(role === null
      ? []
      : [`  Role           ${role} in the line below; almanac token --role makes tokens of others`]),
    `  Try            curl -H 'Authorization: Bearer ${token}' '${api}/${first.name}?limit=3'`,
  ];
}

/** A resource whose list shows something of the service: rather one of a file than one that every service has. */
function firstToTry({ resources }: Model, role: string | null): Resource | undefined {
  const listed = [...resources.values()].filter(({ actions }) => actions.has('list'));
  const declared = listed.filter((resource) => resource.kind === 'table' && resource.madeBy === null);
  return [...declared, ...listed].find((resource) => ruleFor({ role }, resource, 'read').kind === 'all') ?? listed[0];
}

function peopleLines(
  api: string,
  { service }: Model,
  { secret, people }: { readonly secret: string; readonly people: readonly Person[] },
): readonly string[] {
  const width = Math.max(...people.map(({ name }) => name.length), shortest);
  return people.flatMap(({ name, subject, role, claims, about, try: path }) => {
    const token = signToken(secret, service, { identity: subject, ...rights, role, claims });
    const who = role === null ? about : `${role}, ${about}`;
    return [
      `  ${name.padEnd(width)}  ${who}: TOKEN=${token}`,
      `  ${' '.repeat(width)}  curl -H "Authorization: Bearer $TOKEN" '${api}/${path}'`,
    ];
  });
}

const rights = { scope: 'manage:data', seconds: 86_400 };

/** The width of the words before the other lines. */
const shortest = 'Documentation'.length;
