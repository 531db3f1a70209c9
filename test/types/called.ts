/** Definitions with calls, and what the types of their methods say. */
export const calledFiles = {
  'service.yaml': 'service: Units\n',
  'unit.yaml': `resource: unit
fields:
  code: { type: text, unique: true }
  size: { type: bigint, nullable: true }
  status: { type: enum, values: [new, old], default: new }
calls:
  lookup:
    description: Finds a unit by its code.
    input: { code: { type: text }, status: { type: enum, values: [new, gone], default: new } }
    find: 'code=eq.{input.code}&status=eq.{input.status}'
    answer: [id, size, status]
  register:
    input: { code: { type: text }, size: { type: bigint, nullable: true } }
    find: 'code=eq.{input.code}'
    create: { code: '{input.code}', size: '{input.size}' }
    answer: [size]
  reset: { item: true, handler: reset.ts }
`,
};

/** Each line with a directive must not compile. */
export const calledUse = `import type { Calls, Client } from './called.ts';

export async function use(client: Client): Promise<void> {
  const found = await client.call('unit', 'lookup', { code: 'a' });
  const size: string | null = found.size;
  const status: 'new' | 'old' = found.status;
  const made = await client.call('unit', 'register', { code: 'a', size: 5n }, { idempotencyKey: 'k' });
  const done: undefined = await client.callRow('unit', 1, 'reset', {});
  console.log(size, status, made.size, done);
  // @ts-expect-error: an input is missing
  await client.call('unit', 'lookup', {});
  // @ts-expect-error: a value that the input never has
  await client.call('unit', 'lookup', { code: 'a', status: 'old' });
  // @ts-expect-error: there is no such call
  await client.call('unit', 'look', { code: 'a' });
  // @ts-expect-error: the call is about one row
  await client.call('unit', 'reset', {});
  // @ts-expect-error: the answer has no such field
  console.log(made.code);
}

export const input: Calls['unit']['register']['input'] = { code: 'a', size: null };
`;
