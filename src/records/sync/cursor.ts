import { Problem } from '../../base/problem.ts'
import { ifGiven } from '../../base/typed.ts'
import type { ToldToProgram } from '../../store/tables/feed-told.ts'
import type { FeedPlace } from '../gate/feed-place.ts'
import { INCARNATION_BYTES, NUMBER_BYTES, readNumbers, seal, unseal, writeNumbers } from './sealed-numbers.ts'

/**
 * Cursors of the change feed (contract §10), kept by devices. A cursor must not reveal how much others have
 * written, work for another party, or be forged. So it has a fixed length, is encrypted with authentication
 * (AES-256-GCM, NIST SP 800-38D) and is bound to party and purpose.
 */

const FORM = 5
/** The count of numbers in each form: the first has no `beganN`, the second no `told`, the third no `root`, the fourth no `again`. */
const NUMBERS = { 1: 10, 2: 11, 3: 13, 4: 14, 5: 15 } as const
/**
 * What an old cursor has seen. Its version closed nothing, so all consent is considered again, and what ended
 * long ago is closed too.
 */
const NOTHING_SEEN = { seen: { seq: 0, atMs: 0 }, catchingUp: null } as const
/** Bytes of the form and the incarnation. */
const HEAD_BYTES = 1 + INCARNATION_BYTES
const plainBytes = (numbers: number) => HEAD_BYTES + numbers * NUMBER_BYTES

export interface Cursor {
  /** The life of the log that made the cursor; a restore from a backup starts another. */
  readonly incarnation: Buffer
  readonly place: FeedPlace
  /** What the feed told this program of what it must act on (`FeedTold`). */
  readonly told: ToldToProgram
  /** Size of the newest tree whose root the feed told this program; 0 if it told none. */
  readonly root: number
}

/** What a cursor is bound to. */
export interface Bound {
  readonly partyId: string
  /** Empty for the party's own changes. */
  readonly purpose: string
  /** Set for a device that may read only from this time on; if it may later read more, it starts again. */
  readonly sinceMs?: number | undefined
  /** Whether the feed has the party's own word alone. */
  readonly isOwnWord?: boolean
}

export function sealCursor(key: Buffer, bound: Bound, { incarnation, place, told, root }: Cursor): string {
  const plain = Buffer.alloc(plainBytes(NUMBERS[FORM]))
  plain.writeUInt8(FORM)
  incarnation.copy(plain, 1)
  writeNumbers(plain, HEAD_BYTES, [...numbersOf(place), told.after, told.through, root, place.again])
  return seal(key, bindingOf(bound), plain)
}

/**
 * Opens a cursor.
 * @throws {Problem} invalid_cursor, if it was made elsewhere, is forged, or is bound to something else
 */
export function openCursor(key: Buffer, bound: Bound, text: string): Cursor {
  const plain = unseal(key, bindingOf(bound), text, Object.values(NUMBERS).map(plainBytes))
  const form = plain.readUInt8()
  const count = ifGiven(NUMBERS[form as keyof typeof NUMBERS], plainBytes)
  if (count !== plain.length) throw new Problem('invalid_cursor')
  const numbers = readNumbers(plain, HEAD_BYTES)
  const place = placeOf(numbers)
  const incarnation = plain.subarray(1, HEAD_BYTES)
  const [after = 0, through = 0, root = 0, again = 0] = numbers.slice(NUMBERS[2])
  return {
    incarnation,
    place: { ...place, ...(form === 1 ? NOTHING_SEEN : {}), again },
    told: { after, through },
    root,
  }
}

/** Neither a purpose (a slug) nor an id contains a space, so the text is unambiguous. */
const bindingOf = ({ partyId, purpose, sinceMs, isOwnWord = false }: Bound): string =>
  `${partyId} ${purpose} ${sinceMs ?? ''}${isOwnWord ? ' own' : ''}`

function numbersOf({ through, seen, beganN, catchingUp }: FeedPlace): number[] {
  const { to, party, after } = catchingUp ?? { to: seen, party: 0, after: { at: 0, seq: 0 } }
  return [
    through.at,
    through.seq,
    seen.seq,
    seen.atMs,
    catchingUp === null ? 0 : 1,
    to.seq,
    to.atMs,
    party,
    after.at,
    after.seq,
    beganN,
  ]
}

function placeOf(numbers: readonly number[]): Omit<FeedPlace, 'again'> {
  const [at, seq, seenSeq, seenAtMs, isCatchingUp, toSeq, toAtMs, party, afterAt, afterSeq, beganN = 0] =
    numbers as [number, number, number, number, number, number, number, number, number, number, number?]
  return {
    through: { at, seq },
    seen: { seq: seenSeq, atMs: seenAtMs },
    beganN,
    catchingUp:
      isCatchingUp === 0
        ? null
        : { to: { seq: toSeq, atMs: toAtMs }, party, after: { at: afterAt, seq: afterSeq } },
  }
}
