import { type Test, test } from 'tap';
import { queryText } from '../../engine/studio/api/query_text.ts';
import {
  type Choice,
  choiceOf,
  choicesAt,
  comparisonOf,
  modifierAt,
} from '../../engine/studio/browse/filter/choices.ts';
import { readComparison, writeComparison } from '../../engine/studio/browse/filter/filter.ts';
import { type Place, placeOf, placesOf } from '../../engine/studio/browse/filter/place.ts';
import { rowQuery } from '../../engine/studio/browse/filter/row_query.ts';
import { columnsOf } from '../../engine/studio/browse/list/columns.ts';
import { labelEmbeds, listQuery, withLabels } from '../../engine/studio/browse/list/list_request.ts';
import { relatedQuery } from '../../engine/studio/browse/list/related.ts';
import { sortKey } from '../../engine/studio/browse/list/sort_key.ts';
import { type Model, modelOf, type Resource } from '../../engine/studio/model/model.ts';
import { dialect } from '../http/dialect.ts';
import { strongestClaims, type TestService, testService } from '../http/service.ts';
import { studioWords } from './words.ts';

// What lists of Studio ask is what the API takes.

interface Opened extends TestService {
  readonly studio: Model;
  /** Asks for a list, and fails the test with the answer if the service refuses. */
  readonly list: (t: Test, resource: string, query: string) => Promise<readonly Record<string, unknown>[]>;
}

async function opened(service: TestService): Promise<Opened> {
  const token = service.token(strongestClaims(service.model));
  const { body } = await service.server
    .inject({
      url: '/studio/model',
      headers: { authorization: `Bearer ${token}` },
    })
    .then((answer) => ({ body: answer.json() }));
  return {
    ...service,
    studio: modelOf(body),
    list: async (t, resource, query) => {
      const { status, text, body: rows } = await service.ask('GET', `/${resource}?${query}`, { token });
      t.equal(status, 200, `${resource}?${decodeURIComponent(query)} ${status === 200 ? '' : text}`);
      return status === 200 ? rows : [];
    },
  };
}

test('every filter that people can build is a filter of the API', async (t) => {
  const { studio, list } = await opened(await dialect(t));
  for (const resource of ['item', 'stay']) {
    const of = studio.resources.get(resource) as Resource;
    for (const { path } of placesOf(studio, of).flatMap(({ places }) => places)) {
      const place = placeOf(studio, of, path.split('.')) as Place;
      for (const choice of choicesAt(studio, place, studioWords, null)) {
        for (const modifier of modifiersOf(studio, place, choice)) {
          const values = [operandOf(studio, place, choice)];
          const made = comparisonOf(choice, { path: path.split('.'), modifier, values });
          const filter = writeComparison(made, studio.operators);
          await list(
            t,
            resource,
            queryText([
              [filter.parameter, filter.value],
              ['limit', '1'],
            ]),
          );
          const read = readComparison(filter, studio.operators);
          t.same(read, made, 'is read again as it was made');
          t.equal(read && choiceOf([choice], read)?.id, choice.id, 'and shows the same choice');
        }
      }
    }
  }
});

function modifiersOf(studio: Model, place: Place, choice: Choice): readonly (string | null)[] {
  const modifier = modifierAt(studio, place, choice);
  if (modifier === 'quantifier') return [null, 'any', 'all'];
  return modifier === 'language' ? [null, 'norwegian'] : [null];
}

function operandOf({ operators }: Model, { of }: Place, { operator }: Choice): string {
  if (of.kind !== 'field' || operators.get(operator)?.operand === 'text') return 'a';
  const { type, isArray, values } = of.field;
  return isArray ? '{}' : (values?.[0]?.value ?? examples[type] ?? 'a');
}

const examples: Readonly<Record<string, string>> = {
  boolean: 'true',
  integer: '1',
  bigint: '1',
  decimal: '1.5',
  reference: '1',
  date: '2026-01-01',
  datetime: '2026-01-01T00:00:00Z',
  time: '14:30',
  integer_range: '[1,10)',
  uuid: '00000000-0000-4000-8000-000000000001',
  json: '{"a": 1}',
};

test('every list, its orders and the rows below its rows can be asked for', async (t) => {
  for (const folder of ['resources', 'test/library']) {
    const { studio, list, ask, token, model } = await opened(await testService(t, folder));
    const clock = { validAt: null, asOf: null };
    for (const resource of studio.resources.values()) {
      if (!resource.actions.includes('list')) continue;
      const asked = (query: string) => {
        const given = new URLSearchParams(query);
        const columns = columnsOf(resource, given.get('select'));
        return queryText(listQuery({ model: studio, resource, columns, query: given, clock }));
      };
      const { name, fields } = resource;
      const [row] = await list(t, name, asked(''));
      await list(t, name, asked('select=*'));
      for (const [at, field] of [...fields.values()].entries()) {
        // In a short run, some of them.
        if (process.env.ALMANAC_LONG === undefined && at % 4 > 0) continue;
        const by = sortKey(studio, resource, field);
        if (by !== null) await list(t, name, asked(`order=${by}.desc.nullslast`));
      }
      if (resource.label.length > 0) await list(t, name, rowQuery(resource, { text: '50% (off), "*"' }));
      if (row?.id === undefined || !resource.actions.includes('read')) continue;
      const related = await ask('GET', `/${name}/${row.id}?${relatedQuery(studio, resource, clock)}`, {
        token: token(strongestClaims(model)),
      });
      t.equal(related.status, 200, `${name} with its related rows ${related.status === 200 ? '' : related.text}`);
    }
  }
});

test('labels do not change what filters and columns of a relation mean', async (t) => {
  const { studio, list } = await opened(await testService(t, 'resources'));
  const resource = studio.resources.get('controllable_unit') as Resource;
  for (const query of [
    'accounting_point.city=eq.Solbyen',
    'or=(accounting_point.city.eq.Solbyen,id.eq.3)',
    'accounting_point=not.is.null',
    'select=accounting_point_id,accounting_point(city)',
  ]) {
    const given = new URLSearchParams(query);
    const plain = new URLSearchParams(given);
    plain.set('select', 'id');
    const columns = columnsOf(resource, given.get('select'));
    const request = { model: studio, resource, columns, query: given, clock: { validAt: null, asOf: null } };
    const rows = await list(t, resource.name, queryText(listQuery(request)));
    const expected = await list(t, resource.name, `${queryText(plain)}&limit=200`);
    t.same(
      rows.map(({ id }) => id),
      expected.map(({ id }) => id),
      query,
    );
    const embeds = labelEmbeds(request);
    t.ok(
      rows.every(
        (row) => 'business_id' in ((withLabels(row, embeds).accounting_point as object | null) ?? { business_id: 1 }),
      ),
      'each point is told by its label',
    );
  }
});
