// The client of Dialect 1.0.0, written by "almanac types": write it again when the definitions change.

/** What was done to a row, and to which. Events are listed in the order in which they became visible. */
export interface Event {
  /** Unique identifier, given by the service. */
  id: Bigint;
  /** Specification version. Version of the CloudEvents specification. */
  specversion: string;
  /** What happened: org.example, the resource, and create, update or delete. */
  type: string;
  /** Path of the row that was changed, behind the base path. */
  source: string;
  /** Path of the row that the change is about where that is another one. */
  subject: string | null;
  /** When the change was recorded. */
  time: Datetime;
  /** Of an update, the names of the fields that changed. */
  data: Json;
  /** When the event became visible. */
  recorded_at: Datetime;
  /** Id of the identity that made the change; 0 is the service itself. */
  recorded_by: Bigint;
}

/** What can be asked of each field of event, and of its relations. */
export interface EventFilters {
  id?: BigintFilter;
  specversion?: TextFilter;
  type?: TextFilter;
  source?: TextFilter;
  subject?: TextFilter;
  time?: DatetimeFilter;
  data?: JsonFilter;
  recorded_at?: DatetimeFilter;
  recorded_by?: BigintFilter;
  [path: `data->${string}`]: JsonFilter | TextFilter;
}

/** Item. */
export interface Item {
  /** Unique identifier, given by the service. */
  id: Bigint;
  /** Name. */
  name: string | null;
  /** Kind. */
  kind: ItemKind;
  /** Count. */
  count: number | null;
  /** Big. */
  big: Bigint | null;
  /** Price. */
  price: Decimal | null;
  /** Ready. */
  ready: boolean | null;
  /** Many. */
  many: boolean;
  /** Day. */
  day: Day | null;
  /** At. */
  at: Datetime | null;
  /** Hour. */
  hour: TimeOfDay | null;
  /** Span. */
  span: RangeText | null;
  /** Code. */
  code: string | null;
  /** Data. */
  data: Json;
  /** Tags. */
  tags: string[] | null;
  /** Sizes. */
  sizes: number[] | null;
  /** Page. */
  page: string | null;
  /** Maker. */
  maker_id: Bigint | null;
  /** When this was last recorded. */
  recorded_at: Datetime;
  /** Id of the identity that last recorded this; 0 is the service itself. */
  recorded_by: Bigint;
}

export type ItemKind = 'open' | 'closed' | 'lost';

/** What a create sends, of item. */
export interface ItemCreate {
  /** Name. */
  name?: string | null;
  /** Kind. */
  kind?: ItemKind;
  /** Count. */
  count?: number | null;
  /** Big. */
  big?: BigintInput | null;
  /** Price. */
  price?: DecimalInput | null;
  /** Ready. */
  ready?: boolean | null;
  /** Day. */
  day?: Day | null;
  /** At. */
  at?: DatetimeInput | null;
  /** Hour. */
  hour?: TimeOfDay | null;
  /** Span. */
  span?: RangeText | null;
  /** Code. */
  code?: string | null;
  /** Data. */
  data?: Json;
  /** Tags. */
  tags?: readonly string[] | null;
  /** Sizes. */
  sizes?: readonly number[] | null;
  /** Page. */
  page?: string | null;
  /** Maker. */
  maker_id?: BigintInput | null;
}

/** What an update sends: the fields that change, of item. */
export interface ItemUpdate {
  /** Name. */
  name?: string | null;
  /** Kind. */
  kind?: ItemKind;
  /** Count. */
  count?: number | null;
  /** Big. */
  big?: BigintInput | null;
  /** Price. */
  price?: DecimalInput | null;
  /** Ready. */
  ready?: boolean | null;
  /** Day. */
  day?: Day | null;
  /** At. */
  at?: DatetimeInput | null;
  /** Hour. */
  hour?: TimeOfDay | null;
  /** Span. */
  span?: RangeText | null;
  /** Code. */
  code?: string | null;
  /** Data. */
  data?: Json;
  /** Tags. */
  tags?: readonly string[] | null;
  /** Sizes. */
  sizes?: readonly number[] | null;
  /** Page. */
  page?: string | null;
  /** Maker. */
  maker_id?: BigintInput | null;
}

/** What can be asked of each field of item, and of its relations. */
export interface ItemFilters {
  id?: BigintFilter;
  name?: TextFilter;
  kind?: TextFilter<ItemKind>;
  count?: IntegerFilter;
  big?: BigintFilter;
  price?: DecimalFilter;
  ready?: BooleanFilter;
  many?: BooleanFilter;
  day?: DayFilter;
  at?: DatetimeFilter;
  hour?: TimeFilter;
  span?: RangeFilter;
  code?: UuidFilter;
  data?: JsonFilter;
  tags?: ArrayFilter<string>;
  sizes?: ArrayFilter<number>;
  page?: TextFilter;
  maker_id?: BigintFilter;
  recorded_at?: DatetimeFilter;
  recorded_by?: BigintFilter;
  [path: `data->${string}`]: JsonFilter | TextFilter;
  [path: `tags->${string}`]: JsonFilter | TextFilter;
  [path: `sizes->${string}`]: JsonFilter | TextFilter;
  maker?: RelatedFilter<MakerFilters>;
  remark?: RelatedFilter<RemarkFilters>;
  stay?: RelatedFilter<StayFilters>;
}

/** Every version of every item, the current ones included. */
export interface ItemHistory {
  /** Id of this version, for good. */
  id: Bigint;
  /** Id of the item that this is a version of. */
  item_id: Bigint;
  /** Name. */
  name: string | null;
  /** Kind. */
  kind: ItemKind | null;
  /** Count. */
  count: number | null;
  /** Big. */
  big: Bigint | null;
  /** Price. */
  price: Decimal | null;
  /** Ready. */
  ready: boolean | null;
  /** Many. */
  many: boolean;
  /** Day. */
  day: Day | null;
  /** At. */
  at: Datetime | null;
  /** Hour. */
  hour: TimeOfDay | null;
  /** Span. */
  span: RangeText | null;
  /** Code. */
  code: string | null;
  /** Data. */
  data: Json;
  /** Tags. */
  tags: string[] | null;
  /** Sizes. */
  sizes: number[] | null;
  /** Page. */
  page: string | null;
  /** Maker. */
  maker_id: Bigint | null;
  /** When this was last recorded. */
  recorded_at: Datetime;
  /** Id of the identity that last recorded this; 0 is the service itself. */
  recorded_by: Bigint;
  /** When this version was replaced; null for the current one. */
  replaced_at: Datetime | null;
  /** Id of the identity that replaced it; null for the current one. */
  replaced_by: Bigint | null;
}

/** What can be asked of each field of item_history, and of its relations. */
export interface ItemHistoryFilters {
  id?: BigintFilter;
  item_id?: BigintFilter;
  name?: TextFilter;
  kind?: TextFilter<ItemKind>;
  count?: IntegerFilter;
  big?: BigintFilter;
  price?: DecimalFilter;
  ready?: BooleanFilter;
  many?: BooleanFilter;
  day?: DayFilter;
  at?: DatetimeFilter;
  hour?: TimeFilter;
  span?: RangeFilter;
  code?: UuidFilter;
  data?: JsonFilter;
  tags?: ArrayFilter<string>;
  sizes?: ArrayFilter<number>;
  page?: TextFilter;
  maker_id?: BigintFilter;
  recorded_at?: DatetimeFilter;
  recorded_by?: BigintFilter;
  replaced_at?: DatetimeFilter;
  replaced_by?: BigintFilter;
  [path: `data->${string}`]: JsonFilter | TextFilter;
  [path: `tags->${string}`]: JsonFilter | TextFilter;
  [path: `sizes->${string}`]: JsonFilter | TextFilter;
  maker?: RelatedFilter<MakerFilters>;
  remark?: RelatedFilter<RemarkFilters>;
  stay?: RelatedFilter<StayFilters>;
}

/** Maker. */
export interface Maker {
  /** Unique identifier, given by the service. */
  id: Bigint;
  /** Name. */
  name: string;
  /** Size. */
  size: number | null;
  /** When this was last recorded. */
  recorded_at: Datetime;
  /** Id of the identity that last recorded this; 0 is the service itself. */
  recorded_by: Bigint;
}

/** What a create sends, of maker. */
export interface MakerCreate {
  /** Name. */
  name: string;
  /** Size. */
  size?: number | null;
}

/** What an update sends: the fields that change, of maker. */
export interface MakerUpdate {
  /** Name. */
  name?: string;
  /** Size. */
  size?: number | null;
}

/** What can be asked of each field of maker, and of its relations. */
export interface MakerFilters {
  id?: BigintFilter;
  name?: TextFilter;
  size?: IntegerFilter;
  recorded_at?: DatetimeFilter;
  recorded_by?: BigintFilter;
  item?: RelatedFilter<ItemFilters>;
}

/** Every version of every maker, the current ones included. */
export interface MakerHistory {
  /** Id of this version, for good. */
  id: Bigint;
  /** Id of the maker that this is a version of. */
  maker_id: Bigint;
  /** Name. */
  name: string | null;
  /** Size. */
  size: number | null;
  /** When this was last recorded. */
  recorded_at: Datetime;
  /** Id of the identity that last recorded this; 0 is the service itself. */
  recorded_by: Bigint;
  /** When this version was replaced; null for the current one. */
  replaced_at: Datetime | null;
  /** Id of the identity that replaced it; null for the current one. */
  replaced_by: Bigint | null;
}

/** What can be asked of each field of maker_history, and of its relations. */
export interface MakerHistoryFilters {
  id?: BigintFilter;
  maker_id?: BigintFilter;
  name?: TextFilter;
  size?: IntegerFilter;
  recorded_at?: DatetimeFilter;
  recorded_by?: BigintFilter;
  replaced_at?: DatetimeFilter;
  replaced_by?: BigintFilter;
  item?: RelatedFilter<ItemFilters>;
}

/** Remark. */
export interface Remark {
  /** Unique identifier, given by the service. */
  id: Bigint;
  /** Text. */
  text: string;
  /** Stars. */
  stars: number | null;
  /** Item. */
  item_id: Bigint;
  /** Author. */
  author_id: Bigint | null;
  /** When this was last recorded. */
  recorded_at: Datetime;
  /** Id of the identity that last recorded this; 0 is the service itself. */
  recorded_by: Bigint;
}

/** What a create sends, of remark. */
export interface RemarkCreate {
  /** Text. */
  text: string;
  /** Stars. */
  stars?: number | null;
  /** Item. */
  item_id: BigintInput;
  /** Author. */
  author_id?: BigintInput | null;
}

/** What an update sends: the fields that change, of remark. */
export interface RemarkUpdate {
  /** Text. */
  text?: string;
  /** Stars. */
  stars?: number | null;
  /** Item. */
  item_id?: BigintInput;
  /** Author. */
  author_id?: BigintInput | null;
}

/** What can be asked of each field of remark, and of its relations. */
export interface RemarkFilters {
  id?: BigintFilter;
  text?: TextFilter;
  stars?: IntegerFilter;
  item_id?: BigintFilter;
  author_id?: BigintFilter;
  recorded_at?: DatetimeFilter;
  recorded_by?: BigintFilter;
  item?: RelatedFilter<ItemFilters>;
  author?: RelatedFilter<MakerFilters>;
  reply?: RelatedFilter<ReplyFilters>;
}

/** Reply. */
export interface Reply {
  /** Unique identifier, given by the service. */
  id: Bigint;
  /** Text. */
  text: string;
  /** Remark. */
  remark_id: Bigint;
  /** When this was last recorded. */
  recorded_at: Datetime;
  /** Id of the identity that last recorded this; 0 is the service itself. */
  recorded_by: Bigint;
}

/** What a create sends, of reply. */
export interface ReplyCreate {
  /** Text. */
  text: string;
  /** Remark. */
  remark_id: BigintInput;
}

/** What an update sends: the fields that change, of reply. */
export interface ReplyUpdate {
  /** Text. */
  text?: string;
  /** Remark. */
  remark_id?: BigintInput;
}

/** What can be asked of each field of reply, and of its relations. */
export interface ReplyFilters {
  id?: BigintFilter;
  text?: TextFilter;
  remark_id?: BigintFilter;
  recorded_at?: DatetimeFilter;
  recorded_by?: BigintFilter;
  remark?: RelatedFilter<RemarkFilters>;
}

/** Stay. */
export interface Stay {
  /** Unique identifier, given by the service. */
  id: Bigint;
  /** Place. */
  place: string;
  /** Item. */
  item_id: Bigint;
  /** Start of validity, inclusive. */
  valid_from: Datetime;
  /** End of validity, exclusive; null while it is open. */
  valid_to: Datetime | null;
  /** When this was last recorded. */
  recorded_at: Datetime;
  /** Id of the identity that last recorded this; 0 is the service itself. */
  recorded_by: Bigint;
}

/** What a create sends, of stay. */
export interface StayCreate {
  /** Place. */
  place: string;
  /** Item. */
  item_id: BigintInput;
  /** Start of validity, inclusive. */
  valid_from: DatetimeInput;
  /** End of validity, exclusive; null while it is open. */
  valid_to?: DatetimeInput | null;
}

/** What an update sends: the fields that change, of stay. */
export interface StayUpdate {
  /** Place. */
  place?: string;
  /** Item. */
  item_id?: BigintInput;
  /** Start of validity, inclusive. */
  valid_from?: DatetimeInput;
  /** End of validity, exclusive; null while it is open. */
  valid_to?: DatetimeInput | null;
}

/** What can be asked of each field of stay, and of its relations. */
export interface StayFilters {
  id?: BigintFilter;
  place?: TextFilter;
  item_id?: BigintFilter;
  valid_from?: DatetimeFilter;
  valid_to?: DatetimeFilter;
  recorded_at?: DatetimeFilter;
  recorded_by?: BigintFilter;
  /** From valid_from until valid_to. */
  validity?: PeriodFilter;
  item?: RelatedFilter<ItemFilters>;
}

/** Every version of every stay, the current ones included. */
export interface StayHistory {
  /** Id of this version, for good. */
  id: Bigint;
  /** Id of the stay that this is a version of. */
  stay_id: Bigint;
  /** Place. */
  place: string | null;
  /** Item. */
  item_id: Bigint | null;
  /** Start of validity, inclusive. */
  valid_from: Datetime | null;
  /** End of validity, exclusive; null while it is open. */
  valid_to: Datetime | null;
  /** When this was last recorded. */
  recorded_at: Datetime;
  /** Id of the identity that last recorded this; 0 is the service itself. */
  recorded_by: Bigint;
  /** When this version was replaced; null for the current one. */
  replaced_at: Datetime | null;
  /** Id of the identity that replaced it; null for the current one. */
  replaced_by: Bigint | null;
}

/** What can be asked of each field of stay_history, and of its relations. */
export interface StayHistoryFilters {
  id?: BigintFilter;
  stay_id?: BigintFilter;
  place?: TextFilter;
  item_id?: BigintFilter;
  valid_from?: DatetimeFilter;
  valid_to?: DatetimeFilter;
  recorded_at?: DatetimeFilter;
  recorded_by?: BigintFilter;
  replaced_at?: DatetimeFilter;
  replaced_by?: BigintFilter;
  /** From valid_from until valid_to. */
  validity?: PeriodFilter;
  item?: RelatedFilter<ItemFilters>;
}

/** Every resource: what can be done with it, and how its rows look. */
export interface Resources {
  event: {
    operations: 'list' | 'read';
    row: Event;
    links: {
      self: string;
    };
    create: never;
    update: never;
    unread: never;
    filters: EventFilters;
    relations: Record<never, never>;
    instants: never;
    files: never;
    history: null;
  };

  item: {
    operations: 'list' | 'read' | 'create' | 'update' | 'delete';
    row: Item;
    links: {
      self: string;
      history: string;
      maker: string | null;
      remark: string;
      stay: string;
    };
    create: ItemCreate;
    update: ItemUpdate;
    unread: never;
    filters: ItemFilters;
    relations: {
      maker: One<'maker'>;
      remark: Many<'remark'>;
      stay: Many<'stay'>;
    };
    instants: 'as_of';
    files: never;
    history: 'item_history';
  };

  item_history: {
    operations: 'list' | 'read';
    row: ItemHistory;
    links: {
      self: string;
      maker: string | null;
      remark: string;
      stay: string;
    };
    create: never;
    update: never;
    unread: never;
    filters: ItemHistoryFilters;
    relations: {
      maker: One<'maker'>;
      remark: Many<'remark'>;
      stay: Many<'stay'>;
    };
    instants: never;
    files: never;
    history: null;
  };

  maker: {
    operations: 'list' | 'read' | 'create' | 'update' | 'delete';
    row: Maker;
    links: {
      self: string;
      history: string;
      item: string;
    };
    create: MakerCreate;
    update: MakerUpdate;
    unread: never;
    filters: MakerFilters;
    relations: {
      item: Many<'item'>;
    };
    instants: 'as_of';
    files: never;
    history: 'maker_history';
  };

  maker_history: {
    operations: 'list' | 'read';
    row: MakerHistory;
    links: {
      self: string;
      item: string;
    };
    create: never;
    update: never;
    unread: never;
    filters: MakerHistoryFilters;
    relations: {
      item: Many<'item'>;
    };
    instants: never;
    files: never;
    history: null;
  };

  remark: {
    operations: 'list' | 'read' | 'create' | 'update' | 'delete';
    row: Remark;
    links: {
      self: string;
      item: string;
      author: string | null;
      reply: string;
    };
    create: RemarkCreate;
    update: RemarkUpdate;
    unread: never;
    filters: RemarkFilters;
    relations: {
      item: One<'item'>;
      author: One<'maker'>;
      reply: Many<'reply'>;
    };
    instants: never;
    files: never;
    history: null;
  };

  reply: {
    operations: 'list' | 'read' | 'create' | 'update' | 'delete';
    row: Reply;
    links: {
      self: string;
      remark: string;
    };
    create: ReplyCreate;
    update: ReplyUpdate;
    unread: never;
    filters: ReplyFilters;
    relations: {
      remark: One<'remark'>;
    };
    instants: never;
    files: never;
    history: null;
  };

  stay: {
    operations: 'list' | 'read' | 'create' | 'update' | 'delete';
    row: Stay;
    links: {
      self: string;
      history: string;
      item: string;
    };
    create: StayCreate;
    update: StayUpdate;
    unread: never;
    filters: StayFilters;
    relations: {
      item: One<'item'>;
    };
    instants: 'as_of' | 'valid_at';
    files: never;
    history: 'stay_history';
  };

  stay_history: {
    operations: 'list' | 'read';
    row: StayHistory;
    links: {
      self: string;
      item: string | null;
    };
    create: never;
    update: never;
    unread: never;
    filters: StayHistoryFilters;
    relations: {
      item: One<'item'>;
    };
    instants: 'valid_at';
    files: never;
    history: null;
  };
}

/** The calls of each resource: what each takes, and what it answers. */
export type Calls = Record<never, never>;

export type ProblemCode =
  | 'malformed_url'
  | 'malformed_json'
  | 'malformed_csv'
  | 'uneven_rows'
  | 'malformed_request'
  | 'unknown_parameter'
  | 'invalid_parameter'
  | 'filter_required'
  | 'limit_exceeded'
  | 'unauthenticated'
  | 'insufficient_scope'
  | 'missing_claim'
  | 'forbidden'
  | 'forbidden_field'
  | 'not_found'
  | 'unknown_path'
  | 'method_not_allowed'
  | 'not_acceptable'
  | 'not_singular'
  | 'request_timeout'
  | 'unique_conflict'
  | 'reference_conflict'
  | 'still_referenced'
  | 'state_conflict'
  | 'rule_conflict'
  | 'endless_consequences'
  | 'view_failed'
  | 'overlap_conflict'
  | 'timeline_conflict'
  | 'concurrent_change'
  | 'event_lost'
  | 'precondition_failed'
  | 'payload_too_large'
  | 'url_too_long'
  | 'unsupported_media_type'
  | 'range_not_satisfiable'
  | 'invalid_body'
  | 'idempotency_key_reused'
  | 'precondition_required'
  | 'rate_limited'
  | 'too_many_at_once'
  | 'internal'
  | 'not_ready'
  | 'contended'
  | 'overloaded'
  | 'call_ended'
  | 'keys_unavailable'
  | 'timeout'
  | 'unavailable'
  | 'storage_unavailable'
  | 'storage_full';

/** Whether the service gives aggregates. */
type Aggregates = true;

const basePath = '/dialect';

const shapes: Readonly<Record<string, Shape>> = {
  event: {
    exact: ['id', 'recorded_by'],
    json: ['data'],
    relations: {},
  },
  item: {
    exact: ['id', 'big', 'price', 'maker_id', 'recorded_by'],
    json: ['data'],
    relations: {
      maker: 'maker',
      remark: 'remark',
      stay: 'stay',
    },
  },
  item_history: {
    exact: ['id', 'item_id', 'big', 'price', 'maker_id', 'recorded_by', 'replaced_by'],
    json: ['data'],
    relations: {
      maker: 'maker',
      remark: 'remark',
      stay: 'stay',
    },
  },
  maker: {
    exact: ['id', 'recorded_by'],
    json: [],
    relations: {
      item: 'item',
    },
  },
  maker_history: {
    exact: ['id', 'maker_id', 'recorded_by', 'replaced_by'],
    json: [],
    relations: {
      item: 'item',
    },
  },
  remark: {
    exact: ['id', 'item_id', 'author_id', 'recorded_by'],
    json: [],
    relations: {
      item: 'item',
      author: 'maker',
      reply: 'reply',
    },
  },
  reply: {
    exact: ['id', 'remark_id', 'recorded_by'],
    json: [],
    relations: {
      remark: 'remark',
    },
  },
  stay: {
    exact: ['id', 'item_id', 'recorded_by'],
    json: [],
    relations: {
      item: 'item',
    },
  },
  stay_history: {
    exact: ['id', 'stay_id', 'item_id', 'recorded_by', 'replaced_by'],
    json: [],
    relations: {
      item: 'item',
    },
  },
};

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

/** @throws TypeError for an address that is not a URL, and in a runtime that would lose digits of long numbers. */
export function createClient({ url, token, fetch = globalThis.fetch }: ClientOptions): Client {
  requireExactJson();
  const base = `${new URL(url).href.replace(/\/$/, '')}${basePath}`;

  /** The last write that is known: later reads are to show it. */
  let written: string | null = null;
  const request: Client['request'] = async (method, path, { headers = {}, body, signal } = {}) => {
    const before = written;
    const bearer = typeof token === 'function' ? await token() : token;
    const response = await fetch(`${base}${path}`, {
      method,
      headers: {
        Accept: 'application/json',
        ...(method === 'GET' && before !== null ? { 'Consistency-Token': before } : {}),
        ...(bearer === undefined ? {} : { Authorization: `Bearer ${bearer}` }),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      // A stream is sent while it is read.
      ...(body === undefined ? {} : { body, duplex: 'half' }),
      ...(signal === undefined ? {} : { signal }),
    } as RequestInit);
    const now = response.headers.get('Consistency-Token');
    // The later one counts of two writes at a time. After another write, a lower token is of a database that was set back.
    if (now !== null) written = written === before ? now : later(written ?? now, now);
    if (response.ok) return response;
    throw await problemOf(response);
  };

  const page = async (name: string, query: string, options: RequestOptions): Promise<Page<unknown>> => {
    const response = await request('GET', `/${name}${query}`, options);
    const aggregates = exactAggregates(name, new URLSearchParams(query).get('select') ?? '');
    const rows = rowsOf(name, parseExact(await response.text()), aggregates) as unknown[];
    const [, total] = /\/(\d+)$/.exec(response.headers.get('Content-Range') ?? '') ?? [];
    // The path before the query is that of the service itself, which a proxy may show under another.
    const [, next] = /<[^>?]*(\?[^>]*)>; *rel="next"/.exec(response.headers.get('Link') ?? '') ?? [];
    return {
      rows,
      total: total === undefined ? null : Number(total),
      next: next === undefined ? null : () => page(name, next, options),
    };
  };

  const list = (name: string, { signal, count, ...asked }: Asked & Counted = {}) =>
    page(name, queryOf(name, asked), {
      ...(signal === undefined ? {} : { signal }),
      ...(count === undefined ? {} : { headers: { Prefer: `count=${count}` } }),
    });

  const run = async <R>({ method, path, headers, body, signal, read }: Exchange<R>): Promise<R> =>
    read(
      await received(
        await request(method, path, {
          headers,
          ...(body === undefined ? {} : { body }),
          ...(signal === undefined ? {} : { signal }),
        }),
      ),
    );

  const running =
    <Given extends never[]>(begin: (...given: Given) => Exchange<unknown>) =>
    (...given: Given) =>
      run(begin(...given));

  const client = {
    request,
    list,
    async *iterate(name: string, options: Asked & Counted = {}) {
      for (let at: Page<unknown> | null = await list(name, options); at !== null; at = (await at.next?.()) ?? null) {
        yield* at.rows;
      }
    },
    ...Object.fromEntries(Object.entries(exchanges).map(([name, begin]) => [name, running(begin)])),
    call: (name: string, call: string, input: object, options: CallOptions = {}) =>
      run(callExchange([name, call], '', input, options)),
    callRow: (name: string, id: BigintInput, call: string, ...given: [input: object, options?: CallOptions]) =>
      run(callExchange([name, call], `/${id}`, ...given)),
    batch: (make: (batch: Batch) => readonly Part<unknown>[], options: BatchOptions = {}) =>
      run(batchExchange(make, options, null)),
    dryRun: (make: (batch: Batch) => readonly Part<unknown>[], options: BatchOptions = {}) =>
      run(batchExchange(make, options, 'tx=rollback, return=effects')),
    history: (name: string, id: BigintInput, options: Asked & Counted = {}) =>
      list(`${name}_history`, { ...options, where: { ...options.where, [`${name}_id`]: { eq: id } } }),
  };
  // What each method takes and gives follows from the name of the resource, which types alone know.
  return client as unknown as Client;
}

/** The later one of two places in the log of the database, which are hexadecimal numbers with a slash. */
function later(one: string, other: string): string {
  const digits = (token: string) => token.replace(/[^/]+/g, (part) => part.padStart(8, '0'));
  return digits(one) > digits(other) ? one : other;
}

interface Counted extends Pick<RequestOptions, 'signal'> {
  readonly count?: string;
}

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

/** What rows have together: `count()`, `price.sum()`, or `total:price.sum()` for another name. */
export type Aggregate<N extends Name> = true extends Aggregates ? Taken<N> | `${string}:${Taken<N>}` : never;

type Taken<N extends Name> =
  | 'count()'
  | `${FieldOf<N>}.${'count' | 'min' | 'max'}()`
  | `${NumberOf<N>}.${'sum' | 'avg'}()`;

/** The fields that hold a number. */
type NumberOf<N extends Name> = {
  [Field in FieldOf<N>]: NonNullable<Row<N>[Field]> extends number | Bigint | Decimal ? Field : never;
}[FieldOf<N>];

/** The members that aggregates add to a group, each under its name. */
export type Grouped<N extends Name, Selected extends string> = {
  [Column in Selected as NameOf<Column>]: Column extends `${string}:${infer Own}`
    ? ValueOf<N, Own>
    : ValueOf<N, Column>;
};

/** The name of an aggregate in a group. */
export type NameOf<Column extends string> = Column extends `${infer Named}:${string}()`
  ? Named
  : Column extends 'count()'
    ? 'count'
    : Column extends `${string}.${infer Word}()`
      ? Word
      : never;

type ValueOf<N extends Name, Own extends string> = Own extends 'count()' | `${string}.count()`
  ? number
  : Own extends `${infer Field}.${infer Word}()`
    ? Field extends keyof Row<N>
      ? TakenOf<NonNullable<Row<N>[Field]>, Word> | null
      : never
    : never;

type TakenOf<Value, Word extends string> = Word extends 'avg'
  ? Decimal
  : Word extends 'sum'
    ? Value extends number | Bigint
      ? Bigint
      : Decimal
    : Value;

/** Of the aggregates in `select`, by their names, whether their numbers are texts here. */
function exactAggregates(name: string, select: string): ReadonlyMap<string, boolean> {
  const { exact } = shapes[name] ?? noShape;
  const found = new Map<string, boolean>();
  for (const column of select.split(',')) {
    const [, named, field, word] = /^(?:([^:]*):)?(?:(\w+)\.)?(count|sum|avg|min|max)\(\)$/.exec(column) ?? [];
    if (word === undefined) continue;
    const isOwn = (word === 'min' || word === 'max') && field !== undefined && exact.includes(field);
    found.set(named ?? word, word === 'sum' || word === 'avg' || isOwn);
  }
  return found;
}

/** A request, and what its answer means. */
export interface Exchange<R> {
  readonly method: string;
  /** Below the base path. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON. */
  readonly body?: string;
  readonly signal?: AbortSignal;
  readonly read: (answer: Received) => R;
}

/** An answer, by itself or in a batch. */
export interface Received {
  readonly header: (name: string) => string | null;
  /** The body as parseExact reads it; undefined without one. */
  readonly body: unknown;
}

/** An answer by itself. */
async function received(response: Response): Promise<Received> {
  const text = await response.text();
  return { header: (name) => response.headers.get(name), body: text === '' ? undefined : parseExact(text) };
}

/** The writes of every resource, and a read of one row. */
const exchanges = {
  read: (name: string, id: RowId, { signal, ...asked }: Asked & Signalled = {}) =>
    rowExchange(name, { method: 'GET', path: `/${name}/${inPath(id)}${queryOf(name, asked)}` }, { signal }),
  create: (name: string, body: object, { signal, idempotencyKey, ...asked }: Asked & Conditional = {}) =>
    rowExchange(
      name,
      { method: 'POST', path: `/${name}${queryOf(name, asked)}`, body: writeRow(name, body) },
      { signal, idempotencyKey },
    ),
  update: (name: string, id: RowId, body: object, { signal, ifMatch, ...asked }: Asked & Conditional = {}) =>
    rowExchange(
      name,
      { method: 'PATCH', path: `/${name}/${inPath(id)}${queryOf(name, asked)}`, body: writeRow(name, body) },
      { signal, ifMatch },
    ),
  delete: (name: string, id: RowId, { signal, ifMatch }: DeleteOptions = {}): Exchange<void> => ({
    ...sent({ method: 'DELETE', path: `/${name}/${inPath(id)}` }, { signal, ifMatch }),
    read: () => {},
  }),
  createMany: (
    name: string,
    bodies: readonly object[],
    { signal, idempotencyKey, ...asked }: Asked & Conditional = {},
  ) => rowsExchange(name, bodies, asked, { signal, idempotencyKey, prefer: [] }),
  upsert: (name: string, bodies: readonly object[], options: Asked & Conditional & Upserting = {}) => {
    const { signal, idempotencyKey, onConflict, ignoreDuplicates = false, ...asked } = options;
    const prefer = [`resolution=${ignoreDuplicates ? 'ignore' : 'merge'}-duplicates`];
    return rowsExchange(name, bodies, { ...asked, onConflict }, { signal, idempotencyKey, prefer });
  },
  updateMany: (name: string, where: object, body: object, options: Counted = {}) =>
    countExchange(
      { method: 'PATCH', path: `/${name}${queryOf(name, { where })}`, body: writeRow(name, body) },
      options,
    ),
  deleteMany: (name: string, where: object, options: Counted = {}) =>
    countExchange({ method: 'DELETE', path: `/${name}${queryOf(name, { where })}` }, options),
};

function rowExchange(name: string, request: Sent, conditions: Sending): Exchange<unknown> {
  return {
    ...sent(request, conditions),
    read: ({ header, body }) => {
      if (body !== undefined && body !== null) return { row: rowsOf(name, body), etag: header('etag') ?? '' };
      const [, id] = /\/(\d+)$/.exec(header('location') ?? request.path.replace(/\?.*/s, '')) ?? [];
      return { row: null, etag: null, id };
    },
  };
}

/** Rows may have different members: a member that a row lacks is its default. */
function rowsExchange(
  name: string,
  bodies: readonly object[],
  { onConflict, ...asked }: Asked & Pick<Upserting, 'onConflict'>,
  { prefer, ...conditions }: Sending & { readonly prefer: readonly string[] },
): Exchange<unknown> {
  const columns = [...new Set(bodies.flatMap((body) => Object.keys(body)))];
  const query = queryOf(name, { ...asked, columns, onConflict });
  const preferences = [...prefer, 'return=representation', 'missing=default'];
  return {
    ...sent(
      { method: 'POST', path: `/${name}${query}`, body: writeRows(name, bodies) },
      { ...conditions, preferences },
    ),
    read: ({ body }) => rowsOf(name, body ?? []),
  };
}

function countExchange(request: Sent, { signal, maxAffected }: Counted): Exchange<number> {
  const preferences = ['count=exact', ...(maxAffected === undefined ? [] : [`max-affected=${maxAffected}`])];
  return {
    ...sent(request, { signal, preferences }),
    read: ({ header }) => Number(/\/(\d+)$/.exec(header('content-range') ?? '')?.[1]),
  };
}

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
}

interface Sending {
  readonly signal: AbortSignal | undefined;
  readonly idempotencyKey?: string | undefined;
  readonly ifMatch?: string | undefined;
  readonly preferences?: readonly string[];
}

/** A request with its headers. */
function sent(
  request: Sent,
  { signal, idempotencyKey, ifMatch, preferences = [] }: Sending,
): Omit<Exchange<never>, 'read'> {
  return {
    ...request,
    headers: {
      ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': `"${idempotencyKey}"` }),
      ...(ifMatch === undefined ? {} : { 'If-Match': ifMatch }),
      ...(preferences.length === 0 ? {} : { Prefer: preferences.join(', ') }),
    },
    ...(signal === undefined ? {} : { signal }),
  };
}

/** The id of a row; in a batch, that of a row of an earlier answer. */
type RowId = BigintInput | { readonly $result: string };

function inPath(id: RowId): string {
  return typeof id === 'object' ? `$${id.$result}` : String(id);
}

interface Conditional extends Signalled {
  readonly idempotencyKey?: string;
  readonly ifMatch?: string;
}

interface Upserting {
  readonly onConflict?: readonly string[] | undefined;
  readonly ignoreDuplicates?: boolean;
}

interface Counted extends Signalled {
  readonly maxAffected?: number;
}

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
function batchExchange(
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

/** Resources that have calls. */
export type NameWithCalls = keyof Calls & string;

/** The calls of a resource that are about one row, or the others. */
export type CallOf<N extends NameWithCalls, IsOfRow extends boolean> = {
  [C in keyof Calls[N] & string]: Calls[N][C] extends { item: IsOfRow } ? C : never;
}[keyof Calls[N] & string];

type CallInput<N extends NameWithCalls, C extends keyof Calls[N]> = Calls[N][C] extends { input: infer Sent }
  ? Sent
  : never;

type CallAnswer<N extends NameWithCalls, C extends keyof Calls[N]> = Calls[N][C] extends { answer: infer Given }
  ? Given
  : never;

export interface CallOptions extends Signalled {
  /** A random UUID. A call that is repeated with the same key runs once, and returns the same answer. */
  readonly idempotencyKey?: string;
}

/** The operations of resources that have names of their own. */
export interface Calling {
  /** Calls an operation of a resource. */
  call<N extends NameWithCalls, const C extends CallOf<N, false>>(
    name: N,
    call: C,
    input: CallInput<N, C>,
    options?: CallOptions,
  ): Promise<CallAnswer<N, C>>;

  /** Calls an operation of one row. */
  callRow<N extends NameWithCalls, const C extends CallOf<N, true>>(
    name: N,
    id: BigintInput,
    call: C,
    input: CallInput<N, C>,
    options?: CallOptions,
  ): Promise<CallAnswer<N, C>>;
}

/** A call of a resource, or of a row at a path below it. */
function callExchange(
  [name, call]: readonly [name: string, call: string],
  below: string,
  input: object,
  { signal, idempotencyKey }: CallOptions = {},
): Exchange<unknown> {
  const values = `${name}.${call}`;
  return {
    ...sent(
      { method: 'POST', path: `/${name}${below}/${call}`, body: writeRow(`${values} input`, input) },
      { signal, idempotencyKey },
    ),
    read: ({ body }) => (body === undefined ? undefined : rowsOf(`${values} answer`, body)),
  };
}

/** A row and the entity tag of its version. */
export interface Answer<R> {
  readonly row: R;
  readonly etag: string;
}

/** A row that was written, but that the caller may not read. */
export interface Unread {
  readonly row: null;
  readonly etag: null;
  readonly id: string;
}

/** The answer to a write. The row is missing if the caller may write it but not read it. */
export type Written<N extends Name, Operation extends 'create' | 'update', R> = Operation extends Resources[N]['unread']
  ? Answer<R> | Unread
  : Answer<R>;

export interface FollowOptions {
  /** Which events. */
  readonly where?: Filters<'event'>;
  /** The id to begin after; without it, new events only. */
  readonly after?: BigintInput;
  /** Ends it. */
  readonly signal?: AbortSignal;
}

/**
 * Each event as it becomes visible, exactly once. A stream that breaks off is continued behind its last event, until
 * the signal ends it.
 * @throws ProblemError for an error that another attempt would not change.
 */
export async function* followEvents(
  client: Client,
  { where = {}, after, signal }: FollowOptions = {},
): AsyncGenerator<Row<'event'>, void> {
  const asked = signal === undefined ? {} : { signal };
  const path = `/event${queryOf('event', { where })}`;
  let last = after === undefined ? null : String(after);
  let failures = 0;
  const isOver = () => signal?.aborted === true;
  while (!isOver()) {
    try {
      last ??= await lastId(client, asked);
      const headers = { Accept: 'text/event-stream', 'Last-Event-ID': last };
      const response = await client.request('GET', path, { headers, ...asked });
      failures = 0;
      for await (const { id, data } of messagesOf(response)) {
        last = id;
        yield rowsOf('event', parseExact(data)) as Row<'event'>;
        if (isOver()) return;
      }
    } catch (error) {
      if (!isOver() && !mayPass(error)) throw error;
    }
    if (isOver()) return;
    await pause(Math.min(shortestPause * 2 ** failures, longestPause), signal);
    failures += 1;
  }
}

// Milliseconds before the next attempt: twice as long after each that fails.
const shortestPause = 250;
const longestPause = 30_000;

/** The id of the newest event, so that a stream can continue even if it breaks off before its first event. */
async function lastId(client: Client, options: { readonly signal?: AbortSignal }): Promise<string> {
  const { rows } = await client.list('event', { order: ['id.desc'], limit: 1, select: ['id'], ...options });
  return String(rows[0]?.id ?? 0);
}

/** Whether a retry may succeed: the service was away or overloaded. */
function mayPass(error: unknown): boolean {
  if (error instanceof ProblemError) return error.status >= 500 || error.status === 408 || error.status === 429;
  // What fetch throws where a connection fails.
  return error instanceof TypeError;
}

interface Message {
  readonly id: string;
  readonly data: string;
}

/** The messages of a stream (WHATWG HTML, 9.2) that have an id and data; comments are left out. */
async function* messagesOf(response: Response): AsyncGenerator<Message, void> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  try {
    for (let read = await reader?.read(); read?.done === false; read = await reader?.read()) {
      const parts = `${text}${read.value}`.split('\n\n');
      text = parts.pop() ?? '';
      for (const part of parts) {
        const id = /^id: ?(.*)$/m.exec(part)?.[1];
        const data = [...part.matchAll(/^data: ?(.*)$/gm)].map(([, line = '']) => line);
        if (id !== undefined && data.length > 0) yield { id, data: data.join('\n') };
      }
    }
  } finally {
    await reader?.cancel().catch(() => {});
  }
}

/** Waits, unless the signal says to end. */
function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, milliseconds);
    signal?.addEventListener('abort', done, { once: true });
    function done() {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    }
  });
}

/** An answer of the service that reports an error (RFC 9457). */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly status: number;
  /** Stable. Null when something between the client and the service has answered. */
  readonly code: ProblemCode | null;
  readonly title: string;
  readonly hint: string | null;
  /** Every fault of the request. */
  readonly errors: readonly ProblemFault[];
  /** The id by which the operator of the service finds the request. */
  readonly requestId: string | null;
  /** Seconds after which you may send the request again; null if the answer does not say. */
  readonly retryAfter: number | null;

  constructor(response: Response, body: Partial<ProblemBody>) {
    super(body.detail ?? `the answer is ${response.status} ${response.statusText}`.trim());
    this.status = response.status;
    this.code = body.code ?? null;
    this.title = body.title ?? response.statusText;
    this.hint = body.hint ?? null;
    this.errors = body.errors ?? [];
    this.requestId = response.headers.get('X-Request-Id');
    const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN);
    this.retryAfter = Number.isNaN(seconds) ? null : seconds;
  }
}

/** One fault: at a JSON pointer into the body, or in a parameter. */
export interface ProblemFault {
  readonly pointer?: string;
  /** The line of a CSV or NDJSON body where the row begins. */
  readonly line?: number;
  readonly parameter?: string;
  readonly detail: string;
  readonly hint?: string;
}

interface ProblemBody {
  readonly code: ProblemCode;
  readonly title: string;
  readonly detail: string;
  readonly hint: string;
  readonly errors: readonly ProblemFault[];
}

async function problemOf(response: Response): Promise<ProblemError> {
  const isProblem = response.headers.get('Content-Type')?.startsWith('application/problem+json') === true;
  if (isProblem) return new ProblemError(response, (await response.json()) as ProblemBody);
  // What is not read holds the connection.
  await response.body?.cancel();
  return new ProblemError(response, {});
}

/** The name of a resource. */
export type Name = keyof Resources & string;

/** A row as lists, creates and updates return it. */
export type Row<N extends Name> = Resources[N]['row'];

/** The names of its fields. */
export type FieldOf<N extends Name> = keyof Row<N> & string;

/** A relation to one row, or none. */
export interface One<N extends string> {
  target: N;
  cardinality: 'one';
}

/**
 * A body that gives references by ids or by unique keys. `Keys` has what may stand in the place of each reference that is
 * required.
 */
export type By<Body, Keys> = Omit<Body, keyof Keys> &
  Together<{ [Field in keyof Keys]: Pick<Body, Field & keyof Body> | Keys[Field] }>;

type Together<Parts> = { [Part in keyof Parts]: (part: Parts[Part]) => void }[keyof Parts] extends (
  part: infer All,
) => void
  ? All
  : never;

/** A relation to any number of rows. */
export interface Many<N extends string> {
  target: N;
  cardinality: 'many';
}

/** A row with its embedded relations, such as RowWith<'book', 'author!,copy(loan)'>. */
export type RowWith<N extends Name, Embed extends string> = string extends Embed
  ? Row<N> & { [Alias in Aliases<N>]?: unknown }
  : Simplified<Row<N> & Embedded<N, Embed>>;

/** The members that an embed adds to a row. */
export type Embedded<N extends Name, Embed extends string> =
  EmbedTree<Embed> extends infer Nodes extends EmbedNode[] ? EmbeddedNodes<N, Nodes> : unknown;

/** The embed itself where it can be read and has no unknown relation; otherwise what is wrong with it. */
export type CheckedEmbed<N extends Name, Embed extends string> = string extends Embed
  ? Embed
  : EmbedTree<Embed> extends infer Nodes extends EmbedNode[]
    ? [UnknownRelation<N, Nodes[number]>] extends [never]
      ? Embed
      : UnknownRelation<N, Nodes[number]>
    : 'an embed has relations with commas between them, as in a,b!(c)';

/** The embed aliases of a resource. */
export type Aliases<N extends Name> = keyof Resources[N]['relations'] & string;

/** The resource of a relation. */
export type Target<N extends Name, Alias extends Aliases<N>> = Resources[N]['relations'][Alias] extends {
  target: infer T extends Name;
}
  ? T
  : never;

interface EmbedNode {
  alias: string;
  inner: boolean;
  below: EmbedNode[];
}

type EmbeddedNodes<N extends Name, Nodes extends EmbedNode[]> = {
  [Node in Nodes[number] as Node['alias']]: Node['alias'] extends Aliases<N>
    ? EmbeddedNode<N, Node['alias'], Node>
    : never;
};

type EmbeddedNode<N extends Name, Alias extends Aliases<N>, Node extends EmbedNode> =
  Resources[N]['relations'][Alias] extends Many<infer T extends Name>
    ? RowWithNodes<T, Node['below']>[]
    : Resources[N]['relations'][Alias] extends One<infer T extends Name>
      ? RowWithNodes<T, Node['below']> | (Node['inner'] extends true ? never : null)
      : never;

type RowWithNodes<N extends Name, Nodes extends EmbedNode[]> = Nodes extends []
  ? Row<N>
  : Simplified<Row<N> & EmbeddedNodes<N, Nodes>>;

type UnknownRelation<N extends Name, Node extends EmbedNode> = Node extends EmbedNode
  ? Node['alias'] extends Aliases<N>
    ? UnknownRelation<Target<N, Node['alias']>, Node['below'][number]>
    : `there is no relation ${Node['alias']} of ${N}`
  : never;

type EmbedTree<Text extends string> = Text extends '' ? [] : ReadEmbeds<Text> extends [infer Nodes, ''] ? Nodes : null;

/** Reads relations up to something else; returns the relations and the rest. */
type ReadEmbeds<Text extends string, Nodes extends EmbedNode[] = []> =
  ReadEmbed<Text> extends [infer Node extends EmbedNode, infer Rest extends string]
    ? Rest extends `,${infer More}`
      ? ReadEmbeds<More, [...Nodes, Node]>
      : [[...Nodes, Node], Rest]
    : null;

/** A name, then `!`, `!(...)`, `(...)` or `(...)!`. */
type ReadEmbed<Text extends string> =
  ReadName<Trimmed<Text>> extends [infer Alias extends string, infer Rest extends string]
    ? Rest extends `!${infer After}`
      ? Trimmed<After> extends `(${infer Below}`
        ? ReadBelow<Below> extends [infer Nodes extends EmbedNode[], infer End extends string]
          ? [{ alias: Alias; inner: true; below: Nodes }, End]
          : null
        : [{ alias: Alias; inner: true; below: [] }, Trimmed<After>]
      : Rest extends `(${infer Below}`
        ? ReadBelow<Below> extends [infer Nodes extends EmbedNode[], infer End extends string]
          ? End extends `!${infer After}`
            ? [{ alias: Alias; inner: true; below: Nodes }, Trimmed<After>]
            : [{ alias: Alias; inner: false; below: Nodes }, End]
          : null
        : [{ alias: Alias; inner: false; below: [] }, Rest]
    : null;

/** Reads relations and the parenthesis that ends them. */
type ReadBelow<Text extends string> =
  ReadEmbeds<Text> extends [infer Nodes, `)${infer Rest}`] ? [Nodes, Trimmed<Rest>] : null;

type ReadName<Text extends string, Read extends string = ''> = Text extends `${infer Character}${infer Rest}`
  ? Character extends '!' | '(' | ')' | ',' | ' '
    ? [Read, Trimmed<Text>]
    : ReadName<Rest, `${Read}${Character}`>
  : [Read, ''];

type Trimmed<Text extends string> = Text extends ` ${infer Rest}` ? Trimmed<Rest> : Text;

type Simplified<T> = { [Member in keyof T]: T[Member] };

// What a field can be asked, by its type; several operators all have to hold. `not` is true where what is in it is false.

export type TextFilter<V extends string | null = string> = Negatable<
  Compared<NonNullable<V>> & Listed<NonNullable<V>> & Searched & Nullness
>;
export type BooleanFilter = Negatable<Compared<boolean> & Listed<boolean> & { readonly is?: Truth }>;
export type IntegerFilter = ScalarFilter<number>;
export type BigintFilter = ScalarFilter<BigintInput>;
export type DecimalFilter = ScalarFilter<DecimalInput>;
export type DayFilter = ScalarFilter<Day>;
export type DatetimeFilter = ScalarFilter<DatetimeInput>;
export type TimeFilter = ScalarFilter<TimeOfDay>;
export type UuidFilter = ScalarFilter<string>;
export type JsonFilter = Negatable<Compared<Json> & Listed<Json> & Contained<Json> & Nullness>;
/** Whether there is a file. */
export type FileFilter = Negatable<Nullness>;
/** A single value stands for the range that has it alone. */
export type RangeFilter = Negatable<
  Compared<RangeText> &
    Listed<RangeText> &
    Contained<RangeText> &
    Overlapping<RangeText> & { readonly [Operator in BoundedOperator]?: RangeText } & Nullness
>;
export type ArrayFilter<V> = Negatable<
  Compared<readonly V[]> & Contained<readonly V[]> & Overlapping<readonly V[]> & Nullness
>;

/** A period as `[from,to)`; leave out an open bound. `cs` takes an instant too. */
export type PeriodFilter = Negatable<{ readonly [Operator in PeriodOperator]?: string }>;

/** Words in several fields of a row. */
export type SearchFilter = Negatable<{ readonly [Operator in SearchOperator]?: string }>;

/** Conditions on a row, which must all hold. */
export type Conditions<Fields> = Fields & {
  readonly and?: readonly Conditions<Fields>[];
  readonly or?: readonly Conditions<Fields>[];
  readonly not?: Conditions<Fields>;
};

/**
 * Conditions on a related row. They keep the rows with a match; for an embedded relation, they choose the rows to
 * embed. `is` asks whether any related row exists.
 */
export type RelatedFilter<Fields> = Conditions<Fields> & Nullness;

type Negatable<Operators> = Operators & { readonly not?: Operators };

type ScalarFilter<V> = Negatable<Compared<V> & Listed<V> & Nullness>;

type Compared<V> = { readonly [Operator in ComparedOperator]?: V } & Quantified<QuantifiedOperator, V>;

type Quantified<Operator extends string, V> = {
  readonly [Key in `${Operator}(${'any' | 'all'})`]?: readonly (V | null)[];
};

interface Listed<V> {
  readonly in?: readonly V[];
}

interface Nullness {
  readonly is?: null | 'not_null';
}

type Truth = null | 'not_null' | boolean | 'unknown';

type Contained<V> = { readonly [Operator in ContainedOperator]?: V };

type Overlapping<V> = { readonly [Operator in OverlappingOperator]?: V };

/** Patterns, and words to search for. The language of the words may follow the operator, as in `fts(norwegian)`. */
type Searched = {
  readonly [Operator in TextOperator | SearchOperator | `${SearchOperator}(${string})`]?: string;
} & Quantified<QuantifiedTextOperator, string>;

// The operators by the values that they take.

export type ComparedOperator = 'eq' | 'neq' | 'lt' | 'lte' | 'gt' | 'gte' | 'isdistinct';

export type QuantifiedOperator = 'eq' | 'lt' | 'lte' | 'gt' | 'gte';

export type ContainedOperator = 'cs' | 'cd';

export type OverlappingOperator = 'ov';

export type BoundedOperator = 'sl' | 'sr' | 'nxr' | 'nxl' | 'adj';

export type TextOperator = 'starts' | 'like' | 'ilike' | 'match' | 'imatch';

export type QuantifiedTextOperator = 'like' | 'ilike' | 'match' | 'imatch';

export type SearchOperator = 'fts' | 'plfts' | 'phfts' | 'wfts';

export type PeriodOperator = 'eq' | 'neq' | 'isdistinct' | 'cs' | 'cd' | 'ov' | 'sl' | 'sr' | 'nxr' | 'nxl' | 'adj';

/** A whole number of 64 bits as text, since a number of JavaScript keeps 53: BigInt(text) computes with it. */
export type Bigint = `${bigint}`;

/** A decimal number as text, with every digit of it. */
export type Decimal = `${number}`;

/** An instant as answers have it, in UTC: 2026-01-31T12:00:00+00:00. */
export type Datetime = string;

/** A calendar day: 2026-01-31. */
export type Day = string;

/** A time of day without a zone: 08:30:00. */
export type TimeOfDay = string;

/** A range as `[from,to)`: a bracket before a bound that belongs to it, nothing for an open bound; or `empty`. */
export type RangeText = string;

/** What a row has of a file, whose bytes are downloaded by its path. */
export interface StoredFile {
  readonly name: string;
  readonly media_type: string;
  readonly size: number;
  readonly sha256: string;
}

/** Any JSON. A number in it that JavaScript cannot hold is a RawNumber, and is sent back as it came. */
export type Json = null | boolean | number | string | RawNumber | readonly Json[] | { readonly [member: string]: Json };

/** A number with its exact text: JSON.rawJSON(text) makes one. */
export interface RawNumber {
  readonly rawJSON: string;
}

/** A whole number to send. */
export type BigintInput = Bigint | bigint | number;

/** A decimal number to send. */
export type DecimalInput = Decimal | bigint | number;

/** An instant to send: RFC 3339 with an offset, or a local time and the name of its zone. */
export type DatetimeInput = string | Date;

/** The options of a list or a read of any resource. */
export interface Asked {
  readonly where?: object;
  readonly select?: readonly string[];
  readonly embed?: string;
  readonly related?: object;
  readonly order?: readonly string[];
  readonly limit?: number;
  readonly offset?: number;
  readonly valid_at?: string | Date;
  readonly as_of?: string | Date;
  /** The members of many rows that are sent. */
  readonly columns?: readonly string[];
  readonly onConflict?: readonly string[] | undefined;
}

/** The query of a URL with its question mark; empty without parameters. */
function queryOf(
  name: string,
  { where = {}, columns, onConflict, select, embed, related = {}, ...rest }: Asked,
): string {
  const query = new URLSearchParams();
  addAll(query, conditionsOf(where, name), '');
  if (columns !== undefined && columns.length > 0) query.set('columns', columns.join());
  if (onConflict !== undefined) query.set('on_conflict', onConflict.join());
  if (select !== undefined) query.set('select', select.join());
  if (embed !== undefined && embed !== '') query.set('embed', embed);
  addPage(query, rest, '');
  addRelated(query, related, '');
  return query.size === 0 ? '' : `?${query}`;
}

/** Options of embedded relations, each under the path of its aliases. */
function addRelated(query: URLSearchParams, related: object, path: string): void {
  for (const [alias, { related: below = {}, ...page }] of Object.entries(related) as [string, Asked][]) {
    addPage(query, page, `${path}${alias}.`);
    addRelated(query, below, `${path}${alias}.`);
  }
}

function addPage(query: URLSearchParams, { order, limit, offset, valid_at, as_of }: Asked, path: string): void {
  if (order !== undefined && order.length > 0) query.set(`${path}order`, order.join());
  for (const [parameter, value] of Object.entries({ limit, offset, valid_at, as_of })) {
    if (value !== undefined) query.set(`${path}${parameter}`, wordOf(value));
  }
}

/** A condition: an operator on a field, or several conditions of which all or one must hold. */
type Condition = Comparison | Tree;

interface Comparison {
  readonly path: string;
  readonly negated: boolean;
  readonly operator: string;
  readonly operand: unknown;
  readonly isJson: boolean;
}

interface Tree {
  /** The alias of the relation that it is about; none for the row itself. */
  readonly path: string;
  readonly word: 'and' | 'or' | 'not.and';
  readonly conditions: readonly Condition[];
}

function conditionsOf(where: object, name: string): readonly Condition[] {
  const { json, relations } = shapes[name] ?? noShape;
  return Object.entries(where).flatMap(([member, asked]): readonly Condition[] => {
    if (asked === undefined) return [];
    if (member === 'and' || member === 'or') {
      const each = (asked as readonly object[]).map((one) => tree('', 'and', conditionsOf(one, name)));
      return [tree('', member, each)];
    }
    if (member === 'not') return [tree('', 'not.and', conditionsOf(asked, name))];
    const target = Object.hasOwn(relations, member) ? relations[member] : undefined;
    if (target === undefined) return comparisonsOf(member, asked, isJsonAt(member, json));
    const { is, ...related } = asked as { readonly is?: unknown };
    const found = conditionsOf(related, target);
    const presence = is === undefined ? [] : comparisonsOf(member, { is }, false);
    return found.length === 0 ? presence : [...presence, tree(member, 'and', found)];
  });
}

function comparisonsOf(path: string, operators: object, isJson: boolean, negated = false): readonly Condition[] {
  return Object.entries(operators).flatMap(([operator, operand]): readonly Condition[] => {
    if (operand === undefined) return [];
    if (operator !== 'not') return [{ path, negated, operator, operand, isJson }];
    const within = Object.keys(operand);
    if (within.length === 1) return comparisonsOf(path, operand, isJson, true);
    return [tree('', 'not.and', comparisonsOf(path, operand, isJson))];
  });
}

function tree(path: string, word: Tree['word'], conditions: readonly Condition[]): Tree {
  return { path, word, conditions };
}

/** `->` leads to JSON, and `->>` to its text. */
function isJsonAt(member: string, json: readonly string[]): boolean {
  const arrow = member.lastIndexOf('->');
  return arrow < 0 ? json.includes(member) : !member.startsWith('->>', arrow);
}

function addAll(query: URLSearchParams, conditions: readonly Condition[], path: string): void {
  for (const condition of conditions) {
    if ('operator' in condition) query.append(`${path}${condition.path}`, operationText(condition, false));
    else if (condition.word === 'and') addAll(query, condition.conditions, pathTo(`${path}${condition.path}`));
    else query.append(`${path}${condition.word}`, `(${condition.conditions.map(operandText).join()})`);
  }
}

/** A condition within a tree. */
function operandText(condition: Condition): string {
  if ('operator' in condition) return `${condition.path}.${operationText(condition, true)}`;
  const { path, word, conditions } = condition;
  const [only] = conditions;
  if (path === '' && word === 'and' && conditions.length === 1 && only !== undefined) return operandText(only);
  return `${pathTo(path)}${word}(${conditions.map(operandText).join()})`;
}

function pathTo(path: string): string {
  return path === '' || path.endsWith('.') ? path : `${path}.`;
}

function operationText({ negated, operator, operand, isJson }: Comparison, isWithin: boolean): string {
  return `${negated ? 'not.' : ''}${operator}.${operandOf(operator, operand, isJson, isWithin)}`;
}

function operandOf(operator: string, operand: unknown, isJson: boolean, isWithin: boolean): string {
  if (operator === 'is') return String(operand);
  const word = isJson ? writeJson : wordOf;
  if (operator === 'in') return `(${(operand as readonly unknown[]).map((each) => quoted(word(each))).join()})`;
  const isArray = Array.isArray(operand) && (!isJson || operator.includes('('));
  const text = isArray ? arrayText(operand, word) : word(operand);
  return isWithin ? quoted(text) : text;
}

function arrayText(elements: readonly unknown[], word: (value: unknown) => string): string {
  return `{${elements.map((each) => (each === null ? 'null' : quoted(word(each)))).join()}}`;
}

function wordOf(value: unknown): string {
  return value instanceof Date ? value.toISOString() : String(value);
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

/** The facts about a resource that are needed to read and write its JSON and its filters. */
export interface Shape {
  /** Fields whose numbers are texts here. */
  readonly exact: readonly string[];
  /** Fields that hold any JSON. */
  readonly json: readonly string[];
  /** The resources of its relations by alias. */
  readonly relations: Readonly<Record<string, string>>;
}

/** A shape without facts, for unknown resources. */
const noShape: Shape = { exact: [], json: [], relations: {} };

// ECMAScript's JSON.parse source text access, which not every library of types has yet.
const exactJson = JSON as unknown as {
  parse(
    text: string,
    reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
  ): unknown;
  stringify(value: unknown, replacer: (key: string, value: unknown) => unknown): string;
  rawJSON(text: string): RawNumber;
  isRawJSON(value: unknown): value is RawNumber;
};

/** @throws TypeError when numbers could only be read with loss. */
function requireExactJson(): void {
  if (typeof exactJson.rawJSON === 'function') return;
  throw new TypeError('this runtime has no JSON.rawJSON, so long numbers would lose digits; use a newer runtime');
}

/** Reads JSON, no digit lost. */
function parseExact(text: string): unknown {
  return escapedName.test(text)
    ? parseNamed(text)
    : exactJson.parse(text, (_key, read, context) => exact(read, context));
}

/** The last escape in the name of a member, and what follows it. */
const escapedName = /(?<!\\)(?:\\\\)*\\.[^"\\]*"[ \t\n\r]*:/;

/**
 * Reads each name by itself, and the rest with a number in its place. JSON.parse of Node 24 may take a name with an escape
 * for another one: after `{"a":1,"\\":2}` it reads `{"a":1,"\"":2}` as the same object.
 */
function parseNamed(text: string): unknown {
  const places = new Map<string, number>();
  const placeOf = (name: string): number => {
    const place = places.get(name) ?? places.size;
    places.set(name, place);
    return place;
  };
  const placed = text.replace(/("[^"\\]*(?:\\.[^"\\]*)*")([ \t\n\r]*:)?/g, (string, name: string, colon?: string) =>
    colon === undefined ? string : `"_${placeOf(name)}":`,
  );
  const names = [...places.keys()].map((name): string => JSON.parse(name));
  return exactJson.parse(placed, (_key, read, context) => {
    const value = exact(read, context);
    if (typeof value !== 'object' || value === null || Array.isArray(value) || exactJson.isRawJSON(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([place, held]) => [names[Number(place.slice(1))], held]));
  });
}

function exact(read: unknown, { source }: { readonly source?: string }): unknown {
  return typeof read === 'number' && String(read) !== source ? exactJson.rawJSON(source ?? '') : read;
}

/**
 * A row or rows of a resource, as parseExact has read them. Members that are aggregates have names of their own, with
 * whether their numbers are texts.
 */
function rowsOf(name: string, value: unknown, aggregates: ReadonlyMap<string, boolean> = none): unknown {
  return shaped(name, value, aggregates);
}

const none: ReadonlyMap<string, boolean> = new Map();

/** Writes what a create or an update sends, no digit lost. */
function writeRow(name: string, body: object): string {
  return writeJson(sentRow(name, body));
}

/** A row whose exact values are numbers, also in the keys of rows that it refers to. */
function sentRow(name: string, body: object): object {
  const { exact, relations } = shapes[name] ?? noShape;
  const members = Object.entries(body).map(([field, value]) => {
    const target = Object.hasOwn(relations, field) ? relations[field] : undefined;
    if (target !== undefined && typeof value === 'object' && value !== null) return [field, sentRow(target, value)];
    return [field, exact.includes(field) ? numbers(value) : value];
  });
  return Object.fromEntries(members);
}

/** Writes rows that are sent together, no digit lost. */
function writeRows(name: string, bodies: readonly object[]): string {
  return `[${bodies.map((body) => writeRow(name, body)).join()}]`;
}

/** Any value as JSON. NaN and Infinity become a text, which the service refuses, and not null. */
function writeJson(value: unknown): string {
  return exactJson.stringify(value, (_key, each) => {
    if (typeof each === 'bigint') return exactJson.rawJSON(String(each));
    return typeof each === 'number' && !Number.isFinite(each) ? String(each) : each;
  });
}

function shaped(name: string, value: unknown, aggregates = none): unknown {
  if (Array.isArray(value)) return value.map((row) => shaped(name, row, aggregates));
  const { exact, relations } = shapes[name] ?? noShape;
  const row = value as Record<string, unknown> | null;
  if (row === null) return null;
  for (const [member, held] of Object.entries(row)) {
    const isExact = aggregates.get(member);
    const target = isExact === undefined && Object.hasOwn(relations, member) ? relations[member] : undefined;
    if (target !== undefined) row[member] = shaped(target, held);
    else row[member] = (isExact ?? exact.includes(member)) ? digits(held) : settled(held);
  }
  return row;
}

/** A number as its text. */
function digits(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(digits);
  if (exactJson.isRawJSON(value)) return value.rawJSON;
  return typeof value === 'number' ? String(value) : value;
}

/** A text of digits as the number that it says. */
function numbers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(numbers);
  return typeof value === 'string' && /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(value)
    ? exactJson.rawJSON(value)
    : value;
}

/**
 * Any JSON. A number becomes a JavaScript number if that holds all of its digits, also when it is written differently.
 */
function settled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(settled);
  if (exactJson.isRawJSON(value)) return isHeld(value.rawJSON) ? Number(value.rawJSON) : value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([member, held]) => [member, settled(held)]));
}

/** Every number of 15 digits survives a double unchanged (IEEE 754). A longer one survives only by chance. */
function isHeld(source: string): boolean {
  const [mantissa = ''] = source.toLowerCase().split('e');
  const significant = mantissa.replace(/[-.]/g, '').replace(/^0+/, '');
  const value = Number(source);
  return significant.length <= 15 && Number.isFinite(value) && (value !== 0 || significant === '');
}
