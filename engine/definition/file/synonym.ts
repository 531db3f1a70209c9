import { fieldTypes } from '../../vocabulary/field_type.ts';

/** Words of SQL, of other languages and of plain speech for the types and operations of definitions. */
export const otherWords: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...Object.fromEntries([...fieldTypes].map(([type, { otherNames = [] }]) => [type, otherNames])),
    list: ['index', 'all'],
    read: ['get', 'show'],
    create: ['insert', 'post', 'add'],
    update: ['patch', 'put', 'change'],
    delete: ['remove', 'destroy'],
  }).flatMap(([word, others]) => others.map((other) => [other, word])),
);
