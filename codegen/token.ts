import { Command, InvalidArgumentError, Option } from 'commander';
import { nearest } from '../engine/language/nearest.ts';
import type { Model } from '../engine/model/model.ts';
import type { Service } from '../engine/model/service.ts';
import { readPeople } from './demo/people.ts';
import { readClaim } from './option/claim_argument.ts';
import { CommandError, readSettings } from './option/settings.ts';
import { readModel } from './read/model.ts';
import { keySource, signToken, type TokenContent } from './serve/development_key.ts';
import { strongestRole } from './serve/strongest_role.ts';

interface TokenOptions {
  /** Subject of one of the people of the demo data. */
  readonly as?: string;
  readonly identity: number;
  readonly role?: string;
  readonly claim: ReadonlyMap<string, string>;
  readonly scope: string;
  /** In seconds. */
  readonly expires: number;
  readonly hours?: number;
  readonly json: boolean;
}

/** `almanac token`: prints a token that the service on this machine accepts. */
export function tokenCommand(): Command {
  return new Command('token')
    .description('Print a token signed with JWT_SECRET or the development key of this machine.')
    .addOption(
      new Option('--as <subject>', 'one of the people of the demo data, with their role and claims').conflicts([
        'identity',
        'role',
        'claim',
      ]),
    )
    .option('--identity <id>', 'id to record changes under', wholeNumber, 0)
    .option('--role <role>', 'role of service.yaml; without it the role that may do most')
    .option('--claim <name=value>', 'claim, by its name in rules; repeat the option for more', readClaim, new Map())
    .option('--scope <scopes>', 'scopes, separated by spaces', 'manage:data')
    .addOption(
      new Option('--expires <duration>', 'lifetime, such as 90s, 15m or 7d')
        .argParser(readDuration)
        .default(day, '24h'),
    )
    .addOption(new Option('--hours <number>', 'lifetime in hours').argParser(wholeNumber).conflicts('expires'))
    .option('--json', 'print { access_token, token_type, expires_in } as JSON (RFC 6749, 5.1)', false)
    .addHelpText(
      'after',
      '\nExamples:\n  curl -H "Authorization: Bearer $(almanac token --scope \'read:data\')" http://127.0.0.1:3000/api/v1/party\n  almanac token --identity 7 --role doctor --claim doctor_id=3 --expires 1h\n  almanac token --as kari.nordmann@example.org',
    )
    .action(async (options: TokenOptions) => {
      const settings = readSettings(process.env);
      const keys = keySource(settings);
      if (keys.kind === 'jwks')
        throw new CommandError('JWKS_URL is set; get a token from the authorization server behind it');
      if (keys.kind === 'public_key')
        throw new CommandError('JWT_PUBLIC_KEY is set; get a token from the owner of the private key');
      const loaded = await readModel(settings.resources);
      if (!loaded.ok) throw new CommandError(`the definitions in ${settings.resources} have faults; run almanac check`);
      const { service } = loaded.model;
      const { scope, hours, expires } = options;
      const seconds = hours === undefined ? expires : hours * units.h;
      checkNames(options, service);
      const holder =
        options.as === undefined
          ? chosenHolder(options, loaded.model)
          : await personOf(options.as, service, settings.resources);
      const token = signToken(keys.secret, service, { ...holder, scope, seconds });
      const answer = { access_token: token, token_type: 'Bearer', expires_in: seconds };
      console.log(options.json ? JSON.stringify(answer) : token);
    });
}

type Holder = Pick<TokenContent, 'identity' | 'role' | 'claims'>;

function chosenHolder({ identity, role, claim }: TokenOptions, model: Model): Holder {
  const strongest = strongestRole(model);
  // To standard error: what is printed is the token alone.
  if (role === undefined && strongest !== null)
    console.error(
      `almanac: the token has the role ${strongest}; choose with --role one of ${model.service.roles.join(', ')}`,
    );
  return { identity, role: role ?? strongest, claims: claim };
}

/** @throws CommandError for a subject that the demo data does not name. */
async function personOf(subject: string, service: Service, resources: string): Promise<Holder> {
  const people = await readPeople(service, resources);
  const found = people.find((person) => person.subject === subject);
  if (found !== undefined) return { identity: subject, role: found.role, claims: found.claims };
  const subjects = people.map((person) => person.subject);
  const near = nearest(subject, subjects);
  const expected = near === null ? `expected one of ${subjects.join(', ')}` : `did you mean ${near}?`;
  throw new CommandError(
    people.length === 0
      ? `${resources} has no demo/people.yaml; name an identity with --identity`
      : `${subject} is not one of the people of the demo data; ${expected}`,
  );
}

/** @throws CommandError for a role or a claim that no rule names. */
function checkNames({ role, claim }: TokenOptions, { roles, claims }: Service): void {
  if (role !== undefined) checkName('role', role, roles);
  for (const name of claim.keys()) checkName('claim', name, [...claims.others.keys()]);
}

function checkName(kind: 'role' | 'claim', name: string, known: readonly string[]): void {
  if (known.includes(name)) return;
  const near = nearest(name, known);
  const expected = known.length === 0 ? 'service.yaml has none' : `expected one of ${known.join(', ')}`;
  throw new CommandError(`there is no ${kind} ${name}; ${near === null ? expected : `did you mean ${near}?`}`);
}

const day = 86_400;
const units = { s: 1, m: 60, h: 3600, d: day } as const;

function readDuration(text: string): number {
  const [, number = '', unit = ''] = /^([1-9]\d{0,5})([smhd])$/.exec(text) ?? [];
  const seconds = Number(number) * (units[unit as keyof typeof units] ?? 0);
  if (seconds > 0) return seconds;
  throw new InvalidArgumentError('expected a number and s, m, h or d, such as 15m');
}

function wholeNumber(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('expected a whole number');
}
