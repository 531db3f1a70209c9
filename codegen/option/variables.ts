/** Every environment variable that a command reads, in the order in which the help shows them. */
export const variables = [
  { name: 'PORT', means: 'Port to listen on; 0 takes a free one.', byDefault: '3000' },
  { name: 'HOST', means: 'Address to listen on; 0.0.0.0 for all.', byDefault: '127.0.0.1' },
  {
    name: 'DATABASE_URL',
    means:
      'A PostgreSQL 15 or newer, instead of the embedded one: postgresql://user:password@host/name. Of several hosts (one:5432,two:5432), the one that takes writes.',
    byDefault: null,
  },
  {
    name: 'DATABASE_SESSION_URL',
    means:
      'A URL by which each connection keeps its session, for what changes tables and for live events. Set it where DATABASE_URL leads to a pooler in transaction mode.',
    byDefault: null,
  },
  {
    name: 'DATABASE_PREPARE',
    means:
      'yes or no: whether a pooler in transaction mode keeps prepared statements. Without it this is found out at the start.',
    byDefault: null,
  },
  {
    name: 'DATABASE_REPLICA_URLS',
    means: 'Streaming standbys of that PostgreSQL, from which the service reads: URLs, with commas between them.',
    byDefault: null,
  },
  {
    name: 'ALMANAC_DATA',
    means: 'Folder of the embedded PostgreSQL, of the development key and of files.',
    byDefault: '.data',
  },
  {
    name: 'ALMANAC_FILES',
    means: 'Where files are kept: a folder, or s3://bucket/prefix. By default the folder files in ALMANAC_DATA.',
    byDefault: null,
  },
  {
    name: 'S3_ENDPOINT',
    means:
      'Address of an S3-compatible store that is not AWS. The AWS SDK reads its own variables, such as AWS_REGION.',
    byDefault: null,
  },
  { name: 'ALMANAC_RESOURCES', means: 'Folder of the definitions.', byDefault: 'resources' },
  {
    name: 'ALMANAC_MIGRATIONS',
    means: 'Folder of the migrations. By default it lies beside the folder of the definitions.',
    byDefault: 'db/migrations',
  },
  {
    name: 'JWT_SECRET',
    means: 'Secret that signs and verifies tokens. Set one of JWT_SECRET, JWT_PUBLIC_KEY and JWKS_URL.',
    byDefault: null,
  },
  { name: 'JWT_PUBLIC_KEY', means: 'Public key that verifies tokens, in PEM form.', byDefault: null },
  { name: 'JWKS_URL', means: 'Address of the public keys that verify tokens (JWKS).', byDefault: null },
  { name: 'TLS_CERTIFICATE', means: 'Certificate file in PEM form, to serve HTTPS. Set TLS_KEY too.', byDefault: null },
  { name: 'TLS_KEY', means: 'Key file of the certificate, in PEM form.', byDefault: null },
  {
    name: 'TRUSTED_PROXIES',
    means: 'Addresses or ranges of proxies, with commas between them. Their X-Forwarded headers are believed.',
    byDefault: null,
  },
  {
    name: 'NODE_ENV',
    means: 'production refuses the development key and development tokens, and logs every request.',
    byDefault: null,
  },
  {
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    means: 'Where to send traces, by OTLP over HTTP. Without it no trace is made.',
    byDefault: null,
  },
  { name: 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', means: 'The same, as the whole address for traces.', byDefault: null },
  { name: 'OTEL_SERVICE_NAME', means: 'Name of the service in traces.', byDefault: 'almanac' },
  { name: 'OTEL_RESOURCE_ATTRIBUTES', means: 'Further attributes in traces: key=value, with commas.', byDefault: null },
  {
    name: 'OTEL_TRACES_SAMPLER',
    means: 'Which traces to keep: always_on, always_off or traceidratio, also after parentbased_.',
    byDefault: 'parentbased_always_on',
  },
  {
    name: 'OTEL_TRACES_SAMPLER_ARG',
    means: 'Share of the traces that traceidratio keeps, from 0 to 1.',
    byDefault: '1',
  },
  { name: 'OTEL_TRACES_EXPORTER', means: 'none turns traces off.', byDefault: null },
  { name: 'OTEL_SDK_DISABLED', means: 'true turns traces off.', byDefault: null },
] as const;

type Variable = (typeof variables)[number];

/** A text where the variable has a default. */
type Value<Name extends Variable['name']> = Extract<Variable, { readonly name: Name }>['byDefault'] | string;

/** The value of a variable. If it is empty or not set, its default or null. */
export function readVariable<Name extends Variable['name']>(
  environment: Readonly<Record<string, string | undefined>>,
  name: Name,
): Value<Name> {
  return environment[name] || (variables.find((each) => each.name === name)?.byDefault as Value<Name>);
}

/** The variables for the help of the command line. */
export function environmentHelp(): string {
  const width = Math.max(...variables.map(({ name }) => name.length));
  return variables
    .map(
      ({ name, means, byDefault }) => `  ${name.padEnd(width)}  ${means}${byDefault === null ? '' : ` (${byDefault})`}`,
    )
    .join('\n');
}
