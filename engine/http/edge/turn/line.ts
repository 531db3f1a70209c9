/** An item's place in a line. */
export interface Place<Item> {
  readonly item: Item;
  before: Place<Item> | null;
  after: Place<Item> | null;
}

/**
 * Items in the order in which they came, each of which may leave at any time. A Set does the same, at a price. Once it has lived
 * for a while, V8 keeps each table that it outgrows, and every table after it, until it collects the whole heap.
 */
export class Line<Item> {
  #first: Place<Item> | null = null;
  #last: Place<Item> | null = null;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Adds a place that is in no line, at the end. */
  add(place: Place<Item>): void {
    place.before = this.#last;
    if (this.#last === null) this.#first = place;
    else this.#last.after = place;
    this.#last = place;
    this.#length += 1;
  }

  /** Removes a place that is in this line. */
  remove(place: Place<Item>): void {
    const { before, after } = place;
    if (before === null) this.#first = after;
    else before.after = after;
    if (after === null) this.#last = before;
    else after.before = before;
    place.before = null;
    place.after = null;
    this.#length -= 1;
  }

  *[Symbol.iterator](): Iterator<Item> {
    for (let place = this.#first; place !== null; place = place.after) yield place.item;
  }
}

/** A place that is in no line yet. */
export function placeOf<Item>(item: Item): Place<Item> {
  return { item, before: null, after: null };
}
