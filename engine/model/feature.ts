/**
 * Something that the engine makes besides the declared resources, such as events. Each feature is a folder that can be
 * removed. The core knows features only by this interface, and asks them at extension points.
 */
export interface Feature {
  /** Of the resource that it makes. */
  readonly name: string;
  readonly rows: MadeRows;
  readonly parts: readonly Part[];
}

/** The nature of the rows of a feature's resource. */
interface MadeRows {
  /** Rows are added and never changed: an id is a version, and no history is recorded. */
  readonly areFinal: boolean;
  /** Each row is for one party, its party_id. */
  readonly areAddressed: boolean;
  /** Their changes are events, where the service records any. */
  readonly raiseEvents: boolean;
}

/** What a feature does at one extension point. */
interface Part {
  readonly point: object;
  readonly does: unknown;
}

/** An extension point: a place where the core asks all features. */
export interface ExtensionPoint<Asked> {
  part(does: Asked): Part;
  /** The part of one feature; null if it has no part here. */
  of(feature: Feature | null): Asked | null;
  /** The parts of all features, in the order of features. */
  all(model: { readonly features: readonly Feature[] }): readonly Asked[];
}

export function extensionPoint<Asked>(): ExtensionPoint<Asked> {
  const of = (feature: Feature | null): Asked | null => {
    const own = feature?.parts.find((part) => part.point === point);
    // Only `part` makes a part of this point.
    return own === undefined ? null : (own.does as Asked);
  };
  const point: ExtensionPoint<Asked> = {
    part: (does) => ({ point, does }),
    of,
    all: ({ features }) => features.map(of).filter((part) => part !== null),
  };
  return point;
}

/** The rules that features keep of a table, by the name of the feature. */
export type FeatureRules = ReadonlyMap<string, unknown>;

/** Where a feature keeps its rules of a table. */
export interface RuleSlot<Rules> {
  of(table: { readonly rules: FeatureRules }): Rules;
  keep(rules: Rules): readonly [feature: string, rules: unknown];
}

/** A slot for the rules of a feature; `none` stands for a table without rules. */
export function ruleSlot<Rules>(feature: string, none: Rules): RuleSlot<Rules> {
  return {
    // Only `keep` puts something there.
    of: ({ rules }) => (rules.has(feature) ? (rules.get(feature) as Rules) : none),
    keep: (rules) => [feature, rules],
  };
}
