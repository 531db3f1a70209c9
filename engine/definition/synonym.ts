/** Words of SQL, of other languages and of plain speech for the types and operations of definitions. */
export const otherWords: ReadonlyMap<string, string> = new Map(
  Object.entries({
    text: ['string', 'str', 'varchar', 'char'],
    boolean: ['bool'],
    integer: ['int', 'int4', 'smallint'],
    bigint: ['long', 'int8'],
    decimal: ['number', 'numeric', 'float', 'double', 'real', 'money'],
    date: ['day'],
    datetime: ['timestamp', 'timestamptz', 'time', 'instant'],
    uuid: ['guid'],
    json: ['object', 'map', 'jsonb'],
    reference: ['ref', 'relation', 'foreign_key'],
    array: ['list'],
    list: ['index', 'all'],
    read: ['get', 'show'],
    create: ['insert', 'post', 'add'],
    update: ['patch', 'put', 'change'],
    delete: ['remove', 'destroy'],
  }).flatMap(([word, others]) => others.map((other) => [other, word])),
);
