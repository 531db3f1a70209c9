import { test } from 'tap';
import { type Person, type Register, register } from './ground.ts';
import { scene } from './scene.ts';

// What strangers try to read. Kari's point, with its unit and its contracts, concerns none of them.

/** Words that stand in rows about Kari, her point, its unit and their contracts alone. */
const secrets = [
  'Kari',
  'Solbyen',
  '952057500000000012',
  'Varme',
  'Pumpe',
  'FLEX-1',
  'Serial-1',
  'Feeder-1',
  'Gruppe-1',
  'Notes-1',
];

const strangers: readonly Person[] = ['annet', 'tredje', 'per', 'kraft', 'motvekt'];
const roles = ['system_operator', 'service_provider', 'end_user', 'energy_supplier', 'balance_responsible_party'];

/** What is read by somebody: the resource as every export, its history, and each of its relations. */
function pathsOf({ model }: Register): readonly string[] {
  return [...model.resources.values()].flatMap((resource) => {
    const past = 'history' in resource && resource.history !== null ? [resource.history] : [];
    const embeds = [...resource.relations.keys()].map((alias) => `/${resource.name}?embed=${alias}`);
    return [resource.name, ...past].map((list) => `/${list}`).concat(embeds);
  });
}

test('strangers read nothing of others, by any way', async (t) => {
  const service = await scene(t);
  const told = ({ text }: { readonly text: string }) => secrets.filter((secret) => text.includes(secret));
  const paths = pathsOf(service);
  const ask = async (who: Parameters<Register['as']>[0], path: string, headers = {}) =>
    told(await service.as(who, 'GET', path, undefined, headers)).map((secret) => `${path}: ${secret}`);
  const telling: string[] = [];
  for (const path of paths) if ((await ask('admin', path)).length > 0) telling.push(path);
  t.ok(telling.length > 100, 'there is much to tell');
  const exports = telling.filter((path) => !path.includes('?'));
  for (const person of strangers) {
    const found: string[] = [];
    for (const path of telling) found.push(...(await ask(person, path)));
    for (const path of exports)
      for (const accept of ['text/csv', 'application/x-ndjson']) found.push(...(await ask(person, path, { accept })));
    t.same(found, [], person);
  }
  // A token of one's own party with the role of another one opens nothing.
  for (const role of roles)
    for (const party of [2, 5, 8, 10, 12]) {
      const claims = { identity_id: party, party_id: party, role };
      const found: string[] = [];
      for (const path of exports) found.push(...(await ask(claims, path)));
      t.same(found, [], `${role} of ${party}`);
    }
});

test('a proposal tells a provider nothing, and the dry run of one neither', async (t) => {
  const service = await register(t);
  const propose = (end_user_id: number, prefer: string) =>
    service.as(
      'tredje',
      'POST',
      '/contract?embed=end_user,accounting_point',
      { accounting_point_id: 1, service_provider_id: 5, end_user_id, valid_from: service.day(-30) },
      { prefer },
    );
  for (const prefer of ['tx=rollback', 'tx=rollback, return=effects'])
    for (const endUser of [6, 7]) {
      const { status, text } = await propose(endUser, prefer);
      t.equal(status < 300, true, text);
      t.notMatch(text, /Kari|Ole|Solbyen/);
    }
  t.equal((await propose(6, 'return=representation')).status, 201);
  t.same((await service.as('tredje', 'GET', '/party?type=eq.end_user')).body, []);
  t.same((await service.as('tredje', 'GET', '/accounting_point')).body, []);
  t.same((await service.as('tredje', 'GET', '/notice?select=type')).body, []);
});
