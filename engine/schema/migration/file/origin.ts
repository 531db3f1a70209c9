/** What a migration was made of. */
export interface Origin {
  /** The build of Almanac that made it. */
  readonly build: string;
  /** Checksum of the definitions that it leads to. */
  readonly definitions: string;
}

/** The line of a migration file that says it, with its end. */
export function originLine({ build, definitions }: Origin): string {
  return `-- Made by: build ${build} of Almanac, for the definitions ${definitions}\n`;
}

/** What the head of a migration file says of its origin; null where it says nothing. */
export function originOf(head: string): Origin | null {
  const [, build, definitions] =
    /^-- Made by: build ([0-9a-f]{64}) of Almanac, for the definitions ([0-9a-f]{64})$/m.exec(head) ?? [];
  return build === undefined || definitions === undefined ? null : { build, definitions };
}
