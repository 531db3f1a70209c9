import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'tap';
import { book, project } from '../codegen/project.ts';

test('values are moved by a step of your own, as docs/migrations.md shows it', async (t) => {
  const { migrations, save, run, files, query } = await project(t);
  const [, own = ''] =
    /```sql\n(-- Step \d+ of \d+: move the shelves [\s\S]*?)```/.exec(readFileSync('docs/migrations.md', 'utf8')) ?? [];
  save('book.yaml', `${book}  shelf: { type: text, nullable: true }\n`);
  await run('migration', 'new', 'first');
  await run('migrate');
  await query(`insert into book (title, shelf) values ('a', 'A'), ('b', null)`);
  save('book.yaml', book);
  save(
    'book_shelf.yaml',
    `resource: book_shelf
history: true
temporal: { timeline: book_id, align: Europe/Oslo }
fields:
  book_id: { type: reference, to: book }
  shelf: { type: text }
`,
  );
  await run('migration', 'new', 'shelves', '--allow-destructive');
  const place = join(migrations, files()[1] ?? '');
  const written = readFileSync(place, 'utf8');
  const steps = written.split(/^(?=-- Step )/m);
  const loss = steps.findIndex((step) => /^-- Loses: (?!nothing)/m.test(step));
  const edited = steps.toSpliced(loss, 0, `${own}\n`);
  writeFileSync(place, edited.join(''));
  t.match(await run('migrate'), { code: 1, stderr: /was not begun.*\n {2}- rows of book without a shelf: 1 \(id 2\)/ });
  await query(`update book set shelf = 'B' where id = 2`);
  writeFileSync(
    place,
    edited.toSpliced(loss + 1, 0, '-- Step 0 of 0: stop\n-- Runs: in a transaction\nselect 1 / 0;\n').join(''),
  );
  t.match(await run('migrate'), { code: 1, stderr: /stopped at the step "stop"/ });
  t.match(await run('migrate', '--undo'), { code: 0 });
  writeFileSync(place, edited.join(''));
  t.match(await run('migrate'), { code: 0 });
  t.same(await query('select book_id, shelf from book_shelf order by id'), [
    { book_id: '1', shelf: 'A' },
    { book_id: '2', shelf: 'B' },
  ]);
  t.match(await run('migrate', '--check'), { code: 0 });
});
