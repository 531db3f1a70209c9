import type { Report } from '../file/report.ts';

/**
 * Checks the former names of fields or relations of a resource. A migration renames by them, so no two may claim the
 * same one. A former name that another field has now is allowed: that field may have taken it over.
 */
export function checkFormerNames(
  key: 'fields' | 'relations',
  parts: { readonly [name: string]: { readonly was?: string } },
  report: Report,
): void {
  const claimed = new Map<string, string>();
  for (const [name, { was }] of Object.entries(parts)) {
    if (was === undefined) continue;
    const other = claimed.get(was);
    if (was === name) {
      report([key, name, 'was'], { message: `${name} was always called so`, expected: 'another name, or none' });
    } else if (other !== undefined) {
      report([key, name, 'was'], { message: `${other} was called ${was} as well`, expected: 'a name of its own' });
    } else claimed.set(was, name);
  }
}
