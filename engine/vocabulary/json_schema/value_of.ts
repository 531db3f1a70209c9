import type { XStatic } from 'typebox/schema';
import type { Json } from '../value/json.ts';
import type { JsonSchema } from './json_schema.ts';

/**
 * The values that a JSON Schema allows, as a type; `Named` are the schemas in `#/$defs/`. Only types are imported from
 * TypeBox: its code takes longer to load than a folder of definitions.
 */
export type ValueOf<Own extends JsonSchema, Named extends JsonSchema> = Written<
  XStatic<Own & { readonly $defs: Named }>
>;

/** The value as YAML gives it: read-only, and any JSON where the schema allows any value. */
type Written<Value> = unknown extends Value
  ? Json
  : Value extends readonly (infer Element)[]
    ? readonly Written<Element>[]
    : Value extends object
      ? { readonly [Key in keyof Value]: Written<Value[Key]> }
      : Value;
