import { durationPattern, signedDurationPattern } from '../../language/time/duration.ts';
import { quote } from '../../language/wording.ts';
import { codePattern } from '../../vocabulary/json_schema/named_schemas.ts';
import { allowedTypePattern } from '../../vocabulary/type/file.ts';
import { toSnakeCase } from '../definitions.ts';
import { prefixPattern } from '../language/prefix.ts';
import { stepPattern } from '../language/view_language.ts';
import { recipientPattern } from '../recipient_pattern.ts';
import type { Fault } from './fault.ts';

type Finding = Pick<Fault, 'message' | 'expected' | 'nearest'>;

/** What to report of a text that does not match a pattern of the language. */
export function misspelt(pattern: string, written: unknown): Finding {
  if (isDuration(pattern)) {
    return { message: `${quote(written)} is not a duration`, expected: durationExamples(pattern), nearest: null };
  }
  if (pattern === prefixPattern) {
    const expected = 'a domain in reverse such as org.example: small letters, digits, hyphens and dots';
    return { message: `${quote(written)} is not a prefix`, expected, nearest: null };
  }
  if (pattern === recipientPattern) {
    const expected = 'aliases of relations with dots between them: small letters, digits and underscores';
    return { message: `${quote(written)} is not a way to a party`, expected, nearest: null };
  }
  if (pattern.includes('\\d{4}'))
    return { message: `${quote(written)} is not a day`, expected: 'YYYY-MM-DD', nearest: null };
  if (pattern === allowedTypePattern) {
    const expected = 'a media type such as application/pdf or image/*, in small letters';
    return { message: `${quote(written)} is not a media type`, expected, nearest: null };
  }
  if (pattern.includes('/')) {
    const expected = 'a path such as /api/v1: small letters, a slash first and none last';
    return { message: `${quote(written)} is not a path`, expected, nearest: null };
  }
  if (pattern === codePattern)
    return { message: `${quote(written)} has a control character`, expected: 'a text on one line', nearest: null };
  const ending = /\\(\.\w+)\$$/.exec(pattern)?.[1];
  if (ending !== undefined) return misspeltFile(String(written), ending);
  if (pattern === stepPattern)
    return { message: `${quote(written)} is not a step of a chain`, expected: '<resource>.<relation>', nearest: null };
  const meant = toSnakeCase(String(written));
  return {
    message: `the name ${quote(written)} is not snake_case`,
    expected: 'small letters, digits and underscores, a letter first',
    nearest: meant === '' || meant === written ? null : meant,
  };
}

/** The name of a file beside the definition, which ends in its kind. */
function misspeltFile(written: string, ending: string): Finding {
  const stem = toSnakeCase(written.replace(/\.\w+$/, ''));
  return {
    message: `${quote(written)} is not the name of a file ${ending}`,
    expected: `small letters, digits and underscores, and ${ending} at the end`,
    nearest: stem === '' ? null : `${stem}${ending}`,
  };
}

export function isDuration(pattern: string): boolean {
  return pattern === durationPattern || pattern === signedDurationPattern;
}

export function durationExamples(pattern: string): string {
  const signed = pattern === signedDurationPattern ? ' or -P1M' : '';
  return `an ISO 8601 duration of whole numbers such as P7D or PT12H${signed}`;
}
