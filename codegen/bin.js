#!/usr/bin/env node
import { existsSync } from 'node:fs';
// As a whole: an older Node.js has not all of its names, and would refuse this file.
import * as module from 'node:module';
import { fileURLToPath } from 'node:url';
import { runOnInstalledNode } from './installed_node.js';

const [major] = process.versions.node.split('.');
if (Number(major) < 24) runOnInstalledNode(fileURLToPath(import.meta.url), process.argv.slice(2));
else {
  // A start goes on from what an earlier one has compiled.
  module.enableCompileCache();
  // A checkout runs its TypeScript as it is. The published package holds the build instead: Node strips no types there.
  const source = new URL('./almanac.ts', import.meta.url);
  const { runAlmanac } = await import(
    existsSync(source) ? source.href : new URL('../dist/codegen/almanac.js', import.meta.url).href
  );
  process.exitCode = await runAlmanac(process.argv.slice(2));
}
