import type { Report } from '../file/report.ts';
import type { FieldDefinition } from '../language/definition.ts';

/** Names that the paths of files cannot have, for they lead to something else of a row. */
const taken: ReadonlySet<string> = new Set(['history', 'self']);

/** What a field of type file cannot be: its value comes after its row, by a request of its own. */
export function checkFileField(name: string, field: FieldDefinition, report: Report): void {
  if (field.type !== 'file') return;
  const path = ['fields', name];
  if (taken.has(name)) {
    const message = `${name} cannot name a file: ${name} is another link of a row`;
    report(path, { message, expected: 'another name', part: 'key' });
  }
  if (field.nullable === false) {
    const message = 'a file is uploaded to a row that exists, so it cannot be required';
    report([...path, 'nullable'], {
      message,
      expected: 'no nullable; a check such as or=(status.neq.active,scan.not.is.null)',
    });
  }
  if (field.create === true) {
    const message = 'a file is uploaded to a row that exists, so a create cannot send it';
    report([...path, 'create'], { message, expected: 'no create', part: 'key' });
  }
}
