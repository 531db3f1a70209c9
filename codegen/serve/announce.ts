import { ruleFor } from '../../engine/access/row_rule.ts';
import { studioPath } from '../../engine/contract/studio/endpoints.ts';
import type { Model, Resource } from '../../engine/model/model.ts';
import type { DevelopmentTokens } from './development_tokens.ts';

/**
 * Prints the addresses. With development tokens, it also prints requests to try. One is of the role that may do most, and
 * one of each of the people of the demo data.
 */
export function announce(address: string, model: Model, tokens: DevelopmentTokens | null): void {
  const { title, basePath, documentFor, studio } = model.service;
  console.log(`${title}`);
  console.log(`  API            ${address}${basePath}`);
  if (documentFor === 'everybody') console.log(`  Documentation  ${address}/docs`);
  if (studio !== null) console.log(`  Studio         ${address}${studioPath}`);
  if (tokens === null) return;
  const api = `${address}${basePath}`;
  for (const line of [...requestLines(api, model, tokens), ...peopleLines(api, tokens)]) console.log(line);
}

/** A request of the role that may do most, as the service itself. */
function requestLines(api: string, model: Model, { strongest, ofStrongest }: DevelopmentTokens): readonly string[] {
  const first = firstToTry(model, strongest);
  if (first === undefined) return [];
  return [
    ...(strongest === null
      ? []
      : [`  Role           ${strongest} in the line below; almanac token --role makes tokens of others`]),
    `  Try            curl -H 'Authorization: Bearer ${ofStrongest()}' '${api}/${first.name}?limit=3'`,
  ];
}

/** A resource whose list shows something of the service: rather one of a file than one that every service has. */
function firstToTry({ resources }: Model, role: string | null): Resource | undefined {
  const listed = [...resources.values()].filter(({ actions }) => actions.has('list'));
  const declared = listed.filter((resource) => resource.kind === 'table' && resource.madeBy === null);
  return [...declared, ...listed].find((resource) => ruleFor({ role }, resource, 'read').kind === 'all') ?? listed[0];
}

function peopleLines(api: string, { people, ofPerson }: DevelopmentTokens): readonly string[] {
  const width = Math.max(...people.map(({ name }) => name.length), shortest);
  return people.flatMap((person) => {
    const { name, role, about, try: path } = person;
    const who = role === null ? about : `${role}, ${about}`;
    return [
      `  ${name.padEnd(width)}  ${who}: TOKEN=${ofPerson(person)}`,
      `  ${' '.repeat(width)}  curl -H "Authorization: Bearer $TOKEN" '${api}/${path}'`,
    ];
  });
}

/** The width of the words before the other lines. */
const shortest = 'Documentation'.length;
