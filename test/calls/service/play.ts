import type { Handler, ProblemError } from './client.ts';

// Handlers of the tests: each knows many ways to fail.

const rest = (milliseconds: number) => new Promise((go) => setTimeout(go, milliseconds));

/** Does what the input says, well or badly. */
const play: Handler<'unit', 'play'> = async ({ input, caller, service }) => {
  const { act } = input;
  const name = input.name ?? '';
  const create = (own: string) => service.create('unit', { name: own });
  switch (act) {
    case 'create':
      await create(name);
      return { name };
    case 'count':
      return { count: (await service.list('unit', { count: 'exact' })).total };
    case 'caller':
      return { name: `${caller.role} ${caller.identity}` };
    case 'loop':
      await create(name);
      for (;;);
    case 'hang':
      await create(name);
      await rest(60_000);
      return {};
    case 'exit':
      await create(name);
      return process.exit(0);
    case 'reject':
      await create(name);
      Promise.reject(new Error('secret of a rejection'));
      await rest(60_000);
      return {};
    case 'eat': {
      await create(name);
      const all = new Map();
      for (let at = 0; ; at += 1) all.set(at, Array(1000).fill(at));
    }
    case 'throw':
      await create(name);
      throw new Error('secret of the handler');
    case 'taken':
      await create(name);
      throw Object.assign(new Error(`${name} is taken`), { code: 'unit_taken' });
    case 'not_now':
      throw Object.assign(new Error('not now'), { code: 'not_now' });
    case 'undeclared':
      throw Object.assign(new Error('secret'), { code: 'unit_gone' });
    case 'misfit':
      await create(name);
      return { name: 7 } as never;
    case 'more':
      await create(name);
      return { name, secret: 7 } as object;
    case 'nothing':
      await create(name);
      return undefined as never;
    case 'float':
      create(name);
      return { name };
    case 'later':
      setTimeout(() => create(name).catch(() => {}), 30);
      return { name };
    case 'wait':
      await create(name);
      await rest(30);
      return { name };
    case 'many':
      for (let at = 0; at < 10_000; at += 1) await create(`${name} ${at}`);
      return { name };
    case 'twice':
      await create(name);
      return create(name)
        .catch(({ code, status }: ProblemError) => create(`${name} ${code} ${status}`))
        .then(({ row }) => ({ name: row?.name ?? null }));
    case 'rename': {
      const { rows } = await service.list('unit', { where: { name: { eq: name } } });
      return { count: await service.updateMany('unit', { id: { in: rows.map(({ id }) => id) } }, { power: '2' }) };
    }
    case 'pair':
      await create(`${name} 1`);
      await rest(2);
      await create(`${name} 2`);
      return { name };
    case 'add': {
      const [unit] = (await service.list('unit', { where: { name: { eq: name } } })).rows;
      if (unit === undefined) return {};
      await rest(20);
      const { row } = await service.update('unit', unit.id, { power: Number(unit.power) + 1 });
      return { name: row?.power ?? null };
    }
    case 'batch':
      return codeOf(service.request('POST', '/batch', { body: '{"requests":[]}' }));
    case 'call':
      return codeOf(service.request('POST', '/unit/play', { body: '{"act":"count"}' }));
    case 'key':
      return codeOf(service.create('unit', { name }, { idempotencyKey: 'a' }));
    case 'log':
      console.log(`said ${name}`);
      return { name };
    case 'log_secret':
      return {
        name: Object.keys(process.env)
          .filter((each) => !/^(_TAPJS|NODE_OPTIONS)/.test(each))
          .join(),
      };
    default:
      throw new Error(`the handler knows no ${act}`);
  }
};

async function codeOf(asked: Promise<unknown>): Promise<{ name: string | null }> {
  const { code } = (await asked.catch((thrown) => thrown)) as ProblemError;
  return { name: code };
}

export default play;
