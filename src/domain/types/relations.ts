/** Relations between records. Stable numbers: the database stores them. */
export const RELATIONS = {
  supersedes: 1,
  retracts: 2,
  confirms: 3,
  /**
   * A delivery, transfer or loss names a lot, and may count in its mass balance: `derived/mass-balance.ts`.
   */
  lot: 4,
  /** A delivery names an obligation. */
  fulfils: 5,
  /** A lot draws on a record. */
  input: 6,
  /** A plot record describes this plot, by its stable id. */
  plot: 8,
  /** A plot record names this party as the holder. */
  holds: 9,
  /** A hand-over that may count gives a party the lot: see `possibleHandOvers`. No member states it. */
  brings: 7,
  /** A payment names an obligation or a delivery that it pays. */
  settles: 10,
} as const
export type Relation = keyof typeof RELATIONS
/** Writing one of these requires a right to the record it names, so there are few. */
export type AuthorityRelation = 'supersedes' | 'retracts' | 'confirms'
/** Anybody who knows an id may write any number of these, so they are looked up by asserter. */
export type Mention = 'lot' | 'fulfils' | 'input' | 'plot' | 'holds' | 'settles'
