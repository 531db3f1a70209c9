import type { Deprecation } from '../../model/deprecation.ts';
import type { Block } from '../block.ts';

/** The words for a deprecated resource or field. */
export function deprecationNotice({ deprecated }: { readonly deprecated: Deprecation | null }): readonly Block[] {
  return deprecated === null ? [] : [{ kind: 'notice', text: deprecationWords(deprecated) }];
}

export function deprecationWords({ since, sunset, replacedBy }: Deprecation): string {
  const parts = [
    since === null ? '**Deprecated**' : `**Deprecated** since ${since}`,
    ...(sunset === null ? [] : [`to be removed on ${sunset}`]),
    ...(replacedBy === null ? [] : [`replaced by \`${replacedBy}\``]),
  ];
  return `${parts.join(', ')}.`;
}
