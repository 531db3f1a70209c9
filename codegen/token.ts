import { Command, InvalidArgumentError } from 'commander';
import { keySource, signToken } from './development_key.ts';
import { readModel } from './read_model.ts';
import { CommandError, readSettings } from './settings.ts';

interface TokenOptions {
  readonly identity: number;
  readonly scope: string;
  readonly hours: number;
  readonly json: boolean;
}

/** `almanac token`: prints a token that the service on this machine accepts. */
export function tokenCommand(): Command {
  return new Command('token')
    .description('Print a token signed with JWT_SECRET or the development key of this machine.')
    .option('--identity <id>', 'id to record changes under', wholeNumber, 0)
    .option('--scope <scopes>', 'scopes, separated by spaces', 'manage:data')
    .option('--hours <number>', 'hours until it expires', wholeNumber, 24)
    .option('--json', 'print { access_token, token_type, expires_in } as JSON (RFC 6749, 5.1)', false)
    .addHelpText(
      'after',
      '\nExample:\n  curl -H "Authorization: Bearer $(almanac token --scope \'read:data\')" http://127.0.0.1:3000/api/v1/party',
    )
    .action(async (options: TokenOptions) => {
      const settings = readSettings(process.env);
      const keys = keySource(settings);
      if (keys.kind === 'jwks')
        throw new CommandError('JWKS_URL is set: tokens come from the authorization server behind it');
      if (keys.kind === 'public_key')
        throw new CommandError('JWT_PUBLIC_KEY is set: tokens are signed by who has its private key');
      const loaded = await readModel(settings.resources);
      if (!loaded.ok) throw new CommandError(`the definitions in ${settings.resources} have faults; run almanac check`);
      const token = signToken(keys.secret, loaded.model.service, options);
      const answer = { access_token: token, token_type: 'Bearer', expires_in: options.hours * 3600 };
      console.log(options.json ? JSON.stringify(answer) : token);
    });
}

function wholeNumber(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('expected a whole number');
}
