import { chance } from '../../support/records/gate/random.ts'
import type { Source } from './load.ts'
import { type Cast, idAt, Season } from './records.ts'

/** Request bytes, made before the clock runs. */

export const PURPOSE = 'credit_assessment'

/** Requests for these addresses, again and again in this order. @param token null: without a credential */
export function reads(paths: readonly string[], token: string | null, expectedStatus = 200): Source {
  const credential = token === null ? '' : `Authorization: Bearer ${token}\r\n`
  const requests = paths.map((path) =>
    Buffer.from(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${credential}\r\n`),
  )
  if (requests.length === 0) throw new Error('nothing to ask for')
  let at = -1
  return {
    expectedStatus,
    next: () => {
      at = (at + 1) % requests.length
      return requests[at] as Buffer
    },
  }
}

export const recordPath = (id: string) => `/v1/records/${id}?purpose=${PURPOSE}`

/** Ids that nobody has. */
export function absentIds(count: number): string[] {
  const random = chance(99)
  return Array.from({ length: count }, () => idAt(Date.now() - random() * 1e10, random))
}

const ROUND = 8_192
const ID_AT = '{"id":"'.length
const ID_BYTES = 36
const INSTANT_AT = ID_AT + ID_BYTES + '","occurred_at":"'.length

interface Prepared {
  readonly bytes: Buffer
  readonly bodyAt: number
  readonly isLot: boolean
  /** Where the id of the lot stands, or 0. */
  readonly lotAt: number
}

/**
 * New records without end: a round of prepared requests in which id, time and lot are written over before each
 * sending, so that every one is new, happens now, and no lot grows for ever.
 */
export function writes(path: string, cast: Cast, token: string): Source {
  const random = chance(7)
  const season = new Season(cast, random, false)
  const now = Date.now()
  const prepared = Array.from({ length: ROUND }, (): Prepared => {
    const { id, occurred_at, recorded_at: _, ...rest } = season.next(now)
    const body = JSON.stringify({ id, occurred_at, ...rest })
    const head =
      `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n`
    const lotAt = body.indexOf('"lot_id":"')
    return {
      bytes: Buffer.from(head + body),
      bodyAt: Buffer.byteLength(head),
      isLot: rest.type === 'lot',
      lotAt: lotAt < 0 ? 0 : Buffer.byteLength(head) + lotAt + '"lot_id":"'.length,
    }
  })
  let at = -1
  let count = 0
  let lotId = idAt(now, random)
  return {
    expectedStatus: 201,
    next: () => {
      at = (at + 1) % ROUND
      const { bytes, bodyAt, isLot, lotAt } = prepared[at] as Prepared
      const ms = Date.now()
      const id = idOf(ms, count++, random)
      bytes.write(id, bodyAt + ID_AT, ID_BYTES, 'latin1')
      bytes.write(new Date(ms).toISOString(), bodyAt + INSTANT_AT, 24, 'latin1')
      if (lotAt > 0) bytes.write(lotId, lotAt, ID_BYTES, 'latin1')
      if (isLot) lotId = id
      return bytes
    },
  }
}

/** As `idAt`, with a counter for the part that chance would make: cheaper, and never the same twice in a run. */
function idOf(ms: number, count: number, random: () => number): string {
  const time = ms.toString(16).padStart(12, '0')
  const tail = count.toString(16).padStart(8, '0')
  const salt = (0x1000 + Math.floor(random() * 0xefff)).toString(16)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${salt.slice(1)}-8000-${salt}${tail}`
}
