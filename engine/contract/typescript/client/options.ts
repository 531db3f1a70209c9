import type { Aliases, CheckedEmbed, Embedded, RowWith, Target } from './embed.ts';
import type { Conditions } from './filter.ts';
import type { Aggregate, Grouped, NameOf } from './group.ts';
import type { Resources } from './resources.ts';
import type { FieldOf, Name, Row } from './row.ts';
import type { DatetimeInput } from './value.ts';

/** What a create sends. */
export type Create<N extends Name> = Resources[N]['create'];

/** What an update sends. */
export type Update<N extends Name> = Resources[N]['update'];

/** The filters of the rows of a list. */
export type Filters<N extends Name> = Conditions<Resources[N]['filters']>;

/** Resources that have an operation. */
export type NameWith<Operation extends string> = {
  [N in Name]: Operation extends Resources[N]['operations'] ? N : never;
}[Name];

/** Resources that have a history. */
export type NameWithHistory = { [N in Name]: Resources[N]['history'] extends Name ? N : never }[Name];

export type HistoryOf<N extends Name> = Resources[N]['history'] & Name;

/** A field, or a field of a relation to one in parentheses, with its direction and where nulls go. */
export type OrderKey<N extends Name> = Directed<Ordered<N>>;

type Directed<Key extends string> = `${Key}${'' | '.asc' | '.desc'}${'' | '.nullsfirst' | '.nullslast'}`;

type Ordered<N extends Name> =
  | FieldOf<N>
  | {
      [Alias in Aliases<N>]: Resources[N]['relations'][Alias] extends { cardinality: 'one' }
        ? `${Alias}(${FieldOf<Target<N, Alias>>})`
        : never;
    }[Aliases<N>];

/** A row with the fields that were selected and the relations that were embedded. */
export type Shown<N extends Name, Selected extends FieldOf<N>, Embed extends string> = [FieldOf<N>] extends [Selected]
  ? RowWith<N, Embed>
  : Merged<Pick<Row<N>, Selected & keyof Row<N>> & Embedded<N, Embed>>;

/** A row of a list; or with aggregates a group, with the fields that its rows have in common. */
export type ListRow<N extends Name, Selected extends Column<N>, Embed extends string> = [Selected] extends [FieldOf<N>]
  ? Shown<N, Selected, Embed>
  : Merged<Pick<Row<N>, Selected & keyof Row<N>> & Grouped<N, Selected> & Embedded<N, Embed>>;

/** What a list selects: fields, and aggregates. */
export type Column<N extends Name> = FieldOf<N> | Aggregate<N>;

type Merged<T> = { [Member in keyof T]: T[Member] };

export interface Signalled {
  /** Ends the request. */
  readonly signal?: AbortSignal;
}

/** The part of each row that is returned. */
export interface ShowOptions<N extends Name, Selected extends string, Embed extends string> extends Signalled {
  /** Fields; all when left out. A list may have aggregates of rows among them, such as `count()` and `total:price.sum()`. */
  readonly select?: readonly Selected[];
  /** Relations to embed, as in `a,b!(c)`: `!` drops rows without a match. */
  readonly embed?: CheckedEmbed<N, Embed>;
  /** Which rows of embedded relations are returned, and in which order. */
  readonly related?: RelatedOptions<N>;
}

export type RelatedOptions<N extends Name> = {
  readonly [Alias in Aliases<N>]?: RelatedPage<Target<N, Alias>>;
};

export type RelatedPage<N extends Name> = Pick<PageOptions<N>, 'order' | 'limit' | 'offset'> &
  Pick<InstantOptions<N>, keyof InstantOptions<N> & 'valid_at'> & { readonly related?: RelatedOptions<N> };

interface PageOptions<N extends Name, Named extends string = never> {
  readonly order?: readonly (OrderKey<N> | Directed<Named>)[];
  readonly limit?: number;
  readonly offset?: number;
}

/** The instants of a read: as of which the rows were recorded, and at which they are valid. */
export type InstantOptions<N extends Name> = { readonly [Instant in Resources[N]['instants']]?: DatetimeInput };

export type ListOptions<N extends Name, Selected extends Column<N>, Embed extends string> = ShowOptions<
  N,
  Selected,
  Embed
> &
  PageOptions<N, NameOf<Selected>> &
  InstantOptions<N> & {
    /** Conditions that must all hold. */
    readonly where?: Filters<N>;
    /** Whether the number of all rows is returned, and how it is counted. */
    readonly count?: 'exact' | 'planned' | 'estimated';
  };

export type ReadOptions<N extends Name, Selected extends FieldOf<N>, Embed extends string> = ShowOptions<
  N,
  Selected,
  Embed
> &
  Pick<InstantOptions<N>, keyof InstantOptions<N> & 'as_of'>;

export type CreateOptions<N extends Name, Selected extends FieldOf<N>, Embed extends string> = ShowOptions<
  N,
  Selected,
  Embed
> & {
  /** A random UUID. A create that is repeated with the same key runs once, and returns the same answer. */
  readonly idempotencyKey?: string;
};

export type UpdateOptions<N extends Name, Selected extends FieldOf<N>, Embed extends string> = ShowOptions<
  N,
  Selected,
  Embed
> &
  DeleteOptions;

export interface DeleteOptions extends Signalled {
  /** The `etag` of the version to change; 412 if the row has a newer version. */
  readonly ifMatch?: string;
}

/** A page of a list. */
export interface Page<R> {
  readonly rows: R[];
  /** The number of all rows; null unless you asked for it. */
  readonly total: number | null;
  /** Fetches the next page; null after the last. */
  readonly next: (() => Promise<Page<R>>) | null;
}

/** A row as a read returns it. */
export type Read<N extends Name, Selected extends FieldOf<N>, Embed extends string> = [FieldOf<N>] extends [Selected]
  ? Shown<N, Selected, Embed> & { links: Resources[N]['links'] }
  : Shown<N, Selected, Embed>;
