import { readFileSync } from 'node:fs';
import { test } from 'tap';
import { forbiddenState } from '../../engine/schema/record_time.ts';
import { testService } from '../http/service.ts';
import { listQuery, queries, queriesFile, queriesText } from './queries.ts';
import { queriesOfRoles } from './queries_of_roles.ts';

test('requests become the statements that are written down', async (t) => {
  t.equal(readFileSync(queriesFile, 'utf8'), queriesText(), 'node test/query/queries.ts writes them again');
});

test('PostgreSQL takes every one of them', async (t) => {
  const { database } = await testService(t, 'test/library');
  for (const { title, statement } of queries()) {
    const outcome = await database.database.query({ text: statement.text, values: statement.values });
    t.equal(outcome.ok ? null : outcome.error.sqlstate, refusalOf(title), title);
  }
});

test('PostgreSQL takes those of roles', async (t) => {
  const { database } = await testService(t, 'test/access');
  for (const { title, statement } of queriesOfRoles()) {
    const outcome = await database.database.query(statement);
    // Nobody is there yet whom an entry could be of.
    const told = title.startsWith('POST /treatment') ? 'the reference leads nowhere' : null;
    t.equal(outcome.ok ? null : outcome.error.message, told, title);
  }
});

test('the same shape has the same text and name, whatever its values', async (t) => {
  const one = listQuery('book?name=eq.a&id=in.(1,2)&offset=3');
  const other = listQuery('book?name=eq.b&id=in.(1,2,3,4,5)&offset=900');
  t.equal(one.text, other.text);
  t.equal(one.name, other.name);
  t.ok(one.name.length <= 63);
  t.not(listQuery('book?name=neq.a').name, listQuery('book?name=eq.a').name);
});

test('no value stands in the text of a statement', async (t) => {
  const marker = 'x7-marker';
  const asked = [
    `book?name=eq.${marker}&or=(name.like.*${marker},shelf_mark.in.(${marker},"${marker}"))`,
    `book?name=like(any).{${marker}}&subjects=cs.{${marker}}&name=fts(english).${marker}`,
    `branch?opening_hours->${marker}->>"${marker}"=eq.${marker}&opening_hours=cs."${marker}"`,
    `branch?order=opening_hours->${marker}&select=opening_hours->>"${marker}"`,
    `book?select=copy(barcode)&copy.or=(branch.name.eq.${marker})`,
  ];
  for (const path of asked) {
    const { text, values } = listQuery(path);
    // What a column is called in the answer is the one thing that has to.
    t.notMatch(text.replaceAll(`as "${marker}"`, ''), marker, path);
    t.match(values.join(), marker);
  }
});

function refusalOf(title: string): string | null {
  // Rows of these fields alone lack others that are required: a rule of the table refuses them.
  if (/^POST \/(order|membership)/.test(title)) return '23502';
  // No row is sent here, so not all of the batch is written.
  return title.startsWith('Several ') ? forbiddenState : null;
}
