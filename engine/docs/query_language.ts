import { languages } from '../definition/operand.ts';
import { lexicon, productions } from '../language/notation.ts';
import { maximumDepth } from '../language/parser.ts';
import { ambiguousAbbreviations } from '../language/zone_abbreviations.ts';
import { heading, list, type Page, type TextBlock, table, text } from './block.ts';
import { operatorTable } from './operators.ts';

/** A request, and what it asks for. */
export interface Example {
  readonly path: string;
  readonly says: string;
}

/** The language of URLs and rules, for those who write them. */
export function queryLanguagePage(): Page<TextBlock> {
  return { path: 'query_language.html', title: 'The query language', blocks };
}

/** Of the flexibility register; those of `book` and `branch` of a library, for types that the register has not. */
export const examples = {
  filters: [
    { path: '/controllable_unit?status=eq.active', says: 'the active units' },
    {
      path: '/controllable_unit?status=in.(active,inactive)&is_small=is.true',
      says: 'small ones that are active or inactive',
    },
    { path: '/controllable_unit?maximum_active_power=not.lt.50', says: 'those of 50 kW and more' },
    { path: '/controllable_unit?name=ilike.*pumpe*', says: 'those with this text in the name' },
    {
      path: '/controllable_unit?start_date=not.is.null&id=gt(any).{5,10}',
      says: 'those with a start date, after any of these ids',
    },
    { path: '/party?name=plfts(norwegian).nett', says: 'parties found by a word in Norwegian' },
    { path: '/controllable_unit?recorded_at=gte.2024-01-01T00:00%2B01:00', says: 'recorded since; `%2B` is a plus' },
  ],
  trees: [
    {
      path: '/controllable_unit?or=(status.eq.new,start_date.is.null)',
      says: 'new ones, and those without a start date',
    },
    {
      path: '/controllable_unit?not.and=(status.eq.active,or(is_small.is.true,id.lt.10))',
      says: 'all but those that are active, and small or among the first',
    },
  ],
  relations: [
    { path: '/controllable_unit?accounting_point.city=eq.Solbyen', says: 'units behind a point in this city' },
    {
      path: '/controllable_unit?technical_resource.category=eq.consumption&technical_resource.maximum_active_power=gt.10',
      says: 'units with one device for which both hold',
    },
    { path: '/controllable_unit?suspension=not.is.null', says: 'units that were ever suspended' },
    { path: '/controllable_unit?service_provider=is.null', says: 'units that no provider ever operated' },
    {
      path: '/controllable_unit?or=(status.eq.new,suspension.status.eq.active)',
      says: 'units that are new, or suspended now',
    },
    {
      path: '/controllable_unit?technical_resource.or=(technology.eq.battery,technology.eq.heat_pump)',
      says: 'units with a battery or a heat pump',
    },
  ],
  documents: [
    { path: '/branch?opening_hours->monday->>0=eq.9', says: 'the first element of a member, as text' },
    { path: '/branch?opening_hours=cs.{"monday":[9]}', says: 'documents that contain this one' },
    { path: '/branch?opening_hours->"0"=not.is.null', says: 'a member called 0: without quotes it would be an index' },
    { path: '/book?subjects=ov.{farming,history}', says: 'arrays with one of these elements at least' },
    { path: '/book?subjects->>0=eq.farming', says: 'arrays that begin with it' },
  ],
  select: [
    {
      path: '/controllable_unit?select=id,name,power:maximum_active_power::text',
      says: 'three columns, one renamed and converted',
    },
    {
      path: '/controllable_unit?select=id,accounting_point(city,bidding_zone(*))',
      says: 'with related rows in it, two deep',
    },
    {
      path: '/controllable_unit?select=id,devices:technical_resource!inner(name)&devices.category=eq.consumption',
      says: 'units with such devices alone, and those devices',
    },
    { path: '/controllable_unit?select=id,...accounting_point(city)', says: 'the city among the columns of the unit' },
  ],
  embed: [
    { path: '/controllable_unit?embed=accounting_point', says: 'the point of each unit' },
    {
      path: '/controllable_unit?embed=suspension!,technical_resource',
      says: 'only suspended units, and their devices',
    },
    { path: '/controllable_unit?embed=accounting_point(bidding_zone,system_operator)', says: 'two deep' },
    {
      path: '/controllable_unit?embed=service_provider!&service_provider.valid_at=2026-01-01T00:00Z',
      says: 'units with a provider at that instant, and that provider',
    },
    {
      path: '/controllable_unit?embed=technical_resource&technical_resource.order=name.desc&technical_resource.limit=1',
      says: 'the last device of each unit by name',
    },
  ],
  order: [
    { path: '/controllable_unit?order=status,maximum_active_power.desc', says: 'by status, the strongest first' },
    { path: '/controllable_unit?order=start_date.desc.nullslast', says: 'the latest first, those without a date last' },
    { path: '/controllable_unit?order=accounting_point(city)', says: 'by a field of a relation to one' },
  ],
  time: [
    {
      path: '/controllable_unit_service_provider?valid_at=2026-01-01T00:00Z',
      says: 'what is valid at that instant',
    },
  ],
} as const satisfies Readonly<Record<string, readonly Example[]>>;

const blocks: readonly TextBlock[] = [
  text(
    'What a client types into a URL is what the definitions speak for their rules. The dialect is that of [PostgREST 12](postgrest.html), with relations under the aliases of the definitions, and with time. Whatever is wrong with a request is answered with 400: the parameter, the position in it, what was expected there, and the word that was probably meant.',
  ),
  heading('Filters'),
  text(
    'A filter is a parameter `field=operator.value`, or `field=not.operator.value`. All parameters hold together, and one may stand several times. Values are read as the type of the field; a value that is none of it is refused.',
  ),
  exampleTable(examples.filters),
  operatorTable(),
  text(
    'Null is neither equal nor unequal to anything: a filter holds where it is true, and `not.` does not bring nulls back.',
  ),
  text(
    '`eq`, `lt`, `lte`, `gt`, `gte`, `like`, `ilike`, `match` and `imatch` take several values at once: `(any)` or `(all)` behind the operator, and the values in braces, `like(any).{*a*,"b, c"}`. `fts`, `plfts`, `phfts` and `wfts` take the language of the text, `fts(norwegian).nett`:',
  ),
  text(languages.map((language) => `\`${language}\``).join(', ')),
  heading('Quotes, spaces and case'),
  list([
    'The value of a parameter is the whole rest: no character in it is special, and quotes are part of it.',
    'Within `in.(...)`, `and=(...)` and `or=(...)` a value ends at a comma or a closing parenthesis. One that holds these stands in double quotes, in which `\\"` is a quote and `\\\\` a backslash: `in.("a,b","say \\"a\\"")`. Quotes count as such only around the whole of a value.',
    'A value in braces, `{a,b}`, may hold commas in a tree as it is.',
    'Arrays are written as PostgreSQL writes them: `{a,"b, c",null}`.',
    'Space is free around commas and parentheses; within a value it counts.',
    'Names and operators keep their case: `EQ` is no operator. The words behind `is.` are free in it.',
    'A name other than letters, digits, `_`, `$` and dashes within stands in double quotes. Fields and relations never need them; the names that `select` gives may.',
    'In a URL, `%`, `&`, `#` and `+` within a value are written `%25`, `%26`, `%23` and `%2B`. A plus is a space.',
  ]),
  heading('Trees'),
  text(
    '`and=(...)`, `or=(...)`, `not.and=(...)` and `not.or=(...)` hold filters as `field.operator.value`, and further trees as `and(...)` and `or(...)`, up to ' +
      `${maximumDepth} deep.`,
  ),
  exampleTable(examples.trees),
  heading('Through relations'),
  text(
    'A path of aliases leads to a field of related rows: `relation.field`, `relation.relation.field`. The filter holds where there is such a row, and all that is asked under one alias holds for one and the same row. `relation.or=(...)` is a tree about it. `relation=is.null` and `relation=not.is.null` ask whether there is a related row at all.',
  ),
  text(
    'Where the relation is embedded in the same request, the filter chooses what is embedded instead; rows without any of it stay, unless the embed is inner. Then `relation=is.null` and `relation=not.is.null` mean the rows that it left.',
  ),
  exampleTable(examples.relations),
  heading('Into JSON'),
  text(
    '`->` leads to a member or, by a whole number, to an element (from 0; from -1 at the end); `->>` to its text. What `->` leads to is compared as JSON, what `->>` leads to as text. Arrays are entered in the same way.',
  ),
  exampleTable(examples.documents),
  heading('select'),
  text(
    'Columns with commas between them: a field, `name:field` for another name, `field::type` for another type, a path into JSON, `*` for all. A relation has its columns in parentheses: an object or null for a relation to one, an array for many. `!inner` drops the rows that have none of it. `...relation(...)` puts the columns of a relation to one among those of the row. `relation()` shows nothing, and is there to be filtered by.',
  ),
  exampleTable(examples.select),
  heading('embed'),
  text(
    'Relations with all of their fields, beside whatever is selected. `!` behind a relation drops the rows that have none of it, and parentheses hold the relations of its rows; they may stand in either order.',
  ),
  exampleTable(examples.embed),
  text(
    'For an embedded relation to many, `relation.order`, `relation.limit` and `relation.offset` choose among its rows; `relation.valid_at` chooses those that are valid at an instant. Whatever is read along needs the scope of its resource: 403 names the scope and the path.',
  ),
  heading('Order and pages'),
  text(
    '`order` has keys with commas between them: a field, a path into JSON, or `relation(field)` for a relation to one; then `.asc` or `.desc`; then `.nullsfirst` or `.nullslast`. Nulls are last when ascending. The id is always the last key, so that pages never overlap.',
  ),
  exampleTable(examples.order),
  text(
    '`limit` and `offset` choose a page. A list that stopped at its limit has the address of the next page in the header `Link` with `rel="next"`: it goes on behind the last row (`after`). The header `Range: 0-24` chooses a page as well, and `Prefer: count=exact`, `planned` or `estimated` adds to `Content-Range` how many rows there are.',
  ),
  heading('Time'),
  text(
    '`valid_at` gives what is valid at an instant, of a resource that depends on time; `as_of` gives what was recorded at an instant, of a resource with history, with everything that is embedded. Both together give what was known then of what was valid then. `validity` is the whole period from valid_from until valid_to, in the notation of PostgreSQL: `validity=ov.[2026-01-01T00:00Z,2026-02-01T00:00Z)` gives what was valid at some time in January, `validity=cs.2026-01-01T00:00Z` what was valid at that instant.',
  ),
  exampleTable(examples.time),
  heading('Datetimes'),
  text(
    'A datetime in a URL or in a body has an offset (`2026-01-31T12:00:00+01:00`), a Z (`2026-01-31T11:00Z`), or, behind a space, a zone (`2026-01-31 12:00 Europe/Oslo`). Answers are in UTC. A zone is a name or an abbreviation of the IANA database, in any letter case; abbreviations of PostgreSQL are accepted too. An abbreviation is a fixed offset: `CET` is +01:00 in July too. Some have several meanings; write a name such as `Asia/Kolkata` if you mean another one than this:',
  ),
  table(
    ['abbreviation', 'means', 'not'],
    ambiguousAbbreviations.map(([name, meaning, others]) => [`\`${name}\``, meaning, others]),
  ),
  heading('Rules in definitions'),
  text(
    'A rule in YAML is the query of a URL as it stands there, not percent-encoded: `status=eq.active&start_date=not.is.null`. A row keeps it where the same filter would return the row. `checks` may look through relations; what a field is `computed` by looks at its own row alone.',
  ),
  text(
    'In a rule of `access`, `{name}` is a claim of the caller. It is always a value, and none of its characters has a meaning. `like`, `ilike`, `match`, `imatch`, `fts` and `wfts` read an expression, so a claim is refused there when the definitions are read. Compare it with `eq`, or search for its words with `plfts` or `phfts`.',
  ),
  heading('Differences from PostgREST'),
  list([
    'A relation is named by its alias, never by a table, a column or a constraint. A filter on one that is not embedded keeps the rows that have such a row; PostgREST refuses it.',
    'An unknown parameter is refused, and so is text behind the end of a value, as in `is.nullx`.',
    'Values are read strictly: datetimes in three forms (RFC 3339 with an offset or Z, or a local time and the name of its zone), `true` and `false`, whole numbers without a sign of plus.',
    'A repeated `limit`, `order` or `select` is refused.',
    '`select` has no aggregates, and names the same column once.',
    'The id is the last key of every order.',
    '`is.not_null` is the same as `not.is.null`.',
  ]),
  heading('Grammar'),
  text(
    'The rules are those of the parser itself. A filter is `parameter_name`, an equals sign, and `operation`, or `tree` where the name ends in `and` or `or`. `order`, `select` and `embeds` are the values of the parameters of these names (`embed` of the last).',
  ),
  list([
    '`plain_name`: letters of any script, digits, `_` and `$`, dashes within; a digit is not the first',
    '`quoted`: anything in double quotes, in which a backslash takes the next character as it is',
    '`value`: the whole rest of a parameter; in a tree `quoted`, an array in braces, or anything up to a comma or a closing parenthesis',
    '`bare_item`: anything up to a comma or a closing parenthesis',
    '`bare_key`: anything but dots, commas, colons, equals signs, parentheses, quotes and arrows',
    '`index`: a whole number of at most nine digits, with a minus or without',
    '`language`: one of the languages above; `type`: a type of PostgreSQL in small letters, `[]` behind it for an array',
  ]),
  { kind: 'grammar', productions: [...productions(), ...lexicon] },
];

function exampleTable(rows: readonly Example[]): TextBlock {
  return table(
    ['request', 'asks for'],
    rows.map(({ path, says }) => [`\`GET ${path}\``, says]),
  );
}
