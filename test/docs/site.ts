import { readGuide } from '../../codegen/read/guide.ts';
import { documentationSite } from '../../engine/docs/site.ts';
import { loadModel } from '../../engine/feature/load.ts';
import type { Model } from '../../engine/model/model.ts';
import { firstRelease } from '../http/service.ts';

/** A model of the tests, and its site with a changelog, every file made. */
export async function siteOf(
  folder: string,
): Promise<{ readonly model: Model; readonly files: ReadonlyMap<string, string> }> {
  const loaded = await loadModel(folder);
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.faults, null, 2));
  const { model } = loaded;
  const files = await documentationSite(model, {
    releases: [firstRelease(model)],
    reference: false,
    guide: readGuide(),
  });
  return {
    model,
    files: new Map(await Promise.all([...files].map(async ([path, text]) => [path, await text()] as const))),
  };
}
