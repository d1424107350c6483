import type { Box } from './outline.ts'

/** In which country a place is, by borders drawn to a few hundred metres. */

type Line = readonly (readonly [lon: number, lat: number])[]

/** A country or a part of one, as the borders of country-coder have it (GeoJSON). */
export interface Bordered {
  readonly properties: {
    /** ISO 3166-1 alpha-2, also of territories. */
    readonly iso1A2?: string
    readonly nameEn?: string
    /** The code of the country that it is part of. */
    readonly country?: string
    /** Codes of what it is part of: territories, regions and others. */
    readonly groups?: readonly string[]
    /** `excRes` of a code that ISO reserves for others, as FX. */
    readonly isoStatus?: string
  }
  readonly geometry: { readonly coordinates: readonly (readonly Line[])[] } | null
}

interface Area {
  /** The code to name it by, and all that it belongs to. */
  readonly code: string | null
  readonly codes: ReadonlySet<string>
  readonly surfaces: readonly { readonly box: Box; readonly lines: readonly Line[] }[]
}

const METRES_PER_DEGREE = 111_320
/** The borders are drawn to a few hundred metres, and plots lie on borders. */
const FAR_METRES = 5_000

export class Borders {
  readonly #areas: readonly Area[]

  constructor(features: readonly Bordered[]) {
    const coded = features.filter(({ properties }) => properties.iso1A2 !== undefined && isIso(properties))
    const territories = new Set(coded.map(({ properties }) => properties.iso1A2))
    this.#areas = features.flatMap(({ properties, geometry }) => {
      if (geometry === null) return []
      const { iso1A2, country, groups = [] } = properties
      const codes = [iso1A2, ...groups, country].filter((code) => code !== undefined)
      const code = codes.find((one) => territories.has(one)) ?? null
      const surfaces = geometry.coordinates.map((lines) => ({ box: boxAround(lines), lines }))
      return [{ code, codes: new Set(codes), surfaces }]
    })
  }

  /** Returns the code of the country or territory; null on the sea and where none is agreed on. */
  codeAt(lon: number, lat: number): string | null {
    const at = { west: lon, east: lon, south: lat, north: lat }
    return this.#areas.find((area) => isWithin(area, at))?.code ?? null
  }

  /** Returns whether a place lies more than five kilometres outside a country or territory. */
  isFarOutside(lon: number, lat: number, country: string): boolean {
    const areas = this.#areas.filter(({ codes }) => codes.has(country))
    const at = { west: lon, east: lon, south: lat, north: lat }
    return !areas.some((area) => isWithin(area, at)) && !areas.some((area) => isNear(area, lon, lat))
  }
}

const isIso = ({ isoStatus }: Bordered['properties']) => isoStatus !== 'excRes'

function boxAround(lines: readonly Line[]): Box {
  let [west, south, east, north] = [181, 91, -181, -91]
  for (const [lon, lat] of lines.flat()) {
    west = Math.min(west, lon)
    east = Math.max(east, lon)
    south = Math.min(south, lat)
    north = Math.max(north, lat)
  }
  return { west, south, east, north }
}

const isIn = (box: Box, { west, east, south, north }: Box): boolean =>
  box.west <= west && east <= box.east && box.south <= south && north <= box.north

const isWithin = ({ surfaces }: Area, at: Box): boolean =>
  surfaces.some(({ box, lines }) => isIn(box, at) && crossingsEastOf(lines, at.west, at.south) % 2 === 1)

function crossingsEastOf(lines: readonly Line[], lon: number, lat: number): number {
  let count = 0
  for (const [[x, y], [toX, toY]] of edgesOf(lines))
    if (y > lat !== toY > lat && lon < x + ((lat - y) / (toY - y)) * (toX - x)) count++
  return count
}

function* edgesOf(lines: readonly Line[]): Generator<readonly [Line[number], Line[number]]> {
  for (const line of lines) {
    let before: Line[number] | undefined
    for (const corner of line) {
      if (before !== undefined) yield [before, corner]
      before = corner
    }
  }
}

/** Over so short a distance the Earth is flat. */
function isNear({ surfaces }: Area, lon: number, lat: number): boolean {
  const east = METRES_PER_DEGREE * Math.cos((lat * Math.PI) / 180)
  const flat = ([x, y]: Line[number]) => [(x - lon) * east, (y - lat) * METRES_PER_DEGREE] as const
  const [wide, high] = [FAR_METRES / Math.max(east, 1), FAR_METRES / METRES_PER_DEGREE]
  const at = { west: lon, east: lon, south: lat, north: lat }
  return surfaces.some(({ box, lines }) => {
    const around = {
      ...{ west: box.west - wide, east: box.east + wide },
      ...{ south: box.south - high, north: box.north + high },
    }
    if (!isIn(around, at)) return false
    for (const [from, to] of edgesOf(lines))
      if (metresFromHere(flat(from), flat(to)) <= FAR_METRES) return true
    return false
  })
}

/** The distance of the line between two places from the origin. */
function metresFromHere([x, y]: readonly [number, number], [toX, toY]: readonly [number, number]): number {
  const [alongX, alongY] = [toX - x, toY - y]
  const length = alongX ** 2 + alongY ** 2
  const part = length === 0 ? 0 : Math.min(1, Math.max(0, -(x * alongX + y * alongY) / length))
  return Math.hypot(x + part * alongX, y + part * alongY)
}
