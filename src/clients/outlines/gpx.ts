import { decimalsIn } from '../../domain/outline.ts'
import { message } from '../../words/message.ts'
import { ImportFault } from '../sheets/fault.ts'
import { type XmlHandlers, type XmlReader, xmlReader } from '../sheets/xml.ts'
import type { WalkedCorner } from './walk.ts'

/** Reads a walk that a phone recorded (GPX 1.1): tracks, routes and single points. */

export interface Walk {
  /** Empty if it has none. */
  readonly name: string
  readonly steps: readonly WalkedCorner[]
}
export interface Walks {
  /** A track is one walk, even if the phone paused. */
  readonly walks: readonly Walk[]
  /** Each has one step. */
  readonly points: readonly Walk[]
  /** With how many decimals the places of the file were written. */
  readonly decimals: number
}

const STEPS: ReadonlySet<string> = new Set(['trkpt', 'rtept'])
const LONGEST_NAME = 200

/** @throws {ImportFault} if the file is not well-formed: an incomplete file is not read in part */
export function gpxReader(): XmlReader<Walks> {
  const walks: { name: string; steps: WalkedCorner[] }[] = []
  const points: { name: string; steps: WalkedCorner[] }[] = []
  let decimals = 0
  const stepOf = ({ lon, lat }: Readonly<Record<string, unknown>>): WalkedCorner => {
    decimals = Math.max(decimals, decimalsIn(`${lon} ${lat}`))
    return [degrees(lon), degrees(lat)]
  }
  const handlers: XmlHandlers = {
    open({ tag, attributes }) {
      if (tag === 'trk' || tag === 'rte') walks.push({ name: '', steps: [] })
      else if (STEPS.has(tag)) walks.at(-1)?.steps.push(stepOf(attributes))
      else if (tag === 'wpt') points.push({ name: '', steps: [stepOf(attributes)] })
    },
    close(tag, text, within) {
      if (tag !== 'name') return
      const parent = within.at(-1) ?? ''
      const named =
        parent === 'wpt' ? points.at(-1) : parent === 'trk' || parent === 'rte' ? walks.at(-1) : undefined
      if (named !== undefined) named.name = text.trim().slice(0, LONGEST_NAME)
    },
    malformed(reason, line) {
      throw new ImportFault(
        message('import.file.badXml', { kind: 'GPX', reason, line }),
        message('import.file.damagedGpx.remedy'),
      )
    },
  }
  return xmlReader(handlers, () => ({
    walks: walks.filter(({ steps }) => steps.length > 0),
    points,
    decimals,
  }))
}

const degrees = (text: unknown): number =>
  typeof text === 'string' && text.trim() !== '' ? Number(text) : Number.NaN
