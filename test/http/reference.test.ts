import { test } from 'tap';
import { modelOfFiles } from '../model_of_files.ts';
import { serveModel } from './service.ts';

// What a definition says of a reference besides where it leads.

const named = {
  'service.yaml': 'service: Flats\n',
  'party.yaml': `resource: party
history: true
fields: { name: { type: text } }
relations:
  card: { resource: card, by: holder_id }
  sold: { resource: deed, by: seller }
`,
  'deed.yaml': `resource: deed
history: true
fields:
  seller: { type: reference, to: party, as: from_party }
  buyer_id: { type: reference, to: party, as: to_party, nullable: true }
`,
  'card.yaml': 'resource: card\nfields: { holder_id: { type: reference, to: party, as: person, unique: true } }\n',
};

test('a relation has the name that the definition gives it, and of a unique reference both ends are one row', async (t) => {
  const { ask } = await serveModel(t, modelOfFiles(named));
  for (const name of ['Ann', 'Bo', 'Cy']) await ask('POST', '/party', { body: { name } });
  await ask('POST', '/deed', { body: { seller: 1, buyer_id: 2 } });
  await ask('POST', '/deed', { body: { seller: 2 } });
  await ask('POST', '/card', { body: { holder_id: 1 } });
  const answers: readonly (readonly [path: string, answer: object])[] = [
    [
      '/deed?select=from_party(name),to_party(name)&order=id',
      [
        { from_party: { name: 'Ann' }, to_party: { name: 'Bo' } },
        { from_party: { name: 'Bo' }, to_party: null },
      ],
    ],
    ['/deed?select=id&to_party.name=eq.Bo', [{ id: 1 }]],
    ['/deed?select=id&order=from_party(name).desc', [{ id: 2 }, { id: 1 }]],
    ['/deed_history?select=id,from_party(name)&order=id&limit=1', [{ id: 1, from_party: { name: 'Ann' } }]],
    [
      '/party?select=name,card(id,person(name)),sold(id)&order=id&limit=2',
      [
        { name: 'Ann', card: { id: 1, person: { name: 'Ann' } }, sold: [{ id: 1 }] },
        { name: 'Bo', card: null, sold: [{ id: 2 }] },
      ],
    ],
    ['/card?select=person(name,card(id))', [{ person: { name: 'Ann', card: { id: 1 } } }]],
  ];
  for (const [path, answer] of answers) t.strictSame((await ask('GET', path)).body, answer, path);
  t.match((await ask('GET', '/deed/1')).body.links, { from_party: '/api/v1/party/1', to_party: '/api/v1/party/2' });
  t.match(await ask('GET', '/deed?embed=seller'), { status: 400 });
});
