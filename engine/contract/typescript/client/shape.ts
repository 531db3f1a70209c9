/** The facts about a resource that are needed to read and write its JSON and its filters. */
export interface Shape {
  /** Fields whose numbers are texts here. */
  readonly exact: readonly string[];
  /** Fields that hold any JSON. */
  readonly json: readonly string[];
  /** The resources of its relations by alias. */
  readonly relations: Readonly<Record<string, string>>;
}

/** A shape without facts, for unknown resources. */
export const noShape: Shape = { exact: [], json: [], relations: {} };
