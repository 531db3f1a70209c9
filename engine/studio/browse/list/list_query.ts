import type { Filter } from '../filter/filter.ts';

/** The filters of a query, in their order. */
export function filtersOf(query: URLSearchParams): readonly Filter[] {
  return [...query].filter(([name]) => !isOption(name)).map(([parameter, value]) => ({ parameter, value }));
}

/** A query with other filters: what is not a filter stays. */
export function withFilters(query: URLSearchParams, filters: readonly Filter[]): URLSearchParams {
  const options = [...query].filter(([name]) => isOption(name));
  return new URLSearchParams([...filters.map(({ parameter, value }) => [parameter, value]), ...options]);
}

/** A query with another value of an option, or without it for null. */
export function withOption(query: URLSearchParams, name: string, value: string | null): URLSearchParams {
  const changed = new URLSearchParams(query);
  if (value === null || value === '') changed.delete(name);
  else changed.set(name, value);
  return changed;
}

/** The parameters of a list that are not filters. Options of embedded relations stand behind a path. */
const options = new Set(['select', 'embed', 'order', 'limit', 'offset', 'after', 'valid_at', 'as_of']);
const relatedOptions = new Set(['order', 'limit', 'offset', 'valid_at']);

function isOption(name: string): boolean {
  return name.includes('.') ? relatedOptions.has(name.slice(name.lastIndexOf('.') + 1)) : options.has(name);
}
