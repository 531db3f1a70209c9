import { fieldWords } from '../../engine/model/field_access.ts';
import type { Access } from '../../engine/model/model.ts';
import type { Relation } from '../../engine/model/relation.ts';
import { allRows, noRow } from '../../engine/model/whole_access.ts';
import type { Action } from '../../engine/vocabulary/action/actions.ts';
import { modelOfFiles } from '../model_of_files.ts';
import { books, type Change, titled } from '../schema/changes.ts';
import { fieldOf, modelOf, type TableParts, tableOf, textType } from '../schema/model_of.ts';
import { modelOfNotices } from '../schema/model_of_notices.ts';

const title = fieldOf('title', textType());
const plain = tableOf('book', [title]);
const deprecated = { since: null, sunset: null, replacedBy: null };

const everything = { kind: 'all' } as const;
const all: Access = allRows;
const reading: Access = { ...noRow, read: everything };
const ofToday: Access = { ...reading, past: { ...reading.past, present: { kind: 'nothing' } } };

export const deprecatedBooks = modelOf({ ...plain, deprecated });

const written = `access: { ${['event', 'notification', 'subscription']
  .map(
    (name) =>
      `${name}: { administrator: all, guest: nothing, auditor: { read: id=gt.2, update: all, create: all, delete: all } }`,
  )
  .join(', ')} }`;

/** A service that makes rows, with this access to them. */
function madeRows(access: string, roles = '') {
  return modelOfFiles({
    'service.yaml': `service: Test\nevents: { prefix: org.example, webhooks: {} }\nroles: [administrator, auditor, guest${roles}]\n${access}\n`,
    'party.yaml': 'resource: party\nfields:\n  name: { type: text }\nnotify: [{ to: party }]\n',
    'identity.yaml':
      'resource: identity\nfields:\n  subject: { type: text, unique: true }\n  party_id: { type: reference, to: party, nullable: true }\n',
  });
}

/** Changes that no table has to be changed for. */
export const moreChanges: readonly Change[] = [
  { change: 'a resource that is deprecated', from: modelOf(plain), to: deprecatedBooks },
  { change: 'operations that come and go', from: offering('list', 'create'), to: offering('list', 'delete') },
  { change: 'a relation that comes', from: modelOf(plain), to: related('copy', null) },
  { change: 'a relation of another name', from: related('copy', null), to: related('volume', 'copy') },
  { change: 'a relation that goes', from: related('copy', null), to: modelOf(plain) },
  {
    change: 'another label and group, for people',
    from: books([title], { label: ['title'], group: 'Books' }),
    to: books([title], { label: [], group: null }),
  },
  { change: 'events', from: books(), to: books([title], { event: { type: 'org.example.book', subject: null } }) },
  { change: 'a field that is not taken any more', from: titled({}), to: titled({ create: false, update: false }) },
  { change: 'a field that is deprecated', from: titled({}), to: titled({ deprecated }) },
  { change: 'another role', from: ruled({ clerk: all }), to: ruled({ clerk: all, guest: reading }) },
  { change: 'another rule of a role', from: ruled({ clerk: all }), to: ruled({ clerk: reading }) },
  { change: 'another rule for the past', from: ruled({ clerk: reading }), to: ruled({ clerk: ofToday }) },
  {
    change: 'other rules of several roles',
    from: ruled({ clerk: noRow, guest: reading, owner: all, author: reading }),
    to: ruled({
      clerk: all,
      guest: { ...reading, create: everything },
      owner: noRow,
      author: { ...noRow, create: everything },
    }),
  },
  { change: 'access to what the service makes', from: madeRows(''), to: madeRows(written) },
  {
    change: 'access to what the service makes, by wider rules',
    from: madeRows(written),
    to: madeRows(written.replaceAll('id=gt.2', 'all')),
  },
  { change: 'access to what the service makes, by default again', from: madeRows(written), to: madeRows('') },
  {
    change: 'another role in a service that makes rows',
    from: madeRows(''),
    to: madeRows('', ', newcomer'),
  },
  { change: 'rules of access that go', from: ruled({ clerk: all }), to: modelOf(plain) },
  {
    change: 'a field for other roles',
    from: titled({}),
    to: titled({ access: new Map([['clerk', fieldWords.read]]) }),
  },
  {
    change: 'notices of the same matter in another state, of other parties, with other data',
    from: modelOfNotices({ rules: '[{ type: empty, when: stay=is.null, to: owner, message: Empty. }]' }),
    to: modelOfNotices({
      rules: '[{ type: empty, when: status=eq.empty, to: stay.guest, message: Nobody is there., data: [status] }]',
    }),
  },
  {
    change: 'notices of the same matter to other parties',
    from: modelOfNotices({ rules: '[{ type: empty, when: stay=is.null, to: owner, message: It. }]' }),
    to: modelOfNotices({
      rules:
        '[{ type: empty, when: stay=is.null, to: [{ way: owner, where: name=eq.a }, { all: party, where: name=eq.$status }, { all: stay, way: guest }], message: It. }]',
    }),
  },
  {
    change: 'notifications of fewer parties',
    from: notified('[{ to: guest }]'),
    to: notified('[{ to: { way: guest, where: name=eq.a } }]'),
  },
  { change: 'notifications that come', from: notified(null), to: notified('[{ to: guest }]') },
  { change: 'other notifications', from: notified('[{ to: guest }]'), to: notified('[{ on: [create], to: guest }]') },
  { change: 'notifications that go', from: notified('[{ to: guest }]'), to: notified(null) },
  {
    change: 'calls that come and go',
    from: callOf("calls:\n  find: { input: { code: { type: text } }, find: 'code=eq.{input.code}', answer: [id] }\n"),
    to: callOf("calls:\n  look: { input: { code: { type: text } }, find: 'code=eq.{input.code}', answer: [id] }\n"),
  },
  {
    change: 'another call',
    from: callOf("calls:\n  look: { input: { code: { type: text } }, find: 'code=eq.{input.code}', answer: [id] }\n"),
    to: callOf(
      "calls:\n  look: { input: { key: { type: text } }, find: 'code=eq.{input.key}', answer: [name], access: [owner] }\n",
    ),
  },
  {
    change: 'a call with a handler',
    from: callOf('calls:\n  do: { handler: do.ts }\n'),
    to: callOf(
      'calls:\n  do: { handler: do.ts, item: true, as: service, answer: { fields: { a: { type: text } } } }\n',
    ),
  },
];

function callOf(call: string) {
  return modelOfFiles({
    'service.yaml': 'service: Books\nroles: [owner, guest]\n',
    'book.yaml': `resource: book\nfields: { code: { type: text, unique: true }, name: { type: text, nullable: true } }\n${call}`,
  });
}

function notified(notify: string | null) {
  return modelOfNotices({ rules: null, notify });
}

function offering(...actions: readonly Action[]) {
  return modelOf({ ...plain, actions: new Set(actions) });
}

function related(alias: string, was: string | null) {
  const relation: Relation = { alias, was, target: 'book', cardinality: 'many', from: 'id', to: 'id' };
  return modelOf({ ...plain, relations: new Map([[alias, relation]]) });
}

function ruled(roles: Readonly<Record<string, Access>>) {
  const parts: TableParts = { access: new Map(Object.entries(roles)) };
  return modelOf(tableOf('book', [title], parts));
}
