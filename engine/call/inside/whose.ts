import { AsyncLocalStorage } from 'node:async_hooks';

/** Says of what runs in a worker process whose it is. It knows a timer too, and a promise, that a call has left behind. */
export interface Whose {
  /** Runs something of a call, by its id, which is at work until `end`. */
  run<Result>(id: number, something: () => Result): Result;
  end(): void;
  /** Whether what runs now is of a call that has ended. */
  isFormer(): boolean;
}

export function createWhose(): Whose {
  const calls = new AsyncLocalStorage<number>();
  let current: number | null = null;
  return {
    run: (id, something) => {
      current = id;
      return calls.run(id, something);
    },
    end: () => {
      current = null;
    },
    isFormer: () => {
      const own = calls.getStore();
      return own !== undefined && own !== current;
    },
  };
}

/** The log takes each line for one of the call at work. So these lines say that they are not. */
export function markLines(stream: NodeJS.WriteStream, { isFormer }: Whose): void {
  const write: (chunk: string | Uint8Array, ...others: never[]) => boolean = stream.write.bind(stream);
  stream.write = (chunk: string | Uint8Array, ...others: never[]) =>
    write(isFormer() ? marked(chunk) : chunk, ...others);
}

function marked(chunk: string | Uint8Array): string {
  const text = typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
  return text.replaceAll(/^(?=.)/gm, 'of an earlier call: ');
}
