import type { Model } from '../model/model.ts';

/** The address of a resource's page within the site. A history is a part of the page of its table. */
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
 * Whether a page may link to an address in a text: by http, https or mailto, or within the site. Other schemes, such as
 * javascript, could run code.
 */
export function mayBeLinked(address: string): boolean {
  // Browsers pass over control characters and take a backslash for a slash. Markdown writes both with percents.
  if (/[\p{Cc}\\]|%(?:5c|[01][\da-f]|7f)/iu.test(address)) return false;
  return isAbsolute(address) || /^(?!\/\/)[^:/?#]*(?:[/?#]|$)/.test(address);
}

/** Turns addresses from the top of the site into addresses for a page. A page in a folder must go up first. */
export function relativeTo(path: string): (address: string) => string {
  const up = '../'.repeat(path.split('/').length - 1);
  return (address) => (address.startsWith('#') || isAbsolute(address) ? address : `${up}${address}`);
}
