import type { Answer, Written } from './answer.ts';
import type { Batches } from './batch.ts';
import type { Calling } from './call.ts';
import type { ManyRows } from './many.ts';
import type {
  Column,
  Create,
  CreateOptions,
  DeleteOptions,
  HistoryOf,
  ListOptions,
  ListRow,
  NameWith,
  NameWithHistory,
  Page,
  Read,
  ReadOptions,
  Shown,
  Signalled,
  Update,
  UpdateOptions,
} from './options.ts';
import type { FieldOf } from './row.ts';
import type { BigintInput } from './value.ts';

/** The operations of the service. Each method throws a ProblemError when the service refuses. */
export interface Client extends ManyRows, Batches, Calling {
  /** One page of the rows for which every condition holds. */
  list<N extends NameWith<'list'>, const Selected extends Column<N> = FieldOf<N>, const Embed extends string = ''>(
    name: N,
    options?: ListOptions<N, Selected, Embed>,
  ): Promise<Page<ListRow<N, Selected, Embed>>>;

  /**
   * All rows for which every condition holds, fetched page by page. Each page starts behind the last row of the page
   * before.
   */
  iterate<N extends NameWith<'list'>, const Selected extends Column<N> = FieldOf<N>, const Embed extends string = ''>(
    name: N,
    options?: ListOptions<N, Selected, Embed>,
  ): AsyncGenerator<ListRow<N, Selected, Embed>, void>;

  /** One row, with links to related rows if all fields are selected. */
  read<N extends NameWith<'read'>, const Selected extends FieldOf<N> = FieldOf<N>, const Embed extends string = ''>(
    name: N,
    id: BigintInput,
    options?: ReadOptions<N, Selected, Embed>,
  ): Promise<Answer<Read<N, Selected, Embed>>>;

  create<N extends NameWith<'create'>, const Selected extends FieldOf<N> = FieldOf<N>, const Embed extends string = ''>(
    name: N,
    body: Create<N>,
    options?: CreateOptions<N, Selected, Embed>,
  ): Promise<Written<N, 'create', Shown<N, Selected, Embed>>>;

  /** Changes the fields that are sent. */
  update<N extends NameWith<'update'>, const Selected extends FieldOf<N> = FieldOf<N>, const Embed extends string = ''>(
    name: N,
    id: BigintInput,
    body: Update<N>,
    options?: UpdateOptions<N, Selected, Embed>,
  ): Promise<Written<N, 'update', Shown<N, Selected, Embed>>>;

  delete<N extends NameWith<'delete'>>(name: N, id: BigintInput, options?: DeleteOptions): Promise<void>;

  /** The versions of a row. */
  history<
    N extends NameWithHistory,
    const Selected extends Column<HistoryOf<N>> = FieldOf<HistoryOf<N>>,
    const Embed extends string = '',
  >(
    name: N,
    id: BigintInput,
    options?: ListOptions<HistoryOf<N>, Selected, Embed>,
  ): Promise<Page<ListRow<HistoryOf<N>, Selected, Embed>>>;

  /** Any other request. The path is below the base path. */
  request(method: string, path: string, options?: RequestOptions): Promise<Response>;
}

export interface RequestOptions extends Signalled {
  readonly headers?: Readonly<Record<string, string>>;
  /** A text is JSON, unless the headers say otherwise. */
  readonly body?: Blob | ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer> | string;
}

export interface ClientOptions {
  /** Where the service is, such as https://api.example.org. */
  readonly url: string;
  /** The token, or a function that returns one for each request. */
  readonly token?: string | (() => string | Promise<string>);
  /** A function to use instead of the runtime's own. */
  readonly fetch?: typeof globalThis.fetch;
}
