import { code, heading, list, type Page, type TextBlock, table, text } from './block.ts';

/** Which rows and fields a role reads and writes, and what its rules cannot hide. */
export function accessPage(): Page<TextBlock> {
  return { path: 'access.html', title: 'Access', blocks };
}

const blocks: readonly TextBlock[] = [
  text(
    'A request needs a scope for the resource. Where the file of the resource has `access`, the role of the caller also decides which rows and fields they read and write. Roles that you do not list have no access.',
  ),
  code(
    'yaml',
    '# resources/patient.yaml\nfields:\n  name: { type: text }\n  debt: { type: integer, default: 0, access: { clerk: all, doctor: read } }\n  in_debt: { type: boolean, computed: debt=gt.0 }\naccess:\n  clerk: all\n  doctor: { read: "treatment.doctor_id=eq.{doctor_id}", update: "treatment.doctor_id=eq.{doctor_id}" }\n  porter: { create: all }',
  ),
  text(
    '`almanac access` prints what each role may do, with its fields. `almanac access --row patient/7 --role doctor --claim doctor_id=3` says which rule decides.',
  ),
  heading('Rows'),
  text(
    'A row that you may not read is not there for you: lists, counts, embeds, filters and events leave it out, and a read answers 404. A write looks at the row before and after the change. A reference to a row that you may not read fails like a reference to a row that is not there. A role that may read no row of a resource at all gets 403 there, and wherever a request embeds, filters or orders by it.',
  ),
  heading('Filters beside a rule'),
  text(
    'If an access rule hides rows from you, PostgreSQL applies the rule before any part of your request that can fail. Status, headers and body are the same as if the hidden rows did not exist.',
  ),
  list([
    'PostgreSQL reads regular expressions and text searches before it looks at a row. An invalid one is refused with 400, even if no row would be compared with it.',
    'You get no estimated counts. `Prefer: count=planned` and `count=estimated` count exactly.',
    '`match`, `imatch` and the text searches look at each row that the other filters leave, without an index. Add a filter that has one: `name=like.ab*&name=match.^ab[0-9]`.',
    'Response times are not equal. A list over many hidden rows takes longer, and may time out.',
  ]),
  heading('Party'),
  text(
    'A caller acts for one party. `{party_id}` in a rule stands for it, and `/notification` and `/notice` show what is addressed to it.',
  ),
  code('yaml', '# resources/service.yaml\nclaims: { others: { party_id: party_id } }'),
  list([
    'With this line, the claim `party_id` of the token is the party. Behind the colon stands what the token calls it.',
    'A token without the claim, or a service without this line, acts for the `party_id` of the identity: the row of the resource `identity` that the token names by its id or its subject. An identity without a `party_id` acts for no party.',
    'The claim wins where both are there. A claim that is no id is no party; the identity is not asked then.',
  ]),
  text(
    'The same holds for streams and webhooks. `{identity}` is the id of the identity, also for a token that names a subject alone.',
  ),
  heading('Fields'),
  text(
    'A field that your role may not read is not there either: no answer shows it, and no filter, order or `select` knows it. The history, the events, the entity tag and the pages of a list show nothing of it.',
  ),
  list([
    'A computed field is for the roles that may read every field that it is computed from, also through other computed fields. Its own `access` may leave out more roles. `almanac check` refuses an `access` that lets a role read the result and not what it is made of.',
    'A relation by a reference that you may not read is not there: it has no embed, no filter and no link.',
    'A field whose format is chosen by a sibling is sent together with it: only roles that may write both write them.',
    'A role that may create rows must be able to send every required field; `almanac check` finds one that cannot.',
  ]),
  heading('Writing what you may not read'),
  text(
    'A role may write rows that it may not read: `porter` above creates patients and sees none of them. An update may also lead to a row that its writer may no longer read.',
  ),
  table(
    ['request', 'answer where you may not read the row'],
    [
      ['`POST /<resource>`', '201 with `Location`, without a body and an `ETag`'],
      ['`PATCH /<resource>/{id}`', '204, without an `ETag`'],
      [
        '`PATCH /<resource>?<filter>` with `Prefer: return=representation`',
        '200 with the rows that you may still read; `Content-Range` counts all that were changed. 204 where you ask for a single object',
      ],
    ],
  ),
  text('`select` and `embed` change nothing of this.'),
  heading('When rights change'),
  text(
    'A write first takes its locks: on the row, on its timeline, and on the rows that it refers to. Then it checks your rights against what is committed by then. A right that was taken away while the write waited for a lock is gone: the answer is 403, 404 or 409, and nothing is changed. A right that was given meanwhile counts.',
  ),
  list([
    'This holds for the rules of the row and of the rows that it refers to, also where they look at relations or at your identity, and for the entries of a timeline that make room.',
    'A change of rights that shares no lock with the write does not wait for it. If both run at the same time, the write counts as the earlier one.',
    'A write that waits for a unique value, which another request is giving up, checks your rights before that wait.',
  ]),
  heading('Repeating a create'),
  text(
    'An `Idempotency-Key` belongs to an identity, and one identity may come with several roles and claims. The first answer is kept for whoever has the same role and claims and may read the same. Any other caller of that identity gets 201 with `Location` and the row as they may read it now, without a body where they may not read it. A refusal is kept for the caller who got it: for another one the create is tried again.',
  ),
  heading('What rules cannot hide'),
  text(
    'Some rules look at all rows, whoever asks. A caller who may write can therefore find out, one request at a time, whether a certain row exists:',
  ),
  list([
    'A unique value is unique among all rows. 409 `unique_conflict` means that some row has the value you sent.',
    'A row cannot be deleted while others refer to it. 409 `still_referenced` names their resource only where you may read all of its rows; otherwise it says that there are some.',
    'Entries of one timeline never overlap, entries that you may not read included. 409 `timeline_conflict` means that an entry in the interval is one that you may not change; it does not say which.',
    'A check holds for the whole row. Whoever may change one field of a check learns whether it holds together with the others, and sees its message.',
    'The version, `recorded_at` and `recorded_by` of a row change with every field, and so does the number of its events.',
    'A notify or notice rule, its message included, tells whom it is for that the rule holds.',
  ]),
  text(
    'No answer names the other row, its id, its other values, or a field that you may not read. `requests_per_minute` in `service.yaml` bounds how fast anybody can ask. Where even the existence of a value is confidential, do not let roles write it that may not read all of the resource.',
  ),
];
