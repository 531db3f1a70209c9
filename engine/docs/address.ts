import type { Model } from '../definition/model.ts';

/** Of the page of a resource within the site. A history is a part of the page of its table. */
export function resourceAddress(name: string, { resources }: Model): string {
  const resource = resources.get(name);
  return resource?.kind === 'history' ? `${pagePath(resource.of.name)}#history` : pagePath(name);
}

export function pagePath(table: string): string {
  return `resources/${table}.html`;
}

/** Whether an address says by itself where it leads, from any page. */
export function isAbsolute(address: string): boolean {
  return /^(?:https?:\/\/|mailto:)/i.test(address);
}

/**
 * Whether a page may link to an address that stands in a text: by http, https or mailto, or within the site. Other schemes,
 * such as javascript, could run what they hold.
 */
export function mayBeLinked(address: string): boolean {
  // Browsers pass over control characters and take a backslash for a slash.
  if (/[\p{Cc}\\]/u.test(address)) return false;
  return isAbsolute(address) || /^(?!\/\/)[^:/?#]*(?:[/?#]|$)/.test(address);
}
