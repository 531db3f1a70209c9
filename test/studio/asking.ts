import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { readPeople } from '../../codegen/demo/people.ts';
import { type StudioEndpointName, studioEndpoints } from '../../engine/contract/studio/endpoints.ts';
import type { JsonSchema } from '../../engine/vocabulary/json_schema/json_schema.ts';
import type { TestService } from '../http/service.ts';

export interface StudioAnswer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the tests say what is in it
  readonly body: any;
}

/** Asks an endpoint of Studio. Throws where an answer has not exactly the members of its schema. */
export async function askStudio(
  { server }: Pick<TestService, 'server'>,
  token: string,
  name: StudioEndpointName,
  path: string,
): Promise<StudioAnswer> {
  const url = `/studio/${name}${path}`;
  const { statusCode, payload } = await server.inject({ url, headers: { authorization: `Bearer ${token}` } });
  const body = JSON.parse(payload);
  const validate = validators[name];
  if (statusCode === 200 && !validate(body)) throw new Error(`${url}: ${JSON.stringify(validate.errors)}`);
  return { status: statusCode, body };
}

/** The schema without room for other members. */
export function closed(schema: JsonSchema): JsonSchema {
  const within = Object.entries(schema).map(([key, value]): [string, unknown] => {
    if (Array.isArray(value)) return [key, value.map((each) => (isObject(each) ? closed(each) : each))];
    return [key, isObject(value) ? closed(value) : value];
  });
  const isClosed = schema.type === 'object' && 'properties' in schema;
  return { ...Object.fromEntries(within), ...(isClosed && { additionalProperties: false }) };
}

function isObject(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null;
}

const ajv = new Ajv2020({ strictTypes: false, validateFormats: false });

const validators = Object.fromEntries(
  Object.entries(studioEndpoints).map(([name, { schema }]) => [name, ajv.compile(closed(schema))]),
) as Readonly<Record<StudioEndpointName, ValidateFunction>>;

/** A token for each of the people of the demo, for an administrator, and for somebody without a role. */
export async function tokensOfPeople({ model, token }: TestService): Promise<ReadonlyMap<string, string>> {
  const people = await readPeople(model.service, 'resources');
  return new Map([
    ...people.map(({ name, subject, role, claims }): [string, string] => [
      name,
      token({ sub: subject, scope: 'manage:data', role, ...Object.fromEntries(claims) }),
    ]),
    ['administrator', token({ identity_id: 4, role: 'administrator', scope: 'manage:data' })],
    ['nobody', token({ identity_id: 4, scope: 'manage:data' })],
  ]);
}
