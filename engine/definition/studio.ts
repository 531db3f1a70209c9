import { isLoopback } from '../model/loopback.ts';
import type { Studio } from '../model/service.ts';
import type { Report } from './file/report.ts';
import { withDefaults } from './language/defaults.ts';
import type { ServiceDefinition } from './language/definition.ts';
import { serviceSchema } from './language/service_language.ts';

/** Whether service.yaml has the application Studio, and how people sign in there; null for none. */
export function buildStudio({ studio = true, token }: ServiceDefinition, report: Report): Studio | null {
  if (studio === false) return null;
  if (studio === true) return { signIn: null };
  const { client_id: clientId, scope, resource = null } = withDefaults(signIn, studio);
  const issuer = token?.issuer ?? null;
  if (issuer === null) {
    report(['studio', 'client_id'], {
      message: 'there is no issuer to sign in at',
      expected: 'the key token, with an issuer',
    });
  } else if (!isTrustworthy(issuer)) {
    report(['token', 'issuer'], {
      message: `nobody can sign in to Studio at ${issuer}`,
      expected: 'an address that begins with https://, or with http:// on this machine',
    });
  }
  if (resource !== null && (!URL.canParse(resource) || resource.includes('#')))
    report(['studio', 'resource'], { message: `${resource} is not the address of an API`, expected: 'https://...' });
  return { signIn: { issuer: issuer ?? '', clientId, scope, resource } };
}

const [, signIn] = serviceSchema.properties.studio.anyOf;

/** Whether nobody on the way can change what an address answers. */
function isTrustworthy(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}
