import { test } from 'tap';
import { schemaChange } from '../../engine/schema/change.ts';
import { schemaText } from '../../engine/schema/schema.ts';
import { enumType, fieldOf, integerType, modelOf, tableOf, temporalOf, textType } from './model_of.ts';

const size = 1000;

/** Resources with ten fields and two references each, every third one with a timeline. */
function modelOfMany(extra: boolean) {
  const tables = Array.from({ length: size }, (_, number) =>
    tableOf(
      `resource_${number}`,
      [
        fieldOf('first_id', { kind: 'reference', to: `resource_${(number * 7) % size}` }),
        fieldOf('second_id', { kind: 'reference', to: `resource_${(number * 11) % size}` }, { nullable: true }),
        fieldOf('status', enumType('new', 'active', 'ended')),
        fieldOf('count', { ...integerType(), minimum: '0' }),
        ...['a', 'b', 'c', 'd', 'e', 'f'].map((name) => fieldOf(name, textType({ maxLength: 100 }))),
        ...(extra ? [fieldOf('extra', textType(), { nullable: true })] : []),
      ],
      { history: true, unique: [['a', 'b']], temporal: number % 3 === 0 ? temporalOf(['first_id']) : null },
    ),
  );
  return modelOf(...tables);
}

test('a thousand resources are a text, and a change of all of them, in a moment', async (t) => {
  const model = modelOfMany(false);
  const begin = performance.now();
  const text = schemaText(model);
  const middle = performance.now();
  const change = schemaChange(model, modelOfMany(true));
  const end = performance.now();
  t.comment(
    `text of ${text.length} characters: ${Math.round(middle - begin)} ms; change: ${Math.round(end - middle)} ms`,
  );
  t.equal(text.match(/^create table public/gm)?.length, 2 * size);
  // In each table and its history a column and a comment; three functions.
  t.equal(change.ok && change.statements.length, 7 * size);
});
