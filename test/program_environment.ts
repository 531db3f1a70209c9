/** What a program that a test starts has of the environment: it goes on from what earlier ones have compiled. */
export function programEnvironment(): Record<string, string> {
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE = '' } = process.env;
  return { PATH, HOME, NODE_COMPILE_CACHE };
}
