import type { Answer, Written } from './answer.ts';
import { type Exchange, exchanges, type Received } from './exchange.ts';
import { rowsOf } from './json.ts';
import type { Upsert, UpsertOptions, WriteManyOptions } from './many.ts';
import type {
  Create,
  CreateOptions,
  DeleteOptions,
  Filters,
  NameWith,
  Read,
  ReadOptions,
  Shown,
  Signalled,
  Update,
  UpdateOptions,
} from './options.ts';
import type { FieldOf, Name, Row } from './row.ts';
import type { Bigint, BigintInput } from './value.ts';

/** Stands for a value of an earlier answer of the batch, in a body or as an id. */
export interface Result {
  readonly $result: string;
}

/** A request of a batch. `R` is what it returns. */
export interface Part<R> {
  /** A value of its answer, for requests after it: `result('id')`, or `result('0.id')` of the first of several rows. */
  readonly result: (member: string) => Result;
  readonly returns?: R;
}

type WithResults<Body> = { readonly [Member in keyof Body]: Body[Member] | Result };

type Id = BigintInput | Result;

type InBatch<Options> = Omit<Options, 'signal' | 'idempotencyKey'>;

/** Adds requests to a batch. Each method returns what its request returns by itself, once the batch is done. */
export interface Batch {
  read<N extends NameWith<'read'>, const Selected extends FieldOf<N> = FieldOf<N>, const Embed extends string = ''>(
    name: N,
    id: Id,
    options?: InBatch<ReadOptions<N, Selected, Embed>>,
  ): Part<Answer<Read<N, Selected, Embed>>>;

  create<N extends NameWith<'create'>, const Selected extends FieldOf<N> = FieldOf<N>, const Embed extends string = ''>(
    name: N,
    body: WithResults<Create<N>>,
    options?: InBatch<CreateOptions<N, Selected, Embed>>,
  ): Part<Written<N, 'create', Shown<N, Selected, Embed>>>;

  createMany<
    N extends NameWith<'create'>,
    const Selected extends FieldOf<N> = FieldOf<N>,
    const Embed extends string = '',
  >(
    name: N,
    bodies: readonly WithResults<Create<N>>[],
    options?: InBatch<CreateOptions<N, Selected, Embed>>,
  ): Part<Shown<N, Selected, Embed>[]>;

  upsert<
    N extends NameWith<'create'> & NameWith<'update'>,
    const Selected extends FieldOf<N> = FieldOf<N>,
    const Embed extends string = '',
  >(
    name: N,
    bodies: readonly WithResults<Upsert<N>>[],
    options?: InBatch<UpsertOptions<N, Selected, Embed>>,
  ): Part<Shown<N, Selected, Embed>[]>;

  update<N extends NameWith<'update'>, const Selected extends FieldOf<N> = FieldOf<N>, const Embed extends string = ''>(
    name: N,
    id: Id,
    body: WithResults<Update<N>>,
    options?: InBatch<UpdateOptions<N, Selected, Embed>>,
  ): Part<Written<N, 'update', Shown<N, Selected, Embed>>>;

  updateMany<N extends NameWith<'update'>>(
    name: N,
    where: Filters<N>,
    body: WithResults<Update<N>>,
    options?: InBatch<WriteManyOptions>,
  ): Part<number>;

  delete<N extends NameWith<'delete'>>(name: N, id: Id, options?: InBatch<DeleteOptions>): Part<undefined>;

  deleteMany<N extends NameWith<'delete'>>(
    name: N,
    where: Filters<N>,
    options?: InBatch<WriteManyOptions>,
  ): Part<number>;
}

/** What the requests of a batch return, in their order. */
export type Results<Parts extends readonly Part<unknown>[]> = {
  -readonly [Index in keyof Parts]: Parts[Index] extends Part<infer R> ? R : never;
};

/** A row that a write changes, also one that makes room on a timeline. */
export type Effect = {
  [N in Name]: {
    readonly resource: N;
    readonly id: Bigint;
    readonly change: 'create' | 'update' | 'delete';
    /** Null if the row was not there, or you may not read it as it was. */
    readonly before: Row<N> | null;
    /** Null if the row is no longer there, or you may not read it as it is. */
    readonly after: Row<N> | null;
  };
}[Name];

/** What a batch would do. */
export interface DryRun<Parts extends readonly Part<unknown>[]> {
  readonly results: Results<Parts>;
  /** The rows that would change and that you may read. */
  readonly effects: Effect[];
}

export interface BatchOptions extends Signalled {
  /** A random UUID. A batch that is repeated with the same key runs once, and returns the same answers. */
  readonly idempotencyKey?: string;
}

/** Several requests in one transaction: all of them are done, or none. */
export interface Batches {
  /** Runs the requests that `make` adds, in their order. Returns what the requests that it returns have returned. */
  batch<const Parts extends readonly Part<unknown>[]>(
    make: (batch: Batch) => Parts,
    options?: BatchOptions,
  ): Promise<Results<Parts>>;

  /** Runs them, undoes everything, and tells what they would have done. */
  dryRun<const Parts extends readonly Part<unknown>[]>(
    make: (batch: Batch) => Parts,
    options?: Signalled,
  ): Promise<DryRun<Parts>>;
}

/** The requests that are added to a batch, as one request. */
export function batchExchange(
  make: (batch: Batch) => readonly Part<unknown>[],
  { signal, idempotencyKey }: BatchOptions,
  prefer: string | null,
): Exchange<unknown> {
  const requests: Exchange<unknown>[] = [];
  const places = new Map<Part<unknown>, number>();
  const adding =
    (begin: (...given: never[]) => Exchange<unknown>) =>
    (...given: never[]): Part<unknown> => {
      const id = requests.push(begin(...given));
      const part = { result: (member: string) => ({ $result: `${id}.${member}` }) };
      places.set(part, id - 1);
      return part;
    };
  const batch = Object.fromEntries(Object.entries(exchanges).map(([name, begin]) => [name, adding(begin)]));
  const parts = make(batch as unknown as Batch);
  const resultsOf = (body: unknown): readonly unknown[] => {
    const { responses } = body as { readonly responses: readonly PartAnswer[] };
    const results = requests.map(({ read }, index) => read(receivedPart(responses[index])));
    return parts.map((part) => results[places.get(part) ?? -1]);
  };
  return {
    method: 'POST',
    path: '/batch',
    headers: {
      ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': `"${idempotencyKey}"` }),
      ...(prefer === null ? {} : { Prefer: prefer }),
    },
    body: `{"requests":[${requests.map(requestText).join()}]}`,
    ...(signal === undefined ? {} : { signal }),
    read: ({ body }) => {
      if (prefer === null) return resultsOf(body);
      const { result, effects } = body as { readonly result: unknown; readonly effects: readonly Changed[] };
      return { results: resultsOf(result), effects: effects.map(effectOf) };
    },
  };
}

function requestText({ method, path, headers, body }: Exchange<unknown>, index: number): string {
  const members = JSON.stringify({ id: String(index + 1), method, url: path, headers }).slice(0, -1);
  return body === undefined ? `${members}}` : `${members},"body":${body}}`;
}

/** An answer of a batch. */
interface PartAnswer {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

function receivedPart({ headers = {}, body }: PartAnswer = {}): Received {
  return { header: (name) => headers[name] ?? null, body };
}

interface Changed {
  readonly resource: string;
  readonly id: unknown;
  readonly change: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

function effectOf({ resource, id, change, before = null, after = null }: Changed): object {
  const own = rowsOf(resource, { id }) as { readonly id: Bigint };
  return { resource, id: own.id, change, before: rowsOf(resource, before), after: rowsOf(resource, after) };
}
