import { createClient, createConfig } from './hey/client/index.ts';
import {
  type ControllableUnit,
  createControllableUnit,
  createTechnicalResource,
  deleteTechnicalResource,
  listAccountingPoint,
  listControllableUnit,
  readControllableUnit,
  readTechnicalResource,
  updateControllableUnit,
} from './hey/index.ts';

/** The same day's work with the client that @hey-api/openapi-ts gives. */
export async function work(baseUrl: string, token: string): Promise<readonly unknown[]> {
  const client = createClient(createConfig({ baseUrl, auth: () => token }));
  const points = await listAccountingPoint({ client, query: { limit: 1, order: 'id.asc' } });
  const point = points.data?.[0];
  if (point === undefined) throw new Error(points.error?.detail ?? 'there is no accounting point');

  const made = await createControllableUnit({
    client,
    headers: { 'Idempotency-Key': '"a-key-of-that-unit"' },
    body: {
      name: 'Heat pump',
      regulation_direction: 'both',
      maximum_active_power: 12.5,
      accounting_point_id: point.id,
    },
  });
  if (made.data === undefined) throw new Error(made.error.detail);
  const unit: ControllableUnit = made.data;
  const { data: resource } = await createTechnicalResource({
    client,
    body: {
      controllable_unit_id: unit.id,
      name: 'Pump 1',
      category: 'consumption',
      technology: 'heat_pump',
      maximum_active_power: 12.5,
    },
  });

  const list = await listControllableUnit({
    client,
    query: {
      id: `eq.${unit.id}`,
      name: ['like.Heat*', 'not.is.null'],
      embed: 'accounting_point,technical_resource!',
      paths: { 'accounting_point.id': `eq.${point.id}`, 'technical_resource.order': 'id.desc' },
    },
    headers: { Prefer: 'count=exact' },
  });
  const [found] = list.data ?? [];

  const path = { id: unit.id };
  const read = await readControllableUnit({ client, path });
  const headers = { 'If-Match': read.response?.headers.get('etag') ?? '' };
  const changed = await updateControllableUnit({ client, path, headers, body: { name: 'Heat pump in the cellar' } });
  const late = await updateControllableUnit({ client, path, headers, body: { name: 'Heat pump in the attic' } });
  const wrong = await createControllableUnit({
    client,
    // @ts-expect-error: a direction that there is not, and no accounting point
    body: { name: 'x', regulation_direction: 'sideways', maximum_active_power: 1 },
  });
  const gone = await deleteTechnicalResource({ client, path: { id: resource?.id ?? 0 } });
  const missing = await readTechnicalResource({ client, path: { id: resource?.id ?? 0 } });
  // The second is for requests that accept a media type of PostgREST.
  const code: 'not_found' | 'PGRST116' | undefined = missing.error?.status === 404 ? missing.error.code : undefined;

  return [
    unit.status,
    [found?.name, found?.accounting_point?.id === point.id, found?.technical_resource?.map(({ name }) => name)],
    list.response?.headers.get('content-range'),
    read.data?.links.history === `/api/v1/controllable_unit/${unit.id}/history`,
    changed.data?.name,
    late.error?.code,
    wrong.error?.errors?.map(({ pointer }) => pointer).sort(),
    gone.response?.status,
    code,
  ];
}
