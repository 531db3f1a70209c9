import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { InvalidArgumentError } from 'commander';
import { test } from 'tap';
import { writeResource } from '../../codegen/new.ts';
import { readField } from '../../codegen/project/field_argument.ts';
import { askForResource } from '../../codegen/project/question.ts';
import { schemaFileText } from '../../codegen/schema.ts';
import { loadModel } from '../../engine/feature/load.ts';
import { temporaryFolder } from './process.ts';

test('new resource writes a definition that checks beside the others', async (t) => {
  const folder = temporaryFolder(t);
  writeFileSync(join(folder, 'service.yaml'), 'service: Library\n');
  const author = await writeResource(folder, { resource: 'author', fields: [readField('name:text=100')] });
  t.equal(
    readFileSync(author, 'utf8'),
    '# yaml-language-server: $schema=schema.json\nresource: author\nfields:\n  name: { type: text, max_length: 100 }\n',
  );
  t.equal(readFileSync(join(folder, 'schema.json'), 'utf8'), schemaFileText(), 'what the first line names is there');
  const texts = ['author_id:reference', 'isbn:text:nullable:unique', 'price:decimal=9,3', 'status:enum=new,no'];
  const book = await writeResource(folder, {
    resource: 'book',
    title: 'Book: one edition',
    history: true,
    temporal: 'author_id',
    operations: ['list', 'create'],
    fields: [...texts, 'tags:array', 'sizes:array=integer', 'page:html', 'day:date'].map(readField),
  });
  t.match(readFileSync(book, 'utf8'), /^ {2}isbn: \{ type: text, nullable: true, unique: true \}$/m);
  const loaded = await loadModel(folder);
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.faults));
  const table = loaded.model.resources.get('book');
  t.match(table, { title: 'Book: one edition', history: 'book_history', temporal: { timeline: ['author_id'] } });
  t.match(table?.fields.get('status')?.type, { values: ['new', 'no'] });
});

test('new resource overwrites nothing, and writes nothing that has faults', async (t) => {
  const folder = temporaryFolder(t);
  writeFileSync(join(folder, 'service.yaml'), 'service: Library\n');
  writeFileSync(join(folder, 'writer.yaml'), 'resource: author\nfields: { name: { type: text } }\n');
  const told = t.capture(console, 'error', () => {});
  const fields = [readField('autor_id:reference')];
  await t.rejects(writeResource(folder, { resource: 'writer', fields }), /writer.yaml exists already/);
  await t.rejects(writeResource(folder, { resource: 'book', fields }), /nothing was written/);
  await t.rejects(
    writeResource(folder, { resource: 'author', fields: [readField('name:text')] }),
    /nothing was written/,
  );
  await t.rejects(
    writeResource(folder, { resource: '../book', fields: [readField('name:text')] }),
    /nothing was written/,
  );
  await t.rejects(writeResource(join(folder, 'nowhere'), { resource: 'book', fields }), /almanac init/);
  const faults = told().map(({ args }) => args.join());
  t.match(faults[0], `${join(folder, 'book.yaml')}:4:36: there is no resource autor`);
  t.match(faults[0], 'did you mean author?');
  t.match(faults[1], /author.*defined a second time/);
  for (const name of ['book.yaml', 'author.yaml', '../book.yaml', 'schema.json']) {
    t.equal(existsSync(join(folder, name)), false, basename(name));
  }
});

test('what is no field is refused, with what was meant', async (t) => {
  const wrong: readonly (readonly [string, RegExp])[] = [
    ['title', /expected name:type/],
    [':text', /expected name:type/],
    ['title:txt', /there is no type "txt"; expected one of text, .*; did you mean text\?/],
    ['title:string', /did you mean text\?/],
    ['title:text:nulable', /there is no word "nulable"; expected one of nullable, unique; did you mean nullable\?/],
    ['title:text=long', /give the most characters of the text, such as title:text=100/],
    ['price:decimal', /price:decimal=9,3/],
    ['price:decimal=9', /price:decimal=9,3/],
    ['status:enum', /status:enum=new,active/],
    ['done:boolean=true', /a field of type boolean takes nothing/],
  ];
  for (const [text, message] of wrong) {
    t.throws(() => readField(text), new InvalidArgumentError(''), text);
    t.throws(() => readField(text), { message }, text);
  }
});

test('on a terminal the fields are asked for, until a line is empty', async (t) => {
  const answers = ['', 'title:txt', ' title:text ', 'pages:integer:nullable', '', 'yes'];
  const asked: string[] = [];
  const said: string[] = [];
  const ask = async (question: string) => {
    asked.push(question);
    return answers.shift() ?? '';
  };
  t.same(await askForResource(ask, (line) => said.push(line)), {
    fields: [
      { name: 'title', definition: { type: 'text' } },
      { name: 'pages', definition: { type: 'integer', nullable: true } },
    ],
    history: true,
  });
  t.same(asked.length, 6);
  t.match(said.slice(2), [/expected name:type/, /did you mean text\?/]);
});
