/** What a migration was made of. */
export interface Origin {
  /** The build of Almanac that made it. */
  readonly build: string;
  /** Checksum of the definitions that it leads to. */
  readonly definitions: string;
  /** Checksum of what was recorded of the objects that they give. */
  readonly record: string;
}

/** The line of a migration file that says it, with its end. */
export function originLine({ build, definitions, record }: Origin): string {
  return `-- Made by: build ${build} of Almanac, for the definitions ${definitions} with the record ${record}\n`;
}

/** What the head of a migration file says of its origin; null where it says nothing. */
export function originOf(head: string): Origin | null {
  const [, build, definitions, record] = line.exec(head) ?? [];
  return build === undefined || definitions === undefined || record === undefined
    ? null
    : { build, definitions, record };
}

const line =
  /^-- Made by: build ([0-9a-f]{64}) of Almanac, for the definitions ([0-9a-f]{64}) with the record ([0-9a-f]{64})$/m;
