import type { FastifyRequest } from 'fastify';
import { Problem } from '../../contract/problem.ts';
import { longestSearch } from '../../contract/studio/search_endpoint.ts';
import { parametersOf } from '../request/url.ts';

/** The text that a search is for. @throws Problem for any other parameter, and for a text that is too short or too long. */
export function readSearch(request: Pick<FastifyRequest, 'url'>): string {
  const parameters = parametersOf(request);
  const other = parameters.find(({ name }) => name !== 'q');
  if (other !== undefined) {
    const detail = `this operation takes no parameter ${JSON.stringify(other.name.slice(0, 80))}`;
    throw new Problem('unknown_parameter', detail, { errors: [{ parameter: other.name, detail }], hint: 'expected q' });
  }
  const [first, second] = parameters;
  if (second !== undefined) throw invalid('q stands in the URL more than once');
  const text = first?.value.trim() ?? '';
  const characters = [...text].length;
  if (characters === 0 || characters > longestSearch)
    throw invalid(`q has ${characters} characters; expected 1 to ${longestSearch}, space around them aside`);
  if (text.includes('\0')) throw invalid('a NUL character stands there');
  return text;
}

function invalid(detail: string): Problem {
  return new Problem('invalid_parameter', detail, { errors: [{ parameter: 'q', detail }] });
}
