import { Problem } from './problem.ts';

/** An error that the handler of a call has thrown, and its definition declares: with a code of its own. */
export class CallProblem extends Problem {
  readonly #code: string;
  readonly #declared: { readonly status: number; readonly title: string };

  constructor(code: string, declared: { readonly status: number; readonly title: string }, detail: string) {
    // In the catalogue it is a conflict, whatever its status.
    super('state_conflict', detail);
    this.#code = code;
    this.#declared = declared;
  }

  override get status(): number {
    return this.#declared.status;
  }

  override toJSON(): Record<string, unknown> {
    const { title, status } = this.#declared;
    return { ...super.toJSON(), type: `urn:almanac:problem:${this.#code}`, title, status, code: this.#code };
  }
}
