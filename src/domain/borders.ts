import { must } from '../base/typed.ts'
import {
  type Box,
  boxesMeet,
  boxOf,
  distanceToEdge,
  type Edge,
  edgesIn,
  hasInside,
  type Position,
  type Surface,
} from './outline.ts'

/** In which country a place is, by borders drawn to a few hundred metres. */

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
  readonly geometry: { readonly coordinates: readonly Surface[] } | null
}

interface Area {
  /** The code to name it by, and all that it belongs to. */
  readonly code: string | null
  readonly codes: ReadonlySet<string>
  readonly surfaces: readonly { readonly box: Box; readonly drawn: object }[]
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
      const surfaces = geometry.coordinates.map((coordinates) => {
        const drawn = { type: 'Polygon', coordinates }
        return { box: must(boxOf(drawn)), drawn }
      })
      return [{ code, codes: new Set(codes), surfaces }]
    })
  }

  /** Returns the code of the country or territory; null on the sea and where none is agreed on. */
  codeAt(lon: number, lat: number): string | null {
    return this.#areas.find((area) => isWithin(area, [lon, lat]))?.code ?? null
  }

  /** Returns whether a place lies more than five kilometres outside a country or territory. */
  isFarOutside(lon: number, lat: number, country: string): boolean {
    const areas = this.#areas.filter(({ codes }) => codes.has(country))
    const at: Position = [lon, lat]
    return !areas.some((area) => isWithin(area, at)) && !areas.some((area) => isNear(area, at))
  }
}

const isIso = ({ isoStatus }: Bordered['properties']) => isoStatus !== 'excRes'

const boxAt = ([lon, lat]: Position, wide = 0, high = 0): Box => ({
  ...{ west: lon - wide, east: lon + wide },
  ...{ south: lat - high, north: lat + high },
})

const isWithin = ({ surfaces }: Area, at: Position): boolean =>
  surfaces.some(({ box, drawn }) => boxesMeet(box, boxAt(at)) && hasInside(drawn, at))

/** Over so short a distance the Earth is flat. */
function isNear({ surfaces }: Area, at: Position): boolean {
  const [lon, lat] = at
  const east = METRES_PER_DEGREE * Math.cos((lat * Math.PI) / 180)
  const flat = ([x, y]: Position): Position => [(x - lon) * east, (y - lat) * METRES_PER_DEGREE]
  const around = boxAt(at, FAR_METRES / Math.max(east, 1), FAR_METRES / METRES_PER_DEGREE)
  const isBeside = ([from, to]: Edge) => distanceToEdge([0, 0], [flat(from), flat(to)]) <= FAR_METRES
  return surfaces.some(({ box, drawn }) => boxesMeet(box, around) && edgesIn(drawn).some(isBeside))
}
