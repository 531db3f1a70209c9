/** What the types of a service's events begin with: a domain in reverse. */
export const prefixPattern = '^[a-z][a-z0-9-]*(\\.[a-z][a-z0-9-]*)*$';
