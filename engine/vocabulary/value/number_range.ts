/** The numbers of a type: the digits before and after the point, and a range if it is binary. */
export interface NumberRange {
  readonly digits: number;
  readonly scale: number;
  readonly bounds: readonly [least: bigint, most: bigint] | null;
}
