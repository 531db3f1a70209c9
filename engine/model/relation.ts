/** `target` rows whose column `to` equals this row's column `from`. */
export interface Relation {
  readonly alias: string;
  /** Its former alias. */
  readonly was: string | null;
  readonly target: string;
  readonly cardinality: 'one' | 'many';
  readonly from: string;
  readonly to: string;
}
