/** What becomes of a row that refers to a deleted one: it is deleted too, or refers to nothing. */
export interface OnDelete {
  readonly action: 'cascade' | 'clear';
  /** Whether the service does it, so that the caller needs no right. */
  readonly asService: boolean;
}
