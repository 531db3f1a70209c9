import type { JsonSchema } from '../../vocabulary/json_schema/json_schema.ts';

/** A map of a definition, with the defaults of its schema for the keys that it leaves out. */
export function withDefaults<Properties extends Schemas, Written extends object>(
  { properties }: { readonly properties: Properties },
  written: Written,
): Written & Defaults<Properties, Written> {
  const defaults = Object.entries(properties).flatMap(([key, each]) =>
    'default' in each ? [[key, each.default]] : [],
  );
  return { ...Object.fromEntries(defaults), ...written };
}

type Schemas = { readonly [key: string]: JsonSchema };

/** The keys that have a default, which nobody needs to ask for any more. */
type Defaults<Properties extends Schemas, Written> = {
  readonly [Key in keyof Written as Key extends WithDefault<Properties> ? Key : never]-?: Written[Key];
};

type WithDefault<Properties extends Schemas> = {
  [Key in keyof Properties]: Properties[Key] extends { readonly default: unknown } ? Key : never;
}[keyof Properties];
