import { sureFunctions, unsureFunctions } from '../../definition/view/known_function.ts';

/** The functions that the SELECT of a view may call. */
export function viewFunctions(): string {
  return `These have a result for all values: ${named(sureFunctions)}.

These [can fail](#expressions-that-can-fail): ${named(unsureFunctions)}.`;
}

function named(functions: Iterable<string>): string {
  return [...functions]
    .sort()
    .map((name) => `\`${name}\``)
    .join(', ');
}
