import { Command, InvalidArgumentError } from 'commander';
import { keySource, signToken } from './development_key.ts';
import { readModel } from './read_model.ts';
import { CommandError, readSettings } from './settings.ts';

interface TokenOptions {
  readonly identity: number;
  readonly scope: string;
  readonly hours: number;
}

/** `almanac token`: prints a token that the service on this machine accepts. */
export function tokenCommand(): Command {
  return new Command('token')
    .description('Print a token signed with JWT_SECRET or the development key of this machine.')
    .option('--identity <id>', 'id to record changes under', wholeNumber, 0)
    .option('--scope <scopes>', 'scopes, separated by spaces', 'manage:data')
    .option('--hours <number>', 'hours until it expires', wholeNumber, 24)
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
      console.log(signToken(keys.secret, loaded.model.service, options));
    });
}

function wholeNumber(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('expected a whole number');
}
