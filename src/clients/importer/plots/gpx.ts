import { SaxesParser } from 'saxes'
import { ImportFault } from '../fault.ts'
import type { Step } from './walk.ts'

/** Reads what a phone recorded on a walk (GPX 1.1): its tracks and routes, and single points. */

export interface Walk {
  /** Empty where it has none. */
  readonly name: string
  readonly steps: readonly Step[]
}
export interface Walks {
  /** A track whose phone paused is one walk. */
  readonly walks: readonly Walk[]
  /** Of one step each. */
  readonly points: readonly Walk[]
}

const STEPS: ReadonlySet<string> = new Set(['trkpt', 'rtept'])
const LONGEST_NAME = 200
/** Reads the file piece by piece. @throws {ImportFault} where the file is not well-formed: nothing is guessed from a half of one */
export function gpxReader(): { write(piece: string): void; end(): Walks } {
  const walks: { name: string; steps: Step[] }[] = []
  const points: { name: string; steps: Step[] }[] = []
  const path: string[] = []
  let words = ''
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    throw new ImportFault(
      `The GPX file cannot be read: ${error.message.replace(/^\d+:\d+: /, '').replace(/\.$/, '')} (line ${parser.line}).`,
      'It is damaged or was cut off. Export it from the phone again.',
    )
  })
  parser.on('opentag', ({ name, attributes }) => {
    const tag = name.slice(name.indexOf(':') + 1)
    path.push(tag)
    words = ''
    if (tag === 'trk' || tag === 'rte') walks.push({ name: '', steps: [] })
    else if (STEPS.has(tag)) walks.at(-1)?.steps.push(stepOf(attributes))
    else if (tag === 'wpt') points.push({ name: '', steps: [stepOf(attributes)] })
  })
  const takeText = (text: string) => {
    words += text.slice(0, LONGEST_NAME)
  }
  parser.on('text', takeText)
  parser.on('cdata', takeText)
  parser.on('closetag', () => {
    const tag = path.pop()
    const within = path.at(-1) ?? ''
    const named =
      within === 'wpt' ? points.at(-1) : within === 'trk' || within === 'rte' ? walks.at(-1) : undefined
    if (tag === 'name' && named !== undefined) named.name = words.trim().slice(0, LONGEST_NAME)
  })
  return {
    write: (piece) => void parser.write(piece),
    end: () => {
      parser.close()
      return { walks: walks.filter(({ steps }) => steps.length > 0), points }
    },
  }
}

const stepOf = ({ lon, lat }: Readonly<Record<string, unknown>>): Step => [degrees(lon), degrees(lat)]
const degrees = (text: unknown): number =>
  typeof text === 'string' && text.trim() !== '' ? Number(text) : Number.NaN
