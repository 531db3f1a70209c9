import type { Create, CreateOptions, Filters, NameWith, Shown, Signalled, Update } from './options.ts';
import type { FieldOf, Name } from './row.ts';
import type { BigintInput } from './value.ts';

/** What an upsert sends of a row: a new row, perhaps with the id of the row that it changes. */
export type Upsert<N extends Name> = Create<N> & { readonly id?: BigintInput };

export type UpsertOptions<N extends Name, Selected extends FieldOf<N>, Embed extends string> = CreateOptions<
  N,
  Selected,
  Embed
> & {
  /** The fields by which a row is found; may be left out if the resource has only one unique combination. */
  readonly onConflict?: readonly FieldOf<N>[];
  /** Leaves rows that are there as they are. */
  readonly ignoreDuplicates?: boolean;
};

export interface WriteManyOptions extends Signalled {
  /** Refuses to write more rows than this. */
  readonly maxAffected?: number;
}

/** Writes of many rows in one request: all of them are done, or none. */
export interface ManyRows {
  /** Creates rows. Returns the rows that you may read, in the order of the bodies. */
  createMany<
    N extends NameWith<'create'>,
    const Selected extends FieldOf<N> = FieldOf<N>,
    const Embed extends string = '',
  >(
    name: N,
    bodies: readonly Create<N>[],
    options?: CreateOptions<N, Selected, Embed>,
  ): Promise<Shown<N, Selected, Embed>[]>;

  /** Creates rows, and changes rows that are there. Returns the rows that you may read, in the order of the bodies. */
  upsert<
    N extends NameWith<'create'> & NameWith<'update'>,
    const Selected extends FieldOf<N> = FieldOf<N>,
    const Embed extends string = '',
  >(
    name: N,
    bodies: readonly Upsert<N>[],
    options?: UpsertOptions<N, Selected, Embed>,
  ): Promise<Shown<N, Selected, Embed>[]>;

  /** Makes the same change to every row for which all conditions hold. Returns their number. */
  updateMany<N extends NameWith<'update'>>(
    name: N,
    where: Filters<N>,
    body: Update<N>,
    options?: WriteManyOptions,
  ): Promise<number>;

  /** Deletes every row for which all conditions hold. Returns their number. */
  deleteMany<N extends NameWith<'delete'>>(name: N, where: Filters<N>, options?: WriteManyOptions): Promise<number>;
}
