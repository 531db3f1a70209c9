import { pathToFileURL } from 'node:url';

// The test files of its arguments in this process, one after another. One module imports them, so that all are loaded
// before the first test begins: what a test waits for would time out while the next file is compiled.

const imports = process.argv.slice(2).map((file) => `import ${JSON.stringify(pathToFileURL(file).href)};`);
await import(`data:text/javascript,${encodeURIComponent(imports.join('\n'))}`);
