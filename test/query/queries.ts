import { writeFileSync } from 'node:fs';
import type { Field } from '../../engine/model/field.ts';
import type { Table } from '../../engine/model/model.ts';
import { planAnswer } from '../../engine/query/plan/read_plan.ts';
import type { Statement } from '../../engine/query/sql/condition/statement.ts';
import { renderBoundedCount, renderList, renderPlannedCount, renderRows } from '../../engine/query/sql/read/list.ts';
import { renderAnswer, renderRead } from '../../engine/query/sql/read/read.ts';
import { renderDelete, renderShownDelete } from '../../engine/query/sql/write/delete.ts';
import { renderCreateMany } from '../../engine/query/sql/write/many/create_many.ts';
import { renderJointCreate, renderJointUpdate } from '../../engine/query/sql/write/many/joint.ts';
import { renderMerge } from '../../engine/query/sql/write/many/merge.ts';
import type { Column } from '../../engine/query/sql/write/many/new_rows.ts';
import { renderFound, renderFoundMerged, renderKeyLock } from '../../engine/query/sql/write/many/upsert.ts';
import { renderCreate, renderMissing, renderUpdate } from '../../engine/query/sql/write/write.ts';
import type { Assignment } from '../../engine/query/sql/write/writer.ts';
import { cursor, listOf, modelOf, planOfRead, type Query, tableOf } from './planned.ts';
import { queriesOfRoles } from './queries_of_roles.ts';
import { queriesOfStudio } from './queries_of_studio.ts';
import { anyone, rowsFor, writerOf } from './writer.ts';

export const queriesFile = 'test/query/queries.sql';

const model = await modelOf('test/library');
const writer = writerOf(model, '9');

/** The SQL of requests of every kind as text for people: `node test/query/queries.ts` writes it. */
export function queriesText(): string {
  return `${introduction}\n${queries().map(section).join('\n')}\n${ofRoles}\n${queriesOfRoles().map(section).join('\n')}`;
}

const introduction = `-- The statements that requests to the library (test/library) become, each with its values.
-- A test holds them against the code and runs them. \`node test/query/queries.ts\` writes them again. Line breaks are for
-- the reader: in the statement each is a space.
`;

const ofRoles = `-- The same of requests to the clinic (test/access), by roles that see some of its rows. What may fail looks at no row
-- that is hidden: it stands behind an offset or within a CASE, and is tried once before.
`;

function section({ title, statement: { text, values, first = null } }: Query): string {
  const before = first === null ? '' : section({ title: `${title}: first the locks`, statement: first });
  const clauses =
    /(?<!distinct) (?=(?:from|where|order by|union all|cross join lateral|for no key update|returning) )/g;
  const written = values.map((value, index) => `-- $${index + 1} = ${value ?? 'null'}\n`).join('');
  return `${before}-- ${title}\n${written}${text.replace(clauses, '\n  ')};\n`;
}

const lists: readonly string[] = [
  'holiday',
  'holiday?limit=3&offset=4',
  'holiday?limit=0',
  // Every kind of operator
  'holiday?day=gte.2026-01-01&name=in.(a,b)',
  'book?edition=not.eq.2&weight=neq.0.5&page_count=lt.100&id=lte.9',
  'book?name=like.*Soil*&shelf_mark=ilike.83*',
  'book?name=starts.The&isbn=not.starts.97',
  'book?name=match.^G&isbn=imatch.^97',
  'book?shelf_mark=is.null&isbn=not.is.null&is_long=is.not_null',
  'book?is_long=eq.true',
  'book?is_long=is.unknown',
  'book?page_count=isdistinct.100&page_count=not.isdistinct.200',
  'book?edition=eq(any).{1,2}&name=like(all).{*a*,*b*}&weight=not.gte(any).{0.5,null}',
  'book?name=fts.soil&name=not.plfts(english).growth&name=phfts(norwegian).x&name=wfts.a -b',
  'book?subjects=cs.{farming}&subjects=not.cd.{farming,general}&print_runs=ov.{3000}&print_runs=eq.{1,2}',
  'branch?opening_hours=cs.{"monday":[9]}&opening_hours=neq.{}',
  'branch?opening_hours->monday->>0=eq.9&opening_hours->>monday=not.is.null&open_on->0=eq."monday"',
  'branch?opening_hours->"0"->-1=isdistinct.null',
  'order?user=eq.librarian&group=gt.1&primary=is.false&check=is.null',
  // Trees
  'membership?or=(level.eq.friend,valid_to.is.null)',
  'book?and=(edition.eq.1,or(name.eq.a,not.and(name.eq.b,weight.gt.1)))&not.or=(id.eq.1,id.eq.2)',
  // Through relations
  'copy?book.name=eq.Hunger&book.edition=eq.1',
  'copy?book.name=eq.Hunger&branch.parent.name=not.is.null',
  'book?copy.loan.member.user=eq.knut.h&copy.condition=eq.fine',
  'book?copy.or=(condition.eq.worn,branch.name.eq.Old Town)&copy.not.and=(price.gt.1,price.lt.9)',
  'book?or=(name.eq.a,copy.condition.eq.worn)',
  'book?copy=is.null',
  'book?copy=not.is.null&or=(copy.is.null,edition.eq.1)',
  // Along a tree
  'branch?ancestors.name=eq.Main&descendants=is.null',
  'branch?embed=ancestors!,descendants&ancestors.copy.condition=eq.worn&descendants.limit=2',
  // Order
  'book?order=name.desc.nullslast,id',
  'book?order=weight.nullsfirst,is_long.desc',
  'copy?order=book(name).desc,branch(name)',
  'branch?order=opening_hours->>monday,opening_hours->tuesday.desc',
  // What is shown
  'book?select=id,title:name,weight::text,is_long',
  'branch?select=opening_hours->monday->>0,first:open_on->0,*',
  'copy?select=id,book(name,edition)&limit=2',
  'book?select=name,copy(id,branch(name)),volumes:copy!inner(barcode)&copy.order=price.desc&copy.limit=2&copy.offset=1&volumes.condition=eq.fine',
  'copy?select=id,...book(title:name,is_long)&book.edition=eq.1',
  'book?select=id,copy()&copy.condition=eq.worn&copy=not.is.null',
  'branch?embed=parent,children(copy!)&children.order=name&name=eq.x',
  // Groups
  'copy?select=condition,count(),total:price.sum(),price::text.max()::integer&order=total.desc.nullslast&limit=3&offset=2',
  'copy?select=count()&book.edition=eq.1',
  'book?select=name,copy(branch(name),price.avg())&copy.order=avg.desc&copy.limit=2',
  'copy?select=...book(title:name,n:is_long.count()),branch(name),count()&order=book(title)',
  // Arrays
  'book?select=name,...copy(id,price)&copy.order=price.desc&copy.limit=2&copy.condition=eq.fine',
  'loan?embed=member!,copy(book)&valid_at=2026-01-01T00:00Z',
  'member?embed=membership!(branch)&membership.valid_at=2026-01-01T01:00%2B01:00&membership.level=eq.friend',
  // Instants and versions
  'copy?as_of=2026-01-01T00:00Z&embed=book,loan',
  'membership?as_of=2026-01-01T00:00Z&valid_at=2026-01-01T00:00Z&member.group=eq.adult',
  'book_history?book_id=eq.3&order=recorded_at.desc',
  'book_history?embed=copy&replaced_at=is.null',
  // The next page
  `book?after=${cursor([20, '7'])}`,
  `book?order=name&after=${cursor([20, 'Hunger', '7'])}`,
  `book?order=weight.desc.nullslast,edition&after=${cursor([20, null, '1', '7'])}`,
  `book?order=weight,page_count.desc&after=${cursor([20, '0.5', '100', '7'])}`,
  `copy?order=book(name)&after=${cursor([20, 'Hunger', '7'])}`,
];

const reads: readonly string[] = [
  'holiday/7',
  'membership/7?select=level,member(user)',
  'branch/7?embed=parent,copy&copy.limit=1',
  'copy/7?as_of=2026-01-01T00:00Z&embed=book',
  'book_history/7',
];

/** The statements of all kinds of requests, in order. */
export function queries(): readonly Query[] {
  return [
    ...lists.map((path) => ({
      title: `GET /${path}`,
      statement: renderList(listOf(path, model), rowsFor(anyone, model), { total: false }),
    })),
    {
      title: 'GET /copy?as_of=2026-01-01T00:00Z&embed=book, by the way "ahead" alone',
      statement: renderList(listOf('copy?as_of=2026-01-01T00:00Z&embed=book', model), rowsFor(anyone, model), {
        total: false,
        way: { way: 'ahead', looksFirst: false },
      }),
    },
    {
      title: 'GET /book?name=eq.a, with the count of all pages',
      statement: renderList(listOf('book?name=eq.a', model), rowsFor(anyone, model), { total: true }),
    },
    {
      title: 'GET /copy?select=condition,count(), with the number of groups',
      statement: renderList(listOf('copy?select=condition,count()', model), rowsFor(anyone, model), { total: true }),
    },
    {
      title: 'GET /book?name=eq.a, row by row',
      statement: renderRows(listOf('book?name=eq.a', model), rowsFor(anyone, model)),
    },
    {
      title: 'GET /book?name=eq.a, how many rows PostgreSQL expects',
      statement: renderPlannedCount(listOf('book?name=eq.a', model), rowsFor(anyone, model)),
    },
    {
      title: 'GET /book?name=eq.a, counted as far as a bound',
      statement: renderBoundedCount(listOf('book?name=eq.a', model), rowsFor(anyone, model), 1000),
    },
    ...reads.map(readQuery),
    ...queriesOfStudio(),
    ...writes(),
  ];
}

/** The statement of a list, from its path and query. */
export function listQuery(path: string): Statement {
  return renderList(listOf(path, model), rowsFor(anyone, model), { total: false });
}

function readQuery(path: string): Query {
  const [, id = ''] = /\/(\d+)/.exec(path) ?? [];
  const plan = planOfRead(path.replace(/\/\d+/, ''), model);
  return { title: `GET /${path}`, statement: renderRead(plan, id, rowsFor(anyone, model)) };
}

function writes(): readonly Query[] {
  const member = tableOf('member', model);
  const entry = tableOf('membership', model);
  const user = { field: fieldOf(member, 'user'), value: 'ola.n' };
  const born = { field: fieldOf(member, 'born_on'), value: null };
  const level = { field: fieldOf(entry, 'level'), value: 'friend' };
  const owner = { field: fieldOf(entry, 'member_id'), value: '3' };
  const start = { field: fieldOf(entry, 'valid_from'), value: '2026-01-01T00:00:00+00:00' };
  const id = { field: fieldOf(entry, 'id'), value: '7' };
  const upsert = {
    rows: { count: 2, columns: [column(user, 'kari.n'), column(born, '1990-01-31')], given: [] },
    key: ['user'],
  };
  const none = { kind: 'none' } as const;
  const versions = { kind: 'versions', versions: ['7', '8'] } as const;
  const answer = planAnswer(entry, [{ name: 'select', value: 'level,member(user)', index: 0 }], model);
  if (!answer.ok) throw new Error(answer.faults[0]?.detail);
  return [
    { title: 'POST /member', statement: renderCreate(member, [user, born], writer) },
    { title: 'POST /order, and nothing in the body', statement: renderCreate(tableOf('order', model), [], writer) },
    {
      title: 'Several POST /member in a batch',
      statement: renderJointCreate(member, [{ ...user, slot: 0 }, born], writer),
    },
    {
      title: 'Several POST /membership, each of another timeline',
      statement: renderJointCreate(
        entry,
        [
          { ...owner, slot: 0 },
          { ...level, slot: 1 },
          { ...start, slot: 2 },
        ],
        writer,
      ),
    },
    {
      title: 'POST /member with many rows',
      statement: renderCreateMany(
        member,
        { count: 2, columns: [column({ ...user, value: 'per.n' }, 'kari.n'), column(born, '1990-01-31')], given: [] },
        writer,
        'rows',
      ),
    },
    {
      title: 'POST /membership with many rows, of which the answer shows nothing',
      statement: renderCreateMany(
        entry,
        {
          count: 2,
          columns: [
            column({ ...owner, value: '1' }, '1'),
            column(level, 'patron'),
            column(start, '2027-01-01T00:00:00+00:00'),
          ],
          given: [],
        },
        writer,
        'ids',
      ),
    },
    {
      title: 'POST /member with Prefer: resolution: the rows that are there',
      statement: renderFound(member, { ...upsert, sets: [], own: [born.field] }, writer, true),
    },
    {
      title: 'POST /member with Prefer: resolution: keys that are to be inserted',
      statement: renderKeyLock(member, upsert),
    },
    {
      title: 'POST /member with Prefer: resolution=merge-duplicates: the rows that are there, changed at once',
      statement: renderFoundMerged(member, { ...upsert, sets: [born.field], own: [] }, [], writer),
    },
    {
      title: 'POST /member with Prefer: resolution=merge-duplicates: rows that are there and differ',
      statement: renderMerge(
        member,
        { rows: upsert.rows, ids: ['5', '6'], versions: ['50', '60'] },
        [born.field],
        writer,
      ),
    },
    {
      title: 'An upsert of entries, POST /membership: those that are there',
      statement: renderFound(
        entry,
        {
          rows: { count: 2, columns: [column(id, '8'), column(start, '2027-01-01T00:00:00+00:00')], given: [] },
          key: ['id'],
          sets: [start.field],
          own: [],
        },
        writer,
        true,
      ),
    },
    {
      title: 'PATCH /member/5',
      statement: renderUpdate(member, { id: '5', precondition: none }, [user, born], writer),
    },
    {
      title: 'Several PATCH /member/5 in a batch, each of another row',
      statement: renderJointUpdate(member, [{ ...user, slot: 0 }, born], writer),
    },
    {
      title: 'PATCH /member/5, and nothing in the body',
      statement: renderUpdate(member, { id: '5', precondition: none }, [], writer),
    },
    { title: 'PATCH /membership/5', statement: renderUpdate(entry, { id: '5', precondition: none }, [level], writer) },
    {
      title: 'PATCH /membership/5 to another timeline, and back onto it',
      statement: renderUpdate(entry, { id: '5', precondition: none }, [owner, start], writer),
    },
    {
      title: 'PATCH /member/5 in one of two versions',
      statement: renderUpdate(member, { id: '5', precondition: versions }, [born], writer),
    },
    { title: 'DELETE /member/5 in one of two versions', statement: renderDelete(member, '5', writer, versions) },
    {
      title: 'DELETE /membership/5, be its version what it may',
      statement: renderDelete(entry, '5', writer, { kind: 'live' }),
    },
    { title: 'DELETE /member/5', statement: renderDelete(member, '5', writer, none) },
    { title: 'DELETE /member/5, whose answer shows it', statement: renderShownDelete(member, '5', writer, none) },
    { title: 'DELETE /membership/5', statement: renderDelete(entry, '5', writer, none) },
    {
      title: 'Whether /membership/5 is soft-deleted',
      statement: renderMissing(entry, { id: '5', precondition: { kind: 'none' } }, 'update', writer),
    },
    {
      title: 'The answer to PATCH /membership/5?select=level,member(user)',
      statement: renderAnswer(answer.value, '5', rowsFor(anyone, model)),
    },
  ];
}

/** The values of a field in two rows. */
function column({ field, value }: Assignment, other: string): Column {
  return { field, values: [value, other], defaults: null };
}

function fieldOf(table: Table, name: string): Field {
  const field = table.fields.get(name);
  if (field === undefined) throw new Error(`${table.name} has no field ${name}`);
  return field;
}

if (import.meta.main) writeFileSync(queriesFile, queriesText());
