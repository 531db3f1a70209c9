import type { StudioSignIn } from '../../contract/studio/studio_sign_in.ts';

/** What the page knows before any request: the service puts it into the page. */
export interface ServiceSettings {
  readonly basePath: string;
  /** Null where the service tells it to callers alone. */
  readonly title: string | null;
  readonly signIn: StudioSignIn;
}

/** @throws Error for a page that the service has not made. */
export function serviceSettings(): ServiceSettings {
  const block = document.querySelector('#service')?.textContent;
  if (!block) throw new Error('the page has no settings of its service');
  const settings = JSON.parse(block) as ServiceSettings;
  return { ...settings, signIn: settings.signIn ?? { openid: null, people: false } };
}
