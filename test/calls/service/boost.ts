import type { Handler } from './client.ts';

const boost: Handler<'unit', 'boost'> = async ({ input, row, service }) => {
  if (Number(input.by) === 0) {
    await new Promise((go) => setTimeout(go, 500));
    return { id: row.id, name: row.name, power: row.power };
  }
  const { row: boosted } = await service.update('unit', row.id, { power: input.by });
  if (boosted === null) throw new Error('the caller may not read the unit');
  return { id: boosted.id, name: boosted.name, power: boosted.power };
};

export default boost;
