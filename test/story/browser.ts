import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import chromium, { inflate } from '@sparticuz/chromium';
import puppeteer, { type Browser } from 'puppeteer-core';

/**
 * A headless browser. Where npm brings one (Linux on x64) it needs no other package of the system: it comes with its
 * libraries and its fonts. Elsewhere it is the Chrome that is installed.
 */
export async function startBrowser(): Promise<Browser> {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    return puppeteer.launch({ channel: 'chrome', headless: true });
  const folder = await unpacked();
  return puppeteer.launch({
    executablePath: join(folder, 'chromium'),
    args: [...chromium.args.filter((argument) => !without.has(argument)), '--disable-gpu'],
    headless: 'shell',
    env: {
      ...process.env,
      LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'),
      FONTCONFIG_PATH: join(folder, 'fonts'),
    },
  });
}

/** Options of the package that a test can do without. */
const without: ReadonlySet<string> = new Set([
  // A process for all pages takes them all down with the first that is closed.
  ...['--single-process', '--no-zygote'],
  '--disable-web-security',
  // An emulated graphics card takes half of all the time.
  ...['--ignore-gpu-blocklist', '--in-process-gpu', '--use-gl=angle', '--use-angle=swiftshader'],
  '--enable-unsafe-swiftshader',
]);

/** The folder with the browser of the package, which is unpacked once and lies there whole or not at all. */
async function unpacked(): Promise<string> {
  const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium');
  const packed = join(dirname(entry), '..', 'bin');
  const folder = join(packed, '..', '..', '..', '.cache', 'almanac', 'chromium');
  if (existsSync(folder)) return folder;
  await mkdir(dirname(folder), { recursive: true });
  const own = await mkdtemp(`${folder}-`);
  // It unpacks to where temporary files are.
  const before = process.env.TMPDIR;
  process.env.TMPDIR = own;
  try {
    await chromium.executablePath();
    await inflate(join(packed, 'al2023.tar.br'));
    await writeFile(join(own, 'fonts', 'fonts.conf'), fontsConfiguration(join(folder, 'fonts')));
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
  try {
    await rename(own, folder);
  } catch {
    // Somebody else was sooner.
    await rm(own, { recursive: true });
  }
  return folder;
}

/** The fonts of the package, and those of the system where it has some. */
function fontsConfiguration(folder: string): string {
  const folders = [folder, '/usr/share/fonts'].map((each) => `<dir>${each}</dir>`).join('');
  return `<?xml version="1.0"?><fontconfig>${folders}<cachedir>${folder}/cache</cachedir></fontconfig>\n`;
}
