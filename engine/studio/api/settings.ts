/** What the page knows before any request: the service puts it into the page. */
export interface ServiceSettings {
  readonly basePath: string;
  /** Null where the service tells it to callers alone. */
  readonly title: string | null;
}

/** @throws Error for a page that the service has not made. */
export function serviceSettings(): ServiceSettings {
  const block = document.querySelector('#service')?.textContent;
  if (!block) throw new Error('the page has no settings of its service');
  return JSON.parse(block) as ServiceSettings;
}
