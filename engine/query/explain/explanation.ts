import type { AskedPart, ExplainedOperation } from './asked.ts';

/** Why a caller may do something with a row, or may not. */
export interface Explanation {
  readonly row: string;
  readonly role: string | null;
  /** Whether the row exists. */
  readonly exists: boolean;
  /** Whether it is a deleted entry of a timeline. Everybody sees it in the history only. */
  readonly deleted: boolean;
  /** Whether the claim of the caller is bound to a membership that they have. Otherwise each request is refused. */
  readonly membership?: ExplainedPart;
  readonly operations: readonly {
    readonly operation: ExplainedOperation;
    readonly allowed: boolean;
    readonly parts: readonly ExplainedPart[];
    /** Where an update asks something else of the row that it makes: whether the row as it is meets that. */
    readonly afterwards?: readonly ExplainedPart[];
  }[];
  /** The last moment in which the caller might read the row, as which they still find it; absent without a last state. */
  readonly lastState?: string;
  /** What the role may do with fields, where that is not everything. */
  readonly fields: readonly {
    readonly field: string;
    readonly read: boolean;
    readonly create: boolean;
    readonly update: boolean;
    readonly rule?: ExplainedPart;
  }[];
}

export interface ExplainedPart extends Pick<AskedPart, 'size' | 'of'> {
  readonly rule: string;
  /** The same in English, with names and values in backquotes; null where the rule is English already. */
  readonly words: string | null;
  readonly holds: boolean;
  /** The values that the rule compares, by the names that it has for them. */
  readonly values: readonly { readonly name: string; readonly json: string }[];
}
