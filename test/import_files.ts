import { pathToFileURL } from 'node:url';

// The test files of its arguments in this process, one after another.

for (const file of process.argv.slice(2)) await import(pathToFileURL(file).href);
