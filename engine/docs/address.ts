import type { Model } from '../definition/model.ts';

/** Of the page of a resource within the site. A history is a part of the page of its table. */
export function resourceAddress(name: string, { resources }: Model): string {
  const resource = resources.get(name);
  return resource?.kind === 'history' ? `${pagePath(resource.of.name)}#history` : pagePath(name);
}

export function pagePath(table: string): string {
  return `resources/${table}.html`;
}
