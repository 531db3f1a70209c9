import type { DataProvider } from 'ra-core';
import type { Api } from './api.ts';

/**
 * What ra-core asks for data. A list and a row take a query of the API as `meta.query`, since Studio's addresses have
 * the same queries. A page of a list has a query of its own.
 */
export function createDataProvider(api: Api): DataProvider {
  const notOffered = async (): Promise<never> => {
    throw new Error('Studio asks for this by a query of the API');
  };
  return {
    getList: async (resource, { meta, signal }) => {
      const { rows, total, next } = await api.list(resource, meta?.query ?? '', given(signal));
      return { data: rows as never, ...(total === null ? {} : { total }), pageInfo: { hasNextPage: next !== null } };
    },
    getOne: async (resource, { id, meta, signal }) => ({
      data: (await api.read(resource, String(id), meta?.query ?? '', signal)) as never,
    }),
    getMany: notOffered,
    getManyReference: notOffered,
    create: notOffered,
    update: notOffered,
    updateMany: notOffered,
    delete: notOffered,
    deleteMany: notOffered,
  };
}

function given(signal: AbortSignal | undefined): { readonly signal?: AbortSignal } {
  return signal === undefined ? {} : { signal };
}
