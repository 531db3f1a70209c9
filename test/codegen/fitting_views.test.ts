import { test } from 'tap';
import { requireFittingViews } from '../../codegen/serve/fitting_views.ts';
import { createTables } from '../../db/migrate/prepare.ts';
import { loadSqlParser } from '../../engine/definition/view/sql_parser.ts';
import { resourceAddress } from '../../engine/docs/address.ts';
import { testDatabase } from '../database.ts';
import { modelOfFiles } from '../model_of_files.ts';

// What only the database can say of a view: whether its statement works, and the types of its columns.

await loadSqlParser();

function modelWith(statement: string) {
  return modelOfFiles({
    'service.yaml': 'service: Test\n',
    'unit.yaml':
      'resource: unit\nfields:\n  kind: { type: enum, values: [a, b] }\n  power: { type: decimal, precision: 9, scale: 3 }\n  built: { type: date }\n  tags: { type: array, of: text }\n  name: { type: text, format: email }\n',
    'sum.yaml':
      'resource: sum\nview: sum.sql\nfields:\n  unit_id: { type: reference, to: unit }\n  kind: { type: enum, values: [a, b] }\n  power: { type: decimal, precision: 9, scale: 3 }\n  built: { type: date }\n  tags: { type: array, of: text }\n  name: { type: text, format: email }\n  at: { type: datetime }\n',
    'sum.sql': statement,
  });
}

const head = 'select id as unit_id, kind, power, built, tags, name,';

test('links to a view lead to a page that is there', (t) => {
  t.equal(resourceAddress('sum', modelWith(`${head} now() as at from unit`)), 'resources/sum.html');
  t.end();
});

test('the fields of a view fit its statement', async (t) => {
  const { database } = await testDatabase(t);
  const right = modelWith(`${head} now() as at from unit`);
  await createTables(database, right);
  await requireFittingViews(database, right);
  const cases: readonly [string, string][] = [
    [
      `${head} now()::date as at from unit`,
      'sum.sql: the column at is of type date, and sum declares timestamp with time zone; change the type of the field, or convert the column: at::timestamp with time zone',
    ],
    [
      'select id::text as unit_id, power as kind, 1 as power, built, tags, name, now() as at from unit',
      'sum.sql: the column unit_id is of type text, and sum declares bigint; change the type of the field, or convert the column: unit_id::bigint\nsum.sql: the column kind is of type numeric, and sum declares text; change the type of the field, or convert the column: kind::text\nsum.sql: the column power is of type integer, and sum declares numeric; change the type of the field, or convert the column: power::numeric',
    ],
    [
      `${head} now() + kind as at from unit`,
      'sum.sql: PostgreSQL refuses the statement of sum: operator does not exist: timestamp with time zone + text',
    ],
    [`${head} pwer as at from unit`, 'sum.sql: PostgreSQL refuses the statement of sum: column "pwer" does not exist'],
  ];
  for (const [statement, message] of cases) {
    await t.rejects(requireFittingViews(database, modelWith(statement)), { message }, statement);
  }
});
