/** Traits that types share. An operator names the trait that it requires. */
export type Trait =
  /** One value can be told from another. */
  | 'equal'
  /** Values are few or exact enough that one of them can name a timeline. */
  | 'identifying'
  /** One value comes before another. */
  | 'ordered'
  /** There may be no value. */
  | 'nullable'
  /** A value can be one of a list. */
  | 'listed'
  /** A value is text, in which words and patterns can be found. */
  | 'textual'
  /** A value is true or false. */
  | 'truth'
  /** One value can contain another. */
  | 'containing'
  /** Two values can have elements in common. */
  | 'overlapping'
  /** A value has a beginning and an end. */
  | 'bounded'
  /** A path such as ->a leads into a value. */
  | 'parted'
  /** Values add up, and have a mean. */
  | 'summed'
  /** PostgreSQL finds the least and the greatest of many values. */
  | 'ranked';
