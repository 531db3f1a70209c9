import { pathToFileURL } from 'node:url';

// The test files of its arguments in this process, one after another. One module imports them, so that all are loaded
// before the first test begins: what a test waits for would time out while the next file is compiled.

const files = process.argv.splice(2);
// tap names the folders of its tests by the arguments, and all of the files are too long a name.
process.argv.push(...files.slice(0, 1));
const imports = files.map((file) => `import ${JSON.stringify(pathToFileURL(file).href)};`);
await import(`data:text/javascript,${encodeURIComponent(imports.join('\n'))}`);
