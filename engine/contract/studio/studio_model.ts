import type { Action } from '../../vocabulary/action/actions.ts';

/** The model as a caller may see it: what Studio shows, and in which words. JSON of GET /studio/model. */
export interface StudioModel {
  readonly service: StudioService;
  readonly caller: StudioCaller;
  /** Every operator of filters, in the order of the documentation. */
  readonly operators: readonly StudioOperator[];
  /** The resources that the caller may list or read, in order of name. */
  readonly resources: readonly StudioResource[];
}

interface StudioService {
  readonly title: string;
  readonly version: string;
  /** The IANA time zone whose day is today. */
  readonly zone: string;
  /** Begins with a slash, ends without one. */
  readonly basePath: string;
  readonly pageDefault: number;
  readonly pageMaximum: number;
  /** Where the pages of the documentation are; null without them. */
  readonly documentation: string | null;
}

export interface StudioCaller {
  /** Null in a service without roles. */
  readonly role: string | null;
  readonly identity: string | null;
  /** By their names in rules. */
  readonly claims: Readonly<Record<string, string>>;
}

export interface StudioOperator {
  readonly name: string;
  /** "is at least", and with `not.` before it. */
  readonly words: readonly [says: string, denies: string];
  /** How its operand is written: a value of the field, several of them, a keyword such as null, or a text of its own. */
  readonly operand: 'value' | 'values' | 'keyword' | 'text';
  /** What `(any)` or a language may follow. */
  readonly modifier: 'quantifier' | 'language' | null;
}

export interface StudioResource {
  readonly name: string;
  readonly title: string;
  /** Markdown. */
  readonly description: string;
  /** The heading under which the resource stands. A history stands under that of its rows. */
  readonly group: string;
  readonly kind: 'table' | 'history' | 'view';
  /** The feature that makes its rows, such as event; null for a declared resource. */
  readonly madeBy: string | null;
  readonly actions: readonly Action[];
  /** The fields by whose values people tell its rows apart, in this order; empty for none. */
  readonly label: readonly string[];
  /** In the order of answers. */
  readonly fields: readonly StudioField[];
  readonly relations: readonly StudioRelation[];
  /**
   * The fields whose values name a timeline; null if its rows have no validity. Empty for a view over a SELECT, and where
   * the caller does not see each of them.
   */
  readonly timeline: readonly string[] | null;
  /** The resource that lists its versions, if the caller may list it. */
  readonly history: string | null;
  /** Of a history: the resource whose versions it lists. */
  readonly of: string | null;
  /** Whether the filter `search` finds its rows. */
  readonly search: boolean;
  /** Whether lists and reads take `as_of`, and lists `valid_at`. */
  readonly asOf: boolean;
  readonly validAt: boolean;
}

export interface StudioField {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The kind of its type; of an array that of its elements. */
  readonly type: string;
  readonly isArray: boolean;
  /** Whether its numbers may have more digits than JavaScript keeps, so that they are texts in Studio. */
  readonly isExact: boolean;
  readonly nullable: boolean;
  /** Of an enum; null for all other types. A value without a title of its own has itself. */
  readonly values: readonly { readonly value: string; readonly title: string }[] | null;
  /** Of a reference: the resource that it leads to, if it is among these resources. */
  readonly to: string | null;
  /** Whether its value is computed, not stored. */
  readonly computed: boolean;
  /** Whether it is the id or of the record, which every row has, and which no definition declares. */
  readonly bySystem: boolean;
  /** The names of the operators that filters of it may use; none of a field that is never shown. */
  readonly operators: readonly string[];
  readonly sortable: boolean;
  readonly deprecated: boolean;
}

export interface StudioRelation {
  readonly alias: string;
  readonly title: string;
  readonly target: string;
  readonly cardinality: 'one' | 'many';
  /** The field of this resource by which a reference leads on; null where other rows refer to this one, or by links. */
  readonly field: string | null;
  /**
   * The filter by which a list of the target has the related rows; null where no list has them. In it, `{value}` stands
   * for the value of the field `from`; of an array for its elements, with commas between them.
   */
  readonly filter: { readonly parameter: string; readonly value: string; readonly from: string } | null;
  /** Whether the related rows are the entries of one timeline of this row. */
  readonly isTimeline: boolean;
}
