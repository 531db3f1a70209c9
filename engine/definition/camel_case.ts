/** A map of a definition under the names of the model: page_maximum is pageMaximum. */
export function camelCased<Written extends object>(written: Written): CamelCased<Written> {
  const entries = Object.entries(written).map(([key, value]) => [camelCase(key), value]);
  return Object.fromEntries(entries) as CamelCased<Written>;
}

type CamelCased<Written> = {
  readonly [Key in keyof Written as Key extends string ? CamelCase<Key> : never]: Written[Key];
};

type CamelCase<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name;

function camelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
