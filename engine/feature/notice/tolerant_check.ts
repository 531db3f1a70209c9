import type { AskedRules } from '../../definition/feature.ts';
import type { ResourceDefinition } from '../../definition/language/definition.ts';
import { bindCheck } from '../../definition/resource/check.ts';
import { bindCover } from '../../definition/resource/cover.ts';
import type { BoundCondition } from '../../model/field.ts';

/** A rule that tolerates rows which break it, and says whom a notice of them is for. */
interface TolerantRule {
  readonly path: readonly ['checks' | 'covered_by', number];
  readonly message: string;
  readonly otherwise: NonNullable<NonNullable<ResourceDefinition['checks']>[number]['otherwise']>;
  /** The rule itself. Null after a fault, which is reported. */
  readonly bind: (asked: AskedRules) => BoundCondition | null;
}

/** The checks and the rules of coverage with `otherwise`. */
export function tolerantRules({ checks = [], covered_by = [] }: ResourceDefinition): readonly TolerantRule[] {
  return [
    ...checks.flatMap((check, index): readonly TolerantRule[] => {
      const { otherwise, message } = check;
      if (otherwise === undefined) return [];
      return [
        {
          path: ['checks', index],
          message,
          otherwise,
          bind: ({ context, service, file }) => bindCheck(check, index, { ...context, zone: service.zone }, file),
        },
      ];
    }),
    ...covered_by.flatMap((cover, index): readonly TolerantRule[] => {
      const { otherwise, message } = cover;
      if (otherwise === undefined) return [];
      const bind: TolerantRule['bind'] = ({ context, file }) => bindCover(cover, index, context, file);
      return [{ path: ['covered_by', index], message, otherwise, bind }];
    }),
  ];
}
