import { readFileSync } from 'node:fs';

/** The certificate of the tests, or its key. */
export function pem(name: 'certificate' | 'key'): Buffer {
  return readFileSync(new URL(`${name}.pem`, import.meta.url));
}
