import { almanac } from '../codegen/process.ts';

/** A command `almanac` that the shell of a page hands over. */
interface ShellCommand {
  readonly folder: string;
  readonly arguments_: readonly string[];
  readonly environment: Record<string, string>;
}

/** Reads the folder, the number of arguments, the arguments and the environment, each ended by a NUL. */
export function readCommand(text: string): ShellCommand {
  const [folder = '', count = '', ...rest] = text.split('\0');
  const variables = rest.slice(Number(count)).map((line) => /^(\w+)=(.*)$/s.exec(line) ?? []);
  return {
    folder,
    arguments_: rest.slice(0, Number(count)),
    environment: Object.fromEntries(variables.flatMap(([, name, value]) => (name && value ? [[name, value]] : []))),
  };
}

/**
 * Runs it in this process: a start of Node is most of what a short command takes. Gives what the shell has to run to print
 * the same and to end with the same code.
 */
export async function runForShell({ folder, arguments_, environment }: ShellCommand): Promise<string> {
  const { code, printed } = await almanac(arguments_, environment, folder);
  const lines = printed.map(
    ({ stream, text }) => `printf %s '${text.replaceAll("'", "'\\''")}'${stream === 'stderr' ? ' >&2' : ''}`,
  );
  return [...lines, `return ${code}`].join('\n');
}
