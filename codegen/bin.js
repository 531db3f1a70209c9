#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { enableCompileCache } from 'node:module';

// A start goes on from what an earlier one has compiled.
enableCompileCache();
// A checkout runs its TypeScript as it is. The published package holds the build instead: Node strips no types there.
const source = new URL('./almanac.ts', import.meta.url);
const { runAlmanac } = await import(
  existsSync(source) ? source.href : new URL('../dist/codegen/almanac.js', import.meta.url).href
);
process.exitCode = await runAlmanac(process.argv.slice(2));
