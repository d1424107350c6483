/**
 * Of the many crops, units and places, those that the cooperative ticked as its own: lists begin with them, and what a word
 * means is looked for among them first. Where none is ticked, all count as its own.
 */
export interface Ticked {
  /** Codes of the registry. */
  readonly crops: readonly string[]
  readonly units: readonly string[]
  /** Names of places, as records have them. */
  readonly places: readonly string[]
}

export const NOTHING_TICKED: Ticked = { crops: [], units: [], places: [] }

export interface OwnFirst<Row> {
  readonly own: readonly Row[]
  /** What is shown only to those who ask for it; empty where nothing is ticked. */
  readonly others: readonly Row[]
}

/** Divides rows by what is ticked. Codes without a row do not count. */
export function ownFirst<Row extends { readonly id: string }>(
  rows: readonly Row[],
  ticked: readonly string[],
): OwnFirst<Row> {
  const isTicked = ({ id }: Row) => ticked.includes(id)
  const own = rows.filter(isTicked)
  return own.length === 0 ? { own: rows, others: [] } : { own, others: rows.filter((row) => !isTicked(row)) }
}

/** Returns the only row that is ticked, with which a form begins; null if none or several are. */
export function onlyOwn<Row extends { readonly id: string }>(
  rows: readonly Row[],
  ticked: readonly string[],
): Row | null {
  const own = rows.filter(({ id }) => ticked.includes(id))
  return own.length === 1 ? (own[0] ?? null) : null
}

/** Of the rows that fit a word, returns those that it means: ticked ones, if any of them is. */
export const meantAmong = <Row extends { readonly id: string }>(
  fitting: readonly Row[],
  ticked: readonly string[],
): readonly Row[] => ownFirst(fitting, ticked).own
