import createClient from 'openapi-fetch';
import type { components, paths } from './schema.d.ts';

type Unit = components['schemas']['controllable_unit'];

/** A day's work with the client that openapi-typescript gives: what it found, in short. */
export async function work(baseUrl: string, token: string): Promise<readonly unknown[]> {
  const client = createClient<paths>({
    baseUrl,
    headers: { authorization: `Bearer ${token}` },
    // As the document says of its objects; this client does not read that.
    querySerializer: { object: { style: 'form', explode: true } },
  });
  const points = await client.GET('/accounting_point', { params: { query: { limit: 1, order: 'id.asc' } } });
  const point = points.data?.[0];
  if (point === undefined) throw new Error(points.error?.detail ?? 'there is no accounting point');

  const made = await client.POST('/controllable_unit', {
    params: { header: { 'Idempotency-Key': '"a-key-of-this-unit"' } },
    body: {
      name: 'Heat pump',
      regulation_direction: 'both',
      maximum_active_power: 12.5,
      accounting_point_id: point.id,
    },
  });
  if (made.data === undefined) throw new Error(made.error.detail);
  const unit: Unit = made.data;
  const { data: resource } = await client.POST('/technical_resource', {
    body: {
      controllable_unit_id: unit.id,
      name: 'Pump 1',
      category: 'consumption',
      technology: 'heat_pump',
      maximum_active_power: 12.5,
    },
  });

  const list = await client.GET('/controllable_unit', {
    params: {
      query: {
        id: `eq.${unit.id}`,
        name: ['like.Heat*', 'not.is.null'],
        embed: 'accounting_point,technical_resource!',
        paths: { 'accounting_point.id': `eq.${point.id}`, 'technical_resource.order': 'id.desc' },
      },
      header: { Prefer: 'count=exact' },
    },
  });
  if (list.error !== undefined) throw new Error(list.error.detail);
  const [found] = list.data;

  const read = await client.GET('/controllable_unit/{id}', { params: { path: { id: unit.id } } });
  const etag = read.response.headers.get('etag') ?? '';
  const change = (name: string) =>
    client.PATCH('/controllable_unit/{id}', {
      params: { path: { id: unit.id }, header: { 'If-Match': etag } },
      body: { name },
    });
  const changed = await change('Heat pump in the cellar');
  const late = await change('Heat pump in the attic');
  const wrong = await client.POST('/controllable_unit', {
    // @ts-expect-error: a direction that there is not, and no accounting point
    body: { name: 'x', regulation_direction: 'sideways', maximum_active_power: 1 },
  });
  const gone = await client.DELETE('/technical_resource/{id}', { params: { path: { id: resource?.id ?? 0 } } });
  const missing = await client.GET('/technical_resource/{id}', { params: { path: { id: resource?.id ?? 0 } } });
  // The second is for requests that accept a media type of PostgREST.
  const code: 'not_found' | 'PGRST116' | undefined = missing.error?.status === 404 ? missing.error.code : undefined;

  return [
    unit.status,
    [found?.name, found?.accounting_point?.id === point.id, found?.technical_resource?.map(({ name }) => name)],
    list.response.headers.get('content-range'),
    read.data?.links.history === `/api/v1/controllable_unit/${unit.id}/history`,
    changed.data?.name,
    late.error?.code,
    wrong.error?.errors?.map(({ pointer }) => pointer).sort(),
    gone.response.status,
    code,
  ];
}
