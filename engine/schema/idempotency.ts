/** The table of the answers that are given again to a request that is repeated under its Idempotency-Key. */
export const idempotencyStatements: readonly string[] = [
  `create table if not exists almanac.idempotency_key (
  identity bigint not null,
  route text not null,
  key text not null,
  fingerprint text not null,
  recorded_at timestamptz not null,
  status smallint,
  headers json,
  body text,
  constraint idempotency_key_pkey primary key (identity, route, key)
)`,
  'create index if not exists idempotency_key_recorded_at_idx on almanac.idempotency_key (recorded_at)',
  "comment on table almanac.idempotency_key is 'Answers to requests with an Idempotency-Key, for a day; written in the transaction of the write.'",
];
