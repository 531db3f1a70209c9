import { join } from 'node:path';
import type { StudioBundle } from '../../engine/http/studio/page.ts';
import { packageRoot } from './package_root.ts';

/** Studio as browsers get it, from the package or the checkout. */
export function studioBundle(): StudioBundle {
  return { folder: join(packageRoot, 'engine/studio/bundle') };
}
