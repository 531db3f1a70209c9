import fc from 'fast-check';
import { type Test, test } from 'tap';
import { modelOfFiles } from '../model_of_files.ts';
import { datetimeOf } from './record_time.ts';
import { makeRows, readVersions } from './rule_oracle/data.ts';
import { type Decisions, decide, lastMoment, type PlainAccess } from './rule_oracle/decisions.ts';
import type { Caller, Graph } from './rule_oracle/evaluator.ts';
import { type Choice, choiceBy, type Kind } from './rule_oracle/kinds.ts';
import type { PlainRow } from './rule_oracle/row.ts';
import { words } from './rule_oracle/rule_arbitrary.ts';
import { type Case, chooseSetting, filesOf, type Setting } from './rule_oracle/setting.ts';
import { type Answer, type Method, serveModel, type TestService } from './service.ts';

// What the service decides by random rules about random rows, compared with a plain evaluator of the rules.

const models = process.env.ALMANAC_LONG ? 60 : 2;
const rolesOfModel = process.env.ALMANAC_LONG ? 50 : 20;

test('rules decide as a plain reading of them does', async (t) => {
  const counts = { rules: 0, decisions: 0, allowed: 0 };
  await fc.assert(
    fc.asyncProperty(fc.gen(), async (generate) => {
      const choice = choiceBy(generate);
      await t.test('a model', async (t) => {
        const setting = chooseSetting(choice, rolesOfModel);
        const service = await serveModel(t, modelOfFiles(filesOf(setting)));
        await makeRows(setting.kinds, choice, service.database);
        const versions = await readVersions(setting.kinds, service.database);
        for (const each of setting.cases) {
          const found = await checkCase({ ...setting, versions, service, choice, t }, each);
          counts.rules += 1;
          counts.decisions += found.decisions;
          counts.allowed += found.allowed;
        }
      });
    }),
    { numRuns: models, endOnFailure: true, interruptAfterTimeLimit: 1_500_000 },
  );
  t.comment(JSON.stringify(counts));
  t.ok(counts.allowed > counts.decisions / 20, JSON.stringify(counts));
  t.ok(counts.allowed < counts.decisions * 0.95, JSON.stringify(counts));
});

interface Run extends Setting {
  readonly t: Test;
  readonly service: TestService;
  readonly choice: Choice;
  readonly versions: ReadonlyMap<string, readonly PlainRow[]>;
}

/** Asks for everything that the rules of a role decide about its subject. */
async function checkCase(run: Run, { role, subject, access }: Case) {
  const { t, service, choice, versions } = run;
  const counts = { decisions: 0, allowed: 0 };
  const caller = chooseCaller(role, choice);
  const { identity, ...others } = caller.claims;
  const token = service.token({ identity_id: Number(identity), scope: 'manage:data', role, ...others });
  const held = { ...run, access };
  const rules = access.get(subject.name) as PlainAccess;
  const clock = async () => {
    const [row] = await service.database.query(
      `select (extract(epoch from almanac.clock()) * 1000000)::bigint::text as now`,
    );
    return BigInt(row?.now ?? 0);
  };
  /** One request. What it decides must be what is expected at an instant before it or after it. */
  const check = async (
    [method, path, body]: readonly [Method, string, Readonly<Record<string, string | number | null>>?],
    told: (answer: Answer) => unknown,
    expected: (decisions: Decisions, now: bigint) => unknown,
  ) => {
    const before = await clock();
    const headers = method === 'GET' ? {} : { prefer: 'tx=rollback' };
    const answer = await service.ask(method, path, { token, headers, ...(body !== undefined && { body }) });
    const after = await clock();
    const found = JSON.stringify(told(answer));
    const wanted = [before, after].map((now) => JSON.stringify(expected(decide(held, caller, now), now)));
    counts.decisions += 1;
    if (answer.status < 300 && found !== '[]') counts.allowed += 1;
    if (wanted.includes(found)) return;
    const own = JSON.stringify(rules);
    const others = JSON.stringify([...run.named, ...access]);
    t.fail(`${method} ${path}: ${found}, expected ${wanted[0]}; ${own}; ${JSON.stringify(caller.claims)}; ${others}`);
  };
  const idsOf = (rows: readonly PlainRow[]) => rows.map(({ values }) => Number(values.id)).sort((a, b) => a - b);
  const listed = ({ status, body }: Answer) =>
    status === 200 ? body.map(({ id }: { readonly id: number }) => id) : status;
  const seen = (decisions: Decisions, kind: Kind, graph: Graph, now: bigint) =>
    decisions.rows(kind, graph).filter((row) => decisions.reads(row, graph, now));
  const embedded = (decisions: Decisions, row: PlainRow, graph: Graph, now: bigint) =>
    Object.keys(subject.relations).map((alias) =>
      idsOf(decisions.related(row, alias, graph).filter((each) => decisions.reads(each, graph, now))),
    );
  const shown = ({ status, body, text }: Answer) => {
    if (status !== 200) return `${status} ${text}`;
    return body.map((row: Readonly<Record<string, unknown>>) => [
      row.id,
      ...Object.keys(subject.relations).map((alias) =>
        [row[alias] ?? []].flat().map((each) => (each as { id: number }).id),
      ),
    ]);
  };
  const select = `select=id${Object.keys(subject.relations)
    .map((alias) => `,${alias}(id)`)
    .join('')}&order=id`;
  const path = `/${subject.name}`;

  await check(['GET', `${path}?limit=25&order=id`], listed, (decisions, now) =>
    idsOf(seen(decisions, subject, 'present', now)),
  );
  await check(['GET', `${path}?${select}`], shown, (decisions, now) =>
    seen(decisions, subject, 'present', now)
      .sort((a, b) => Number(a.values.id) - Number(b.values.id))
      .map((row) => [row.values.id, ...embedded(decisions, row, 'present', now)]),
  );
  const current = (versions.get(subject.name) ?? []).filter(
    ({ replacedAt, values }) => replacedAt === null && (!subject.isTimeline || values.valid_from !== null),
  );
  for (const row of current.slice(0, 3)) {
    const item = `${path}/${row.values.id}`;
    await check(['GET', item], statusOf, (decisions, now) => (decisions.reads(row, 'present', now) ? 'done' : 404));
    await check(['DELETE', item], statusOf, (decisions, now) => {
      if (!decisions.reads(row, 'present', now)) return 404;
      return decisions.holdsNow(rules.delete, row) ? 'done' : 403;
    });
    const remark = choice.of(words.filter((word) => word !== row.values.remark));
    const changed = (now: bigint) => ({ ...row, values: { ...row.values, remark }, recordedAt: now });
    // The rule is asked of the changed row, among rows as they were before.
    await check(['PATCH', item, { remark }], statusOf, (decisions, now) => {
      if (!decisions.reads(row, 'present', now)) return 404;
      return decisions.holdsNow(rules.before, row) && decisions.holdsNow(rules.after, changed(now)) ? 'done' : 403;
    });
  }
  if (!subject.isTimeline) {
    const remark = choice.of(words);
    const empty = Object.fromEntries(Object.keys(subject.fields).map((name) => [name, null]));
    const made = (now: bigint): PlainRow => ({
      kind: subject.name,
      values: { ...empty, id: 1000, remark },
      versionId: 0,
      recordedAt: now,
      replacedAt: null,
    });
    const rule = (decisions: Decisions, now: bigint) => (decisions.holdsNow(rules.create, made(now)) ? 'done' : 403);
    await check(['POST', path, { remark }], statusOf, rule);
  }
  if (!subject.hasHistory) return counts;
  const all = versions.get(subject.name) ?? [];
  await check(['GET', `${path}_history?${select}`], shown, (decisions, now) =>
    [...all]
      .sort((a, b) => a.versionId - b.versionId)
      .flatMap((version) => {
        const { graph, now: then } = lastMoment(version, now);
        if (!decisions.reads(version, graph, then)) return [];
        return [[version.versionId, ...embedded(decisions, version, graph, then)]];
      }),
  );
  for (const version of [choice.of(all), choice.of(all)]) {
    const at = choice.of([
      version.recordedAt,
      version.recordedAt - 1n,
      (version.replacedAt ?? version.recordedAt) + 7n,
    ]);
    const asOf = encodeURIComponent(datetimeOf(at));
    await check(['GET', `${path}?${select}&as_of=${asOf}`], shown, (decisions) =>
      seen(decisions, subject, { at }, at)
        .sort((a, b) => Number(a.values.id) - Number(b.values.id))
        .map((row) => [row.values.id, ...embedded(decisions, row, { at }, at)]),
    );
    await check(['GET', `${path}/${version.values.id}?as_of=${asOf}`], statusOf, (decisions) =>
      idsOf(seen(decisions, subject, { at }, at)).includes(Number(version.values.id)) ? 'done' : 404,
    );
  }
  return counts;
}

/** What the rules say: a delete that a reference prevents has passed them. */
function statusOf({ status, body }: Answer): number | 'done' {
  return status < 300 || body.code === 'still_referenced' ? 'done' : status;
}

function chooseCaller(role: string, choice: Choice): Caller {
  const word = choice.of([null, 'a', 'ab', '1', '']);
  const ref = choice.of([null, '1', '2', 'x', 'true']);
  return {
    role,
    claims: {
      identity: choice.of(['1', '2', '3', '99']),
      ...(word !== null && { word }),
      ...(ref !== null && { ref }),
    },
  };
}

test('an id fits in a version what it fits in its row', async (t) => {
  const rule = 'id=neq.$maker_id';
  const model = modelOfFiles({
    'service.yaml': 'service: Rules\nroles: [all, other]\n',
    'maker.yaml': 'resource: maker\nfields: { name: { type: text } }\naccess: { all: all }\n',
    'unit.yaml': `resource: unit
history: true
fields: { maker_id: { type: reference, to: maker } }
access: { all: all, other: { read: "${rule}" } }
`,
  });
  const { ask, token, database } = await serveModel(t, model);
  await database.query("insert into maker (name) values ('a')");
  await database.query('insert into unit (maker_id) values (1), (1)');
  const bearer = token({ identity_id: 7, role: 'other', scope: 'manage:data' });
  for (const path of ['/unit?select=unit_id:id', '/unit_history?select=unit_id'])
    t.same((await ask('GET', path, { token: bearer })).body, [{ unit_id: 2 }], path);
});
