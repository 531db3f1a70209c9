import { readFileSync } from 'node:fs';
import { registerHooks, stripTypeScriptTypes } from 'node:module';

/**
 * Loads each .ts file as an ES module, wherever it is. Node by itself strips no types below node_modules, and takes the files of
 * a package of CommonJS for CommonJS.
 */
export function loadTypeScript(): void {
  registerHooks({
    load: (url, context, next) => {
      if (!isTypeScript(url)) return next(url, context);
      const source = stripTypeScriptTypes(readFileSync(new URL(url), 'utf8'));
      return { format: 'module', source, shortCircuit: true };
    },
  });
}

function isTypeScript(url: string): boolean {
  return url.startsWith('file:') && new URL(url).pathname.endsWith('.ts');
}
