/** Whether an Accept header leaves room for JSON: the most specific range that covers it decides (RFC 9110, 12.5.1). */
export function acceptsJson(accept: string): boolean {
  const weights = new Map(accept.split(',').flatMap(readRange));
  if (weights.size === 0) return true;
  const weight = weights.get('application/json') ?? weights.get('application/*') ?? weights.get('*/*') ?? 0;
  return weight > 0;
}

function readRange(text: string): readonly (readonly [range: string, weight: number])[] {
  const [range = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  if (range === '') return [];
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice('q='.length) ?? '1';
  return [[range, Number(weight)]];
}
