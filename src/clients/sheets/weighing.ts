import type { Figures } from './prices.ts'

/** Tells gross weights, tares and net weights from each other, by their headings and by their figures. */

export type Weighed = 'gross' | 'tare' | 'net'

const NET = /\b(net(s|te|tes|to)?|neto|halisi|wavu)\b/
const GROSS = /\b(gross|brut(o|e)?|ghafi)\b/
const TARE = /\b(tare|tara|emballages?|chombo|vyombo)\b/
/** Words that also mean a total, or a number of bags. */
const PERHAPS_GROSS = /\b(jumla|total|totaux)\b/
const PERHAPS_TARE =
  /\b(gunia|magunia|mfuko|mifuko|kifungashio|sacs?|sacos?|bags?|sacks?|containers?|crates?|buckets?|tins?|packaging)\b/

/** A heading that means a gross weight or a tare, and nothing else. */
export const isGrossOrTare = (heading: string): boolean => GROSS.test(heading) || TARE.test(heading)

/**
 * Returns what a heading may mean beside others: words such as `Jumla` and `Gunia` also mean a total and bags. Of two
 * rows of headings, the lower one says it.
 * @param heading in lower case, without accents
 */
export function perhapsWeighed(heading: string): Weighed | null {
  const lower = heading.split(' / ').at(-1) ?? heading
  for (const text of [lower, heading]) {
    if (NET.test(text)) return 'net'
    if (GROSS.test(text)) return 'gross'
    if (TARE.test(text) || PERHAPS_TARE.test(text)) return 'tare'
    if (PERHAPS_GROSS.test(text)) return 'gross'
  }
  return null
}

/** In how many of the rows that have all three a gross weight is the net weight and the tare. */
export function addingUp(
  gross: Figures,
  net: Figures,
  tare: Figures,
): { readonly rows: number; readonly agreeing: number } {
  const differences = gross.flatMap((figure, i) => {
    const [kept, left] = [net[i] ?? null, tare[i] ?? null]
    return figure === null || kept === null || left === null ? [] : [Math.abs(figure - kept - left)]
  })
  return { rows: differences.length, agreeing: differences.filter((one) => one < 0.01).length }
}

/** A column of figures, with its heading in lower case and without accents. */
export interface WeighedColumn {
  readonly heading: string
  readonly figures: Figures
}

/**
 * Returns the places of a gross weight, a tare and a net weight that their headings name and that add up in most rows;
 * null if there are none, or several net weights.
 */
export function weighingIn(columns: readonly WeighedColumn[]): Readonly<Record<Weighed, number>> | null {
  const of = (wanted: Weighed) =>
    columns.flatMap(({ heading }, i) => (perhapsWeighed(heading) === wanted ? [i] : []))
  const [net, another] = of('net')
  if (net === undefined || another !== undefined) return null
  const figuresOf = (i: number) => columns[i]?.figures ?? []
  for (const gross of of('gross'))
    for (const tare of of('tare')) {
      const { rows, agreeing } = addingUp(figuresOf(gross), figuresOf(net), figuresOf(tare))
      if (rows > 0 && agreeing * 2 >= rows) return { gross, tare, net }
    }
  return null
}

/** A part of a total that is never more than this share of it may be a tare. */
const SMALL = 0.15

/**
 * Whether one part of a sum may be a tare, so that the sum is a gross weight.
 * @param areAlike whether the headings of the parts say that they are of one kind, such as shifts
 */
export function hasTare(total: Figures, parts: readonly WeighedColumn[], areAlike: boolean): boolean {
  for (const wanted of ['tare', 'net']) {
    const count = parts.filter(({ heading }) => perhapsWeighed(heading) === wanted).length
    if (count > 0 && count < parts.length) return true
  }
  if (areAlike || parts.length !== 2) return false
  return parts.some(({ figures }) => {
    const shares = total.flatMap((sum, i) => (sum === null || sum <= 0 ? [] : [(figures[i] ?? 0) / sum]))
    return shares.some((one) => one > 0) && shares.every((one) => one <= SMALL)
  })
}
