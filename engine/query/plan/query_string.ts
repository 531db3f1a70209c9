/** One parameter of a URL, decoded. */
export interface Parameter {
  readonly name: string;
  readonly value: string;
  /** Its place among all parameters of the URL, from 0. */
  readonly index: number;
}

/** What is wrong with the query of a request, and where. */
export interface QueryFault {
  readonly code:
    | 'malformed_url'
    | 'filter_required'
    | 'unknown_parameter'
    | 'invalid_parameter'
    | 'limit_exceeded'
    | 'range_not_satisfiable';
  readonly parameter: string | null;
  /** In the parameter's value (or its name, for an unknown one), from 0. */
  readonly position: number | null;
  readonly detail: string;
  readonly hint: string | null;
}

/** What a stage makes of a query, or everything that is wrong with it: one fault at least. */
export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly faults: readonly QueryFault[] };

/** Splits and decodes the part of a URL behind the question mark (`application/x-www-form-urlencoded`: a plus is a space). */
export function readQueryString(text: string): Result<readonly Parameter[]> {
  const parameters: Parameter[] = [];
  for (const part of text.split('&')) {
    if (part === '') continue;
    const equals = part.indexOf('=');
    try {
      const name = decode(equals < 0 ? part : part.slice(0, equals));
      parameters.push({ name, value: equals < 0 ? '' : decode(part.slice(equals + 1)), index: parameters.length });
    } catch {
      return {
        ok: false,
        faults: [
          {
            code: 'malformed_url',
            parameter: null,
            position: null,
            detail: `${JSON.stringify(part.slice(0, 60))} is not percent-encoded UTF-8`,
            hint: 'write a percent sign itself as %25',
          },
        ],
      };
    }
  }
  return { ok: true, value: parameters };
}

function decode(text: string): string {
  return encoded.test(text) ? decodeURIComponent(text.replaceAll('+', ' ')) : text;
}

const encoded = /[%+]/;

/** The result of a stage that finds one fault. */
export function refuse(
  code: QueryFault['code'],
  { parameter, position }: Pick<QueryFault, 'parameter' | 'position'>,
  detail: string,
  hint: string | null,
): Result<never> {
  return { ok: false, faults: [{ code, parameter, position, detail, hint }] };
}

/** The faults of several results, in their order. */
export function faultsOf(results: readonly Result<unknown>[]): readonly QueryFault[] {
  return results.flatMap((result) => (result.ok ? [] : result.faults));
}

/** A value, unless there are faults. */
export function unlessFaulty<T>(faults: readonly QueryFault[], value: T): Result<T> {
  return faults.length === 0 ? { ok: true, value } : { ok: false, faults };
}
