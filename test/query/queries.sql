-- The statements that requests to the library (test/library) become, each with its values.
-- A test holds them against the code and runs them. `node test/query/queries.ts` writes them again. Line breaks are for
-- the reader: in the statement each is a space.

-- GET /holiday
select '[' || coalesce(string_agg(line.body, ','), '') || ']' as body, count(*) as count, (array_agg(line.key_0))[20] as key_0
  from (select row_to_json(shown.*)::text as body, item.id::text as key_0
  from (select item.*
  from public.holiday as item
  order by item.id limit 20) as item
  cross join lateral (select item.id, item.day, item.name, item.recorded_at, item.recorded_by) as shown offset 0) as line having coalesce(sum(octet_length(line.body)::real * real '5.0706014e+30'), 0) >= 0;

-- GET /holiday?limit=3&offset=4
-- $1 = 4
select '[' || coalesce(string_agg(line.body, ','), '') || ']' as body, count(*) as count, (array_agg(line.key_0))[3] as key_0
  from (select row_to_json(shown.*)::text as body, item.id::text as key_0
  from (select item.*
  from public.holiday as item
  order by item.id limit 3 offset $1::bigint) as item
  cross join lateral (select item.id, item.day, item.name, item.recorded_at, item.recorded_by) as shown offset 0) as line having coalesce(sum(octet_length(line.body)::real * real '5.0706014e+30'), 0) >= 0;

-- GET /holiday?limit=0
select '[' || coalesce(string_agg(line.body, ','), '') || ']' as body, count(*) as count
  from (select row_to_json(shown.*)::text as body
  from (select item.*
  from public.holiday as item
  order by item.id limit 0) as item
  cross join lateral (select item.id, item.day, item.name, item.recorded_at, item.recorded_by) as shown offset 0) as line having coalesce(sum(octet_length(line.body)::real * real '5.0706014e+30'), 0) >= 0;

-- GET /holiday?day=gte.2026-01-01&name=in.(a,b)
-- $1 = 2026-01-01
-- $2 = {"a","b"}
select '[' || coalesce(string_agg(line.body, ','), '') || ']' as body, count(*) as count, (array_agg(line.key_0))[20] as key_0
  from (select row_to_json(shown.*)::text as body, item.id::text as key_0
  from (select item.*
  from public.holiday as item
  where item.day >= $1::date and item.name = any ($2::text[])
  order by item.id limit 20) as item
  cross join lateral (select item.id, item.day, item.name, item.recorded_at, item.recorded_by) as shown offset 0) as line having coalesce(sum(octet_length(line.body)::real * real '5.0706014e+30'), 0) >= 0;

-- GET /book?edition=not.eq.2&weight=neq.0.5&page_count=lt.100&id=lte.9
-- $1 = 2
-- $2 = 0.5
-- $3 = 100
-- $4 = 9
select '[' || coalesce(string_agg(line.body, ','), '') || ']' as body, count(*) as count, (array_agg(line.key_0))[20] as key_0
  from (select row_to_json(shown.*)::text as body, item.id::text as key_0
  from (select item.*
  from public.book as item
  where not (item.edition = $1::integer) and item.weight <> $2::numeric and item.page_count < $3::integer and item.id <= $4::bigint
  order by item.id limit 20) as item
  cross join lateral (select item.id, item.isbn, item.name, item.edition, item.page_count, item.weight, item.subjects, item.print_runs, ((item.page_count >= 1000) is true) as is_long, item.shelf_mark, item.recorded_at, item.recorded_by) as shown offset 0) as line having coalesce(sum(octet_length(line.body)::real * real '5.0706014e+30'), 0) >= 0;

-- GET /book?name=like.*Soil*&shelf_mark=ilike.83*
-- $1 = %Soil%
-- $2 = 83%
select '[' || coalesce(string_agg(line.body, ','), '') || ']' as body, count(*) as count, (array_agg(line.key_0))[20] as key_0
  from (select row_to_json(shown.*)::text as body, item.id::text as key_0
  from (select item.*
  from public.book as item
  where item.name like $1::text and item.shelf_mark ilike $2::text
  order by item.id limit 20) as item
  cross join lateral (select item.id, item.isbn, item.name, item.edition, item.page_count, item.weight, item.subjects, item.print_runs, ((item.page_count >= 1000) is true) as is_long, item.shelf_mark, item.recorded_at, item.recorded_by) as shown offset 0) as line having coalesce(sum(octet_length(line.body)::real * real '5.0706014e+30'), 0) >= 0;

-- GET /book?name=starts.The&isbn=not.starts.97
-- $1 = {"The","Thf"}
-- $2 = {"97","98"}
select '[' || coalesce(string_agg(line.body, ','), '') || ']' as body, count(*) as count, (array_agg(line.key_0))[20] as key_0
  from (select row_to_json(shown.*)::text as body, item.id::text as key_0
  from (select item.*
  from public.book as item
  where (item.name ~>=~ ($1::text[])[1] and item.name ~<~ ($1::text[])[2]) and not ((item.isbn ~>=~ ($2::text[])[1] and item.isbn ~<~ ($2::text[])[2]))
  order by item.id limit 20) as item
  cross join lateral (select item.id, item.isbn, item.name, item.edition, item.page_count, item.weight, item.subjects, item.print_runs, ((item.page_count >= 1000) is true) as is_long, item.shelf_mark, item.recorded_at, item.recorded_by) as shown offset 0) as line having coalesce(sum(octet_length(line.body)::real * real '5.0706014e+30'), 0) >= 0;

-- GET /book?name=match.^G&isbn=imatch.^97
-- $1 = ^G
-- $2 = ^97
select '[' || coalesce(string_agg(line.body, ','), '') || ']' as body, count(*) as count, (array_agg(line.key_0))[20] as key_0
  from (select row_to_json(shown.*)::text as body, item.id::text as key_0
  from (select item.*
  from public.book as item
  where item.name ~ $1::text and item.isbn ~* $2::text
  order by item.id limit 20) as item
  cross join lateral (select item.id, item.isbn, item.name, item.edition, item.page_count, item.weight, item.subjects, item.print_runs, ((item.page_count >= 1000) is true) as is_long, item.shelf_mark, item.recorded_at, item.recorded_by) as shown offset 0) as line having coalesce(sum(octet_length(line.body)::real * real '5.0706014e+30'), 0) >= 0;

-- GET /book?shelf_mark=is.null&isbn=not.is.null&is_long=is.not_null
select '[' || coalesce(string_agg(line.body, ','), '') || ']' as body, count(*) as count, (array_agg(line.key_0))[20] as key_0
  from (select row_to_json(shown.*)::text as body, item.id::text as key_0
  from (select item.*
  from public.book as item
  where item.shelf_mark is null and item.isbn is not null and ((item.page_count >= 1000) is true) is not null
  order by item.id limit 20) as item
  cross join lateral (select item.id, item.isbn, item.name, item.edition, item.page_count, item.weight, item.subjects, item.print_runs, ((item.page_count >= 1000) is true) as is_long, item.shelf_mark, item.recorded_at, item.recorded_by) as shown offset 0) as line having coalesce(sum(octet_length(line.body)::real * real '5.0706014e+30'), 0) >= 0;

-- GET /book?is_long=eq.true
-- $1 = true
select '[' || coalesce(string_agg(line.body, ','), '') || ']' as body, count(*) as count, (array_agg(line.key_0))[20] as key_0
  from (select row_to_json(shown.*)::text as body, item.id::text as key_0
  from (select item.*
  from public.book as item
  where ((item.page_count >= 1000) is true) = $1::boolean
  order by item.id limit 20) as item
  cross join lateral (select item.id, item.isbn, item.name, item.edition, item.page_count, item.weight, item.subjects, item.print_runs, ((item.page_count >= 1000) is true) as is_long, item.shelf_mark, item.recorded_at, item.recorded_by) as shown offset 0) as line having coalesce(sum(octet_length(line.body)::real * real '5.0706014e+30'), 0) >= 0;

-- GET /book?is_long=is.unknown
select '[' || coalesce(string_agg(line.body, ','), '') || ']' as body, count(*) as count, (array_agg(line.key_0))[20] as key_0
  from (select row_to_json(shown.*)::text as body, item.id::text as key_0
  from (select item.*
  from public.book as item
  where ((item.page_count >= 1000) is true) is unknown
  order by item.id limit 20) as item
  cross join lateral (select item.id, item.isbn, item.name, item.edition, item.page_count, item.weight, item.subjects, item.print_runs, ((item.page_count >= 1000) is true) as is_long, item.shelf_mark, item.recorded_at, item.recorded_by) as shown offset 0) as line having coalesce(sum(octet_length(line.body)::real * real '5.0706014e+30'), 0) >= 0;

-- GET /book?page_count=isdistinct.100&page_count=not.isdistinct.200
-- $1 = 100
-- $2 = 200
select '[' || coalesce(string_agg(line.body, ','), '') || ']' as body, count(*) as count, (array_agg(line.key_0))[20] as key_0
  from (select row_to_json(shown.*)::text as body, item.id::text as key_0
  from (select item.*
  from public.book as item
  where item.page_count is distinct from $1::integer and not (item.page_count is distinct from $2::integer)
  order by item.id limit 20) as item
  cross join lateral (select item.id, item.isbn, item.name, item.edition, item.page_count, item.weight, item.subjects, item.print_runs, ((item.page_count >= 1000) is true) as is_long, item.shelf_mark, item.recorded_at, item.recorded_by) as shown offset 0) as line having coalesce(sum(octet_length(line.body)::real * real '5.0706014e+30'), 0) >= 0;

-- GET /book?edition=eq(any).{1,2}&name=like(all).{*a*,*b*}&weight=not.gte(any).{0.5,null}
-- $1 = {"1","2"}
-- $2 = {"%a%","%b%"}
-- $3 = {"0.5",null}
select '[' || coalesce(string_agg(line.body, ','), '') || ']' as body, count(*) as count, (array_agg(line.key_0))[20] as key_0
  from (select row_to_json(shown.*)::text as body, item.id::text as key_0
  from (select item.*
  from public.book as item
  where item.edition = any ($1::integer[]) and item.name like all ($2::text[]) and not (item.weight >= any ($3::numeric[]))
  order by item.id limit 20) as item
  cross join lateral (select item.id, item.isbn, item.name, item.edition, item.page_count, item.weight, item.subjects, item.print_runs, ((item.page_count >= 1000) is true) as is_long, item.shelf_mark, item.recorded_at, item.recorded_by) as shown offset 0) as line having coalesce(sum(octet_length(line.body)::real * real '5.0706014e+30'), 0) >= 0;

-- GET /book?name=fts.soil&name=not.plfts(english).growth&name=phfts(norwegian).x&name=wfts.a -b
-- $1 = soil
-- $2 = growth
-- $3 = x
-- $4 = a -b
select '[' || coalesce(string_agg(line.body, ','), '') || ']' as body, count(*) as count, (array_agg(line.key_0))[20] as key_0
  from (select row_to_json(shown.*)::text as body, item.id::text as key_0
  from (select item.*
  from public.book as item
  where to_tsvector(item.name) @@ to_tsquery($1::text) and not (to_tsvector('english', item.name) @@ plainto_tsquery('english', $2::text)) and to_tsvector('norwegian', item.name) @@ phraseto_tsquery('norwegian', $3::text) and to_tsvector(item.name) @@ websearch_to_tsquery($4::text)
  order by item.id limit 20) as item
  cross join lateral (select item.id, item.isbn, item.name, item.edition, item.page_count, item.weight, item.subjects, item.print_runs, ((item.page_count >= 1000) is true) as is_long, item.shelf_mark, item.recorded_at, item.recorded_by) as shown offset 0) as line having coalesce(sum(octet_length(line.body)::real * real '5.0706014e+30'), 0) >= 0;

-- GET /book?subjects=cs.{farming}&subjects=not.cd.{farming,general}&print_runs=ov.{3000}&print_runs=eq.{1,2}
-- $1 = {"farming"}
-- $2 = {"farming","general"}
-- $3 = {"3000"}
-- $4 = {"1","2"}
select '[' || coalesce(string_agg(line.body, ','), '') || ']' as body, count(*) as count, (array_agg(line.key_0))[20] as key_0
  from (select row_to_json(shown.*)::text as body, item.id::text as key_0
  from (select item.*
  from public.book as item
  where item.subjects @> $1::text[] and not (item.subjects <@ $2::text[]) and item.print_runs && $3::integer[] and item.print_runs = $4::integer[]
  order by item.id limit 20) as item
  cross join lateral (select item.id, item.isbn, item.name, item.edition, item.page_count, item.weight, item.subjects, item.print_runs, ((item.page_count >= 1000) is true) as is_long, item.shelf_mark, item.recorded_at, item.recorded_by) as shown offset 0) as line having coalesce(sum(octet_length(line.body)::real * real '5.0706014e+30'), 0) >= 0;

-- GET /branch?opening_hours=cs.{"monday":[9]}&opening_hours=neq.{}
-- $1 = {"monday":[9]}
-- $2 = {}
select '[' || coalesce(string_agg(line.body, ','), '') || ']' as body, count(*) as count, (array_agg(line.key_0))[20] as key_0
  from (select row_to_json(shown.*)::text as body, item.id::text as key_0
  from (select item.*
  from public.branch as item
  where item.opening_hours @> $1::jsonb and item.opening_hours <> $2::jsonb
  order by item.id limit 20) as item
  cross join lateral (select item.id, item.name, item.parent_id, item.website, item.step_free, item.founded_on, item.opening_hours, item.open_on, item.directions, item.recorded_at, item.recorded_by) as shown offset 0) as line having coalesce(sum(octet_length(line.body)::real * real '5.0706014e+30'), 0) >= 0;

-- GET /branch?opening_hours->monday->>0=eq.9&opening_hours->>monday=not.is.null&open_on->0=eq."monday"
-- $1 = monday
-- $2 = 0
-- $3 = 9
-- $4 = monday
-- $5 = 0
-- $6 = "monday"
select '[' || coalesce(string_agg(line.body, ','), '') || ']' as body, count(*) as count, (array_agg(line.key_0))[20] as key_0
  from (select row_to_json(shown.*)::text as body, item.id::text as key_0
  from (select item.*
  from public.branch as item
  where (item.opening_hours -> $1::text ->> $2::integer) = $3::text and (item.opening_hours ->> $4::text) is not null and (to_jsonb(item.open_on) -> $5::integer) = $6::jsonb
  order by item.id limit 20) as item
  cross join lateral (select item.id, item.name, item.parent_id, item.website, item.step_free, item.founded_on, item.opening_hours, item.open_on, item.directions, item.recorded_at, item.recorded_by) as shown offset 0) as line having coalesce(sum(octet_length(line.body)::real * real '5.0706014e+30'), 0) >= 0;

-- GET /branch?opening_hours->"0"->-1=isdistinct.null
-- $1 = 0
-- $2 = -1
-- $3 = null
select '[' || coalesce(string_agg(line.body, ','), '') || ']' as body, count(*) as count, (array_agg(line.key_0))[20] as key_0
  from (select row_to_json(shown.*)::text as body, item.id::text as key_0
  from (select item.*
  from public.branch as item
  where (item.opening_hours -> $1::text -> $2::integer) is distinct from $3::jsonb
  order by item.id limit 20) as item
  cross join lateral (select item.id, item.name, item.parent_id, item.website, item.step_free, item.founded_on, item.opening_hours, item.open_on, item.directions, item.recorded_at, item.recorded_by) as shown offset 0) as line having coalesce(sum(octet_length(line.body)::real * real '5.0706014e+30'), 0) >= 0;

-- GET /order?user=eq.librarian&group=gt.1&primary=is.false&check=is.null
-- $1 = librarian
-- $2 = 1
select '[' || coalesce(string_agg(row_to_json(shown.*)::text, ','), '') || ']' as body, count(*) as count, (array_agg(item.id::text))[20] as key_0
  from (select item.*
  from public."order" as item
  where item."user" = $1::text and item."group" > $2::integer and item."primary" is false and item."check" is null
  order by item.id limit 20) as item
  cross join lateral (select item.id, item."user", item."group", item."primary", item."check", item.supplier_scheme, item.supplier_number, item.table_id, item.recorded_at, item.recorded_by) as shown;

-- GET /membership?or=(level.eq.friend,valid_to.is.null)
-- $1 = friend
select '[' || coalesce(string_agg(row_to_json(shown.*)::text, ','), '') || ']' as body, count(*) as count, (array_agg(item.id::text))[20] as key_0
  from (select item.*
  from public.membership as item
  where item.valid_from is not null and (item.level = $1::text or item.valid_to is null)
  order by item.id limit 20) as item
  cross join lateral (select item.id, item.member_id, item.branch_id, item.level, item.valid_from, item.valid_to, item.recorded_at, item.recorded_by) as shown;

-- GET /book?and=(edition.eq.1,or(name.eq.a,not.and(name.eq.b,weight.gt.1)))&not.or=(id.eq.1,id.eq.2)
-- $1 = 1
-- $2 = a
-- $3 = b
-- $4 = 1
-- $5 = 1
-- $6 = 2
select '[' || coalesce(string_agg(line.body, ','), '') || ']' as body, count(*) as count, (array_agg(line.key_0))[20] as key_0
  from (select row_to_json(shown.*)::text as body, item.id::text as key_0
  from (select item.*
  from public.book as item
  where item.edition = $1::integer and (item.name = $2::text or not (item.name = $3::text and item.weight > $4::numeric)) and not (item.id = $5::bigint or item.id = $6::bigint)
  order by item.id limit 20) as item
  cross join lateral (select item.id, item.isbn, item.name, item.edition, item.page_count, item.weight, item.subjects, item.print_runs, ((item.page_count >= 1000) is true) as is_long, item.shelf_mark, item.recorded_at, item.recorded_by) as shown offset 0) as line having coalesce(sum(octet_length(line.body)::real * real '5.0706014e+30'), 0) >= 0;

-- GET /copy?book.name=eq.Hunger&book.edition=eq.1
-- $1 = Hunger
-- $2 = 1
select '[' || coalesce(string_agg(row_to_json(shown.*)::text, ','), '') || ']' as body, count(*) as count, (array_agg(item.id::text))[20] as key_0
  from (select item.*
  from public.copy as item
  where exists (select
  from public.book as item_1
  where item_1.id = item.book_id and item_1.name = $1::text and item_1.edition = $2::integer)
  order by item.id limit 20) as item
  cross join lateral (select item.id, item.book_id, item.branch_id, item.barcode, item.acquired_at, item.price, item.times_lent, item.condition, item.recorded_at, item.recorded_by) as shown;

-- GET /copy?book.name=eq.Hunger&branch.parent.name=not.is.null
-- $1 = Hunger
select '[' || coalesce(string_agg(row_to_json(shown.*)::text, ','), '') || ']' as body, count(*) as count, (array_agg(item.id::text))[20] as key_0
  from (select item.*
  from public.copy as item
  where exists (select
  from public.book as item_1
  where item_1.id = item.book_id and item_1.name = $1::text) and exists (select
  from public.branch as item_1
  where item_1.id = item.branch_id and exists (select
  from public.branch as item_2
  where item_2.id = item_1.parent_id and item_2.name is not null))
  order by item.id limit 20) as item
  cross join lateral (select item.id, item.book_id, item.branch_id, item.barcode, item.acquired_at, item.price, item.times_lent, item.condition, item.recorded_at, item.recorded_by) as shown;

-- GET /book?copy.loan.member.user=eq.knut.h&copy.condition=eq.fine
-- $1 = fine
-- $2 = knut.h
select '[' || coalesce(string_agg(line.body, ','), '') || ']' as body, count(*) as count, (array_agg(line.key_0))[20] as key_0
  from (select row_to_json(shown.*)::text as body, item.id::text as key_0
  from (select item.*
  from public.book as item
  where exists (select
  from public.copy as item_1
  where item_1.book_id = item.id and item_1.condition = $1::text and exists (select
  from public.loan as item_2
  where item_2.copy_id = item_1.id and item_2.valid_from is not null and exists (select
  from public.member as item_3
  where item_3.id = item_2.member_id and item_3."user" = $2::text)))
  order by item.id limit 20) as item
  cross join lateral (select item.id, item.isbn, item.name, item.edition, item.page_count, item.weight, item.subjects, item.print_runs, ((item.page_count >= 1000) is true) as is_long, item.shelf_mark, item.recorded_at, item.recorded_by) as shown offset 0) as line having coalesce(sum(octet_length(line.body)::real * real '5.0706014e+30'), 0) >= 0;

-- GET /book?copy.or=(condition.eq.worn,branch.name.eq.Old Town)&copy.not.and=(price.gt.1,price.lt.9)
-- $1 = worn
-- $2 = Old Town
-- $3 = 1
-- $4 = 9
select '[' || coalesce(string_agg(line.body, ','), '') || ']' as body, count(*) as count, (array_agg(line.key_0))[20] as key_0
  from (select row_to_json(shown.*)::text as body, item.id::text as key_0
  from (select item.*
  from public.book as item
  where exists (select
  from public.copy as item_1
  where item_1.book_id = item.id and (item_1.condition = $1::text or exists (select
  from public.branch as item_2
  where item_2.id = item_1.branch_id and item_2.name = $2::text)) and not (item_1.price > $3::numeric and item_1.price < $4::numeric))
  order by item.id limit 20) as item
  cross join lateral (select item.id, item.isbn, item.name, item.edition, item.page_count, item.weight, item.subjects, item.print_runs, ((item.page_count >= 1000) is true) as is_long, item.shelf_mark, item.recorded_at, item.recorded_by) as shown offset 0) as line having coalesce(sum(octet_length(line.body)::real * real '5.0706014e+30'), 0) >= 0;

-- GET /book?or=(name.eq.a,copy.condition.eq.worn)
-- $1 = a
-- $2 = worn
select '[' || coalesce(string_agg(line.body, ','), '') || ']' as body, count(*) as count, (array_agg(line.key_0))[20] as key_0
  from (select row_to_json(shown.*)::text as body, item.id::text as key_0
  from (select item.*
  from public.book as item
  where (item.name = $1::text or exists (select
  from public.copy as item_1
  where item_1.book_id = item.id and item_1.condition = $2::text))
  order by item.id limit 20) as item
  cross join lateral (select item.id, item.isbn, item.name, item.edition, item.page_count, item.weight, item.subjects, item.print_runs, ((item.page_count >= 1000) is true) as is_long, item.shelf_mark, item.recorded_at, item.recorded_by) as shown offset 0) as line having coalesce(sum(octet_length(line.body)::real * real '5.0706014e+30'), 0) >= 0;

-- GET /book?copy=is.null
select '[' || coalesce(string_agg(line.body, ','), '') || ']' as body, count(*) as count, (array_agg(line.key_0))[20] as key_0
  from (select row_to_json(shown.*)::text as body, item.id::text as key_0
  from (select item.*
  from public.book as item
  where not exists (select
  from public.copy as item_1
  where item_1.book_id = item.id)
  order by item.id limit 20) as item
  cross join lateral (select item.id, item.isbn, item.name, item.edition, item.page_count, item.weight, item.subjects, item.print_runs, ((item.page_count >= 1000) is true) as is_long, item.shelf_mark, item.recorded_at, item.recorded_by) as shown offset 0) as line having coalesce(sum(octet_length(line.body)::real * real '5.0706014e+30'), 0) >= 0;

-- GET /book?copy=not.is.null&or=(copy.is.null,edition.eq.1)
-- $1 = 1
select '[' || coalesce(string_agg(line.body, ','), '') || ']' as body, count(*) as count, (array_agg(line.key_0))[20] as key_0
  from (select row_to_json(shown.*)::text as body, item.id::text as key_0
  from (select item.*
  from public.book as item
  where exists (select
  from public.copy as item_1
  where item_1.book_id = item.id) and (not exists (select
  from public.copy as item_1
  where item_1.book_id = item.id) or item.edition = $1::integer)
  order by item.id limit 20) as item
  cross join lateral (select item.id, item.isbn, item.name, item.edition, item.page_count, item.weight, item.subjects, item.print_runs, ((item.page_count >= 1000) is true) as is_long, item.shelf_mark, item.recorded_at, item.recorded_by) as shown offset 0) as line having coalesce(sum(octet_length(line.body)::real * real '5.0706014e+30'), 0) >= 0;

-- GET /branch?ancestors.name=eq.Main&descendants=is.null
-- $1 = Main
select '[' || coalesce(string_agg(line.body, ','), '') || ']' as body, count(*) as count, (array_agg(line.key_0))[20] as key_0
  from (select row_to_json(shown.*)::text as body, item.id::text as key_0
  from (select item.*
  from public.branch as item
  where not exists (select
  from public.branch as item_1
  where item_1.parent_id = item.id) and exists (select
  from (with recursive walk (start, distance) as (select end_1.id, 1
  from public.branch as end_1
  where end_1.name = $1::text union select next.start, walk.distance + 1
  from walk
  cross join lateral (select step_1.id as start
  from public.branch as step_1
  where step_1.parent_id = walk.start offset 0) as next
  where walk.distance < 10) select walk.start
  from walk) as way
  where way.start = item.parent_id)
  order by item.id limit 20) as item
  cross join lateral (select item.id, item.name, item.parent_id, item.website, item.step_free, item.founded_on, item.opening_hours, item.open_on, item.directions, item.recorded_at, item.recorded_by) as shown offset 0) as line having coalesce(sum(octet_length(line.body)::real * real '5.0706014e+30'), 0) >= 0;

-- GET /branch?embed=ancestors!,descendants&ancestors.copy.condition=eq.worn&descendants.limit=2
-- $1 = worn
-- $2 = worn
select '[' || coalesce(string_agg(line.body, ','), '') || ']' as body, count(*) as count, (array_agg(line.key_0))[20] as key_0
  from (select row_to_json(shown.*)::text as body, item.id::text as key_0
  from (select item.*
  from public.branch as item
  where exists (select
  from (select own.*, way.distance as "!distance"
  from (with recursive walk (id, at, distance) as (select null::bigint, item.parent_id, 0
  union all select next.id, next.at, walk.distance + 1
  from walk
  cross join lateral (select step_1.id as id, step_1.parent_id as at
  from public.branch as step_1
  where step_1.id = walk.at offset 0) as next
  where walk.distance < 10) select walk.id, min(walk.distance) as distance
  from walk group by walk.id) as way join public.branch as own on own.id = way.id) as item_1
  where item_1."!distance" > 0 and exists (select
  from public.copy as item_2
  where item_2.branch_id = item_1.id and item_2.condition = $1::text))
  order by item.id limit 20) as item
  cross join lateral (select item.id, item.name, item.parent_id, item.website, item.step_free, item.founded_on, item.opening_hours, item.open_on, item.directions, item.recorded_at, item.recorded_by, (select coalesce(json_agg(line.body), '[]')
  from (select row_to_json(shown.*) as body
  from (select item_1.id, item_1.name, item_1.parent_id, item_1.website, item_1.step_free, item_1.founded_on, item_1.opening_hours, item_1.open_on, item_1.directions, item_1.recorded_at, item_1.recorded_by
  from (select own.*, way.distance as "!distance"
  from (with recursive walk (id, at, distance) as (select null::bigint, item.parent_id, 0
  union all select next.id, next.at, walk.distance + 1
  from walk
  cross join lateral (select step_1.id as id, step_1.parent_id as at
  from public.branch as step_1
  where step_1.id = walk.at offset 0) as next
  where walk.distance < 10) select walk.id, min(walk.distance) as distance
  from walk group by walk.id) as way join public.branch as own on own.id = way.id) as item_1
  where item_1."!distance" > 0 and exists (select
  from public.copy as item_2
  where item_2.branch_id = item_1.id and item_2.condition = $2::text)
  order by item_1."!distance", item_1.id) as shown offset 0) as line having coalesce(sum(octet_length(line.body::text)::real * real '5.0706014e+30'), 0) >= 0) as ancestors, (select coalesce(json_agg(line.body), '[]')
  from (select row_to_json(shown.*) as body
  from (select item_1.id, item_1.name, item_1.parent_id, item_1.website, item_1.step_free, item_1.founded_on, item_1.opening_hours, item_1.open_on, item_1.directions, item_1.recorded_at, item_1.recorded_by
  from (select own.*, way.distance as "!distance"
  from (with recursive walk (id, at, distance) as (select null::bigint, item.id, 0
  union all select next.id, next.at, walk.distance + 1
  from walk
  cross join lateral (select step_1.id as id, step_1.id as at
  from public.branch as step_1
  where step_1.parent_id = walk.at offset 0) as next
  where walk.distance < 5) select walk.id, min(walk.distance) as distance
  from walk group by walk.id) as way join public.branch as own on own.id = way.id) as item_1
  where item_1."!distance" > 0
  order by item_1."!distance", item_1.id limit 2) as shown offset 0) as line having coalesce(sum(octet_length(line.body::text)::real * real '5.0706014e+30'), 0) >= 0) as descendants) as shown offset 0) as line having coalesce(sum(octet_length(line.body)::real * real '5.0706014e+30'), 0) >= 0;

-- GET /book?order=name.desc.nullslast,id
select '[' || coalesce(string_agg(line.body, ','), '') || ']' as body, count(*) as count, (array_agg(line.key_0))[20] as key_0, (array_agg(line.key_1))[20] as key_1, (array_agg(line.key_2))[20] as key_2
  from (select row_to_json(shown.*)::text as body, item.name::text as key_0, item.id::text as key_1, item.id::text as key_2
  from (select item.*
  from public.book as item
  order by item.name desc nulls last, item.id, item.id limit 20) as item
  cross join lateral (select item.id, item.isbn, item.name, item.edition, item.page_count, item.weight, item.subjects, item.print_runs, ((item.page_count >= 1000) is true) as is_long, item.shelf_mark, item.recorded_at, item.recorded_by) as shown offset 0) as line having coalesce(sum(octet_length(line.body)::real * real '5.0706014e+30'), 0) >= 0;

-- GET /book?order=weight.nullsfirst,is_long.desc
select '[' || coalesce(string_agg(line.body, ','), '') || ']' as body, count(*) as count, (array_agg(line.key_0))[20] as key_0, (array_agg(line.key_1))[20] as key_1, (array_agg(line.key_2))[20] as key_2
  from (select row_to_json(shown.*)::text as body, item.weight::text as key_0, ((item.page_count >= 1000) is true)::text as key_1, item.id::text as key_2
  from (select item.*
  from public.book as item
  order by item.weight nulls first, ((item.page_count >= 1000) is true) desc, item.id limit 20) as item
  cross join lateral (select item.id, item.isbn, item.name, item.edition, item.page_count, item.weight, item.subjects, item.print_runs, ((item.page_count >= 1000) is true) as is_long, item.shelf_mark, item.recorded_at, item.recorded_by) as shown offset 0) as line having coalesce(sum(octet_length(line.body)::real * real '5.0706014e+30'), 0) >= 0;

-- GET /copy?order=book(name).desc,branch(name)
select '[' || coalesce(string_agg(row_to_json(shown.*)::text, ','), '') || ']' as body, count(*) as count, (array_agg((select item_1.name
  from public.book as item_1
  where item_1.id = item.book_id limit 1)::text))[20] as key_0, (array_agg((select item_1.name
  from public.branch as item_1
  where item_1.id = item.branch_id limit 1)::text))[20] as key_1, (array_agg(item.id::text))[20] as key_2
  from (select item.*
  from public.copy as item
  order by (select item_1.name
  from public.book as item_1
  where item_1.id = item.book_id limit 1) desc, (select item_1.name
  from public.branch as item_1
  where item_1.id = item.branch_id limit 1), item.id limit 20) as item
  cross join lateral (select item.id, item.book_id, item.branch_id, item.barcode, item.acquired_at, item.price, item.times_lent, item.condition, item.recorded_at, item.recorded_by) as shown;

-- GET /branch?order=opening_hours->>monday,opening_hours->tuesday.desc
-- $1 = monday
-- $2 = tuesday
select '[' || coalesce(string_agg(line.body, ','), '') || ']' as body, count(*) as count
  from (select row_to_json(shown.*)::text as body
  from (select item.*
  from public.branch as item
  order by (item.opening_hours ->> $1::text), (item.opening_hours -> $2::text) desc, item.id limit 20) as item
  cross join lateral (select item.id, item.name, item.parent_id, item.website, item.step_free, item.founded_on, item.opening_hours, item.open_on, item.directions, item.recorded_at, item.recorded_by) as shown offset 0) as line having coalesce(sum(octet_length(line.body)::real * real '5.0706014e+30'), 0) >= 0;

-- GET /book?select=id,title:name,weight::text,is_long
select '[' || coalesce(string_agg(line.body, ','), '') || ']' as body, count(*) as count, (array_agg(line.key_0))[20] as key_0
  from (select row_to_json(shown.*)::text as body, item.id::text as key_0
  from (select item.*
  from public.book as item
  order by item.id limit 20) as item
  cross join lateral (select item.id, item.name as title, item.weight::text as weight, ((item.page_count >= 1000) is true) as is_long) as shown offset 0) as line having coalesce(sum(octet_length(line.body)::real * real '5.0706014e+30'), 0) >= 0;

-- GET /branch?select=opening_hours->monday->>0,first:open_on->0,*
-- $1 = monday
-- $2 = 0
-- $3 = 0
select '[' || coalesce(string_agg(line.body, ','), '') || ']' as body, count(*) as count, (array_agg(line.key_0))[20] as key_0
  from (select row_to_json(shown.*)::text as body, item.id::text as key_0
  from (select item.*
  from public.branch as item
  order by item.id limit 20) as item
  cross join lateral (select (item.opening_hours -> $1::text ->> $2::integer) as monday, (to_jsonb(item.open_on) -> $3::integer) as first, item.id, item.name, item.parent_id, item.website, item.step_free, item.founded_on, item.opening_hours, item.open_on, item.directions, item.recorded_at, item.recorded_by) as shown offset 0) as line having coalesce(sum(octet_length(line.body)::real * real '5.0706014e+30'), 0) >= 0;

-- GET /copy?select=id,book(name,edition)&limit=2
select '[' || coalesce(string_agg(row_to_json(shown.*)::text, ','), '') || ']' as body, count(*) as count, (array_agg(item.id::text))[2] as key_0
  from (select item.*
  from public.copy as item
  order by item.id limit 2) as item
  cross join lateral (select item.id, (select row_to_json(shown.*)
  from (select item_1.name, item_1.edition
  from public.book as item_1
  where item_1.id = item.book_id limit 1) as shown) as book) as shown;

-- GET /book?select=name,copy(id,branch(name)),volumes:copy!inner(barcode)&copy.order=price.desc&copy.limit=2&copy.offset=1&volumes.condition=eq.fine
-- $1 = fine
-- $2 = 1
-- $3 = fine
select '[' || coalesce(string_agg(line.body, ','), '') || ']' as body, count(*) as count, (array_agg(line.key_0))[20] as key_0
  from (select row_to_json(shown.*)::text as body, item.id::text as key_0
  from (select item.*
  from public.book as item
  where exists (select
  from public.copy as item_1
  where item_1.book_id = item.id and item_1.condition = $1::text)
  order by item.id limit 20) as item
  cross join lateral (select item.name, (select coalesce(json_agg(line.body), '[]')
  from (select row_to_json(shown.*) as body
  from (select item_1.id, (select row_to_json(shown.*)
  from (select item_2.name
  from public.branch as item_2
  where item_2.id = item_1.branch_id limit 1) as shown) as branch
  from public.copy as item_1
  where item_1.book_id = item.id
  order by item_1.price desc, item_1.id limit 2 offset $2::bigint) as shown offset 0) as line having coalesce(sum(octet_length(line.body::text)::real * real '5.0706014e+30'), 0) >= 0) as copy, (select coalesce(json_agg(line.body), '[]')
  from (select row_to_json(shown.*) as body
  from (select item_1.barcode
  from public.copy as item_1
  where item_1.book_id = item.id and item_1.condition = $3::text
  order by item_1.id) as shown offset 0) as line having coalesce(sum(octet_length(line.body::text)::real * real '5.0706014e+30'), 0) >= 0) as volumes) as shown offset 0) as line having coalesce(sum(octet_length(line.body)::real * real '5.0706014e+30'), 0) >= 0;

-- GET /copy?select=id,...book(title:name,is_long)&book.edition=eq.1
-- $1 = 1
select '[' || coalesce(string_agg(row_to_json(shown.*)::text, ','), '') || ']' as body, count(*) as count, (array_agg(item.id::text))[20] as key_0
  from (select item.*
  from public.copy as item
  order by item.id limit 20) as item
  cross join lateral (select item.id, (select item_1.name
  from public.book as item_1
  where item_1.id = item.book_id and item_1.edition = $1::integer limit 1) as title, (select ((item_1.page_count >= 1000) is true)
  from public.book as item_1
  where item_1.id = item.book_id and item_1.edition = $1::integer limit 1) as is_long) as shown;

-- GET /book?select=id,copy()&copy.condition=eq.worn&copy=not.is.null
-- $1 = worn
select '[' || coalesce(string_agg(row_to_json(shown.*)::text, ','), '') || ']' as body, count(*) as count, (array_agg(item.id::text))[20] as key_0
  from (select item.*
  from public.book as item
  where exists (select
  from public.copy as item_1
  where item_1.book_id = item.id and item_1.condition = $1::text)
  order by item.id limit 20) as item
  cross join lateral (select item.id) as shown;

-- GET /branch?embed=parent,children(copy!)&children.order=name&name=eq.x
-- $1 = x
select '[' || coalesce(string_agg(line.body, ','), '') || ']' as body, count(*) as count, (array_agg(line.key_0))[20] as key_0
  from (select row_to_json(shown.*)::text as body, item.id::text as key_0
  from (select item.*
  from public.branch as item
  where item.name = $1::text
  order by item.id limit 20) as item
  cross join lateral (select item.id, item.name, item.parent_id, item.website, item.step_free, item.founded_on, item.opening_hours, item.open_on, item.directions, item.recorded_at, item.recorded_by, (select row_to_json(shown.*)
  from (select item_1.id, item_1.name, item_1.parent_id, item_1.website, item_1.step_free, item_1.founded_on, item_1.opening_hours, item_1.open_on, item_1.directions, item_1.recorded_at, item_1.recorded_by
  from public.branch as item_1
  where item_1.id = item.parent_id limit 1) as shown) as parent, (select coalesce(json_agg(line.body), '[]')
  from (select row_to_json(shown.*) as body
  from (select item_1.id, item_1.name, item_1.parent_id, item_1.website, item_1.step_free, item_1.founded_on, item_1.opening_hours, item_1.open_on, item_1.directions, item_1.recorded_at, item_1.recorded_by, (select coalesce(json_agg(line.body), '[]')
  from (select row_to_json(shown.*) as body
  from (select item_2.id, item_2.book_id, item_2.branch_id, item_2.barcode, item_2.acquired_at, item_2.price, item_2.times_lent, item_2.condition, item_2.recorded_at, item_2.recorded_by
  from public.copy as item_2
  where item_2.branch_id = item_1.id
  order by item_2.id) as shown offset 0) as line having coalesce(sum(octet_length(line.body::text)::real * real '5.0706014e+30'), 0) >= 0) as copy
  from public.branch as item_1
  where item_1.parent_id = item.id and exists (select
  from public.copy as item_2
  where item_2.branch_id = item_1.id)
  order by item_1.name, item_1.id) as shown offset 0) as line having coalesce(sum(octet_length(line.body::text)::real * real '5.0706014e+30'), 0) >= 0) as children) as shown offset 0) as line having coalesce(sum(octet_length(line.body)::real * real '5.0706014e+30'), 0) >= 0;

-- GET /copy?select=condition,count(),total:price.sum(),price::text.max()::integer&order=total.desc.nullslast&limit=3&offset=2
-- $1 = 2
select '[' || coalesce(string_agg(line.body, ','), '') || ']' as body, count(*) as count
  from (select row_to_json(shown.*)::text as body
  from (select line.c0 as condition, count(line.c1) as count, sum(line.c2) as total, max(line.c3)::integer as max
  from (select item.condition as c0, true as c1, item.price as c2, item.price::text as c3
  from public.copy as item) as line group by line.c0
  order by sum(line.c2) desc nulls last, line.c0 limit 3 offset $1::bigint) as shown offset 0) as line having coalesce(sum(octet_length(line.body)::real * real '5.0706014e+30'), 0) >= 0;

-- GET /copy?select=count()&book.edition=eq.1
-- $1 = 1
select '[' || coalesce(string_agg(line.body, ','), '') || ']' as body, count(*) as count
  from (select row_to_json(shown.*)::text as body
  from (select count(line.c0) as count
  from (select true as c0
  from public.copy as item
  where exists (select
  from public.book as item_1
  where item_1.id = item.book_id and item_1.edition = $1::integer)) as line limit 20) as shown offset 0) as line having coalesce(sum(octet_length(line.body)::real * real '5.0706014e+30'), 0) >= 0;

-- GET /book?select=name,copy(branch(name),price.avg())&copy.order=avg.desc&copy.limit=2
select '[' || coalesce(string_agg(line.body, ','), '') || ']' as body, count(*) as count, (array_agg(line.key_0))[20] as key_0
  from (select row_to_json(shown.*)::text as body, item.id::text as key_0
  from (select item.*
  from public.book as item
  order by item.id limit 20) as item
  cross join lateral (select item.name, (select coalesce(json_agg(line.body), '[]')
  from (select row_to_json(shown.*) as body
  from (select line.c0::json as branch, avg(line.c1) as avg
  from (select ((select row_to_json(shown.*)
  from (select item_2.name
  from public.branch as item_2
  where item_2.id = item_1.branch_id limit 1) as shown))::text as c0, item_1.price as c1
  from public.copy as item_1
  where item_1.book_id = item.id) as line group by line.c0
  order by avg(line.c1) desc, line.c0 limit 2) as shown offset 0) as line having coalesce(sum(octet_length(line.body::text)::real * real '5.0706014e+30'), 0) >= 0) as copy) as shown offset 0) as line having coalesce(sum(octet_length(line.body)::real * real '5.0706014e+30'), 0) >= 0;

-- GET /copy?select=...book(title:name,n:is_long.count()),branch(name),count()&order=book(title)
select '[' || coalesce(string_agg(line.body, ','), '') || ']' as body, count(*) as count
  from (select row_to_json(shown.*)::text as body
  from (select line.c0 as title, count(line.c1) as n, line.c2::json as branch, count(line.c3) as count
  from (select case when item_1.id is not null then item_1.name end as c0, case when item_1.id is not null then ((item_1.page_count >= 1000) is true) end as c1, ((select row_to_json(shown.*)
  from (select item_1.name
  from public.branch as item_1
  where item_1.id = item.branch_id limit 1) as shown))::text as c2, true as c3
  from (select item.*
  from public.copy as item) as item left join lateral (select item_1.*
  from public.book as item_1
  where item_1.id = item.book_id) as item_1 on true) as line group by line.c0, line.c2
  order by line.c0, line.c0, line.c2 limit 20) as shown offset 0) as line having coalesce(sum(octet_length(line.body)::real * real '5.0706014e+30'), 0) >= 0;

-- GET /book?select=name,...copy(id,price)&copy.order=price.desc&copy.limit=2&copy.condition=eq.fine
-- $1 = fine
select '[' || coalesce(string_agg(row_to_json(shown.*)::text, ','), '') || ']' as body, count(*) as count, (array_agg(item.id::text))[20] as key_0
  from (select item.*
  from public.book as item
  order by item.id limit 20) as item
  cross join lateral (select item.name, (select coalesce(json_agg(line.body), '[]')
  from (select to_json(shown.value) as body
  from (select item_1.id as value
  from public.copy as item_1
  where item_1.book_id = item.id and item_1.condition = $1::text
  order by item_1.price desc, item_1.id limit 2) as shown offset 0) as line having coalesce(sum(octet_length(line.body::text)::real * real '5.0706014e+30'), 0) >= 0) as id, (select coalesce(json_agg(line.body), '[]')
  from (select to_json(shown.value) as body
  from (select item_1.price as value
  from public.copy as item_1
  where item_1.book_id = item.id and item_1.condition = $1::text
  order by item_1.price desc, item_1.id limit 2) as shown offset 0) as line having coalesce(sum(octet_length(line.body::text)::real * real '5.0706014e+30'), 0) >= 0) as price) as shown;

-- GET /loan?embed=member!,copy(book)&valid_at=2026-01-01T00:00Z
-- $1 = 2026-01-01T00:00:00+00:00
-- $2 = 2026-01-01T00:00:00+00:00
select '[' || coalesce(string_agg(line.body, ','), '') || ']' as body, count(*) as count, (array_agg(line.key_0))[20] as key_0
  from (select row_to_json(shown.*)::text as body, item.id::text as key_0
  from (select item.*
  from public.loan as item
  where item.valid_from is not null and item.valid_from <= $1::timestamptz and (item.valid_to > $2::timestamptz or item.valid_to is null) and exists (select
  from public.member as item_1
  where item_1.id = item.member_id)
  order by item.id limit 20) as item
  cross join lateral (select item.id, item.copy_id, item.member_id, item.renewals, item.valid_from, item.valid_to, item.recorded_at, item.recorded_by, (select row_to_json(shown.*)
  from (select item_1.id, item_1."user", item_1."group", item_1.email, item_1.born_on, item_1.recorded_at, item_1.recorded_by
  from public.member as item_1
  where item_1.id = item.member_id limit 1) as shown) as member, (select row_to_json(shown.*)
  from (select item_1.id, item_1.book_id, item_1.branch_id, item_1.barcode, item_1.acquired_at, item_1.price, item_1.times_lent, item_1.condition, item_1.recorded_at, item_1.recorded_by, (select row_to_json(shown.*)
  from (select item_2.id, item_2.isbn, item_2.name, item_2.edition, item_2.page_count, item_2.weight, item_2.subjects, item_2.print_runs, ((item_2.page_count >= 1000) is true) as is_long, item_2.shelf_mark, item_2.recorded_at, item_2.recorded_by
  from public.book as item_2
  where item_2.id = item_1.book_id limit 1) as shown) as book
  from public.copy as item_1
  where item_1.id = item.copy_id limit 1) as shown) as copy) as shown offset 0) as line having coalesce(sum(octet_length(line.body)::real * real '5.0706014e+30'), 0) >= 0;

-- GET /member?embed=membership!(branch)&membership.valid_at=2026-01-01T01:00%2B01:00&membership.level=eq.friend
-- $1 = 2026-01-01T00:00:00+00:00
-- $2 = 2026-01-01T00:00:00+00:00
-- $3 = friend
-- $4 = 2026-01-01T00:00:00+00:00
-- $5 = 2026-01-01T00:00:00+00:00
-- $6 = friend
select '[' || coalesce(string_agg(line.body, ','), '') || ']' as body, count(*) as count, (array_agg(line.key_0))[20] as key_0
  from (select row_to_json(shown.*)::text as body, item.id::text as key_0
  from (select item.*
  from public.member as item
  where exists (select
  from public.membership as item_1
  where item_1.member_id = item.id and item_1.valid_from is not null and item_1.valid_from <= $1::timestamptz and (item_1.valid_to > $2::timestamptz or item_1.valid_to is null) and item_1.level = $3::text)
  order by item.id limit 20) as item
  cross join lateral (select item.id, item."user", item."group", item.email, item.born_on, item.recorded_at, item.recorded_by, (select coalesce(json_agg(line.body), '[]')
  from (select row_to_json(shown.*) as body
  from (select item_1.id, item_1.member_id, item_1.branch_id, item_1.level, item_1.valid_from, item_1.valid_to, item_1.recorded_at, item_1.recorded_by, (select row_to_json(shown.*)
  from (select item_2.id, item_2.name, item_2.parent_id, item_2.website, item_2.step_free, item_2.founded_on, item_2.opening_hours, item_2.open_on, item_2.directions, item_2.recorded_at, item_2.recorded_by
  from public.branch as item_2
  where item_2.id = item_1.branch_id limit 1) as shown) as branch
  from public.membership as item_1
  where item_1.member_id = item.id and item_1.valid_from is not null and item_1.valid_from <= $4::timestamptz and (item_1.valid_to > $5::timestamptz or item_1.valid_to is null) and item_1.level = $6::text
  order by item_1.id) as shown offset 0) as line having coalesce(sum(octet_length(line.body::text)::real * real '5.0706014e+30'), 0) >= 0) as membership) as shown offset 0) as line having coalesce(sum(octet_length(line.body)::real * real '5.0706014e+30'), 0) >= 0;

-- GET /copy?as_of=2026-01-01T00:00Z&embed=book,loan
-- $1 = 2026-01-01T00:00:00+00:00
with ahead as materialized (select case when count(*) = 80 then max(item.id) end as last
  from (select item.id
  from public.copy as item
  order by item.id limit 80) as item), near as materialized (select item.*
  from (select id, book_id, branch_id, barcode, acquired_at, price, times_lent, condition, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at
  from public.copy
  union all select copy_id as id, book_id, branch_id, barcode, acquired_at, price, times_lent, condition, recorded_at, recorded_by, id as row_version, replaced_at
  from public.copy_history) as item
  where item.id <= (select coalesce(ahead.last, 9223372036854775807)
  from ahead) and item.recorded_at <= $1::timestamptz and (item.replaced_at is null or item.replaced_at > $1::timestamptz)
  order by item.id limit 20), choice as materialized (select case when (select count(*)
  from near) = 20 or (select ahead.last
  from ahead) is null then 'ahead' else 'whole' end as taken) select '[' || coalesce(string_agg(line.body, ','), '') || ']' as body, count(*) as count, (array_agg(line.key_0))[20] as key_0, $1::timestamptz > almanac.clock() as future, (select choice.taken
  from choice) as way
  from (select row_to_json(shown.*)::text as body, item.id::text as key_0
  from (select item.*
  from near as item
  where (select choice.taken
  from choice) = 'ahead'
  union all select item.*
  from (select item.*
  from (select id, book_id, branch_id, barcode, acquired_at, price, times_lent, condition, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at
  from public.copy
  union all select copy_id as id, book_id, branch_id, barcode, acquired_at, price, times_lent, condition, recorded_at, recorded_by, id as row_version, replaced_at
  from public.copy_history) as item
  where item.recorded_at <= $1::timestamptz and (item.replaced_at is null or item.replaced_at > $1::timestamptz)
  order by item.id limit 20) as item
  where (select choice.taken
  from choice) = 'whole') as item
  cross join lateral (select item.id, item.book_id, item.branch_id, item.barcode, item.acquired_at, item.price, item.times_lent, item.condition, item.recorded_at, item.recorded_by, (select row_to_json(shown.*)
  from (select item_1.id, item_1.isbn, item_1.name, item_1.edition, item_1.page_count, item_1.weight, item_1.subjects, item_1.print_runs, ((item_1.page_count >= 1000) is true) as is_long, item_1.shelf_mark, item_1.recorded_at, item_1.recorded_by
  from (select id, isbn, name, edition, page_count, weight, subjects, print_runs, shelf_mark, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at
  from public.book
  union all select book_id as id, isbn, name, edition, page_count, weight, subjects, print_runs, shelf_mark, recorded_at, recorded_by, id as row_version, replaced_at
  from public.book_history) as item_1
  where item_1.id = item.book_id and item_1.recorded_at <= $1::timestamptz and (item_1.replaced_at is null or item_1.replaced_at > $1::timestamptz) limit 1) as shown) as book, (select coalesce(json_agg(line.body), '[]')
  from (select row_to_json(shown.*) as body
  from (select item_1.id, item_1.copy_id, item_1.member_id, item_1.renewals, item_1.valid_from, item_1.valid_to, item_1.recorded_at, item_1.recorded_by
  from public.loan as item_1
  where item_1.copy_id = item.id and item_1.valid_from is not null
  order by item_1.id) as shown offset 0) as line having coalesce(sum(octet_length(line.body::text)::real * real '5.0706014e+30'), 0) >= 0) as loan) as shown offset 0) as line having coalesce(sum(octet_length(line.body)::real * real '5.0706014e+30'), 0) >= 0;

-- GET /membership?as_of=2026-01-01T00:00Z&valid_at=2026-01-01T00:00Z&member.group=eq.adult
-- $1 = 2026-01-01T00:00:00+00:00
-- $2 = 2026-01-01T00:00:00+00:00
-- $3 = 2026-01-01T00:00:00+00:00
-- $4 = adult
with ahead as materialized (select case when count(*) = 80 then max(item.id) end as last
  from (select item.id
  from public.membership as item
  order by item.id limit 80) as item), near as materialized (select item.*
  from (select id, member_id, branch_id, level, valid_from, valid_to, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at
  from public.membership
  union all select membership_id as id, member_id, branch_id, level, valid_from, valid_to, recorded_at, recorded_by, id as row_version, replaced_at
  from public.membership_history) as item
  where item.id <= (select coalesce(ahead.last, 9223372036854775807)
  from ahead) and item.valid_from is not null and item.recorded_at <= $1::timestamptz and (item.replaced_at is null or item.replaced_at > $1::timestamptz) and item.valid_from <= $2::timestamptz and (item.valid_to > $3::timestamptz or item.valid_to is null) and exists (select
  from (select id, "user", "group", email, born_on, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at
  from public.member
  union all select member_id as id, "user", "group", email, born_on, recorded_at, recorded_by, id as row_version, replaced_at
  from public.member_history) as item_1
  where item_1.id = item.member_id and item_1.recorded_at <= $1::timestamptz and (item_1.replaced_at is null or item_1.replaced_at > $1::timestamptz) and item_1."group" = $4::text)
  order by item.id limit 20), choice as materialized (select case when (select count(*)
  from near) = 20 or (select ahead.last
  from ahead) is null then 'ahead' else 'whole' end as taken) select '[' || coalesce(string_agg(line.body, ','), '') || ']' as body, count(*) as count, (array_agg(line.key_0))[20] as key_0, $1::timestamptz > almanac.clock() as future, (select choice.taken
  from choice) as way
  from (select row_to_json(shown.*)::text as body, item.id::text as key_0
  from (select item.*
  from near as item
  where (select choice.taken
  from choice) = 'ahead'
  union all select item.*
  from (select item.*
  from (select id, member_id, branch_id, level, valid_from, valid_to, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at
  from public.membership
  union all select membership_id as id, member_id, branch_id, level, valid_from, valid_to, recorded_at, recorded_by, id as row_version, replaced_at
  from public.membership_history) as item
  where item.valid_from is not null and item.recorded_at <= $1::timestamptz and (item.replaced_at is null or item.replaced_at > $1::timestamptz) and item.valid_from <= $2::timestamptz and (item.valid_to > $3::timestamptz or item.valid_to is null) and exists (select
  from (select id, "user", "group", email, born_on, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at
  from public.member
  union all select member_id as id, "user", "group", email, born_on, recorded_at, recorded_by, id as row_version, replaced_at
  from public.member_history) as item_1
  where item_1.id = item.member_id and item_1.recorded_at <= $1::timestamptz and (item_1.replaced_at is null or item_1.replaced_at > $1::timestamptz) and item_1."group" = $4::text)
  order by item.id limit 20) as item
  where (select choice.taken
  from choice) = 'whole') as item
  cross join lateral (select item.id, item.member_id, item.branch_id, item.level, item.valid_from, item.valid_to, item.recorded_at, item.recorded_by) as shown offset 0) as line having coalesce(sum(octet_length(line.body)::real * real '5.0706014e+30'), 0) >= 0;

-- GET /book_history?book_id=eq.3&order=recorded_at.desc
-- $1 = 3
select '[' || coalesce(string_agg(line.body, ','), '') || ']' as body, count(*) as count, (array_agg(line.key_0))[20] as key_0, (array_agg(line.key_1))[20] as key_1
  from (select row_to_json(shown.*)::text as body, to_json(item.recorded_at) #>> '{}' as key_0, item.id::text as key_1
  from (select item.*
  from (select row_version as id, id as book_id, isbn, name, edition, page_count, weight, subjects, print_runs, shelf_mark, recorded_at, recorded_by, null::timestamptz as replaced_at, null::bigint as replaced_by
  from public.book
  union all select id, book_id, isbn, name, edition, page_count, weight, subjects, print_runs, shelf_mark, recorded_at, recorded_by, replaced_at, replaced_by
  from public.book_history) as item
  where item.book_id = $1::bigint
  order by item.recorded_at desc, item.id limit 20) as item
  cross join lateral (select item.id, item.book_id, item.isbn, item.name, item.edition, item.page_count, item.weight, item.subjects, item.print_runs, ((item.page_count >= 1000) is true) as is_long, item.shelf_mark, item.recorded_at, item.recorded_by, item.replaced_at, item.replaced_by) as shown offset 0) as line having coalesce(sum(octet_length(line.body)::real * real '5.0706014e+30'), 0) >= 0;

-- GET /book_history?embed=copy&replaced_at=is.null
select '[' || coalesce(string_agg(line.body, ','), '') || ']' as body, count(*) as count, (array_agg(line.key_0))[20] as key_0
  from (select row_to_json(shown.*)::text as body, item.id::text as key_0
  from (select item.*
  from (select row_version as id, id as book_id, isbn, name, edition, page_count, weight, subjects, print_runs, shelf_mark, recorded_at, recorded_by, null::timestamptz as replaced_at, null::bigint as replaced_by
  from public.book
  union all select id, book_id, isbn, name, edition, page_count, weight, subjects, print_runs, shelf_mark, recorded_at, recorded_by, replaced_at, replaced_by
  from public.book_history) as item
  where item.replaced_at is null
  order by item.id limit 20) as item
  cross join lateral (select item.id, item.book_id, item.isbn, item.name, item.edition, item.page_count, item.weight, item.subjects, item.print_runs, ((item.page_count >= 1000) is true) as is_long, item.shelf_mark, item.recorded_at, item.recorded_by, item.replaced_at, item.replaced_by, (select coalesce(json_agg(line.body), '[]')
  from (select row_to_json(shown.*) as body
  from (select item_1.id, item_1.book_id, item_1.branch_id, item_1.barcode, item_1.acquired_at, item_1.price, item_1.times_lent, item_1.condition, item_1.recorded_at, item_1.recorded_by
  from (select id, book_id, branch_id, barcode, acquired_at, price, times_lent, condition, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at
  from public.copy
  union all select copy_id as id, book_id, branch_id, barcode, acquired_at, price, times_lent, condition, recorded_at, recorded_by, id as row_version, replaced_at
  from public.copy_history) as item_1
  where item_1.book_id = item.book_id and item_1.recorded_at <= coalesce(item.replaced_at - interval '1 microsecond', 'infinity') and (item_1.replaced_at is null or item_1.replaced_at > coalesce(item.replaced_at - interval '1 microsecond', 'infinity'))
  order by item_1.id) as shown offset 0) as line having coalesce(sum(octet_length(line.body::text)::real * real '5.0706014e+30'), 0) >= 0) as copy) as shown offset 0) as line having coalesce(sum(octet_length(line.body)::real * real '5.0706014e+30'), 0) >= 0;

-- GET /book?after=WzIwLCI3Il0
-- $1 = 7
select '[' || coalesce(string_agg(line.body, ','), '') || ']' as body, count(*) as count, (array_agg(line.key_0))[20] as key_0
  from (select row_to_json(shown.*)::text as body, item.id::text as key_0
  from (select item.*
  from public.book as item
  where item.id > $1::bigint
  order by item.id limit 20) as item
  cross join lateral (select item.id, item.isbn, item.name, item.edition, item.page_count, item.weight, item.subjects, item.print_runs, ((item.page_count >= 1000) is true) as is_long, item.shelf_mark, item.recorded_at, item.recorded_by) as shown offset 0) as line having coalesce(sum(octet_length(line.body)::real * real '5.0706014e+30'), 0) >= 0;

-- GET /book?order=name&after=WzIwLCJIdW5nZXIiLCI3Il0
-- $1 = Hunger
-- $2 = 7
select '[' || coalesce(string_agg(line.body, ','), '') || ']' as body, count(*) as count, (array_agg(line.key_0))[20] as key_0, (array_agg(line.key_1))[20] as key_1
  from (select row_to_json(shown.*)::text as body, item.name::text as key_0, item.id::text as key_1
  from (select item.*
  from public.book as item
  where (item.name >= $1::text and (item.name > $1::text or item.id > $2::bigint))
  order by item.name, item.id limit 20) as item
  cross join lateral (select item.id, item.isbn, item.name, item.edition, item.page_count, item.weight, item.subjects, item.print_runs, ((item.page_count >= 1000) is true) as is_long, item.shelf_mark, item.recorded_at, item.recorded_by) as shown offset 0) as line having coalesce(sum(octet_length(line.body)::real * real '5.0706014e+30'), 0) >= 0;

-- GET /book?order=weight.desc.nullslast,edition&after=WzIwLG51bGwsIjEiLCI3Il0
-- $1 = 1
-- $2 = 7
select '[' || coalesce(string_agg(line.body, ','), '') || ']' as body, count(*) as count, (array_agg(line.key_0))[20] as key_0, (array_agg(line.key_1))[20] as key_1, (array_agg(line.key_2))[20] as key_2
  from (select row_to_json(shown.*)::text as body, item.weight::text as key_0, item.edition::text as key_1, item.id::text as key_2
  from (select item.*
  from public.book as item
  where (item.weight is null and ((item.edition >= $1::integer and (item.edition > $1::integer or item.id > $2::bigint))))
  order by item.weight desc nulls last, item.edition, item.id limit 20) as item
  cross join lateral (select item.id, item.isbn, item.name, item.edition, item.page_count, item.weight, item.subjects, item.print_runs, ((item.page_count >= 1000) is true) as is_long, item.shelf_mark, item.recorded_at, item.recorded_by) as shown offset 0) as line having coalesce(sum(octet_length(line.body)::real * real '5.0706014e+30'), 0) >= 0;

-- GET /book?order=weight,page_count.desc&after=WzIwLCIwLjUiLCIxMDAiLCI3Il0
-- $1 = 0.5
-- $2 = 100
-- $3 = 7
select '[' || coalesce(string_agg(line.body, ','), '') || ']' as body, count(*) as count, (array_agg(line.key_0))[20] as key_0, (array_agg(line.key_1))[20] as key_1, (array_agg(line.key_2))[20] as key_2
  from (select row_to_json(shown.*)::text as body, item.weight::text as key_0, item.page_count::text as key_1, item.id::text as key_2
  from (select item.*
  from public.book as item
  where (item.weight >= $1::numeric and (item.weight > $1::numeric or (item.page_count <= $2::integer and (item.page_count < $2::integer or item.id > $3::bigint))) or item.weight is null)
  order by item.weight, item.page_count desc, item.id limit 20) as item
  cross join lateral (select item.id, item.isbn, item.name, item.edition, item.page_count, item.weight, item.subjects, item.print_runs, ((item.page_count >= 1000) is true) as is_long, item.shelf_mark, item.recorded_at, item.recorded_by) as shown offset 0) as line having coalesce(sum(octet_length(line.body)::real * real '5.0706014e+30'), 0) >= 0;

-- GET /copy?order=book(name)&after=WzIwLCJIdW5nZXIiLCI3Il0
-- $1 = Hunger
-- $2 = 7
select '[' || coalesce(string_agg(row_to_json(shown.*)::text, ','), '') || ']' as body, count(*) as count, (array_agg((select item_1.name
  from public.book as item_1
  where item_1.id = item.book_id limit 1)::text))[20] as key_0, (array_agg(item.id::text))[20] as key_1
  from (select item.*
  from public.copy as item
  where ((select item_1.name
  from public.book as item_1
  where item_1.id = item.book_id limit 1) >= $1::text and ((select item_1.name
  from public.book as item_1
  where item_1.id = item.book_id limit 1) > $1::text or item.id > $2::bigint) or (select item_1.name
  from public.book as item_1
  where item_1.id = item.book_id limit 1) is null)
  order by (select item_1.name
  from public.book as item_1
  where item_1.id = item.book_id limit 1), item.id limit 20) as item
  cross join lateral (select item.id, item.book_id, item.branch_id, item.barcode, item.acquired_at, item.price, item.times_lent, item.condition, item.recorded_at, item.recorded_by) as shown;

-- GET /copy?as_of=2026-01-01T00:00Z&embed=book, by the way "ahead" alone
-- $1 = 2026-01-01T00:00:00+00:00
with ahead as materialized (select case when count(*) = 80 then max(item.id) end as last
  from (select item.id
  from public.copy as item
  order by item.id limit 80) as item) select '[' || coalesce(string_agg(line.body, ','), '') || ']' as body, count(*) as count, (array_agg(line.key_0))[20] as key_0, $1::timestamptz > almanac.clock() as future, case when count(*) = 20 or (select ahead.last
  from ahead) is null then 'ahead' end as way
  from (select row_to_json(shown.*)::text as body, item.id::text as key_0
  from (select item.*
  from (select id, book_id, branch_id, barcode, acquired_at, price, times_lent, condition, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at
  from public.copy
  union all select copy_id as id, book_id, branch_id, barcode, acquired_at, price, times_lent, condition, recorded_at, recorded_by, id as row_version, replaced_at
  from public.copy_history) as item
  where item.id <= (select coalesce(ahead.last, 9223372036854775807)
  from ahead) and item.recorded_at <= $1::timestamptz and (item.replaced_at is null or item.replaced_at > $1::timestamptz)
  order by item.id limit 20) as item
  cross join lateral (select item.id, item.book_id, item.branch_id, item.barcode, item.acquired_at, item.price, item.times_lent, item.condition, item.recorded_at, item.recorded_by, (select row_to_json(shown.*)
  from (select item_1.id, item_1.isbn, item_1.name, item_1.edition, item_1.page_count, item_1.weight, item_1.subjects, item_1.print_runs, ((item_1.page_count >= 1000) is true) as is_long, item_1.shelf_mark, item_1.recorded_at, item_1.recorded_by
  from (select id, isbn, name, edition, page_count, weight, subjects, print_runs, shelf_mark, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at
  from public.book
  union all select book_id as id, isbn, name, edition, page_count, weight, subjects, print_runs, shelf_mark, recorded_at, recorded_by, id as row_version, replaced_at
  from public.book_history) as item_1
  where item_1.id = item.book_id and item_1.recorded_at <= $1::timestamptz and (item_1.replaced_at is null or item_1.replaced_at > $1::timestamptz) limit 1) as shown) as book) as shown offset 0) as line having coalesce(sum(octet_length(line.body)::real * real '5.0706014e+30'), 0) >= 0;

-- GET /book?name=eq.a, with the count of all pages
-- $1 = a
select '[' || coalesce(string_agg(line.body, ','), '') || ']' as body, count(*) as count, (array_agg(line.key_0))[20] as key_0, (select count(*)
  from public.book as item
  where item.name = $1::text) as total
  from (select row_to_json(shown.*)::text as body, item.id::text as key_0
  from (select item.*
  from public.book as item
  where item.name = $1::text
  order by item.id limit 20) as item
  cross join lateral (select item.id, item.isbn, item.name, item.edition, item.page_count, item.weight, item.subjects, item.print_runs, ((item.page_count >= 1000) is true) as is_long, item.shelf_mark, item.recorded_at, item.recorded_by) as shown offset 0) as line having coalesce(sum(octet_length(line.body)::real * real '5.0706014e+30'), 0) >= 0;

-- GET /copy?select=condition,count(), with the number of groups
select '[' || coalesce(string_agg(line.body, ','), '') || ']' as body, count(*) as count, (select count(*)
  from (select line.c0 as condition, count(line.c1) as count
  from (select item.condition as c0, true as c1
  from public.copy as item) as line group by line.c0) as item) as total
  from (select row_to_json(shown.*)::text as body
  from (select line.c0 as condition, count(line.c1) as count
  from (select item.condition as c0, true as c1
  from public.copy as item) as line group by line.c0
  order by line.c0 limit 20) as shown offset 0) as line having coalesce(sum(octet_length(line.body)::real * real '5.0706014e+30'), 0) >= 0;

-- GET /book?name=eq.a, row by row
-- $1 = a
select line.body
  from (select row_to_json(shown.*)::text as body
  from (select item.*
  from public.book as item
  where item.name = $1::text
  order by item.id limit 20) as item
  cross join lateral (select item.id, item.isbn, item.name, item.edition, item.page_count, item.weight, item.subjects, item.print_runs, ((item.page_count >= 1000) is true) as is_long, item.shelf_mark, item.recorded_at, item.recorded_by) as shown offset 0) as line
  where (octet_length(line.body)::real * real '5.0706014e+30' >= 0) is not false;

-- GET /book?name=eq.a, how many rows PostgreSQL expects
-- $1 = a
explain (format json) select
  from public.book as item
  where item.name = $1::text;

-- GET /book?name=eq.a, counted as far as a bound
-- $1 = a
select count(*) as count
  from (select
  from public.book as item
  where item.name = $1::text limit 1000) as item;

-- GET /holiday/7
-- $1 = 7
select line.version, line.body
  from (select item.row_version as version, row_to_json(shown.*)::text as body
  from public.holiday as item, lateral (select item.id, item.day, item.name, item.recorded_at, item.recorded_by, (select row_to_json(link.*)
  from (select '/library/holiday/' || item.id as self) as link) as links) as shown
  where item.id = $1::bigint offset 0) as line
  where (octet_length(line.body)::real * real '5.0706014e+30' >= 0) is not false;

-- GET /membership/7?select=level,member(user)
-- $1 = 7
select item.row_version as version, row_to_json(shown.*)::text as body
  from public.membership as item, lateral (select item.level, (select row_to_json(shown.*)
  from (select item_1."user"
  from public.member as item_1
  where item_1.id = item.member_id limit 1) as shown) as member) as shown
  where item.id = $1::bigint and item.valid_from is not null;

-- GET /branch/7?embed=parent,copy&copy.limit=1
-- $1 = 7
select line.version, line.body
  from (select item.row_version as version, row_to_json(shown.*)::text as body
  from public.branch as item, lateral (select item.id, item.name, item.parent_id, item.website, item.step_free, item.founded_on, item.opening_hours, item.open_on, item.directions, item.recorded_at, item.recorded_by, (select row_to_json(link.*)
  from (select '/library/branch/' || item.id as self, '/library/branch/' || item.parent_id as parent, '/library/branch?parent_id=eq.' || item.id as children, '/library/copy?branch_id=eq.' || item.id as copy, '/library/membership?branch_id=eq.' || item.id as membership) as link) as links, (select row_to_json(shown.*)
  from (select item_1.id, item_1.name, item_1.parent_id, item_1.website, item_1.step_free, item_1.founded_on, item_1.opening_hours, item_1.open_on, item_1.directions, item_1.recorded_at, item_1.recorded_by
  from public.branch as item_1
  where item_1.id = item.parent_id limit 1) as shown) as parent, (select coalesce(json_agg(line.body), '[]')
  from (select row_to_json(shown.*) as body
  from (select item_1.id, item_1.book_id, item_1.branch_id, item_1.barcode, item_1.acquired_at, item_1.price, item_1.times_lent, item_1.condition, item_1.recorded_at, item_1.recorded_by
  from public.copy as item_1
  where item_1.branch_id = item.id
  order by item_1.id limit 1) as shown offset 0) as line having coalesce(sum(octet_length(line.body::text)::real * real '5.0706014e+30'), 0) >= 0) as copy) as shown
  where item.id = $1::bigint offset 0) as line
  where (octet_length(line.body)::real * real '5.0706014e+30' >= 0) is not false;

-- GET /copy/7?as_of=2026-01-01T00:00Z&embed=book
-- $1 = 2026-01-01T00:00:00+00:00
-- $2 = 7
select found.version, found.body, $1::timestamptz > almanac.clock() as future
  from (select) as request left join (select line.version, line.body
  from (select item.row_version as version, row_to_json(shown.*)::text as body
  from (select id, book_id, branch_id, barcode, acquired_at, price, times_lent, condition, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at
  from public.copy
  union all select copy_id as id, book_id, branch_id, barcode, acquired_at, price, times_lent, condition, recorded_at, recorded_by, id as row_version, replaced_at
  from public.copy_history) as item, lateral (select item.id, item.book_id, item.branch_id, item.barcode, item.acquired_at, item.price, item.times_lent, item.condition, item.recorded_at, item.recorded_by, (select row_to_json(link.*)
  from (select '/library/copy/' || item.id as self, '/library/copy/' || item.id || '/history' as history, '/library/book/' || item.book_id as book, '/library/branch/' || item.branch_id as branch, '/library/loan?copy_id=eq.' || item.id as loan) as link) as links, (select row_to_json(shown.*)
  from (select item_1.id, item_1.isbn, item_1.name, item_1.edition, item_1.page_count, item_1.weight, item_1.subjects, item_1.print_runs, ((item_1.page_count >= 1000) is true) as is_long, item_1.shelf_mark, item_1.recorded_at, item_1.recorded_by
  from (select id, isbn, name, edition, page_count, weight, subjects, print_runs, shelf_mark, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at
  from public.book
  union all select book_id as id, isbn, name, edition, page_count, weight, subjects, print_runs, shelf_mark, recorded_at, recorded_by, id as row_version, replaced_at
  from public.book_history) as item_1
  where item_1.id = item.book_id and item_1.recorded_at <= $1::timestamptz and (item_1.replaced_at is null or item_1.replaced_at > $1::timestamptz) limit 1) as shown) as book) as shown
  where item.id = $2::bigint and item.recorded_at <= $1::timestamptz and (item.replaced_at is null or item.replaced_at > $1::timestamptz) offset 0) as line
  where (octet_length(line.body)::real * real '5.0706014e+30' >= 0) is not false) as found on true;

-- GET /book_history/7
-- $1 = 7
select line.version, line.body
  from (select item.id as version, row_to_json(shown.*)::text as body
  from (select row_version as id, id as book_id, isbn, name, edition, page_count, weight, subjects, print_runs, shelf_mark, recorded_at, recorded_by, null::timestamptz as replaced_at, null::bigint as replaced_by
  from public.book
  union all select id, book_id, isbn, name, edition, page_count, weight, subjects, print_runs, shelf_mark, recorded_at, recorded_by, replaced_at, replaced_by
  from public.book_history) as item, lateral (select item.id, item.book_id, item.isbn, item.name, item.edition, item.page_count, item.weight, item.subjects, item.print_runs, ((item.page_count >= 1000) is true) as is_long, item.shelf_mark, item.recorded_at, item.recorded_by, item.replaced_at, item.replaced_by, (select row_to_json(link.*)
  from (select '/library/book_history/' || item.id as self, '/library/copy?book_id=eq.' || item.book_id as copy) as link) as links) as shown
  where item.id = $1::bigint offset 0) as line
  where (octet_length(line.body)::real * real '5.0706014e+30' >= 0) is not false;

-- GET /studio/search?q=Soil's 7%, in book
-- $1 = %Soil's 7\%%
-- $2 = {"Soil's 7%","Soil's 7&"}
select '[' || coalesce(string_agg(row_to_json(shown.*)::text, ','), '') || ']' as body, count(*) as count, (array_agg(((item.name ilike E'Soil''s 7\\%' or item.isbn = 'Soil''s 7%') is true)::text))[5] as key_0, (array_agg(((item.name ilike E'Soil''s 7\\%%' or (item.isbn ~>=~ ('{"Soil''s 7%","Soil''s 7&"}'::text[])[1] and item.isbn ~<~ ('{"Soil''s 7%","Soil''s 7&"}'::text[])[2])) is true)::text))[5] as key_1, (array_agg(item.id::text))[5] as key_2
  from (select item.*
  from public.book as item
  where (item.name ilike $1::text or (item.isbn ~>=~ ($2::text[])[1] and item.isbn ~<~ ($2::text[])[2]))
  order by ((item.name ilike E'Soil''s 7\\%' or item.isbn = 'Soil''s 7%') is true) desc, ((item.name ilike E'Soil''s 7\\%%' or (item.isbn ~>=~ ('{"Soil''s 7%","Soil''s 7&"}'::text[])[1] and item.isbn ~<~ ('{"Soil''s 7%","Soil''s 7&"}'::text[])[2])) is true) desc, item.id limit 5) as item
  cross join lateral (select item.id, item.name as label_0, ((item.name ilike E'Soil''s 7\\%') is true) as exact_0, ((item.name ilike E'Soil''s 7\\%%') is true) as begins_0, ((item.name ilike E'%Soil''s 7\\%%') is true) as contains_0, ((item.isbn = 'Soil''s 7%') is true) as exact_1, (((item.isbn ~>=~ ('{"Soil''s 7%","Soil''s 7&"}'::text[])[1] and item.isbn ~<~ ('{"Soil''s 7%","Soil''s 7&"}'::text[])[2])) is true) as begins_1) as shown;

-- GET /studio/search?q=7, in member
-- $1 = %7%
-- $2 = {"7","8"}
-- $3 = 7
select '[' || coalesce(string_agg(row_to_json(shown.*)::text, ','), '') || ']' as body, count(*) as count, (array_agg(((item."user" ilike '7' or item.email = '7' or item.id = 7) is true)::text))[5] as key_0, (array_agg(((item."user" ilike '7%' or (item.email ~>=~ ('{"7","8"}'::text[])[1] and item.email ~<~ ('{"7","8"}'::text[])[2]) or item.id = 7) is true)::text))[5] as key_1, (array_agg(item.id::text))[5] as key_2
  from (select item.*
  from public.member as item
  where (item."user" ilike $1::text or (item.email ~>=~ ($2::text[])[1] and item.email ~<~ ($2::text[])[2]) or item.id = $3::bigint)
  order by ((item."user" ilike '7' or item.email = '7' or item.id = 7) is true) desc, ((item."user" ilike '7%' or (item.email ~>=~ ('{"7","8"}'::text[])[1] and item.email ~<~ ('{"7","8"}'::text[])[2]) or item.id = 7) is true) desc, item.id limit 5) as item
  cross join lateral (select item.id, item."user" as label_0, ((item."user" ilike '7') is true) as exact_0, ((item."user" ilike '7%') is true) as begins_0, ((item."user" ilike '%7%') is true) as contains_0, ((item.email = '7') is true) as exact_1, (((item.email ~>=~ ('{"7","8"}'::text[])[1] and item.email ~<~ ('{"7","8"}'::text[])[2])) is true) as begins_1, ((item.id = 7) is true) as exact_2) as shown;

-- GET /studio/instants, of membership_history?id=eq.7
-- $1 = 7
with line as materialized (select item.recorded_at as recorded_at, item.replaced_at as replaced_at, item.valid_from as valid_from, item.valid_to as valid_to
  from (select row_version as id, id as membership_id, member_id, branch_id, level, valid_from, valid_to, recorded_at, recorded_by, null::timestamptz as replaced_at, null::bigint as replaced_by
  from public.membership
  union all select id, membership_id, member_id, branch_id, level, valid_from, valid_to, recorded_at, recorded_by, replaced_at, replaced_by
  from public.membership_history) as item
  where item.membership_id = $1::bigint) select (select coalesce(json_agg(found.at
  order by found.at desc), '[]')
  from (select distinct each.at
  from line
  cross join lateral (values (line.recorded_at), (line.replaced_at)) as each (at)
  where each.at is not null
  order by each.at desc limit 2001) as found) as recorded, (select coalesce(json_agg(found.at
  order by found.at desc), '[]')
  from (select distinct each.at
  from line
  cross join lateral (values (line.valid_from), (line.valid_to)) as each (at)
  where each.at is not null
  order by each.at desc limit 2001) as found) as valid;

-- GET /studio/instants, of book?name=match.^G
-- $1 = ^G
with line as materialized (select item.recorded_at as recorded_at
  from public.book as item
  where item.name ~ $1::text) select (select coalesce(json_agg(found.at
  order by found.at desc), '[]')
  from (select distinct each.at
  from line
  cross join lateral (values (line.recorded_at)) as each (at)
  where each.at is not null
  order by each.at desc limit 2001) as found) as recorded, '[]'::json as valid;

-- POST /member
-- $1 = 9
-- $2 = ola.n
-- $3 = null
with caller as materialized (select set_config('almanac.identity', $1, true) as identity), written as (insert into public.member ("user", born_on) select $2::text, $3::date
  from caller
  returning *) select line.id, line.version, line.body
  from (select written.id, written.row_version as version, row_to_json(shown.*)::text as body
  from written, lateral (select written.id, written."user", written."group", written.email, written.born_on, written.recorded_at, written.recorded_by) as shown offset 0) as line
  where (octet_length(line.body)::real * real '5.0706014e+30' >= 0) is not false;

-- POST /order, and nothing in the body
-- $1 = 9
with caller as materialized (select set_config('almanac.identity', $1, true) as identity), written as (insert into public."order" (recorded_by) select null
  from caller
  returning *) select written.id, written.row_version as version, row_to_json(shown.*)::text as body
  from written, lateral (select written.id, written."user", written."group", written."primary", written."check", written.supplier_scheme, written.supplier_number, written.table_id, written.recorded_at, written.recorded_by) as shown;

-- Several POST /member in a batch
-- $1 = 9
-- $2 = null
-- $3 = null
with caller as materialized (select set_config('almanac.identity', $1, true) as identity), written as (insert into public.member ("user", born_on) select sent.value_0::text, $2::date
  from caller, unnest($3::text[]) as sent(value_0)
  returning *) select answer.id, answer.version, answer.body, decided.holds
  from (select case when (select count(*)
  from written) = cardinality($3::text[]) and clock_timestamp() < transaction_timestamp() + 10 * interval '1 second' then true else almanac.forbid() end as holds) as decided left join (select line.id, line.version, line.body
  from (select written.id, written.row_version as version, row_to_json(shown.*)::text as body
  from written, lateral (select written.id, written."user", written."group", written.email, written.born_on, written.recorded_at, written.recorded_by) as shown offset 0) as line
  where (octet_length(line.body)::real * real '5.0706014e+32' >= 0) is not false) as answer on true;

-- Several POST /membership, each of another timeline: first the locks
-- $1 = null
select target.id
  from public.member as target
  where target.id = any ($1::bigint[])
  order by target.id
  for no key update of target;
-- Several POST /membership, each of another timeline
-- $1 = 9
-- $2 = null
-- $3 = null
-- $4 = null
with caller as materialized (select set_config('almanac.identity', $1, true) as identity), written as (insert into public.membership (member_id, level, valid_from) select sent.value_0::bigint, sent.value_1::text, sent.value_2::timestamptz
  from caller, unnest($2::text[], $3::text[], $4::text[]) as sent(value_0, value_1, value_2)
  returning *) select answer.id, answer.version, answer.body, decided.holds
  from (select case when (select count(*)
  from written) = cardinality($2::text[]) and clock_timestamp() < transaction_timestamp() + 10 * interval '1 second' then true else almanac.forbid() end as holds) as decided left join (select written.id, written.row_version as version, row_to_json(shown.*)::text as body
  from written, lateral (select written.id, written.member_id, written.branch_id, written.level, written.valid_from, written.valid_to, written.recorded_at, written.recorded_by) as shown) as answer on true;

-- POST /member with many rows
-- $1 = 9
-- $2 = {"per.n","kari.n"}
-- $3 = {null,"1990-01-31"}
with caller as materialized (select set_config('almanac.identity', $1, true) as identity), written as (insert into public.member ("user", born_on) select sent.value_0::text, sent.value_1::date
  from caller, unnest($2::text[], $3::text[]) with ordinality as sent(value_0, value_1, place)
  order by sent.place
  returning *) select count(*) as count, array_agg(line.id) as ids, '[' || coalesce(string_agg(line.body, ','), '') || ']' as body
  from (select written.id, row_to_json(shown.*)::text as body
  from written, lateral (select written.id, written."user", written."group", written.email, written.born_on, written.recorded_at, written.recorded_by) as shown
  order by written.id offset 0) as line having coalesce(sum(octet_length(line.body)::real * real '5.0706014e+30'), 0) >= 0;

-- POST /membership with many rows, of which the answer shows nothing: first the locks
-- $1 = {"1"}
with lock_0 as materialized (select target.id
  from public.member as target
  where target.id = any ($1::bigint[])
  order by target.id
  for no key update of target) select almanac.fix_present() as present
  from (select count(*)
  from lock_0) as held;
-- POST /membership with many rows, of which the answer shows nothing
-- $1 = 9
-- $2 = {"1","1"}
-- $3 = {"friend","patron"}
-- $4 = {"2026-01-01T00:00:00+00:00","2027-01-01T00:00:00+00:00"}
with caller as materialized (select set_config('almanac.identity', $1, true) as identity), written as (insert into public.membership (member_id, level, valid_from) select sent.value_0::bigint, sent.value_1::text, sent.value_2::timestamptz
  from caller, unnest($2::text[], $3::text[], $4::text[]) with ordinality as sent(value_0, value_1, value_2, place)
  order by sent.place
  returning *) select count(*) as count, array_agg(written.id
  order by written.id) as ids
  from written;

-- POST /member with Prefer: resolution: the rows that are there: first the locks
-- $1 = {"ola.n","kari.n"}
with lock_0 as materialized (select target.id
  from public.member as target
  where target.id = any (array(select item.id
  from unnest($1::text[]) with ordinality as sent(value_0, place), (select item.*
  from public.member as item) as item
  where item."user" = sent.value_0::text))
  order by target.id
  for no key update of target) select almanac.fix_present() as present
  from (select count(*)
  from lock_0) as held;
-- POST /member with Prefer: resolution: the rows that are there
-- $1 = {"ola.n","kari.n"}
-- $2 = {null,"1990-01-31"}
select found.place, found.id, found.version, found.may, found.differs, found.changed, found.twin, found.overlap
  from (select paired.*, case when paired.key_0 is not null then lag(paired.place) over (partition by paired.key_0
  order by paired.place) end as twin, null::bigint as overlap
  from (select sent.*, item.id, item.row_version as version, item.recorded_at, sent.value_0::text as key_0, (true) is true as may, false as differs, array_remove(array[case when item.born_on is distinct from sent.value_1::date then 'born_on' end]::text[], null) as changed
  from unnest($1::text[], $2::text[]) with ordinality as sent(value_0, value_1, place) left join (select item.*
  from public.member as item) as item on item."user" = sent.value_0::text offset 0) as paired) as found
  order by found.key_0, found.place;

-- POST /member with Prefer: resolution: keys that are to be inserted
-- $1 = {"ola.n","kari.n"}
-- $2 = {null,"1990-01-31"}
select pg_advisory_xact_lock(hashtext('almanac.upsert.member'), bucket.number)
  from (select distinct hashtext(concat_ws(',', sent.value_0::text::text)) & 63 as number
  from unnest($1::text[], $2::text[]) with ordinality as sent(value_0, value_1, place)
  order by number offset 0) as bucket;

-- POST /member with Prefer: resolution=merge-duplicates: the rows that are there, changed at once: first the locks
-- $1 = {"ola.n","kari.n"}
with lock_0 as materialized (select target.id
  from public.member as target
  where target.id = any (array(select item.id
  from unnest($1::text[]) with ordinality as sent(value_0, place), (select item.*
  from public.member as item) as item
  where item."user" = sent.value_0::text))
  order by target.id
  for no key update of target) select almanac.fix_present() as present
  from (select count(*)
  from lock_0) as held;
-- POST /member with Prefer: resolution=merge-duplicates: the rows that are there, changed at once
-- $1 = 9
-- $2 = {"ola.n","kari.n"}
-- $3 = {null,"1990-01-31"}
with caller as materialized (select set_config('almanac.identity', $1, true) as identity), found as materialized (select paired.*, case when paired.key_0 is not null then lag(paired.place) over (partition by paired.key_0
  order by paired.place) end as twin, null::bigint as overlap
  from (select sent.*, item.id, item.row_version as version, item.recorded_at, sent.value_0::text as key_0, (true) is true as may, item.id is not null and (item.born_on is distinct from sent.value_1::date) as differs, array_remove(array[]::text[], null) as changed
  from unnest($2::text[], $3::text[]) with ordinality as sent(value_0, value_1, place) left join (select item.*
  from public.member as item) as item on item."user" = sent.value_0::text offset 0) as paired), latest as materialized (select set_config('almanac.latest.member', (select found.id
  from found
  where found.differs
  order by found.recorded_at desc limit 1)::text, true) as id), written as (update public.member as item set born_on = sent.value_1::date
  from caller, latest, found as sent
  where item.id = sent.id and item.row_version = sent.version and sent.differs and not exists (select
  from found
  where found.twin is not null or (found.id is not null and cardinality(found.changed) > 0) or (found.differs and not found.may))
  returning item.*) select found.place, found.id, found.version, found.may, found.differs, found.changed, found.twin, found.overlap, (select count(*)
  from written) as merged
  from found
  order by found.key_0, found.place;

-- POST /member with Prefer: resolution=merge-duplicates: rows that are there and differ
-- $1 = 9
-- $2 = {"5","6"}
-- $3 = {"ola.n","kari.n"}
-- $4 = {null,"1990-01-31"}
-- $5 = {"50","60"}
with caller as materialized (select set_config('almanac.identity', $1, true) as identity), found as materialized (select item.id, item.recorded_at
  from public.member as item
  where item.id = any ($2::bigint[])), latest as materialized (select set_config('almanac.latest.member', (select found.id
  from found
  order by found.recorded_at desc limit 1)::text, true) as id), written as (update public.member as item set born_on = sent.value_1::date
  from caller, latest, unnest($3::text[], $4::text[]) with ordinality as sent(value_0, value_1, place), unnest($2::bigint[], $5::bigint[]) with ordinality as target(id, version, place) 
  where target.place = sent.place and item.id = target.id and item.row_version = target.version
  returning item.*) select count(*) as count
  from written;

-- An upsert of entries, POST /membership: those that are there: first the locks
-- $1 = {"7","8"}
with lock_0 as materialized (select target.id
  from public.member as target
  where target.id in (select item.member_id
  from unnest($1::text[]) with ordinality as sent(value_0, place), (select item.*
  from public.membership as item
  where item.valid_from is not null) as item
  where item.id = sent.value_0::bigint)
  order by target.id
  for no key update of target), lock_1 as materialized (select target.id
  from public.membership as target, (select count(*)
  from lock_0) as held
  where target.id = any (array(select item.id
  from unnest($1::text[]) with ordinality as sent(value_0, place), (select item.*
  from public.membership as item
  where item.valid_from is not null) as item
  where item.id = sent.value_0::bigint))
  order by target.id
  for no key update of target) select almanac.fix_present() as present
  from (select count(*)
  from lock_1) as held;
-- An upsert of entries, POST /membership: those that are there
-- $1 = {"7","8"}
-- $2 = {"2026-01-01T00:00:00+00:00","2027-01-01T00:00:00+00:00"}
select found.place, found.id, found.version, found.may, found.differs, found.changed, found.twin, found.overlap
  from (select paired.*, case when paired.key_0 is not null then lag(paired.place) over (partition by paired.key_0
  order by paired.place) end as twin, case when paired.valid_from < lag(paired.valid_to) over (partition by paired.timeline_0, paired.timeline_1
  order by paired.valid_from, paired.place) and paired.timeline_0 is not null and paired.timeline_1 is not null then lag(paired.place) over (partition by paired.timeline_0, paired.timeline_1
  order by paired.valid_from, paired.place) end as overlap
  from (select sent.*, item.id, item.row_version as version, item.recorded_at, sent.value_0::bigint as key_0, (true) is true as may, item.id is not null and (item.valid_from is distinct from sent.value_1::timestamptz) as differs, array_remove(array[]::text[], null) as changed, case when item.id is null then (null)::bigint else item.member_id end as timeline_0, case when item.id is null then (null)::bigint else item.branch_id end as timeline_1, sent.value_1::timestamptz as valid_from, coalesce(case when item.id is null then (null)::timestamptz else item.valid_to end, 'infinity') as valid_to
  from unnest($1::text[], $2::text[]) with ordinality as sent(value_0, value_1, place) left join (select item.*
  from public.membership as item
  where item.valid_from is not null) as item on item.id = sent.value_0::bigint offset 0) as paired) as found
  order by found.key_0, found.place;

-- PATCH /member/5
-- $1 = 9
-- $2 = ola.n
-- $3 = null
-- $4 = 5
with caller as materialized (select set_config('almanac.identity', $1, true) as identity), written as (update public.member as item set "user" = $2::text, born_on = $3::date
  from caller
  where item.id = $4::bigint
  returning item.*) select line.id, line.version, line.body
  from (select written.id, written.row_version as version, row_to_json(shown.*)::text as body
  from written, lateral (select written.id, written."user", written."group", written.email, written.born_on, written.recorded_at, written.recorded_by) as shown offset 0) as line
  where (octet_length(line.body)::real * real '5.0706014e+30' >= 0) is not false;

-- Several PATCH /member/5 in a batch, each of another row
-- $1 = 9
-- $2 = null
-- $3 = null
-- $4 = null
with caller as materialized (select set_config('almanac.identity', $1, true) as identity), latest as materialized (select case when cardinality($2::bigint[]) >= 8 then set_config('almanac.latest.member', (select item.id
  from public.member as item
  where item.id = any ($2::bigint[])
  order by item.recorded_at desc limit 1)::text, true) end as id), written as (update public.member as item set "user" = sent.value_0::text, born_on = $3::date
  from caller, latest, unnest($4::text[], $2::bigint[]) as sent(value_0, id)
  where item.id = any (array[sent.id])
  returning item.*) select answer.id, answer.version, answer.body, decided.holds
  from (select case when array(select written.id
  from written) = $2::bigint[] and clock_timestamp() < transaction_timestamp() + 10 * interval '1 second' then true else almanac.forbid() end as holds) as decided left join (select line.id, line.version, line.body
  from (select written.id, written.row_version as version, row_to_json(shown.*)::text as body
  from written, lateral (select written.id, written."user", written."group", written.email, written.born_on, written.recorded_at, written.recorded_by) as shown offset 0) as line
  where (octet_length(line.body)::real * real '5.0706014e+32' >= 0) is not false) as answer on true;

-- PATCH /member/5, and nothing in the body
-- $1 = 9
-- $2 = 5
with caller as materialized (select set_config('almanac.identity', $1, true) as identity), written as (update public.member as item set id = item.id
  from caller
  where item.id = $2::bigint
  returning item.*) select line.id, line.version, line.body
  from (select written.id, written.row_version as version, row_to_json(shown.*)::text as body
  from written, lateral (select written.id, written."user", written."group", written.email, written.born_on, written.recorded_at, written.recorded_by) as shown offset 0) as line
  where (octet_length(line.body)::real * real '5.0706014e+30' >= 0) is not false;

-- PATCH /membership/5
-- $1 = 9
-- $2 = 5
-- $3 = friend
with caller as materialized (select set_config('almanac.identity', $1, true) as identity), timeline as materialized (select owner.id
  from public.member as owner
  where owner.id in (select entry.member_id
  from public.membership as entry
  where entry.id = $2::bigint)
  order by owner.id for no key update), written as (update public.membership as item set level = $3::text
  from caller, (select count(*) as owners
  from timeline) as locked
  where item.id = $2::bigint and item.valid_from is not null
  returning item.*) select written.id, written.row_version as version, row_to_json(shown.*)::text as body
  from written, lateral (select written.id, written.member_id, written.branch_id, written.level, written.valid_from, written.valid_to, written.recorded_at, written.recorded_by) as shown;

-- PATCH /membership/5 to another timeline, and back onto it
-- $1 = 9
-- $2 = 5
-- $3 = 3
-- $4 = 3
-- $5 = 2026-01-01T00:00:00+00:00
with caller as materialized (select set_config('almanac.identity', $1, true) as identity), timeline as materialized (select owner.id
  from public.member as owner
  where owner.id in (select entry.member_id
  from public.membership as entry
  where entry.id = $2::bigint
  union all select $3::bigint)
  order by owner.id for no key update), written as (update public.membership as item set member_id = $4::bigint, valid_from = $5::timestamptz
  from caller, (select count(*) as owners
  from timeline) as locked
  where item.id = $2::bigint
  returning item.*) select written.id, written.row_version as version, row_to_json(shown.*)::text as body
  from written, lateral (select written.id, written.member_id, written.branch_id, written.level, written.valid_from, written.valid_to, written.recorded_at, written.recorded_by) as shown;

-- PATCH /member/5 in one of two versions
-- $1 = 9
-- $2 = null
-- $3 = 5
-- $4 = {"7","8"}
with caller as materialized (select set_config('almanac.identity', $1, true) as identity), written as (update public.member as item set born_on = $2::date
  from caller
  where item.id = $3::bigint and item.row_version = any ($4::bigint[])
  returning item.*) select line.id, line.version, line.body
  from (select written.id, written.row_version as version, row_to_json(shown.*)::text as body
  from written, lateral (select written.id, written."user", written."group", written.email, written.born_on, written.recorded_at, written.recorded_by) as shown offset 0) as line
  where (octet_length(line.body)::real * real '5.0706014e+30' >= 0) is not false;

-- DELETE /member/5 in one of two versions
-- $1 = 9
-- $2 = 5
-- $3 = {"7","8"}
with caller as materialized (select set_config('almanac.identity', $1, true) as identity) delete
  from public.member as item using caller
  where item.id = $2::bigint and item.row_version = any ($3::bigint[])
  returning item.id;

-- DELETE /membership/5, be its version what it may
-- $1 = 9
-- $2 = 5
with caller as materialized (select set_config('almanac.identity', $1, true) as identity), timeline as materialized (select owner.id
  from public.member as owner
  where owner.id in (select entry.member_id
  from public.membership as entry
  where entry.id = $2::bigint)
  order by owner.id for no key update) update public.membership as item set valid_from = null, valid_to = null
  from caller, (select count(*) as owners
  from timeline) as locked
  where item.id = $2::bigint and item.valid_from is not null and item.valid_from is not null
  returning item.id;

-- DELETE /member/5
-- $1 = 9
-- $2 = 5
with caller as materialized (select set_config('almanac.identity', $1, true) as identity) delete
  from public.member as item using caller
  where item.id = $2::bigint
  returning item.id;

-- DELETE /member/5, whose answer shows it
-- $1 = 9
-- $2 = 5
with caller as materialized (select set_config('almanac.identity', $1, true) as identity), written as (delete
  from public.member as item using caller
  where item.id = $2::bigint
  returning item.*) select line.id, line.version, line.body
  from (select written.id, written.row_version as version, row_to_json(shown.*)::text as body
  from written, lateral (select written.id, written."user", written."group", written.email, written.born_on, written.recorded_at, written.recorded_by) as shown offset 0) as line
  where (octet_length(line.body)::real * real '5.0706014e+30' >= 0) is not false;

-- DELETE /membership/5
-- $1 = 9
-- $2 = 5
with caller as materialized (select set_config('almanac.identity', $1, true) as identity), timeline as materialized (select owner.id
  from public.member as owner
  where owner.id in (select entry.member_id
  from public.membership as entry
  where entry.id = $2::bigint)
  order by owner.id for no key update) update public.membership as item set valid_from = null, valid_to = null
  from caller, (select count(*) as owners
  from timeline) as locked
  where item.id = $2::bigint and item.valid_from is not null
  returning item.id;

-- Whether /membership/5 is soft-deleted
-- $1 = 5
select item.valid_from is null as deleted, (true) is true as allowed, true as held
  from public.membership as item
  where item.id = $1::bigint;

-- The answer to PATCH /membership/5?select=level,member(user)
-- $1 = 5
select item.row_version as version, row_to_json(shown.*)::text as body
  from public.membership as item, lateral (select item.level, (select row_to_json(shown.*)
  from (select item_1."user"
  from public.member as item_1
  where item_1.id = item.member_id limit 1) as shown) as member) as shown
  where item.id = $1::bigint and item.valid_from is not null;

-- The same of requests to the clinic (test/access), by roles that see some of its rows. What may fail looks at no row
-- that is hidden: it stands behind an offset or within a CASE, and is tried once before.

-- GET /patient?name=like.P*&number=eq.p1, by a doctor
-- $1 = 3
-- $2 = P%
-- $3 = p1
select '[' || coalesce(string_agg(line.body, ','), '') || ']' as body, count(*) as count, (array_agg(line.key_0))[100] as key_0
  from (select row_to_json(shown.*)::text as body, item.id::text as key_0
  from (select item.*
  from public.patient as item
  where exists (select
  from public.treatment as item_1
  where item_1.patient_id = item.id and item_1.valid_from is not null and item_1.doctor_id = $1::bigint) and item.name like $2::text and item.number = $3::text
  order by item.id limit 100) as item
  cross join lateral (select item.id, item.name, item.number, item.note, item.recorded_at, item.recorded_by) as shown offset 0) as line having coalesce(sum(octet_length(line.body)::real * real '5.0706014e+30'), 0) >= 0;

-- GET /patient?name=match.^P, by a clerk
-- $1 = ^P
select '[' || coalesce(string_agg(line.body, ','), '') || ']' as body, count(*) as count, (array_agg(line.key_0))[100] as key_0
  from (select row_to_json(shown.*)::text as body, item.id::text as key_0
  from (select item.*
  from public.patient as item
  where item.name ~ $1::text
  order by item.id limit 100) as item
  cross join lateral (select item.id, item.name, item.number, item.note, item.recorded_at, item.recorded_by) as shown offset 0) as line having coalesce(sum(octet_length(line.body)::real * real '5.0706014e+30'), 0) >= 0;

-- GET /patient?name=match.^P&number=like.p*&order=name.desc&limit=3&offset=1, by a patient
-- $1 = 4
-- $2 = p%
-- $3 = ^P
-- $4 = 1
-- $5 = ^P
select '[' || coalesce(string_agg(line.body, ','), '') || ']' as body, count(*) as count, (array_agg(line.key_0))[3] as key_0, (array_agg(line.key_1))[3] as key_1
  from (select row_to_json(shown.*)::text as body, item.name::text as key_0, item.id::text as key_1
  from (select item.*
  from (select item.*
  from public.patient as item
  where item.id = $1::bigint and item.number like $2::text
  order by item.name desc, item.id offset 0) as item
  where item.name ~ (select $3::text)::text limit 3 offset $4::bigint) as item
  cross join lateral (select item.id, item.name, item.number, item.note, item.recorded_at, item.recorded_by) as shown offset 0) as line having (select count('' ~ sought)
  from unnest(array[$5::text]) as sought) >= 0 and coalesce(sum(octet_length(line.body)::real * real '5.0706014e+30'), 0) >= 0;

-- GET /patient?name=not.match(any).{^P,^L}&note=fts(norwegian).rest, by a doctor
-- $1 = 3
-- $2 = {"^P","^L"}
-- $3 = rest
-- $4 = 3
-- $5 = 3
-- $6 = {"^P","^L"}
-- $7 = rest
with found as materialized (select item.*
  from (select item.*
  from (select item.*
  from public.patient as item
  order by item.id limit 400) as item
  where exists (select
  from public.treatment as item_1
  where item_1.patient_id = item.id and (item_1.valid_from is null) is false and greatest(item_1.doctor_id) = (select $1::bigint) offset 0) offset 0) as item
  where not (item.name ~ any ((select $2::text[])::text[])) and to_tsvector('norwegian', item.note) @@ (select to_tsquery('norwegian', (select $3::text)::text))::tsquery limit 100), ahead as materialized (select item.*
  from public.patient as item
  order by item.id limit 10000), keys_0 as materialized (select item_1.patient_id
  from (select item_1.patient_id
  from public.treatment as item_1
  where (item_1.doctor_id, true) >= ((select $4::bigint), true) and item_1.doctor_id <= (select $4::bigint) and (item_1.valid_from is null) is false
  order by item_1.doctor_id limit (select null::bigint)) as item_1 limit 5001), reached as materialized (select item_1.patient_id as id
  from keys_0 as item_1 limit 5001), near as materialized (select item.*
  from (select item.*
  from (select item.*
  from public.patient as item
  order by item.id limit 20000) as item
  where ((item.id in (select item_1.patient_id
  from keys_0 as item_1)) is true) and exists (select
  from public.treatment as item_1
  where item_1.patient_id = item.id and (item_1.valid_from is null) is false and greatest(item_1.doctor_id) = (select $1::bigint) offset 0) offset 0) as item
  where not (item.name ~ any ((select $2::text[])::text[])) and to_tsvector('norwegian', item.note) @@ (select to_tsquery('norwegian', (select $3::text)::text))::tsquery limit 100), together as materialized (select item.*
  from (select item.*
  from (select item.*
  from (values (0, 1000), (1000, 1000), (2000, 1000), (3000, 1000), (4000, 1000), (5000, 1250), (6250, 1562), (7812, 1953), (9765, 2441), (12206, null)) as place (start, length)
  cross join lateral (with part as materialized (select item.*
  from ahead as item offset place.start limit place.length) select item.*
  from part as item
  where ((item.id in (select item_1.patient_id
  from public.treatment as item_1
  where item_1.patient_id = any (array(select item.id
  from part as item)) and (item_1.valid_from is null) is false and item_1.doctor_id = (select $5::bigint) offset 0)) is true) offset 0) as item
  where (place.start < 8000 or not ((select count(*)
  from (select
  from keys_0 limit 5001) as item) <= 5000))) as item
  where exists (select
  from public.treatment as item_1
  where item_1.patient_id = item.id and (item_1.valid_from is null) is false and greatest(item_1.doctor_id) = (select $1::bigint) offset 0) offset 0) as item
  where not (item.name ~ any ((select $2::text[])::text[])) and to_tsvector('norwegian', item.note) @@ (select to_tsquery('norwegian', (select $3::text)::text))::tsquery limit 100), choice as materialized (select case when (select count(*)
  from found) = 100 or (select count(*)
  from (select
  from public.patient as item limit 400) as item) < 400 then 'found' when (select count(*)
  from found) >= 5 and (select count(*)
  from together) = 100 then 'together' when (select count(*)
  from (select
  from keys_0 limit 501) as item) <= 500 and (select count(*)
  from (select
  from reached limit 501) as item) <= 500 then 'few' when (select count(*)
  from (select
  from keys_0 limit 5001) as item) <= 5000 then case when (select count(*)
  from near) = 100 or (select count(*)
  from ahead) < 10000 then 'near' when (select count(*)
  from (select
  from reached limit 5001) as item) <= 5000 then 'more' else 'all' end when (select count(*)
  from together) = 100 or (select count(*)
  from ahead) < 10000 then 'together' else 'all' end as taken) select '[' || coalesce(string_agg(line.body, ','), '') || ']' as body, count(*) as count, (array_agg(line.key_0))[100] as key_0, (select choice.taken
  from choice) as way
  from (select row_to_json(shown.*)::text as body, item.id::text as key_0
  from (select item.*
  from found as item
  where (select choice.taken
  from choice) = 'found'
  union all select item.*
  from (select item.*
  from (select item.*
  from (select item.*
  from public.patient as item
  where item.id = any (array(select reached.id
  from reached))
  order by item.id) as item
  where exists (select
  from public.treatment as item_1
  where item_1.patient_id = item.id and (item_1.valid_from is null) is false and greatest(item_1.doctor_id) = (select $1::bigint) offset 0) offset 0) as item
  where not (item.name ~ any ((select $2::text[])::text[])) and to_tsvector('norwegian', item.note) @@ (select to_tsquery('norwegian', (select $3::text)::text))::tsquery limit 100) as item
  where (select choice.taken
  from choice) in ('few', 'more')
  union all select item.*
  from near as item
  where (select choice.taken
  from choice) = 'near'
  union all select item.*
  from together as item
  where (select choice.taken
  from choice) = 'together'
  union all select item.*
  from (select item.*
  from (select item.*
  from (select item.*
  from public.patient as item
  order by item.id) as item
  where case when (select count(*)
  from (select
  from keys_0 limit 5001) as item) <= 5000 then ((item.id in (select item_1.patient_id
  from keys_0 as item_1)) is true) else true end and exists (select
  from public.treatment as item_1
  where item_1.patient_id = item.id and (item_1.valid_from is null) is false and greatest(item_1.doctor_id) = (select $1::bigint) offset 0) offset 0) as item
  where not (item.name ~ any ((select $2::text[])::text[])) and to_tsvector('norwegian', item.note) @@ (select to_tsquery('norwegian', (select $3::text)::text))::tsquery limit 100) as item
  where (select choice.taken
  from choice) = 'all') as item
  cross join lateral (select item.id, item.name, item.number, item.note, item.recorded_at, item.recorded_by) as shown offset 0) as line having (select count('' ~ sought)
  from unnest($6::text[]) as sought) >= 0 and (select count(to_tsquery('norwegian', sought))
  from unnest(array[$7::text]) as sought) >= 0 and coalesce(sum(octet_length(line.body)::real * real '5.0706014e+30'), 0) >= 0;

-- GET /patient?or=(name.imatch.^p,treatment.doctor.name.wfts.Ada), by a doctor
-- $1 = 3
-- $2 = ^p
-- $3 = 3
-- $4 = Ada
-- $5 = 3
-- $6 = 3
-- $7 = ^p
-- $8 = Ada
with found as materialized (select item.*
  from (select item.*
  from (select item.*
  from public.patient as item
  order by item.id limit 400) as item
  where exists (select
  from public.treatment as item_1
  where item_1.patient_id = item.id and (item_1.valid_from is null) is false and greatest(item_1.doctor_id) = (select $1::bigint) offset 0) offset 0) as item
  where ((item.name ~* (select $2::text)::text or exists (select
  from public.treatment as item_1
  where item_1.patient_id = item.id and item_1.valid_from is not null and item_1.doctor_id = $3::bigint and case when item_1.patient_id = item.id and item_1.valid_from is not null and item_1.doctor_id = $3::bigint then (exists (select
  from public.doctor as item_2
  where item_2.id = item_1.doctor_id and to_tsvector(item_2.name) @@ (select websearch_to_tsquery((select $4::text)::text))::tsquery)) is true else false end))) is true limit 100), ahead as materialized (select item.*
  from public.patient as item
  order by item.id limit 10000), keys_0 as materialized (select item_1.patient_id
  from (select item_1.patient_id
  from public.treatment as item_1
  where (item_1.doctor_id, true) >= ((select $5::bigint), true) and item_1.doctor_id <= (select $5::bigint) and (item_1.valid_from is null) is false
  order by item_1.doctor_id limit (select null::bigint)) as item_1 limit 5001), reached as materialized (select item_1.patient_id as id
  from keys_0 as item_1 limit 5001), near as materialized (select item.*
  from (select item.*
  from (select item.*
  from public.patient as item
  order by item.id limit 20000) as item
  where ((item.id in (select item_1.patient_id
  from keys_0 as item_1)) is true) and exists (select
  from public.treatment as item_1
  where item_1.patient_id = item.id and (item_1.valid_from is null) is false and greatest(item_1.doctor_id) = (select $1::bigint) offset 0) offset 0) as item
  where ((item.name ~* (select $2::text)::text or exists (select
  from public.treatment as item_1
  where item_1.patient_id = item.id and item_1.valid_from is not null and item_1.doctor_id = $3::bigint and case when item_1.patient_id = item.id and item_1.valid_from is not null and item_1.doctor_id = $3::bigint then (exists (select
  from public.doctor as item_2
  where item_2.id = item_1.doctor_id and to_tsvector(item_2.name) @@ (select websearch_to_tsquery((select $4::text)::text))::tsquery)) is true else false end))) is true limit 100), together as materialized (select item.*
  from (select item.*
  from (select item.*
  from (values (0, 1000), (1000, 1000), (2000, 1000), (3000, 1000), (4000, 1000), (5000, 1250), (6250, 1562), (7812, 1953), (9765, 2441), (12206, null)) as place (start, length)
  cross join lateral (with part as materialized (select item.*
  from ahead as item offset place.start limit place.length) select item.*
  from part as item
  where ((item.id in (select item_1.patient_id
  from public.treatment as item_1
  where item_1.patient_id = any (array(select item.id
  from part as item)) and (item_1.valid_from is null) is false and item_1.doctor_id = (select $6::bigint) offset 0)) is true) offset 0) as item
  where (place.start < 8000 or not ((select count(*)
  from (select
  from keys_0 limit 5001) as item) <= 5000))) as item
  where exists (select
  from public.treatment as item_1
  where item_1.patient_id = item.id and (item_1.valid_from is null) is false and greatest(item_1.doctor_id) = (select $1::bigint) offset 0) offset 0) as item
  where ((item.name ~* (select $2::text)::text or exists (select
  from public.treatment as item_1
  where item_1.patient_id = item.id and item_1.valid_from is not null and item_1.doctor_id = $3::bigint and case when item_1.patient_id = item.id and item_1.valid_from is not null and item_1.doctor_id = $3::bigint then (exists (select
  from public.doctor as item_2
  where item_2.id = item_1.doctor_id and to_tsvector(item_2.name) @@ (select websearch_to_tsquery((select $4::text)::text))::tsquery)) is true else false end))) is true limit 100), choice as materialized (select case when (select count(*)
  from found) = 100 or (select count(*)
  from (select
  from public.patient as item limit 400) as item) < 400 then 'found' when (select count(*)
  from found) >= 5 and (select count(*)
  from together) = 100 then 'together' when (select count(*)
  from (select
  from keys_0 limit 501) as item) <= 500 and (select count(*)
  from (select
  from reached limit 501) as item) <= 500 then 'few' when (select count(*)
  from (select
  from keys_0 limit 5001) as item) <= 5000 then case when (select count(*)
  from near) = 100 or (select count(*)
  from ahead) < 10000 then 'near' when (select count(*)
  from (select
  from reached limit 5001) as item) <= 5000 then 'more' else 'all' end when (select count(*)
  from together) = 100 or (select count(*)
  from ahead) < 10000 then 'together' else 'all' end as taken) select '[' || coalesce(string_agg(line.body, ','), '') || ']' as body, count(*) as count, (array_agg(line.key_0))[100] as key_0, (select choice.taken
  from choice) as way
  from (select row_to_json(shown.*)::text as body, item.id::text as key_0
  from (select item.*
  from found as item
  where (select choice.taken
  from choice) = 'found'
  union all select item.*
  from (select item.*
  from (select item.*
  from (select item.*
  from public.patient as item
  where item.id = any (array(select reached.id
  from reached))
  order by item.id) as item
  where exists (select
  from public.treatment as item_1
  where item_1.patient_id = item.id and (item_1.valid_from is null) is false and greatest(item_1.doctor_id) = (select $1::bigint) offset 0) offset 0) as item
  where ((item.name ~* (select $2::text)::text or exists (select
  from public.treatment as item_1
  where item_1.patient_id = item.id and item_1.valid_from is not null and item_1.doctor_id = $3::bigint and case when item_1.patient_id = item.id and item_1.valid_from is not null and item_1.doctor_id = $3::bigint then (exists (select
  from public.doctor as item_2
  where item_2.id = item_1.doctor_id and to_tsvector(item_2.name) @@ (select websearch_to_tsquery((select $4::text)::text))::tsquery)) is true else false end))) is true limit 100) as item
  where (select choice.taken
  from choice) in ('few', 'more')
  union all select item.*
  from near as item
  where (select choice.taken
  from choice) = 'near'
  union all select item.*
  from together as item
  where (select choice.taken
  from choice) = 'together'
  union all select item.*
  from (select item.*
  from (select item.*
  from (select item.*
  from public.patient as item
  order by item.id) as item
  where case when (select count(*)
  from (select
  from keys_0 limit 5001) as item) <= 5000 then ((item.id in (select item_1.patient_id
  from keys_0 as item_1)) is true) else true end and exists (select
  from public.treatment as item_1
  where item_1.patient_id = item.id and (item_1.valid_from is null) is false and greatest(item_1.doctor_id) = (select $1::bigint) offset 0) offset 0) as item
  where ((item.name ~* (select $2::text)::text or exists (select
  from public.treatment as item_1
  where item_1.patient_id = item.id and item_1.valid_from is not null and item_1.doctor_id = $3::bigint and case when item_1.patient_id = item.id and item_1.valid_from is not null and item_1.doctor_id = $3::bigint then (exists (select
  from public.doctor as item_2
  where item_2.id = item_1.doctor_id and to_tsvector(item_2.name) @@ (select websearch_to_tsquery((select $4::text)::text))::tsquery)) is true else false end))) is true limit 100) as item
  where (select choice.taken
  from choice) = 'all') as item
  cross join lateral (select item.id, item.name, item.number, item.note, item.recorded_at, item.recorded_by) as shown offset 0) as line having (select count('' ~* sought)
  from unnest(array[$7::text]) as sought) >= 0 and (select count(websearch_to_tsquery(sought))
  from unnest(array[$8::text]) as sought) >= 0 and coalesce(sum(octet_length(line.body)::real * real '5.0706014e+30'), 0) >= 0;

-- GET /doctor?treatment.patient.name=match.^P, by a patient
-- $1 = 4
-- $2 = 4
-- $3 = surgery
-- $4 = 4
-- $5 = ^P
-- $6 = 4
-- $7 = 4
-- $8 = ^P
with found as materialized (select item.*
  from (select item.*
  from (select item.*
  from public.doctor as item
  order by item.id limit 400) as item
  where exists (select
  from public.treatment as item_1
  where item_1.doctor_id = item.id and (item_1.valid_from is null) is false and greatest(item_1.patient_id) = (select $1::bigint) offset 0) offset 0) as item
  where (exists (select
  from public.treatment as item_1
  where item_1.doctor_id = item.id and item_1.valid_from is not null and item_1.patient_id = $2::bigint and item_1.kind <> $3::text and case when item_1.doctor_id = item.id and item_1.valid_from is not null and item_1.patient_id = $2::bigint and item_1.kind <> $3::text then (exists (select
  from public.patient as item_2
  where item_2.id = item_1.patient_id and item_2.id = $4::bigint and case when item_2.id = item_1.patient_id and item_2.id = $4::bigint then item_2.name ~ (select $5::text)::text else false end)) is true else false end)) is true limit 100), ahead as materialized (select item.*
  from public.doctor as item
  order by item.id limit 10000), keys_0 as materialized (select item_1.doctor_id
  from (select item_1.doctor_id
  from public.treatment as item_1
  where (item_1.patient_id, true) >= ((select $6::bigint), true) and item_1.patient_id <= (select $6::bigint) and (item_1.valid_from is null) is false
  order by item_1.patient_id limit (select null::bigint)) as item_1 limit 5001), reached as materialized (select item_1.doctor_id as id
  from keys_0 as item_1 limit 5001), near as materialized (select item.*
  from (select item.*
  from (select item.*
  from public.doctor as item
  order by item.id limit 20000) as item
  where ((item.id in (select item_1.doctor_id
  from keys_0 as item_1)) is true) and exists (select
  from public.treatment as item_1
  where item_1.doctor_id = item.id and (item_1.valid_from is null) is false and greatest(item_1.patient_id) = (select $1::bigint) offset 0) offset 0) as item
  where (exists (select
  from public.treatment as item_1
  where item_1.doctor_id = item.id and item_1.valid_from is not null and item_1.patient_id = $2::bigint and item_1.kind <> $3::text and case when item_1.doctor_id = item.id and item_1.valid_from is not null and item_1.patient_id = $2::bigint and item_1.kind <> $3::text then (exists (select
  from public.patient as item_2
  where item_2.id = item_1.patient_id and item_2.id = $4::bigint and case when item_2.id = item_1.patient_id and item_2.id = $4::bigint then item_2.name ~ (select $5::text)::text else false end)) is true else false end)) is true limit 100), together as materialized (select item.*
  from (select item.*
  from (select item.*
  from (values (0, 1000), (1000, 1000), (2000, 1000), (3000, 1000), (4000, 1000), (5000, 1250), (6250, 1562), (7812, 1953), (9765, 2441), (12206, null)) as place (start, length)
  cross join lateral (with part as materialized (select item.*
  from ahead as item offset place.start limit place.length) select item.*
  from part as item
  where ((item.id in (select item_1.doctor_id
  from public.treatment as item_1
  where item_1.doctor_id = any (array(select item.id
  from part as item)) and (item_1.valid_from is null) is false and item_1.patient_id = (select $7::bigint) offset 0)) is true) offset 0) as item
  where (place.start < 8000 or not ((select count(*)
  from (select
  from keys_0 limit 5001) as item) <= 5000))) as item
  where exists (select
  from public.treatment as item_1
  where item_1.doctor_id = item.id and (item_1.valid_from is null) is false and greatest(item_1.patient_id) = (select $1::bigint) offset 0) offset 0) as item
  where (exists (select
  from public.treatment as item_1
  where item_1.doctor_id = item.id and item_1.valid_from is not null and item_1.patient_id = $2::bigint and item_1.kind <> $3::text and case when item_1.doctor_id = item.id and item_1.valid_from is not null and item_1.patient_id = $2::bigint and item_1.kind <> $3::text then (exists (select
  from public.patient as item_2
  where item_2.id = item_1.patient_id and item_2.id = $4::bigint and case when item_2.id = item_1.patient_id and item_2.id = $4::bigint then item_2.name ~ (select $5::text)::text else false end)) is true else false end)) is true limit 100), choice as materialized (select case when (select count(*)
  from found) = 100 or (select count(*)
  from (select
  from public.doctor as item limit 400) as item) < 400 then 'found' when (select count(*)
  from found) >= 5 and (select count(*)
  from together) = 100 then 'together' when (select count(*)
  from (select
  from keys_0 limit 501) as item) <= 500 and (select count(*)
  from (select
  from reached limit 501) as item) <= 500 then 'few' when (select count(*)
  from (select
  from keys_0 limit 5001) as item) <= 5000 then case when (select count(*)
  from near) = 100 or (select count(*)
  from ahead) < 10000 then 'near' when (select count(*)
  from (select
  from reached limit 5001) as item) <= 5000 then 'more' else 'all' end when (select count(*)
  from together) = 100 or (select count(*)
  from ahead) < 10000 then 'together' else 'all' end as taken) select '[' || coalesce(string_agg(line.body, ','), '') || ']' as body, count(*) as count, (array_agg(line.key_0))[100] as key_0, (select choice.taken
  from choice) as way
  from (select row_to_json(shown.*)::text as body, item.id::text as key_0
  from (select item.*
  from found as item
  where (select choice.taken
  from choice) = 'found'
  union all select item.*
  from (select item.*
  from (select item.*
  from (select item.*
  from public.doctor as item
  where item.id = any (array(select reached.id
  from reached))
  order by item.id) as item
  where exists (select
  from public.treatment as item_1
  where item_1.doctor_id = item.id and (item_1.valid_from is null) is false and greatest(item_1.patient_id) = (select $1::bigint) offset 0) offset 0) as item
  where (exists (select
  from public.treatment as item_1
  where item_1.doctor_id = item.id and item_1.valid_from is not null and item_1.patient_id = $2::bigint and item_1.kind <> $3::text and case when item_1.doctor_id = item.id and item_1.valid_from is not null and item_1.patient_id = $2::bigint and item_1.kind <> $3::text then (exists (select
  from public.patient as item_2
  where item_2.id = item_1.patient_id and item_2.id = $4::bigint and case when item_2.id = item_1.patient_id and item_2.id = $4::bigint then item_2.name ~ (select $5::text)::text else false end)) is true else false end)) is true limit 100) as item
  where (select choice.taken
  from choice) in ('few', 'more')
  union all select item.*
  from near as item
  where (select choice.taken
  from choice) = 'near'
  union all select item.*
  from together as item
  where (select choice.taken
  from choice) = 'together'
  union all select item.*
  from (select item.*
  from (select item.*
  from (select item.*
  from public.doctor as item
  order by item.id) as item
  where case when (select count(*)
  from (select
  from keys_0 limit 5001) as item) <= 5000 then ((item.id in (select item_1.doctor_id
  from keys_0 as item_1)) is true) else true end and exists (select
  from public.treatment as item_1
  where item_1.doctor_id = item.id and (item_1.valid_from is null) is false and greatest(item_1.patient_id) = (select $1::bigint) offset 0) offset 0) as item
  where (exists (select
  from public.treatment as item_1
  where item_1.doctor_id = item.id and item_1.valid_from is not null and item_1.patient_id = $2::bigint and item_1.kind <> $3::text and case when item_1.doctor_id = item.id and item_1.valid_from is not null and item_1.patient_id = $2::bigint and item_1.kind <> $3::text then (exists (select
  from public.patient as item_2
  where item_2.id = item_1.patient_id and item_2.id = $4::bigint and case when item_2.id = item_1.patient_id and item_2.id = $4::bigint then item_2.name ~ (select $5::text)::text else false end)) is true else false end)) is true limit 100) as item
  where (select choice.taken
  from choice) = 'all') as item
  cross join lateral (select item.id, item.name, item.phone, item.recorded_at, item.recorded_by) as shown offset 0) as line having (select count('' ~ sought)
  from unnest(array[$8::text]) as sought) >= 0 and coalesce(sum(octet_length(line.body)::real * real '5.0706014e+30'), 0) >= 0;

-- GET /treatment?select=id,patient(name),...doctor(name)&patient.name=match.^P&doctor.name=plfts.Ada, by a patient
-- $1 = 4
-- $2 = surgery
-- $3 = 4
-- $4 = ^P
-- $5 = 4
-- $6 = Ada
-- $7 = ^P
-- $8 = Ada
select '[' || coalesce(string_agg(row_to_json(shown.*)::text, ','), '') || ']' as body, count(*) as count, (array_agg(item.id::text))[100] as key_0
  from (select item.*
  from public.treatment as item
  where item.valid_from is not null and item.patient_id = $1::bigint and item.kind <> $2::text
  order by item.id limit 100) as item
  cross join lateral (select item.id, (select row_to_json(shown.*)
  from (select item_1.name
  from (select item_1.*
  from public.patient as item_1
  where item_1.id = item.patient_id and item_1.id = $3::bigint offset 0) as item_1
  where item_1.name ~ (select $4::text)::text limit 1) as shown) as patient, (select item_1.name
  from (select item_1.*
  from public.doctor as item_1
  where item_1.id = item.doctor_id and exists (select
  from public.treatment as item_2
  where item_2.doctor_id = item_1.id and item_2.valid_from is not null and item_2.patient_id = $5::bigint) offset 0) as item_1
  where to_tsvector(item_1.name) @@ (select plainto_tsquery((select $6::text)::text))::tsquery limit 1) as name) as shown having (select count('' ~ sought)
  from unnest(array[$7::text]) as sought) >= 0 and (select count(plainto_tsquery(sought))
  from unnest(array[$8::text]) as sought) >= 0;

-- GET /patient?select=id,treatment!inner(id)&treatment.order=id.desc&treatment.limit=2&treatment.doctor.name=match.A, by a patient
-- $1 = 4
-- $2 = 4
-- $3 = surgery
-- $4 = 4
-- $5 = A
-- $6 = 4
-- $7 = surgery
-- $8 = 4
-- $9 = A
-- $10 = A
select '[' || coalesce(string_agg(row_to_json(shown.*)::text, ','), '') || ']' as body, count(*) as count, (array_agg(item.id::text))[100] as key_0
  from (select item.*
  from (select item.*
  from public.patient as item
  where item.id = $1::bigint
  order by item.id offset 0) as item
  where (exists (select
  from public.treatment as item_1
  where item_1.patient_id = item.id and item_1.valid_from is not null and item_1.patient_id = $2::bigint and item_1.kind <> $3::text and case when item_1.patient_id = item.id and item_1.valid_from is not null and item_1.patient_id = $2::bigint and item_1.kind <> $3::text then (exists (select
  from public.doctor as item_2
  where item_2.id = item_1.doctor_id and exists (select
  from public.treatment as item_3
  where item_3.doctor_id = item_2.id and item_3.valid_from is not null and item_3.patient_id = $4::bigint) and case when item_2.id = item_1.doctor_id and exists (select
  from public.treatment as item_3
  where item_3.doctor_id = item_2.id and item_3.valid_from is not null and item_3.patient_id = $4::bigint) then item_2.name ~ (select $5::text)::text else false end)) is true else false end)) is true limit 100) as item
  cross join lateral (select item.id, (select coalesce(json_agg(line.body), '[]')
  from (select row_to_json(shown.*) as body
  from (select item_1.id
  from (select item_1.*
  from public.treatment as item_1
  where item_1.patient_id = item.id and item_1.valid_from is not null and item_1.patient_id = $6::bigint and item_1.kind <> $7::text
  order by item_1.id desc, item_1.id offset 0) as item_1
  where (exists (select
  from public.doctor as item_2
  where item_2.id = item_1.doctor_id and exists (select
  from public.treatment as item_3
  where item_3.doctor_id = item_2.id and item_3.valid_from is not null and item_3.patient_id = $8::bigint) and case when item_2.id = item_1.doctor_id and exists (select
  from public.treatment as item_3
  where item_3.doctor_id = item_2.id and item_3.valid_from is not null and item_3.patient_id = $8::bigint) then item_2.name ~ (select $9::text)::text else false end)) is true limit 2) as shown offset 0) as line having coalesce(sum(octet_length(line.body::text)::real * real '5.0706014e+30'), 0) >= 0) as treatment) as shown having (select count('' ~ sought)
  from unnest(array[$10::text]) as sought) >= 0;

-- GET /patient?name=match.^P&as_of=2026-01-01T00:00Z, by a doctor
-- $1 = 2026-01-01T00:00:00+00:00
-- $2 = 3
-- $3 = ^P
-- $4 = 3
-- $5 = 3
-- $6 = ^P
select '[' || coalesce(string_agg(line.body, ','), '') || ']' as body, count(*) as count, (array_agg(line.key_0))[100] as key_0, $1::timestamptz > almanac.clock() as future
  from (select row_to_json(shown.*)::text as body, item.id::text as key_0
  from (with ahead as materialized (select case when count(*) = 400 then max(item.id) end as last
  from (select item.id
  from public.patient as item
  order by item.id limit 400) as item), near as materialized (select item.*
  from (select item.*
  from (select item.*
  from (select id, name, number, note, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at
  from public.patient
  union all select patient_id as id, name, number, note, recorded_at, recorded_by, id as row_version, replaced_at
  from public.patient_history) as item
  where item.id <= (select coalesce(ahead.last, 9223372036854775807)
  from ahead) and item.recorded_at <= (select $1::timestamptz) and (item.replaced_at is null or item.replaced_at > (select $1::timestamptz))
  order by item.id) as item
  where exists (select
  from (select id, patient_id, doctor_id, kind, valid_from, valid_to, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at
  from public.treatment
  union all select treatment_id as id, patient_id, doctor_id, kind, valid_from, valid_to, recorded_at, recorded_by, id as row_version, replaced_at
  from public.treatment_history) as item_1
  where item_1.patient_id = item.id and (item_1.valid_from is null) is false and item_1.recorded_at <= (select $1::timestamptz) and (item_1.replaced_at is null or item_1.replaced_at > (select $1::timestamptz)) and greatest(item_1.doctor_id) = (select $2::bigint) offset 0) offset 0) as item
  where item.name ~ (select $3::text)::text limit 100), choice as materialized (select case when (select count(*)
  from near) = 100 or (select ahead.last
  from ahead) is null then 'ahead' else 'whole' end as taken) select item.*
  from near as item
  where (select choice.taken
  from choice) = 'ahead'
  union all select item.*
  from (with found as materialized (select item.*
  from (select item.*
  from (select item.*
  from (select id, name, number, note, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at
  from public.patient
  union all select patient_id as id, name, number, note, recorded_at, recorded_by, id as row_version, replaced_at
  from public.patient_history) as item
  where item.recorded_at <= (select $1::timestamptz) and (item.replaced_at is null or item.replaced_at > (select $1::timestamptz))
  order by item.id limit 400) as item
  where exists (select
  from (select id, patient_id, doctor_id, kind, valid_from, valid_to, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at
  from public.treatment
  union all select treatment_id as id, patient_id, doctor_id, kind, valid_from, valid_to, recorded_at, recorded_by, id as row_version, replaced_at
  from public.treatment_history) as item_1
  where item_1.patient_id = item.id and (item_1.valid_from is null) is false and item_1.recorded_at <= (select $1::timestamptz) and (item_1.replaced_at is null or item_1.replaced_at > (select $1::timestamptz)) and greatest(item_1.doctor_id) = (select $2::bigint) offset 0) offset 0) as item
  where item.name ~ (select $3::text)::text limit 100), ahead as materialized (select item.*
  from (select id, name, number, note, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at
  from public.patient
  union all select patient_id as id, name, number, note, recorded_at, recorded_by, id as row_version, replaced_at
  from public.patient_history) as item
  where item.recorded_at <= (select $1::timestamptz) and (item.replaced_at is null or item.replaced_at > (select $1::timestamptz))
  order by item.id limit 10000), keys_0 as materialized (select item_1.patient_id
  from (select item_1.patient_id
  from (select id, patient_id, doctor_id, kind, valid_from, valid_to, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at
  from public.treatment
  union all select treatment_id as id, patient_id, doctor_id, kind, valid_from, valid_to, recorded_at, recorded_by, id as row_version, replaced_at
  from public.treatment_history) as item_1
  where (item_1.doctor_id, true) >= ((select $4::bigint), true) and item_1.doctor_id <= (select $4::bigint) and (item_1.valid_from is null) is false
  order by item_1.doctor_id limit (select null::bigint)) as item_1 limit 5001), reached as materialized (select item_1.patient_id as id
  from keys_0 as item_1 limit 5001), near as materialized (select item.*
  from (select item.*
  from (select item.*
  from (select id, name, number, note, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at
  from public.patient
  union all select patient_id as id, name, number, note, recorded_at, recorded_by, id as row_version, replaced_at
  from public.patient_history) as item
  where item.recorded_at <= (select $1::timestamptz) and (item.replaced_at is null or item.replaced_at > (select $1::timestamptz))
  order by item.id limit 20000) as item
  where ((item.id in (select item_1.patient_id
  from keys_0 as item_1)) is true) and exists (select
  from (select id, patient_id, doctor_id, kind, valid_from, valid_to, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at
  from public.treatment
  union all select treatment_id as id, patient_id, doctor_id, kind, valid_from, valid_to, recorded_at, recorded_by, id as row_version, replaced_at
  from public.treatment_history) as item_1
  where item_1.patient_id = item.id and (item_1.valid_from is null) is false and item_1.recorded_at <= (select $1::timestamptz) and (item_1.replaced_at is null or item_1.replaced_at > (select $1::timestamptz)) and greatest(item_1.doctor_id) = (select $2::bigint) offset 0) offset 0) as item
  where item.name ~ (select $3::text)::text limit 100), together as materialized (select item.*
  from (select item.*
  from (select item.*
  from (values (0, 1000), (1000, 1000), (2000, 1000), (3000, 1000), (4000, 1000), (5000, 1250), (6250, 1562), (7812, 1953), (9765, 2441), (12206, null)) as place (start, length)
  cross join lateral (with part as materialized (select item.*
  from ahead as item offset place.start limit place.length) select item.*
  from part as item
  where ((item.id in (select item_1.patient_id
  from (select id, patient_id, doctor_id, kind, valid_from, valid_to, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at
  from public.treatment
  union all select treatment_id as id, patient_id, doctor_id, kind, valid_from, valid_to, recorded_at, recorded_by, id as row_version, replaced_at
  from public.treatment_history) as item_1
  where item_1.patient_id = any (array(select item.id
  from part as item)) and (item_1.valid_from is null) is false and item_1.doctor_id = (select $5::bigint) offset 0)) is true) offset 0) as item
  where (place.start < 8000 or not ((select count(*)
  from (select
  from keys_0 limit 5001) as item) <= 5000))) as item
  where exists (select
  from (select id, patient_id, doctor_id, kind, valid_from, valid_to, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at
  from public.treatment
  union all select treatment_id as id, patient_id, doctor_id, kind, valid_from, valid_to, recorded_at, recorded_by, id as row_version, replaced_at
  from public.treatment_history) as item_1
  where item_1.patient_id = item.id and (item_1.valid_from is null) is false and item_1.recorded_at <= (select $1::timestamptz) and (item_1.replaced_at is null or item_1.replaced_at > (select $1::timestamptz)) and greatest(item_1.doctor_id) = (select $2::bigint) offset 0) offset 0) as item
  where item.name ~ (select $3::text)::text limit 100), choice as materialized (select case when (select count(*)
  from found) = 100 or (select count(*)
  from (select
  from (select id, name, number, note, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at
  from public.patient
  union all select patient_id as id, name, number, note, recorded_at, recorded_by, id as row_version, replaced_at
  from public.patient_history) as item
  where item.recorded_at <= (select $1::timestamptz) and (item.replaced_at is null or item.replaced_at > (select $1::timestamptz)) limit 400) as item) < 400 then 'found' when (select count(*)
  from found) >= 5 and (select count(*)
  from together) = 100 then 'together' when (select count(*)
  from (select
  from keys_0 limit 501) as item) <= 500 and (select count(*)
  from (select
  from reached limit 501) as item) <= 500 then 'few' when (select count(*)
  from (select
  from keys_0 limit 5001) as item) <= 5000 then case when (select count(*)
  from near) = 100 or (select count(*)
  from ahead) < 10000 then 'near' when (select count(*)
  from (select
  from reached limit 5001) as item) <= 5000 then 'more' else 'all' end when (select count(*)
  from together) = 100 or (select count(*)
  from ahead) < 10000 then 'together' else 'all' end as taken) select item.*
  from found as item
  where (select choice.taken
  from choice) = 'found'
  union all select item.*
  from (select item.*
  from (select item.*
  from (select item.*
  from (select id, name, number, note, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at
  from public.patient
  union all select patient_id as id, name, number, note, recorded_at, recorded_by, id as row_version, replaced_at
  from public.patient_history) as item
  where item.id = any (array(select reached.id
  from reached)) and item.recorded_at <= (select $1::timestamptz) and (item.replaced_at is null or item.replaced_at > (select $1::timestamptz))
  order by item.id) as item
  where exists (select
  from (select id, patient_id, doctor_id, kind, valid_from, valid_to, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at
  from public.treatment
  union all select treatment_id as id, patient_id, doctor_id, kind, valid_from, valid_to, recorded_at, recorded_by, id as row_version, replaced_at
  from public.treatment_history) as item_1
  where item_1.patient_id = item.id and (item_1.valid_from is null) is false and item_1.recorded_at <= (select $1::timestamptz) and (item_1.replaced_at is null or item_1.replaced_at > (select $1::timestamptz)) and greatest(item_1.doctor_id) = (select $2::bigint) offset 0) offset 0) as item
  where item.name ~ (select $3::text)::text limit 100) as item
  where (select choice.taken
  from choice) in ('few', 'more')
  union all select item.*
  from near as item
  where (select choice.taken
  from choice) = 'near'
  union all select item.*
  from together as item
  where (select choice.taken
  from choice) = 'together'
  union all select item.*
  from (select item.*
  from (select item.*
  from (select item.*
  from (select id, name, number, note, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at
  from public.patient
  union all select patient_id as id, name, number, note, recorded_at, recorded_by, id as row_version, replaced_at
  from public.patient_history) as item
  where item.recorded_at <= (select $1::timestamptz) and (item.replaced_at is null or item.replaced_at > (select $1::timestamptz))
  order by item.id) as item
  where case when (select count(*)
  from (select
  from keys_0 limit 5001) as item) <= 5000 then ((item.id in (select item_1.patient_id
  from keys_0 as item_1)) is true) else true end and exists (select
  from (select id, patient_id, doctor_id, kind, valid_from, valid_to, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at
  from public.treatment
  union all select treatment_id as id, patient_id, doctor_id, kind, valid_from, valid_to, recorded_at, recorded_by, id as row_version, replaced_at
  from public.treatment_history) as item_1
  where item_1.patient_id = item.id and (item_1.valid_from is null) is false and item_1.recorded_at <= (select $1::timestamptz) and (item_1.replaced_at is null or item_1.replaced_at > (select $1::timestamptz)) and greatest(item_1.doctor_id) = (select $2::bigint) offset 0) offset 0) as item
  where item.name ~ (select $3::text)::text limit 100) as item
  where (select choice.taken
  from choice) = 'all') as item
  where (select choice.taken
  from choice) = 'whole') as item
  cross join lateral (select item.id, item.name, item.number, item.note, item.recorded_at, item.recorded_by) as shown offset 0) as line having (select count('' ~ sought)
  from unnest(array[$6::text]) as sought) >= 0 and coalesce(sum(octet_length(line.body)::real * real '5.0706014e+30'), 0) >= 0;

-- GET /patient_history?name=match.^P, by a patient
-- $1 = 4
-- $2 = ^P
-- $3 = ^P
select '[' || coalesce(string_agg(line.body, ','), '') || ']' as body, count(*) as count, (array_agg(line.key_0))[100] as key_0
  from (select row_to_json(shown.*)::text as body, item.id::text as key_0
  from (select item.*
  from (select item.*
  from (select row_version as id, id as patient_id, name, number, note, recorded_at, recorded_by, null::timestamptz as replaced_at, null::bigint as replaced_by
  from public.patient
  union all select id, patient_id, name, number, note, recorded_at, recorded_by, replaced_at, replaced_by
  from public.patient_history) as item
  where item.patient_id = $1::bigint
  order by item.id offset 0) as item
  where item.name ~ (select $2::text)::text limit 100) as item
  cross join lateral (select item.id, item.patient_id, item.name, item.number, item.note, item.recorded_at, item.recorded_by, item.replaced_at, item.replaced_by) as shown offset 0) as line having (select count('' ~ sought)
  from unnest(array[$3::text]) as sought) >= 0 and coalesce(sum(octet_length(line.body)::real * real '5.0706014e+30'), 0) >= 0;

-- GET /event?type=match.update$&source=like.*/2, by a patient
-- $1 = 4
-- $2 = 4
-- $3 = 9
-- $4 = 4
-- $5 = surgery
-- $6 = %/2
-- $7 = update$
-- $8 = update$
select '[' || coalesce(string_agg(line.body, ','), '') || ']' as body, count(*) as count, (array_agg(line.key_0))[100] as key_0
  from (select row_to_json(shown.*)::text as body, item.id::text as key_0
  from (select item.*
  from (select item.*
  from public.event as item
  where case when split_part(item.source, '/', 2) = 'doctor' then exists (select
  from (select row_version as id, id as doctor_id, name, phone, recorded_at, recorded_by, null::timestamptz as replaced_at, null::bigint as replaced_by
  from public.doctor
  union all select id, doctor_id, name, phone, recorded_at, recorded_by, replaced_at, replaced_by
  from public.doctor_history) as item_1
  where item_1.doctor_id = split_part(item.source, '/', 3)::bigint and case when item.type like '%.delete' then item_1.replaced_at else item_1.recorded_at end = item."time" and exists (select
  from (select id, patient_id, doctor_id, kind, valid_from, valid_to, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at
  from public.treatment
  union all select treatment_id as id, patient_id, doctor_id, kind, valid_from, valid_to, recorded_at, recorded_by, id as row_version, replaced_at
  from public.treatment_history) as item_2
  where item_2.doctor_id = item_1.doctor_id and item_2.valid_from is not null and item_2.recorded_at <= coalesce(item_1.replaced_at - interval '1 microsecond', 'infinity') and (item_2.replaced_at is null or item_2.replaced_at > coalesce(item_1.replaced_at - interval '1 microsecond', 'infinity')) and item_2.patient_id = $1::bigint)) when split_part(item.source, '/', 2) = 'patient' then exists (select
  from (select row_version as id, id as patient_id, name, number, note, recorded_at, recorded_by, null::timestamptz as replaced_at, null::bigint as replaced_by
  from public.patient
  union all select id, patient_id, name, number, note, recorded_at, recorded_by, replaced_at, replaced_by
  from public.patient_history) as item_1
  where item_1.patient_id = split_part(item.source, '/', 3)::bigint and case when item.type like '%.delete' then item_1.replaced_at else item_1.recorded_at end = item."time" and item_1.patient_id = $2::bigint) when split_part(item.source, '/', 2) = 'subscription' then exists (select
  from public.subscription as item_1
  where item_1.id = split_part(item.source, '/', 3)::bigint and item_1.created_by = $3::bigint) when split_part(item.source, '/', 2) = 'treatment' then exists (select
  from (select row_version as id, id as treatment_id, patient_id, doctor_id, kind, valid_from, valid_to, recorded_at, recorded_by, null::timestamptz as replaced_at, null::bigint as replaced_by
  from public.treatment
  union all select id, treatment_id, patient_id, doctor_id, kind, valid_from, valid_to, recorded_at, recorded_by, replaced_at, replaced_by
  from public.treatment_history) as item_1
  where item_1.treatment_id = split_part(item.source, '/', 3)::bigint and case when item.type like '%.delete' then item_1.replaced_at else item_1.recorded_at end = item."time" and item_1.patient_id = $4::bigint and item_1.kind <> $5::text) else false end and item.source like $6::text
  order by item.id offset 0) as item
  where item.type ~ (select $7::text)::text limit 100) as item
  cross join lateral (select item.id, item.specversion, item.type, item.source, item.subject, item."time", item.data, item.recorded_at, item.recorded_by) as shown offset 0) as line having (select count('' ~ sought)
  from unnest(array[$8::text]) as sought) >= 0 and coalesce(sum(octet_length(line.body)::real * real '5.0706014e+30'), 0) >= 0;

-- GET /patient?name=match.^P&order=number&after=WzIwLCJwMSIsIjciXQ, by a patient
-- $1 = 4
-- $2 = p1
-- $3 = 7
-- $4 = ^P
-- $5 = ^P
select '[' || coalesce(string_agg(line.body, ','), '') || ']' as body, count(*) as count, (array_agg(line.key_0))[100] as key_0, (array_agg(line.key_1))[100] as key_1
  from (select row_to_json(shown.*)::text as body, item.number::text as key_0, item.id::text as key_1
  from (select item.*
  from (select item.*
  from public.patient as item
  where item.id = $1::bigint and (item.number >= $2::text and (item.number > $2::text or item.id > $3::bigint))
  order by item.number, item.id offset 0) as item
  where item.name ~ (select $4::text)::text limit 100) as item
  cross join lateral (select item.id, item.name, item.number, item.note, item.recorded_at, item.recorded_by) as shown offset 0) as line having (select count('' ~ sought)
  from unnest(array[$5::text]) as sought) >= 0 and coalesce(sum(octet_length(line.body)::real * real '5.0706014e+30'), 0) >= 0;

-- GET /patient?name=match.^P, by a doctor, by the way "found" alone
-- $1 = 3
-- $2 = ^P
-- $3 = ^P
with found as materialized (select item.*
  from (select item.*
  from (select item.*
  from public.patient as item
  order by item.id limit 400) as item
  where exists (select
  from public.treatment as item_1
  where item_1.patient_id = item.id and (item_1.valid_from is null) is false and greatest(item_1.doctor_id) = (select $1::bigint) offset 0) offset 0) as item
  where item.name ~ (select $2::text)::text limit 100), choice as materialized (select case when (select count(*)
  from found) = 100 or (select count(*)
  from (select
  from public.patient as item limit 400) as item) < 400 then 'found' end as taken) select '[' || coalesce(string_agg(line.body, ','), '') || ']' as body, count(*) as count, (array_agg(line.key_0))[100] as key_0, (select choice.taken
  from choice) as way
  from (select row_to_json(shown.*)::text as body, item.id::text as key_0
  from (select item.*
  from found as item
  where (select choice.taken
  from choice) = 'found') as item
  cross join lateral (select item.id, item.name, item.number, item.note, item.recorded_at, item.recorded_by) as shown offset 0) as line having (select count('' ~ sought)
  from unnest(array[$3::text]) as sought) >= 0 and coalesce(sum(octet_length(line.body)::real * real '5.0706014e+30'), 0) >= 0;

-- GET /patient?name=match.^P, by a doctor, by the way "together" behind the first rows
-- $1 = 3
-- $2 = ^P
-- $3 = 3
-- $4 = ^P
with found as materialized (select item.*
  from (select item.*
  from (select item.*
  from public.patient as item
  order by item.id limit 400) as item
  where exists (select
  from public.treatment as item_1
  where item_1.patient_id = item.id and (item_1.valid_from is null) is false and greatest(item_1.doctor_id) = (select $1::bigint) offset 0) offset 0) as item
  where item.name ~ (select $2::text)::text limit 100), ahead as materialized (select item.*
  from public.patient as item
  order by item.id limit 10000), together as materialized (select item.*
  from (select item.*
  from (select item.*
  from (values (0, 1000), (1000, 1000), (2000, 1000), (3000, 1000), (4000, 1000), (5000, 1250), (6250, 1562), (7812, 1953), (9765, 2441), (12206, null)) as place (start, length)
  cross join lateral (with part as materialized (select item.*
  from ahead as item offset place.start limit place.length) select item.*
  from part as item
  where ((item.id in (select item_1.patient_id
  from public.treatment as item_1
  where item_1.patient_id = any (array(select item.id
  from part as item)) and (item_1.valid_from is null) is false and item_1.doctor_id = (select $3::bigint) offset 0)) is true) offset 0) as item
  where place.start < 8000) as item
  where exists (select
  from public.treatment as item_1
  where item_1.patient_id = item.id and (item_1.valid_from is null) is false and greatest(item_1.doctor_id) = (select $1::bigint) offset 0) offset 0) as item
  where item.name ~ (select $2::text)::text limit 100), choice as materialized (select case when (select count(*)
  from found) = 100 or (select count(*)
  from (select
  from public.patient as item limit 400) as item) < 400 then 'found' when (select count(*)
  from together) = 100 or (select count(*)
  from (select
  from public.patient as item limit 8000) as item) < 8000 then 'together' end as taken) select '[' || coalesce(string_agg(line.body, ','), '') || ']' as body, count(*) as count, (array_agg(line.key_0))[100] as key_0, (select choice.taken
  from choice) as way
  from (select row_to_json(shown.*)::text as body, item.id::text as key_0
  from (select item.*
  from found as item
  where (select choice.taken
  from choice) = 'found'
  union all select item.*
  from together as item
  where (select choice.taken
  from choice) = 'together') as item
  cross join lateral (select item.id, item.name, item.number, item.note, item.recorded_at, item.recorded_by) as shown offset 0) as line having (select count('' ~ sought)
  from unnest(array[$4::text]) as sought) >= 0 and coalesce(sum(octet_length(line.body)::real * real '5.0706014e+30'), 0) >= 0;

-- GET /patient?name=match.^P, by a doctor, by the way "together" alone
-- $1 = 3
-- $2 = 3
-- $3 = ^P
-- $4 = ^P
with ahead as materialized (select item.*
  from public.patient as item
  order by item.id limit 10000), together as materialized (select item.*
  from (select item.*
  from (select item.*
  from (values (0, 1000), (1000, 1000), (2000, 1000), (3000, 1000), (4000, 1000), (5000, 1250), (6250, 1562), (7812, 1953), (9765, 2441), (12206, null)) as place (start, length)
  cross join lateral (with part as materialized (select item.*
  from ahead as item offset place.start limit place.length) select item.*
  from part as item
  where ((item.id in (select item_1.patient_id
  from public.treatment as item_1
  where item_1.patient_id = any (array(select item.id
  from part as item)) and (item_1.valid_from is null) is false and item_1.doctor_id = (select $1::bigint) offset 0)) is true) offset 0) as item
  where place.start < 8000) as item
  where exists (select
  from public.treatment as item_1
  where item_1.patient_id = item.id and (item_1.valid_from is null) is false and greatest(item_1.doctor_id) = (select $2::bigint) offset 0) offset 0) as item
  where item.name ~ (select $3::text)::text limit 100), choice as materialized (select case when (select count(*)
  from together) = 100 or (select count(*)
  from (select
  from public.patient as item limit 8000) as item) < 8000 then 'together' end as taken) select '[' || coalesce(string_agg(line.body, ','), '') || ']' as body, count(*) as count, (array_agg(line.key_0))[100] as key_0, (select choice.taken
  from choice) as way
  from (select row_to_json(shown.*)::text as body, item.id::text as key_0
  from (select item.*
  from together as item
  where (select choice.taken
  from choice) = 'together') as item
  cross join lateral (select item.id, item.name, item.number, item.note, item.recorded_at, item.recorded_by) as shown offset 0) as line having (select count('' ~ sought)
  from unnest(array[$4::text]) as sought) >= 0 and coalesce(sum(octet_length(line.body)::real * real '5.0706014e+30'), 0) >= 0;

-- GET /patient?name=match.^P, by a doctor, by the way "few" alone
-- $1 = 3
-- $2 = 3
-- $3 = ^P
-- $4 = ^P
with keys_0 as materialized (select item_1.patient_id
  from (select item_1.patient_id
  from public.treatment as item_1
  where (item_1.doctor_id, true) >= ((select $1::bigint), true) and item_1.doctor_id <= (select $1::bigint) and (item_1.valid_from is null) is false
  order by item_1.doctor_id limit (select null::bigint)) as item_1 limit 501), reached as materialized (select item_1.patient_id as id
  from keys_0 as item_1 limit 501), choice as materialized (select case when (select count(*)
  from (select
  from keys_0 limit 501) as item) <= 500 and (select count(*)
  from (select
  from reached limit 501) as item) <= 500 then 'few' end as taken) select '[' || coalesce(string_agg(line.body, ','), '') || ']' as body, count(*) as count, (array_agg(line.key_0))[100] as key_0, (select choice.taken
  from choice) as way
  from (select row_to_json(shown.*)::text as body, item.id::text as key_0
  from (select item.*
  from (select item.*
  from (select item.*
  from (select item.*
  from public.patient as item
  where item.id = any (array(select reached.id
  from reached))
  order by item.id) as item
  where exists (select
  from public.treatment as item_1
  where item_1.patient_id = item.id and (item_1.valid_from is null) is false and greatest(item_1.doctor_id) = (select $2::bigint) offset 0) offset 0) as item
  where item.name ~ (select $3::text)::text limit 100) as item
  where (select choice.taken
  from choice) = 'few') as item
  cross join lateral (select item.id, item.name, item.number, item.note, item.recorded_at, item.recorded_by) as shown offset 0) as line having (select count('' ~ sought)
  from unnest(array[$4::text]) as sought) >= 0 and coalesce(sum(octet_length(line.body)::real * real '5.0706014e+30'), 0) >= 0;

-- GET /patient?name=match.^P, by a doctor, by the way "near" behind the first rows
-- $1 = 3
-- $2 = ^P
-- $3 = 3
-- $4 = ^P
with found as materialized (select item.*
  from (select item.*
  from (select item.*
  from public.patient as item
  order by item.id limit 400) as item
  where exists (select
  from public.treatment as item_1
  where item_1.patient_id = item.id and (item_1.valid_from is null) is false and greatest(item_1.doctor_id) = (select $1::bigint) offset 0) offset 0) as item
  where item.name ~ (select $2::text)::text limit 100), keys_0 as materialized (select item_1.patient_id
  from (select item_1.patient_id
  from public.treatment as item_1
  where (item_1.doctor_id, true) >= ((select $3::bigint), true) and item_1.doctor_id <= (select $3::bigint) and (item_1.valid_from is null) is false
  order by item_1.doctor_id limit (select null::bigint)) as item_1 limit 5001), near as materialized (select item.*
  from (select item.*
  from (select item.*
  from public.patient as item
  order by item.id limit 20000) as item
  where ((item.id in (select item_1.patient_id
  from keys_0 as item_1)) is true) and exists (select
  from public.treatment as item_1
  where item_1.patient_id = item.id and (item_1.valid_from is null) is false and greatest(item_1.doctor_id) = (select $1::bigint) offset 0) offset 0) as item
  where item.name ~ (select $2::text)::text limit 100), choice as materialized (select case when (select count(*)
  from found) = 100 or (select count(*)
  from (select
  from public.patient as item limit 400) as item) < 400 then 'found' when (select count(*)
  from (select
  from keys_0 limit 5001) as item) <= 5000 and ((select count(*)
  from near) = 100 or (select count(*)
  from (select
  from public.patient as item limit 20000) as item) < 20000) then 'near' end as taken) select '[' || coalesce(string_agg(line.body, ','), '') || ']' as body, count(*) as count, (array_agg(line.key_0))[100] as key_0, (select choice.taken
  from choice) as way
  from (select row_to_json(shown.*)::text as body, item.id::text as key_0
  from (select item.*
  from found as item
  where (select choice.taken
  from choice) = 'found'
  union all select item.*
  from near as item
  where (select choice.taken
  from choice) = 'near') as item
  cross join lateral (select item.id, item.name, item.number, item.note, item.recorded_at, item.recorded_by) as shown offset 0) as line having (select count('' ~ sought)
  from unnest(array[$4::text]) as sought) >= 0 and coalesce(sum(octet_length(line.body)::real * real '5.0706014e+30'), 0) >= 0;

-- GET /patient?name=match.^P, by a doctor, by the way "near" alone
-- $1 = 3
-- $2 = 3
-- $3 = ^P
-- $4 = ^P
with keys_0 as materialized (select item_1.patient_id
  from (select item_1.patient_id
  from public.treatment as item_1
  where (item_1.doctor_id, true) >= ((select $1::bigint), true) and item_1.doctor_id <= (select $1::bigint) and (item_1.valid_from is null) is false
  order by item_1.doctor_id limit (select null::bigint)) as item_1 limit 5001), near as materialized (select item.*
  from (select item.*
  from (select item.*
  from public.patient as item
  order by item.id limit 20000) as item
  where ((item.id in (select item_1.patient_id
  from keys_0 as item_1)) is true) and exists (select
  from public.treatment as item_1
  where item_1.patient_id = item.id and (item_1.valid_from is null) is false and greatest(item_1.doctor_id) = (select $2::bigint) offset 0) offset 0) as item
  where item.name ~ (select $3::text)::text limit 100), choice as materialized (select case when (select count(*)
  from (select
  from keys_0 limit 5001) as item) <= 5000 and ((select count(*)
  from near) = 100 or (select count(*)
  from (select
  from public.patient as item limit 20000) as item) < 20000) then 'near' end as taken) select '[' || coalesce(string_agg(line.body, ','), '') || ']' as body, count(*) as count, (array_agg(line.key_0))[100] as key_0, (select choice.taken
  from choice) as way
  from (select row_to_json(shown.*)::text as body, item.id::text as key_0
  from (select item.*
  from near as item
  where (select choice.taken
  from choice) = 'near') as item
  cross join lateral (select item.id, item.name, item.number, item.note, item.recorded_at, item.recorded_by) as shown offset 0) as line having (select count('' ~ sought)
  from unnest(array[$4::text]) as sought) >= 0 and coalesce(sum(octet_length(line.body)::real * real '5.0706014e+30'), 0) >= 0;

-- GET /patient?name=match.^P, by a patient, with the count of all pages
-- $1 = 4
-- $2 = ^P
-- $3 = ^P
select '[' || coalesce(string_agg(line.body, ','), '') || ']' as body, count(*) as count, (array_agg(line.key_0))[100] as key_0, (select count(*)
  from (select item.*
  from public.patient as item
  where item.id = $1::bigint offset 0) as item
  where item.name ~ (select $2::text)::text) as total
  from (select row_to_json(shown.*)::text as body, item.id::text as key_0
  from (select item.*
  from (select item.*
  from public.patient as item
  where item.id = $1::bigint
  order by item.id offset 0) as item
  where item.name ~ (select $2::text)::text limit 100) as item
  cross join lateral (select item.id, item.name, item.number, item.note, item.recorded_at, item.recorded_by) as shown offset 0) as line having (select count('' ~ sought)
  from unnest(array[$3::text]) as sought) >= 0 and coalesce(sum(octet_length(line.body)::real * real '5.0706014e+30'), 0) >= 0;

-- GET /patient?name=match.^P, by a patient, row by row
-- $1 = 4
-- $2 = ^P
-- $3 = ^P
select line.body
  from (select row_to_json(shown.*)::text as body
  from (select item.*
  from (select item.*
  from public.patient as item
  where item.id = $1::bigint
  order by item.id offset 0) as item
  where item.name ~ (select $2::text)::text limit 100) as item
  cross join lateral (select item.id, item.name, item.number, item.note, item.recorded_at, item.recorded_by) as shown
  where (select count('' ~ sought)
  from unnest(array[$3::text]) as sought) >= 0 offset 0) as line
  where (octet_length(line.body)::real * real '5.0706014e+30' >= 0) is not false;

-- GET /patient?name=match.^P, by a patient, counted without a bound
-- $1 = 4
-- $2 = ^P
-- $3 = ^P
select count(*) as count
  from (select
  from (select item.*
  from public.patient as item
  where item.id = $1::bigint offset 0) as item
  where item.name ~ (select $2::text)::text) as item having (select count('' ~ sought)
  from unnest(array[$3::text]) as sought) >= 0;

-- GET /patient/7?embed=treatment!&treatment.doctor.name=match.A, by a patient
-- $1 = 7
-- $2 = 4
-- $3 = 4
-- $4 = surgery
-- $5 = 4
-- $6 = A
-- $7 = 4
-- $8 = surgery
-- $9 = 4
-- $10 = A
-- $11 = A
select line.version, line.body
  from (select item.row_version as version, row_to_json(shown.*)::text as body
  from (select item.*
  from public.patient as item
  where item.id = $1::bigint and item.id = $2::bigint offset 0) as item, lateral (select item.id, item.name, item.number, item.note, item.recorded_at, item.recorded_by, (select row_to_json(link.*)
  from (select '/clinic/patient/' || item.id as self, '/clinic/patient/' || item.id || '/history' as history, '/clinic/treatment?patient_id=eq.' || item.id as treatment) as link) as links, (select coalesce(json_agg(line.body), '[]')
  from (select row_to_json(shown.*) as body
  from (select item_1.id, item_1.patient_id, item_1.doctor_id, item_1.kind, item_1.valid_from, item_1.valid_to, item_1.recorded_at, item_1.recorded_by
  from (select item_1.*
  from public.treatment as item_1
  where item_1.patient_id = item.id and item_1.valid_from is not null and item_1.patient_id = $3::bigint and item_1.kind <> $4::text
  order by item_1.id offset 0) as item_1
  where (exists (select
  from public.doctor as item_2
  where item_2.id = item_1.doctor_id and exists (select
  from public.treatment as item_3
  where item_3.doctor_id = item_2.id and item_3.valid_from is not null and item_3.patient_id = $5::bigint) and case when item_2.id = item_1.doctor_id and exists (select
  from public.treatment as item_3
  where item_3.doctor_id = item_2.id and item_3.valid_from is not null and item_3.patient_id = $5::bigint) then item_2.name ~ (select $6::text)::text else false end)) is true) as shown offset 0) as line having coalesce(sum(octet_length(line.body::text)::real * real '5.0706014e+30'), 0) >= 0) as treatment) as shown
  where (exists (select
  from public.treatment as item_1
  where item_1.patient_id = item.id and item_1.valid_from is not null and item_1.patient_id = $7::bigint and item_1.kind <> $8::text and case when item_1.patient_id = item.id and item_1.valid_from is not null and item_1.patient_id = $7::bigint and item_1.kind <> $8::text then (exists (select
  from public.doctor as item_2
  where item_2.id = item_1.doctor_id and exists (select
  from public.treatment as item_3
  where item_3.doctor_id = item_2.id and item_3.valid_from is not null and item_3.patient_id = $9::bigint) and case when item_2.id = item_1.doctor_id and exists (select
  from public.treatment as item_3
  where item_3.doctor_id = item_2.id and item_3.valid_from is not null and item_3.patient_id = $9::bigint) then item_2.name ~ (select $10::text)::text else false end)) is true else false end)) is true and (select count('' ~ sought)
  from unnest(array[$11::text]) as sought) >= 0 offset 0) as line
  where (octet_length(line.body)::real * real '5.0706014e+30' >= 0) is not false;

-- PATCH /patient?name=match.^P, by a doctor: first the locks
-- $1 = 3
-- $2 = 3
-- $3 = ^P
-- $4 = ^P
with lock_0 as materialized (select target.id
  from public.patient as target
  where target.id in (select item.id
  from (select item.*
  from public.patient as item
  where exists (select
  from public.treatment as item_1
  where item_1.patient_id = item.id and item_1.valid_from is not null and item_1.doctor_id = $1::bigint) and exists (select
  from public.treatment as item_1
  where item_1.patient_id = item.id and item_1.valid_from is not null and item_1.doctor_id = $2::bigint) offset 0) as item
  where item.name ~ (select $3::text)::text)
  order by target.id
  for no key update of target) select count(*), set_config('almanac.locked', coalesce((select array_agg(lock_0.id)
  from lock_0)::text, '{}'), true) as locked, almanac.fix_present() as present
  from lock_0 having (select count('' ~ sought)
  from unnest(array[$4::text]) as sought) >= 0;
-- PATCH /patient?name=match.^P, by a doctor
-- $1 = 9
-- $2 = 3
-- $3 = 3
-- $4 = ^P
-- $5 = 3
-- $6 = ^P
with caller as materialized (select set_config('almanac.identity', $1, true) as identity), found as materialized (select item.id, item.recorded_at, item.row_version
  from public.patient as item
  where item.id = any (current_setting('almanac.locked')::bigint[]) and exists (select
  from public.treatment as item_1
  where item_1.patient_id = item.id and item_1.valid_from is not null and item_1.doctor_id = $2::bigint) and exists (select
  from public.treatment as item_1
  where item_1.patient_id = item.id and item_1.valid_from is not null and item_1.doctor_id = $3::bigint) and case when exists (select
  from public.treatment as item_1
  where item_1.patient_id = item.id and item_1.valid_from is not null and item_1.doctor_id = $2::bigint) and exists (select
  from public.treatment as item_1
  where item_1.patient_id = item.id and item_1.valid_from is not null and item_1.doctor_id = $3::bigint) then item.name ~ (select $4::text)::text else false end
  order by item.id), latest as materialized (select set_config('almanac.latest.patient', (select found.id
  from found
  order by found.recorded_at desc limit 1)::text, true) as id), written as (update public.patient as item set id = item.id
  from caller, latest, found
  where item.id = found.id
  returning item.*) select count(*) as count, (array_agg(written.id
  order by written.id))[1:50] as ids
  from written
  where case when exists (select
  from public.treatment as item_1
  where item_1.patient_id = written.id and item_1.valid_from is not null and item_1.doctor_id = $5::bigint) then true else almanac.forbid() end having (select count('' ~ sought)
  from unnest(array[$6::text]) as sought) >= 0;

-- DELETE /patient?name=match.^P&order=name.desc&limit=3 with If-Match, by a doctor: first the locks
-- $1 = 3
-- $2 = ^P
-- $3 = ^P
with lock_0 as materialized (select target.id
  from public.patient as target
  where target.id in (select item.id
  from (select item.*
  from public.patient as item
  where exists (select
  from public.treatment as item_1
  where item_1.patient_id = item.id and item_1.valid_from is not null and item_1.doctor_id = $1::bigint) and false
  order by item.name desc, item.id offset 0) as item
  where item.name ~ (select $2::text)::text limit 3)
  order by target.id for update of target) select count(*), set_config('almanac.locked', coalesce((select array_agg(lock_0.id)
  from lock_0)::text, '{}'), true) as locked, almanac.fix_present() as present
  from lock_0 having (select count('' ~ sought)
  from unnest(array[$3::text]) as sought) >= 0;
-- DELETE /patient?name=match.^P&order=name.desc&limit=3 with If-Match, by a doctor
-- $1 = 9
-- $2 = 3
-- $3 = ^P
-- $4 = {"17","18"}
-- $5 = ^P
with caller as materialized (select set_config('almanac.identity', $1, true) as identity), found as materialized (select item.id, item.recorded_at, item.row_version
  from public.patient as item
  where item.id = any (current_setting('almanac.locked')::bigint[]) and exists (select
  from public.treatment as item_1
  where item_1.patient_id = item.id and item_1.valid_from is not null and item_1.doctor_id = $2::bigint) and false and case when exists (select
  from public.treatment as item_1
  where item_1.patient_id = item.id and item_1.valid_from is not null and item_1.doctor_id = $2::bigint) and false then item.name ~ (select $3::text)::text else false end
  order by item.id), stale as materialized (select found.id
  from found
  where found.row_version <> all ($4::bigint[])
  order by found.id limit 1), latest as materialized (select set_config('almanac.latest.patient', (select found.id
  from found
  order by found.recorded_at desc limit 1)::text, true) as id), written as (delete
  from public.patient as item using caller, latest, found
  where item.id = found.id and not exists (select
  from stale)
  returning item.id) select count(*) as count, (select stale.id
  from stale) as stale
  from written having (select count('' ~ sought)
  from unnest(array[$5::text]) as sought) >= 0;

-- PATCH /patient/7, by a doctor: first the locks
-- $1 = 7
with lock_0 as materialized (select target.id
  from public.patient as target
  where target.id = $1::bigint
  order by target.id
  for no key update of target) select almanac.fix_present() as present
  from (select count(*)
  from lock_0) as held;
-- PATCH /patient/7, by a doctor
-- $1 = 9
-- $2 = Per
-- $3 = 7
-- $4 = 3
-- $5 = 3
-- $6 = 3
with caller as materialized (select set_config('almanac.identity', $1, true) as identity), written as (update public.patient as item set name = $2::text
  from caller
  where item.id = $3::bigint and exists (select
  from public.treatment as item_1
  where item_1.patient_id = item.id and item_1.valid_from is not null and item_1.doctor_id = $4::bigint) and exists (select
  from public.treatment as item_1
  where item_1.patient_id = item.id and item_1.valid_from is not null and item_1.doctor_id = $5::bigint)
  returning item.*) select line.id, line.version, line.body
  from (select written.id, written.row_version as version, null::text as body
  from written, lateral (select written.id, written.name, written.number, written.note, written.recorded_at, written.recorded_by) as shown
  where case when exists (select
  from public.treatment as item_1
  where item_1.patient_id = written.id and item_1.valid_from is not null and item_1.doctor_id = $6::bigint) then true else almanac.forbid() end offset 0) as line
  where (octet_length(line.body)::real * real '5.0706014e+30' >= 0) is not false;

-- DELETE /treatment/7, by a doctor
-- $1 = 9
-- $2 = 7
-- $3 = 3
-- $4 = 3
with caller as materialized (select set_config('almanac.identity', $1, true) as identity), timeline as materialized (select owner.id
  from public.patient as owner
  where owner.id in (select entry.patient_id
  from public.treatment as entry
  where entry.id = $2::bigint)
  order by owner.id for no key update) update public.treatment as item set valid_from = null, valid_to = null
  from caller, (select count(*) as owners
  from timeline) as locked
  where item.id = $2::bigint and item.doctor_id = $3::bigint and item.doctor_id = $4::bigint and item.valid_from is not null
  returning item.id;

-- PATCH /treatment/7, by a doctor: first the locks
-- $1 = 7
with lock_0 as materialized (select target.id
  from public.patient as target
  where target.id = (select entry.patient_id
  from public.treatment as entry
  where entry.id = $1::bigint)
  order by target.id
  for no key update of target), lock_1 as materialized (select target.id
  from public.treatment as target, (select count(*)
  from lock_0) as held
  where target.id = $1::bigint
  order by target.id
  for no key update of target) select almanac.fix_present() as present
  from (select count(*)
  from lock_1) as held;
-- PATCH /treatment/7, by a doctor
-- $1 = 9
-- $2 = 2026-03-01 00:00:00+00
-- $3 = 7
-- $4 = 3
-- $5 = 3
-- $6 = surgery
-- $7 = 3
-- $8 = surgery
-- $9 = 3
-- $10 = 3
-- $11 = 3
-- $12 = 3
-- $13 = surgery
-- $14 = 2026-03-01 00:00:00+00
-- $15 = 9
-- $16 = 3
-- $17 = 3
-- $18 = surgery
with caller as materialized (select set_config('almanac.identity', $1, true) as identity), written as (update public.treatment as item set valid_to = $2::timestamptz
  from caller
  where item.id = $3::bigint and case when item.doctor_id = $4::bigint and item.doctor_id = $5::bigint and item.kind <> $6::text and item.valid_from is not null then (select case when intended.doctor_id = $7::bigint and intended.kind <> $8::text then set_config('almanac.room.treatment', coalesce((select array_agg(entry.id)
  from public.treatment as entry
  where entry.patient_id = intended.patient_id and entry.id <> intended.id and entry.valid_from is not null and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(intended.valid_from, case when intended.valid_to <= intended.valid_from then intended.valid_from else intended.valid_to end) and case when entry.valid_from >= intended.valid_from and (intended.valid_to is null or entry.valid_to <= intended.valid_to) then (entry.doctor_id = $9::bigint and entry.doctor_id = $10::bigint) else (entry.doctor_id = $11::bigint and entry.doctor_id = $12::bigint and entry.kind <> $13::text) end)::text, '{}'), true) is not null else almanac.forbid() end
  from (select item.id as id, item.patient_id as patient_id, item.doctor_id as doctor_id, item.kind as kind, item.valid_from as valid_from, $14::timestamptz as valid_to, now() as recorded_at, $15::bigint as recorded_by offset 0) as intended) else false end
  returning item.*) select written.id, written.row_version as version, case when written.doctor_id = $16::bigint then row_to_json(shown.*)::text end as body
  from written, lateral (select written.id, written.patient_id, written.doctor_id, written.kind, written.valid_from, written.valid_to, written.recorded_at, written.recorded_by) as shown
  where case when written.doctor_id = $17::bigint and written.kind <> $18::text then true else almanac.forbid() end;

-- POST /treatment, by a doctor who sees the patient: first the locks
-- $1 = 1
-- $2 = 3
with lock_0 as materialized (select target.id
  from public.patient as target
  where target.id = $1::bigint
  order by target.id
  for no key update of target), lock_1 as materialized (select target.id
  from public.doctor as target, (select count(*)
  from lock_0) as held
  where target.id = $2::bigint
  order by target.id for key share of target) select almanac.fix_present() as present
  from (select count(*)
  from lock_1) as held;
-- POST /treatment, by a doctor who sees the patient
-- $1 = 9
-- $2 = 1
-- $3 = 3
-- $4 = 3
-- $5 = 2026-02-01 00:00:00+00
-- $6 = 2026-03-01 00:00:00+00
-- $7 = 9
-- $8 = 3
-- $9 = 3
-- $10 = 3
-- $11 = 3
-- $12 = 3
-- $13 = surgery
-- $14 = 3
-- $15 = 3
with caller as materialized (select set_config('almanac.identity', $1, true) as identity), intended as materialized (select 9223372036854775807::bigint as id, case when exists (select
  from public.patient as seen
  where seen.id = $2::bigint and exists (select
  from public.treatment as item_1
  where item_1.patient_id = seen.id and item_1.valid_from is not null and item_1.doctor_id = $3::bigint)) then $2::bigint else almanac.refuse_reference('patient_id') end as patient_id, $4::bigint as doctor_id, ('therapy')::text as kind, $5::timestamptz as valid_from, $6::timestamptz as valid_to, now() as recorded_at, $7::bigint as recorded_by
  from caller), written as (insert into public.treatment (patient_id, doctor_id, valid_from, valid_to) select intended.patient_id, intended.doctor_id, intended.valid_from, intended.valid_to
  from intended
  where case when intended.doctor_id = $8::bigint then set_config('almanac.room.treatment', coalesce((select array_agg(entry.id)
  from public.treatment as entry
  where entry.patient_id = intended.patient_id and entry.id <> intended.id and entry.valid_from is not null and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(intended.valid_from, case when intended.valid_to <= intended.valid_from then intended.valid_from else intended.valid_to end) and case when entry.valid_from >= intended.valid_from and (intended.valid_to is null or entry.valid_to <= intended.valid_to) then (entry.doctor_id = $9::bigint and entry.doctor_id = $10::bigint) else (entry.doctor_id = $11::bigint and entry.doctor_id = $12::bigint and entry.kind <> $13::text) end)::text, '{}'), true) is not null else almanac.forbid() end
  returning *) select written.id, written.row_version as version, case when written.doctor_id = $14::bigint then row_to_json(shown.*)::text end as body
  from written, lateral (select written.id, written.patient_id, written.doctor_id, written.kind, written.valid_from, written.valid_to, written.recorded_at, written.recorded_by) as shown
  where case when written.doctor_id = $15::bigint then true else almanac.forbid() end;

-- POST /treatment with many rows, by a doctor who sees the patient: first the locks
-- $1 = {"1"}
with lock_0 as materialized (select target.id
  from public.patient as target
  where target.id = any ($1::bigint[])
  order by target.id
  for no key update of target) select almanac.fix_present() as present
  from (select count(*)
  from lock_0) as held;
-- POST /treatment with many rows, by a doctor who sees the patient
-- $1 = 9
-- $2 = 3
-- $3 = 9
-- $4 = {"1"}
-- $5 = {"3"}
-- $6 = {"2026-02-01 00:00:00+00"}
-- $7 = {"2026-03-01 00:00:00+00"}
-- $8 = 3
-- $9 = 3
-- $10 = 3
-- $11 = 3
-- $12 = 3
-- $13 = surgery
-- $14 = 3
-- $15 = 3
with caller as materialized (select set_config('almanac.identity', $1, true) as identity), intended as materialized (select 9223372036854775807::bigint as id, case when sent.value_0::bigint is null or exists (select
  from public.patient as seen
  where seen.id = sent.value_0::bigint and exists (select
  from public.treatment as item_1
  where item_1.patient_id = seen.id and item_1.valid_from is not null and item_1.doctor_id = $2::bigint)) then sent.value_0::bigint else almanac.refuse_reference('patient_id') end as patient_id, sent.value_1::bigint as doctor_id, ('therapy')::text as kind, sent.value_2::timestamptz as valid_from, sent.value_3::timestamptz as valid_to, now() as recorded_at, $3::bigint as recorded_by, sent.place
  from caller, unnest($4::text[], $5::text[], $6::text[], $7::text[]) with ordinality as sent(value_0, value_1, value_2, value_3, place)), room as materialized (select case when (select every((intended.doctor_id = $8::bigint) is true)
  from intended) is distinct from false then set_config('almanac.room.treatment', coalesce((select array_agg(given.id)
  from (select entry.id
  from intended, public.treatment as entry
  where entry.patient_id = intended.patient_id and entry.id <> intended.id and entry.valid_from is not null and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(intended.valid_from, case when intended.valid_to <= intended.valid_from then intended.valid_from else intended.valid_to end) group by entry.id having every((case when entry.valid_from >= intended.valid_from and (intended.valid_to is null or entry.valid_to <= intended.valid_to) then (entry.doctor_id = $9::bigint and entry.doctor_id = $10::bigint) else (entry.doctor_id = $11::bigint and entry.doctor_id = $12::bigint and entry.kind <> $13::text) end) is true) and (count(*) = 1 or every(((entry.doctor_id = $11::bigint and entry.doctor_id = $12::bigint and entry.kind <> $13::text) and (entry.doctor_id = $9::bigint and entry.doctor_id = $10::bigint)) is true))) as given)::text, '{}'), true) is not null else almanac.forbid() end as is_set), written as (insert into public.treatment (patient_id, doctor_id, valid_from, valid_to) select intended.patient_id, intended.doctor_id, intended.valid_from, intended.valid_to
  from intended, room
  where room.is_set
  order by intended.place
  returning *) select count(*) as count, array_agg(line.id) as ids, '[' || coalesce(string_agg(line.body, ','), '') || ']' as body
  from (select written.id, case when written.doctor_id = $14::bigint then row_to_json(shown.*)::text end as body
  from written, lateral (select written.id, written.patient_id, written.doctor_id, written.kind, written.valid_from, written.valid_to, written.recorded_at, written.recorded_by) as shown
  where case when written.doctor_id = $15::bigint then true else almanac.forbid() end
  order by written.id offset 0) as line;

-- An upsert of treatments, by a doctor: the entries that are there: first the locks
-- $1 = {"7"}
-- $2 = 3
with lock_0 as materialized (select target.id
  from public.patient as target
  where target.id in (select item.patient_id
  from unnest($1::text[]) with ordinality as sent(value_0, place), (select item.*
  from public.treatment as item
  where item.valid_from is not null and item.doctor_id = $2::bigint) as item
  where item.id = sent.value_0::bigint)
  order by target.id
  for no key update of target), lock_1 as materialized (select target.id
  from public.treatment as target, (select count(*)
  from lock_0) as held
  where target.id = any (array(select item.id
  from unnest($1::text[]) with ordinality as sent(value_0, place), (select item.*
  from public.treatment as item
  where item.valid_from is not null and item.doctor_id = $2::bigint) as item
  where item.id = sent.value_0::bigint))
  order by target.id
  for no key update of target) select almanac.fix_present() as present
  from (select count(*)
  from lock_1) as held;
-- An upsert of treatments, by a doctor: the entries that are there
-- $1 = 3
-- $2 = surgery
-- $3 = {"7"}
-- $4 = {"2026-03-01 00:00:00+00"}
-- $5 = 3
select found.place, found.id, found.version, found.may, found.differs, found.changed, found.twin, found.overlap
  from (select paired.*, case when paired.key_0 is not null then lag(paired.place) over (partition by paired.key_0
  order by paired.place) end as twin, case when paired.valid_from < lag(paired.valid_to) over (partition by paired.timeline_0
  order by paired.valid_from, paired.place) and paired.timeline_0 is not null then lag(paired.place) over (partition by paired.timeline_0
  order by paired.valid_from, paired.place) end as overlap
  from (select sent.*, item.id, item.row_version as version, item.recorded_at, sent.value_0::bigint as key_0, (item.doctor_id = $1::bigint and item.kind <> $2::text) is true as may, item.id is not null and (item.valid_to is distinct from sent.value_1::timestamptz) as differs, array_remove(array[]::text[], null) as changed, case when item.id is null then (null)::bigint else item.patient_id end as timeline_0, case when item.id is null then (null)::timestamptz else item.valid_from end as valid_from, coalesce(sent.value_1::timestamptz, 'infinity') as valid_to
  from unnest($3::text[], $4::text[]) with ordinality as sent(value_0, value_1, place) left join (select item.*
  from public.treatment as item
  where item.valid_from is not null and item.doctor_id = $5::bigint) as item on item.id = sent.value_0::bigint offset 0) as paired) as found
  order by found.key_0, found.place;

-- An upsert of treatments, by a doctor: an entry that is there and differs
-- $1 = 9
-- $2 = {"7"}
-- $3 = {"7"}
-- $4 = {"2026-03-01 00:00:00+00"}
-- $5 = {"70"}
-- $6 = 3
-- $7 = 3
-- $8 = surgery
-- $9 = 3
-- $10 = surgery
-- $11 = 3
-- $12 = 3
-- $13 = 3
-- $14 = 3
-- $15 = surgery
-- $16 = 9
-- $17 = 3
-- $18 = surgery
with caller as materialized (select set_config('almanac.identity', $1, true) as identity), found as materialized (select item.id, item.recorded_at
  from public.treatment as item
  where item.id = any ($2::bigint[])), latest as materialized (select set_config('almanac.latest.treatment', (select found.id
  from found
  order by found.recorded_at desc limit 1)::text, true) as id), written as (update public.treatment as item set valid_to = sent.value_1::timestamptz
  from caller, latest, unnest($3::text[], $4::text[]) with ordinality as sent(value_0, value_1, place), unnest($2::bigint[], $5::bigint[]) with ordinality as target(id, version, place) 
  where target.place = sent.place and item.id = target.id and case when item.doctor_id = $6::bigint and item.doctor_id = $7::bigint and item.kind <> $8::text and item.valid_from is not null and item.row_version = target.version then (select case when intended.doctor_id = $9::bigint and intended.kind <> $10::text then set_config('almanac.room.treatment', coalesce((select array_agg(entry.id)
  from public.treatment as entry
  where entry.patient_id = intended.patient_id and entry.id <> intended.id and entry.valid_from is not null and tstzrange(entry.valid_from, entry.valid_to) && tstzrange(intended.valid_from, case when intended.valid_to <= intended.valid_from then intended.valid_from else intended.valid_to end) and case when entry.valid_from >= intended.valid_from and (intended.valid_to is null or entry.valid_to <= intended.valid_to) then (entry.doctor_id = $11::bigint and entry.doctor_id = $12::bigint) else (entry.doctor_id = $13::bigint and entry.doctor_id = $14::bigint and entry.kind <> $15::text) end)::text, '{}'), true) is not null else almanac.forbid() end
  from (select item.id as id, item.patient_id as patient_id, item.doctor_id as doctor_id, item.kind as kind, item.valid_from as valid_from, sent.value_1::timestamptz as valid_to, now() as recorded_at, $16::bigint as recorded_by offset 0) as intended) else false end
  returning item.*) select count(*) as count
  from written
  where case when written.doctor_id = $17::bigint and written.kind <> $18::text then true else almanac.forbid() end;

-- An upsert of treatments, by a doctor: keys that belong to hidden entries
-- $1 = {"7"}
-- $2 = {"2026-03-01 00:00:00+00"}
-- $3 = 3
select sent.place
  from unnest($1::text[], $2::text[]) with ordinality as sent(value_0, value_1, place), public.treatment as item
  where item.id = sent.value_0::bigint and item.valid_from is not null and (item.doctor_id = $3::bigint) is not true;

-- The events of a stream, ?type=match.^org, by a patient
-- $1 = 0
-- $2 = 99
-- $3 = 4
-- $4 = 4
-- $5 = 9
-- $6 = 4
-- $7 = surgery
-- $8 = ^org
-- $9 = ^org
select shown.id, row_to_json(shown)::text as body
  from (select item.id, item.specversion, item.type, item.source, item.subject, item."time", item.data, item.recorded_at, item.recorded_by
  from (select item.*
  from public.event as item
  where item.id > $1::bigint and item.id <= $2::bigint and case when split_part(item.source, '/', 2) = 'doctor' then exists (select
  from (select row_version as id, id as doctor_id, name, phone, recorded_at, recorded_by, null::timestamptz as replaced_at, null::bigint as replaced_by
  from public.doctor
  union all select id, doctor_id, name, phone, recorded_at, recorded_by, replaced_at, replaced_by
  from public.doctor_history) as item_1
  where item_1.doctor_id = split_part(item.source, '/', 3)::bigint and case when item.type like '%.delete' then item_1.replaced_at else item_1.recorded_at end = item."time" and exists (select
  from (select id, patient_id, doctor_id, kind, valid_from, valid_to, recorded_at, recorded_by, row_version, null::timestamptz as replaced_at
  from public.treatment
  union all select treatment_id as id, patient_id, doctor_id, kind, valid_from, valid_to, recorded_at, recorded_by, id as row_version, replaced_at
  from public.treatment_history) as item_2
  where item_2.doctor_id = item_1.doctor_id and item_2.valid_from is not null and item_2.recorded_at <= coalesce(item_1.replaced_at - interval '1 microsecond', 'infinity') and (item_2.replaced_at is null or item_2.replaced_at > coalesce(item_1.replaced_at - interval '1 microsecond', 'infinity')) and item_2.patient_id = $3::bigint)) when split_part(item.source, '/', 2) = 'patient' then exists (select
  from (select row_version as id, id as patient_id, name, number, note, recorded_at, recorded_by, null::timestamptz as replaced_at, null::bigint as replaced_by
  from public.patient
  union all select id, patient_id, name, number, note, recorded_at, recorded_by, replaced_at, replaced_by
  from public.patient_history) as item_1
  where item_1.patient_id = split_part(item.source, '/', 3)::bigint and case when item.type like '%.delete' then item_1.replaced_at else item_1.recorded_at end = item."time" and item_1.patient_id = $4::bigint) when split_part(item.source, '/', 2) = 'subscription' then exists (select
  from public.subscription as item_1
  where item_1.id = split_part(item.source, '/', 3)::bigint and item_1.created_by = $5::bigint) when split_part(item.source, '/', 2) = 'treatment' then exists (select
  from (select row_version as id, id as treatment_id, patient_id, doctor_id, kind, valid_from, valid_to, recorded_at, recorded_by, null::timestamptz as replaced_at, null::bigint as replaced_by
  from public.treatment
  union all select id, treatment_id, patient_id, doctor_id, kind, valid_from, valid_to, recorded_at, recorded_by, replaced_at, replaced_by
  from public.treatment_history) as item_1
  where item_1.treatment_id = split_part(item.source, '/', 3)::bigint and case when item.type like '%.delete' then item_1.replaced_at else item_1.recorded_at end = item."time" and item_1.patient_id = $6::bigint and item_1.kind <> $7::text) else false end
  order by item.id offset 0) as item
  where item.type ~ (select $8::text)::text limit 500) as shown
  where (select count('' ~ sought)
  from unnest(array[$9::text]) as sought) >= 0
  order by shown.id;
