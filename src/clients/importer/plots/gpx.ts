import { SaxesParser } from 'saxes'
import { ImportFault } from '../fault.ts'

/** Reads what a phone recorded on a walk (GPX 1.1): its tracks and routes, and single points. */

export type Step = readonly [longitude: number, latitude: number]
export interface Walks {
  /** A track whose phone paused is one walk. */
  readonly walks: readonly (readonly Step[])[]
  readonly points: readonly Step[]
}

const STEPS: Readonly<Record<string, string>> = { trkpt: 'trk', rtept: 'rte' }
/** Reads the file piece by piece. @throws {ImportFault} where the file is not well-formed: nothing is guessed from a half of one */
export function gpxReader(): { write(piece: string): void; end(): Walks } {
  const walks: Step[][] = []
  const points: Step[] = []
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    throw new ImportFault(
      `The GPX file cannot be read: ${error.message.replace(/^\d+:\d+: /, '').replace(/\.$/, '')} (line ${parser.line}).`,
      'It is damaged or was cut off. Export it from the phone again.',
    )
  })
  parser.on('opentag', ({ name, attributes }) => {
    const tag = name.slice(name.indexOf(':') + 1)
    if (tag === 'trk' || tag === 'rte') walks.push([])
    else if (tag in STEPS) walks.at(-1)?.push(stepOf(attributes))
    else if (tag === 'wpt') points.push(stepOf(attributes))
  })
  return {
    write: (piece) => void parser.write(piece),
    end: () => {
      parser.close()
      return { walks: walks.filter(({ length }) => length > 0), points }
    },
  }
}

const stepOf = ({ lon, lat }: Readonly<Record<string, unknown>>): Step => [degrees(lon), degrees(lat)]
const degrees = (text: unknown): number =>
  typeof text === 'string' && text.trim() !== '' ? Number(text) : Number.NaN
