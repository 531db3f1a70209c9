#!/usr/bin/env node
import { existsSync } from 'node:fs';

// A checkout runs its TypeScript as it is. The published package holds the build instead: Node strips no types there.
const source = new URL('./almanac.ts', import.meta.url);
await import(existsSync(source) ? source.href : new URL('../dist/codegen/almanac.js', import.meta.url).href);
