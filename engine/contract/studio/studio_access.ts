/** Why a caller may see and change a row. JSON of GET /studio/access/{resource}/{id}. */
export interface StudioAccess {
  readonly resource: string;
  /** As in paths. */
  readonly id: string;
  /** Whose rights it is about: null for a caller without a role. */
  readonly role: string | null;
  /** What decides about the rows of the resource: rules for each role, or the scopes of the token alone. */
  readonly decidedBy: 'rules' | 'scopes';
  /** Whether rules are told part by part with the values that they compare, or as a whole. */
  readonly detail: 'parts' | 'whole';
  /** The membership behind the claim of another caller; null without one, and for the caller themselves, who have it. */
  readonly membership: StudioRule | null;
  readonly operations: readonly StudioOperation[];
  /** The fields that have rules of their own and that the caller reads. */
  readonly fields: readonly StudioFieldAccess[];
  /** The last moment in which another caller might read the row, as which they still find it; null otherwise. */
  readonly lastState: string | null;
}

/** What may be done with a row: `read`, `update`, `delete`, `history`, or `call <name>`. */
export interface StudioOperation {
  readonly operation: string;
  readonly allowed: boolean;
  /** The scope that the token of the caller lacks for it; null if it has the scope. */
  readonly missingScope: string | null;
  /** What decides about the row. Without a rule it is all rows, or none. */
  readonly rules: readonly StudioRule[];
  /** What an update asks of the row that it makes, where that is something else. */
  readonly afterwards: readonly StudioRule[];
}

export interface StudioRule {
  /** As the definition has it; null for a caller who may not know what its names say. */
  readonly rule: string | null;
  /** The same in English, with names and values in backquotes; null where the rule is English already, or null. */
  readonly words: string | null;
  /** One of several parameters, all of them together, or the only one. */
  readonly size: 'part' | 'whole' | 'only';
  /** For the past: asked of the version, or of the row at present; null otherwise. */
  readonly of: 'then' | 'present' | null;
  /** Whether it holds for the row; null for a caller who may not know. */
  readonly holds: boolean | null;
  /** The values that it compares, by the names that it has for them; empty for a rule as a whole. */
  readonly values: Readonly<Record<string, unknown>>;
}

interface StudioFieldAccess {
  readonly field: string;
  readonly read: boolean;
  readonly create: boolean;
  readonly update: boolean;
  /** The rule by which the field is shown; null where it is shown in all rows, or in none. */
  readonly rule: StudioRule | null;
}
