/**
 * A rule of a field, named like its facet, and the SQL expression that checks it. `elements`: an array has no null.
 * `distinct_elements`: it has no value twice.
 */
export interface FieldCheck {
  readonly what:
    | 'values'
    | 'min_length'
    | 'max_length'
    | 'minimum'
    | 'maximum'
    | 'multiple_of'
    | 'elements'
    | 'distinct_elements';
  readonly expression: string;
}

/** A check of a facet, where it is given. */
export function given<Value>(
  what: FieldCheck['what'],
  value: Value | null,
  expression: (value: Value) => string,
): readonly FieldCheck[] {
  return value === null ? [] : [{ what, expression: expression(value) }];
}
