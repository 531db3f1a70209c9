import type { FastifyBaseLogger, FastifyInstance } from 'fastify';

/** Gives each request a logger that is made when it first tells something: most requests never do. */
export function addRequestLog(server: FastifyInstance): void {
  server.setChildLoggerFactory((log, bindings, options) => new RequestLog(() => log.child(bindings, options)));
}

type Level = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';

class RequestLog implements FastifyBaseLogger {
  readonly #make: () => FastifyBaseLogger;
  #made: FastifyBaseLogger | null = null;

  constructor(make: () => FastifyBaseLogger) {
    this.#make = make;
  }

  get level(): string {
    return this.#log().level;
  }

  fatal(...said: readonly unknown[]): void {
    this.#tell('fatal', said);
  }

  error(...said: readonly unknown[]): void {
    this.#tell('error', said);
  }

  warn(...said: readonly unknown[]): void {
    this.#tell('warn', said);
  }

  info(...said: readonly unknown[]): void {
    this.#tell('info', said);
  }

  debug(...said: readonly unknown[]): void {
    this.#tell('debug', said);
  }

  trace(...said: readonly unknown[]): void {
    this.#tell('trace', said);
  }

  silent(...said: readonly unknown[]): void {
    this.#tell('silent', said);
  }

  child(...said: Parameters<FastifyBaseLogger['child']>): FastifyBaseLogger {
    return this.#log().child(...said);
  }

  #log(): FastifyBaseLogger {
    this.#made ??= this.#make();
    return this.#made;
  }

  #tell(level: Level, said: readonly unknown[]): void {
    const log = this.#log();
    Reflect.apply(log[level], log, said);
  }
}
