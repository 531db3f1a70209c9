import type { ResourceDefinition } from '../../definition/language/definition.ts';

/** A check that tolerates rows which break it, and says whom a notice of them is for. */
type TolerantCheck = NonNullable<ResourceDefinition['checks']>[number] & {
  readonly otherwise: NonNullable<NonNullable<ResourceDefinition['checks']>[number]['otherwise']>;
};

/** The checks of a resource with `otherwise`, by their places. */
export function tolerantChecks({
  checks = [],
}: ResourceDefinition): readonly (readonly [index: number, check: TolerantCheck])[] {
  return checks.flatMap((check, index) => {
    const { otherwise } = check;
    return otherwise === undefined ? [] : [[index, { ...check, otherwise }] as const];
  });
}
