import type { Measure } from '../measures.ts'

/**
 * The kinds of members. Tables over them are typed by these unions, so the compiler names each place that does not handle a
 * kind. Types alone: the field page goes by them too.
 */

export type FieldKind = AskedKind | UnaskedKind

/** Kinds that a person types, and that `domain/typed.ts` reads wherever they type them. */
export type WrittenKind =
  | Measure
  | 'quantity'
  | 'money'
  /** An instant shown as a day. */
  | 'day'
  | 'happened'
  | 'country'
  | 'word'
  | 'text'
  /** Present and true, or absent. */
  | 'yes'
  /** True or false; absent while nobody was asked. */
  | 'answer'

/** Kinds that a person types: those, and the ones for which something is looked up. */
export type AskedKind =
  | WrittenKind
  /** The id of a party. */
  | 'party'
  /** The id of a record that this one names. */
  | 'reference'
  | 'crop'
  | 'crops'
  | 'region'
  | 'phone'
  | 'language'
  | 'inputs'
  /** Amounts by which a payment pays other records. */
  | 'parts'
  | 'pictures'
  /** Ids that others gave. */
  | 'ids'

/** Kinds that no person types: such a member has no help of a flag. */
export type UnaskedKind =
  /** The id of the record itself, or of something without a record of its own. */
  | 'id'
  | 'kg'
  | 'factor'
  /** An instant shown to the minute. */
  | 'stamp'
  /** A whole number that no person types. */
  | 'count'
  | 'outline'
  /** A place that a record describes itself, without naming a plot record. */
  | 'place'
  | 'plots'
