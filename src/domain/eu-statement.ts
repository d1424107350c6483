/**
 * What one due diligence statement may hold, and how the plots of a lot are divided among statements: limits of the information
 * system of the European Union (interface for operators, version 3; "EUDR GeoJSON File Description", version 1.3, 29 May 2026).
 */

/** The largest file of plots, in bytes. */
export const MOST_FILE_BYTES = 25_000_000
/**
 * Producers of one commodity. A lot is of one commodity, so the limit of 10,000 producers of all commodities of a statement
 * is never reached.
 */
export const MOST_PRODUCERS = 1_000
/** The least that a point stands for, in hectares. */
export const POINT_FROM_HA = 0.0001
/** A larger plot needs an outline: Regulation (EU) 2023/1115, article 2 (28). */
export const POINT_UP_TO_HA = 4
/** Characters of the description of the goods. */
export const MOST_DESCRIPTION = 150

/** A plot with the bytes that it takes in a file; 0 for one that cannot be drawn. */
export interface Sized {
  readonly holder: string
  readonly bytes: number
}

/**
 * Divides plots among statements: the first statement takes producers in their order until it is full, then the next one
 * does. The plots of a producer stay together, unless they alone are more than a statement takes.
 * @param frame bytes of a file around its plots; between two of them is one more
 * @returns the number of the statement of each plot, from 0; null for a plot without bytes
 */
export function inStatements(
  plots: readonly Sized[],
  frame: number,
  most = { bytes: MOST_FILE_BYTES, producers: MOST_PRODUCERS },
): (number | null)[] {
  const room = most.bytes - frame + 1
  const numbers: (number | null)[] = plots.map(() => null)
  const drawn = [...plots.entries()].filter(([, { bytes }]) => bytes > 0)
  let [number, used, producers] = [0, 0, 0]
  const turn = () => {
    number++
    used = 0
    producers = 0
  }
  for (const ofOne of Map.groupBy(drawn, ([, { holder }]) => holder).values()) {
    const all = ofOne.reduce((sum, [, { bytes }]) => sum + bytes + 1, 0)
    const isFull = producers === most.producers || used + all > room
    if (isFull && used > 0) turn()
    producers++
    for (const [at, { bytes }] of ofOne) {
      if (used > 0 && used + bytes + 1 > room) {
        turn()
        producers = 1
      }
      used += bytes + 1
      numbers[at] = number
    }
  }
  return numbers
}

/**
 * Returns a description of goods that fits a statement: what they are, shortened if necessary, then what identifies
 * them.
 */
export function description(goods: string, identified: string): string {
  const letters = [...goods]
  const room = MOST_DESCRIPTION - [...`; ${identified}`].length
  return `${letters.length > room ? `${letters.slice(0, room - 1).join('')}…` : goods}; ${identified}`
}

/** A heading of the Harmonized System whose goods need a statement, and from which day until which. */
export interface Heading {
  readonly heading: string
  readonly from: string
  readonly until: string | null
}

/**
 * Headings of Annex I of Regulation (EU) 2023/1115 for goods that the registry knows. They apply from the day in its article
 * 38 as amended by Regulation (EU) 2025/2650; a later act that ends one sets `until`, and one that adds one has a row.
 */
export const HEADINGS: readonly Heading[] = ['0901', '1201', '1801', '4001'].map((heading) => ({
  heading,
  from: '2026-12-30',
  until: null,
}))

/**
 * Returns the heading under which goods need a statement on a day or later; undefined if they need none then.
 * @param hs the heading of the goods, with or without its dot
 * @param day such as 2026-12-30
 */
export const headingOf = (hs: string, day: string): Heading | undefined =>
  HEADINGS.find(({ heading, until }) => heading === hs.replace('.', '') && (until === null || day <= until))
