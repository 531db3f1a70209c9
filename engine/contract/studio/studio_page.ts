import type { StudioSignIn } from './studio_sign_in.ts';

/** What the page of Studio knows before any request: the service puts it into the page. */
export interface StudioPage {
  /** Begins with a slash, ends without one. */
  readonly basePath: string;
  /** Null where the service tells it to callers alone. */
  readonly title: string | null;
  readonly signIn: StudioSignIn;
}
