/** A request that both accept and answer differently, on purpose. */
export interface Difference {
  readonly title: string;
  readonly reason: string;
  /** The path and query that both get. */
  readonly example: string;
  /** The value of the header `Prefer`. */
  readonly prefer?: string;
  /** The status of each answer. */
  readonly ours: number;
  readonly theirs: number;
}

/** Something that each writes in its own way; the answers are the same. */
export interface Translation {
  readonly title: string;
  readonly reason: string;
  readonly ours: string;
  readonly theirs: string;
}

/** Every difference from the answers of PostgREST 12. The tests that compare both allow no other. */
export const differences = [
  {
    title: 'A value in a form that only PostgreSQL reads',
    reason:
      'PostgREST passes a value on to PostgreSQL, which reads `now`, `January 8, 1999`, `+1` and `yes`. Almanac accepts the forms that the documentation of the type lists, and refuses any other.',
    example: '/thing?made_on=eq.January 8, 1999',
    ours: 400,
    theirs: 200,
  },
  {
    title: 'A page of no rows after the first',
    reason: 'A `limit` of 0 asks for no rows, wherever they would begin.',
    example: '/thing?limit=0&offset=2',
    ours: 200,
    theirs: 416,
  },
  {
    title: 'A limit below zero that the offset makes up for',
    reason:
      'A `limit` below 0 is refused. PostgREST 12 refuses it too, unless it gives 0 with the `offset`: then the page is empty.',
    example: '/thing?select=id&limit=-2&offset=2',
    ours: 416,
    theirs: 200,
  },
  {
    title: 'A list of one empty text',
    reason:
      '`in.("")` is a list with the empty text in it, and `in.()` the list with nothing in it. PostgREST 12 takes the first for the second.',
    example: '/thing?select=id&name=in.("")',
    ours: 200,
    theirs: 200,
  },
  {
    title: 'A quote within quotes',
    reason:
      'Of a text with a comma or a parenthesis, postgrest-js makes `"a,b(c)""` in a list, with the quotes of the text as they are. Almanac finds the text `a,b(c)"`. PostgREST 12 ends the list at the first parenthesis, and finds `"a` and `b(c`.',
    example: '/thing?select=id&name=in.("a,b(c)"")',
    ours: 200,
    theirs: 200,
  },
  {
    title: 'A search in a language',
    reason:
      '`fts(french)` reads both the text and the searched words as French. PostgREST 12 reads the text in the default language of the database.',
    example: '/thing?select=id&name=fts(french).chevaux',
    ours: 200,
    theirs: 200,
  },
  {
    title: 'A select of nothing',
    reason: 'An empty `select` asks for nothing, which is taken for a mistake. PostgREST shows everything.',
    example: '/thing?select=',
    ours: 400,
    theirs: 200,
  },
  {
    title: 'The number of groups',
    reason:
      'With aggregates, a list has a row for each group, and `count` is the number of groups. PostgREST 12 answers with the number of rows that the groups are made of.',
    example: '/thing?select=state,count()',
    prefer: 'count=exact',
    ours: 200,
    theirs: 206,
  },
  {
    title: 'Groups in the order of an aggregate',
    reason:
      'Groups can be ordered by every column that shows one value, aggregates included. PostgREST 12 orders them by fields.',
    example: '/thing?select=state,total:count()&order=total.desc',
    ours: 200,
    theirs: 400,
  },
  {
    title: 'Aggregates of an inner embed',
    reason:
      '`!inner` keeps the rows that have related rows. In PostgREST 12, aggregates without other columns are there for every row, so that it keeps all.',
    example: '/thing?select=id,part!inner(count())',
    ours: 200,
    theirs: 200,
  },
  {
    title: 'A spread of a relation to many',
    reason: 'Each column is an array, as in PostgREST 13. PostgREST 12 spreads relations to one only.',
    example: '/thing?select=id,...part(position)',
    ours: 200,
    theirs: 400,
  },
] as const satisfies readonly Difference[];

export const translations: readonly Translation[] = [
  {
    title: 'Relations by name',
    reason:
      'A relation has an alias. The names of PostgREST mean it too: its resource, with its field or its foreign key as a hint where there are several ways to it; or the field alone.',
    ours: '/part?select=id,supplier(user)',
    theirs: '/part?select=id,supplier:maker!part_supplier_id_fkey(user)&order=id',
  },
  {
    title: 'All of a relation',
    reason: '`embed` adds relations with all their fields.',
    ours: '/part?embed=supplier!(country)&limit=3',
    theirs: '/part?select=*,supplier:maker!part_supplier_id_fkey!inner(*,country(*))&order=id&limit=3',
  },
  {
    title: 'The last key',
    reason: 'Every list ends its order in the id, so that pages never overlap.',
    ours: '/part?select=id&order=position',
    theirs: '/part?select=id&order=position,id',
  },
  {
    title: 'Rows by what they are related to',
    reason: 'A filter on a relation that is not embedded keeps the rows with a related row that matches.',
    ours: '/part?select=id&supplier.user=neq.x',
    theirs: '/part?select=id,supplier:maker!part_supplier_id_fkey!inner()&supplier.user=neq.x&order=id',
  },
  {
    title: 'Related rows in a tree',
    reason: 'In a tree, a filter on a relation holds for a row with a related row that matches.',
    ours: '/thing?select=id&or=(floor.eq.0,part.position.gt.0)',
    theirs: '/thing?select=id,part()&part.position=gt.0&or=(floor.eq.0,part.not.is.null)&order=id',
  },
  {
    title: 'Absence of what is not embedded',
    reason: 'A filter can ask whether a relation has rows without embedding it.',
    ours: '/thing?select=id&maker=is.null',
    theirs: '/thing?select=id,maker()&maker=is.null&order=id',
  },
  {
    title: 'Order by a column of select',
    reason: 'Rows can be ordered by a column under its new name.',
    ours: '/thing?select=id,title:name&order=title.desc',
    theirs: '/thing?select=id,title:name&order=name.desc,id',
  },
  {
    title: 'Order by what is not embedded',
    reason: 'Rows can be ordered by a field of a relation to one that is not embedded.',
    ours: '/thing?select=id&order=maker(user).desc',
    theirs: '/thing?select=id,maker()&order=maker(user).desc,id',
  },
  {
    title: 'Order by what is embedded in part',
    reason:
      'Rows are ordered by the related row, whether it is shown or not. In PostgREST, a filter on an embedded relation also removes it from the order.',
    ours: '/part?select=id,supplier(user)&supplier.group=gt.0&order=supplier(user)',
    theirs:
      '/part?select=id,supplier:maker!part_supplier_id_fkey(user),other:maker!part_supplier_id_fkey()&supplier.group=gt.0&order=other(user),id',
  },
  {
    title: 'A page of related rows',
    reason:
      '`limit` and `offset` of a relation choose which related rows are shown. In PostgREST 12 they also remove rows from the list, but not from its count.',
    ours: '/thing?select=id,part!inner(id)&part.offset=1',
    theirs: '/thing?select=id,part(id),other:part!inner()&part.offset=1&part.order=id&order=id',
  },
  {
    title: 'Not null',
    reason: '`is.not_null` is another way to write `not.is.null`.',
    ours: '/thing?select=id&floor=is.not_null',
    theirs: '/thing?select=id&floor=not.is.null&order=id',
  },
];
