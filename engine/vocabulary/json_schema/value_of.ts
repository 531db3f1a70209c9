import type { XStatic } from 'typebox/schema';
import type { Json } from '../value/json.ts';
import type { JsonSchema } from './json_schema.ts';

/**
 * What a JSON Schema allows, as a type; `Named` are the schemas that `#/$defs/` finds. The types of TypeBox alone: its
 * code would take longer to load than a folder of definitions to read.
 */
export type ValueOf<Own extends JsonSchema, Named extends JsonSchema> = Written<
  XStatic<Own & { readonly $defs: Named }>
>;

/** As YAML gives it: nothing changes it, and where any value may stand, one of JSON does. */
type Written<Value> = unknown extends Value
  ? Json
  : Value extends readonly (infer Element)[]
    ? readonly Written<Element>[]
    : Value extends object
      ? { readonly [Key in keyof Value]: Written<Value[Key]> }
      : Value;
