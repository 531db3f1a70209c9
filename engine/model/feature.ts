/**
 * Something that the engine makes beside what files declare, such as events, in a folder of its own that can be removed. The
 * core knows features by this alone: each room says at an extension point what it asks of them.
 */
export interface Feature {
  /** Of the resource that it makes. */
  readonly name: string;
  readonly rows: MadeRows;
  readonly parts: readonly Part[];
}

/** What the rows of a feature's resource are. */
interface MadeRows {
  /** They are added and never changed: an id is a version, and nothing is recorded of them. */
  readonly areFinal: boolean;
  /** Each is there for one party, its party_id. */
  readonly areAddressed: boolean;
}

/** What a feature does at one extension point. */
interface Part {
  readonly point: object;
  readonly does: unknown;
}

/** Where a room asks features for something. */
export interface ExtensionPoint<Asked> {
  part(does: Asked): Part;
  /** The part of one feature; null where it has none here. */
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
