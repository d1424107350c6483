/** Places labels on a drawing, so that none covers another. Pure. All measures are in pixels. */

export interface Wanted {
  /** The point that it names. */
  readonly x: number
  readonly y: number
  /** Its texts, the fullest first; the first that fits is used. */
  readonly texts: readonly string[]
}

export interface Placed {
  /** The middle of the text. */
  readonly x: number
  readonly y: number
  readonly text: string
}

interface Size {
  readonly width: number
  readonly height: number
}

interface Area extends Size {
  readonly left: number
  readonly top: number
}

/** The width of most letters of 11 pixels, and the height of their line. */
const LETTER = 6.4
const LINE = 15
/** The distance of a label from the point that it names, if it does not lie on it. */
const AWAY = 16

/**
 * Places each label on its point, or else above, below, right or left of it. The first labels have the first choice.
 * @param taken areas in which no label may lie
 * @returns a place for each; null for one that fits nowhere
 */
export function placeLabels(
  labels: readonly Wanted[],
  drawing: Size,
  taken: readonly Area[] = [],
): (Placed | null)[] {
  const areas = [...taken]
  return labels.map((label) => {
    for (const text of label.texts) {
      const placed = placesOf(label, text).find(({ area }) => isFree(area, drawing, areas))
      if (placed === undefined) continue
      areas.push(placed.area)
      return { x: placed.x, y: placed.y, text }
    }
    return null
  })
}

export const widthOf = (text: string): number => [...text].length * LETTER + 4

function placesOf({ x, y }: Wanted, text: string) {
  const width = widthOf(text)
  const aside = width / 2 + AWAY / 2
  const middles = [
    [x, y],
    [x, y - AWAY],
    [x, y + AWAY],
    [x + aside, y],
    [x - aside, y],
  ] as const
  return middles.map(([middle, line]) => ({
    x: middle,
    y: line,
    area: { left: middle - width / 2, top: line - LINE / 2, width, height: LINE },
  }))
}

const isFree = (area: Area, drawing: Size, areas: readonly Area[]): boolean =>
  area.left >= 0 &&
  area.top >= 0 &&
  area.left + area.width <= drawing.width &&
  area.top + area.height <= drawing.height &&
  !areas.some((other) => overlaps(area, other))

const overlaps = (a: Area, b: Area): boolean =>
  a.left < b.left + b.width &&
  b.left < a.left + a.width &&
  a.top < b.top + b.height &&
  b.top < a.top + a.height
