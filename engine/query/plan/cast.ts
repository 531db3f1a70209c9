const scalars = [
  'text',
  'varchar',
  'character varying',
  'boolean',
  'bool',
  'smallint',
  'int2',
  'integer',
  'int',
  'int4',
  'bigint',
  'int8',
  'numeric',
  'decimal',
  'real',
  'float4',
  'double precision',
  'float8',
  'date',
  'timestamp',
  'timestamptz',
  'timestamp with time zone',
  'uuid',
  'json',
  'jsonb',
];

/**
 * The types that `select=field::type` converts to, with PostgreSQL's name: those of fields, their other names, and arrays
 * of them. json is jsonb: as it was written, a document may have line breaks, or a member twice.
 */
export const castTypes: ReadonlyMap<string, string> = new Map(
  scalars.flatMap((name) => {
    const type = name === 'json' ? 'jsonb' : name;
    return [
      [name, type],
      [`${name}[]`, `${type}[]`],
    ];
  }),
);
