import { Counts } from '../base/counts.ts'
import { type MemoryBudget, type Owner, shareOfParty } from '../base/memory-budget.ts'

/**
 * Rules of who may keep a connection, and who may keep a reply waiting. Only rules and counts; the sockets are in
 * `connection-guard.ts`. The clock is passed in: monotonic milliseconds.
 */

export interface Line {
  /** The caller it counts for (`addressKey`). */
  readonly address: string
  /** From this machine or a trusted proxy: many callers may be behind it, so it has no limit of its own. */
  readonly isTrusted: boolean
  /** Bytes sent and received since it was opened. */
  readonly moved: () => number
  /** The client has not read all of a reply. */
  readonly hasUnread: () => boolean
  /** A request has begun but not arrived whole. */
  readonly hasUnsent: () => boolean
  readonly cut: () => void
}

export interface ConnectionLimits {
  /** All connections. */
  readonly most: number
  /** The last ones of these, only for trusted connections. */
  readonly reserved: number
  readonly perAddress: number
  /** A reply is cut off after this long without the client reading. */
  readonly unreadMs: number
  /** Of replies that are being made or were not read yet. */
  readonly bytesPerAddress: number
}

/** `opening`: no whole request yet. `resting`: all requests are answered. */
type Phase = 'opening' | 'working' | 'resting'

/** An open connection. Only `Connections` changes it. */
export class Connection {
  readonly line: Line
  phase: Phase = 'opening'
  sinceMs: number
  /** As of the last check. */
  moved = 0
  movedAtMs: number
  /** When the client was last seen with nothing left to read, and the bytes moved by then. */
  readAllAtMs: number
  readAllMoved = 0

  constructor(line: Line, nowMs: number) {
    this.line = line
    this.sinceMs = nowMs
    this.movedAtMs = nowMs
    this.readAllAtMs = nowMs
  }
}

/** Reasons for closing or refusing a connection, or refusing a reply. */
const REFUSALS = ['no_place', 'address_full', 'unread', 'make_room', 'no_room'] as const
export type Refusal = (typeof REFUSALS)[number]

/** For metrics and the doctor. */
export interface ConnectionFigures {
  readonly open: number
  readonly most: number
  readonly waitingBytes: number
  readonly waitingBytesAtMost: number
  /** Since the start of the service. */
  readonly refused: Readonly<Record<Refusal, number>>
  /** Milliseconds since connections were last short; null for never. */
  readonly shortForMs: number | null
}

/** A connection without progress for this long gives way if room is needed. */
const STALLED_MS = 10_000
/** A client may read slowly, as on a 2G network. One below this rate for this long is holding the reply, not reading it. */
const SLOWEST_BYTES_PER_SECOND = 200
const SLOW_MS = 300_000
/** Minimum time between log lines. */
const TELL_MS = 60_000

export class Connections {
  readonly limits: ConnectionLimits
  readonly #warn: (text: string) => void
  readonly #clock: () => number
  readonly #open = new Set<Connection>()
  readonly #perAddress = new Counts<string>()
  readonly #memory: MemoryBudget
  readonly #refused: Record<Refusal, number> = {
    no_place: 0,
    address_full: 0,
    unread: 0,
    make_room: 0,
    no_room: 0,
  }
  #shortAtMs: number | null = null
  #reported: Readonly<Record<Refusal, number>> = { ...this.#refused }
  #reportedAtMs = Number.NEGATIVE_INFINITY

  /** @param memory which replies take from @param warn receives a summary of refusals, at most once a minute */
  constructor(
    limits: ConnectionLimits,
    memory: MemoryBudget,
    warn: (text: string) => void,
    clock: () => number = () => performance.now(),
  ) {
    this.limits = limits
    this.#memory = memory
    this.#warn = warn
    this.#clock = clock
  }

  get figures(): ConnectionFigures {
    return {
      open: this.#open.size,
      most: this.limits.most,
      waitingBytes: this.#memory.bytes,
      waitingBytesAtMost: this.#memory.most,
      refused: { ...this.#refused },
      shortForMs: this.#shortAtMs === null ? null : this.#clock() - this.#shortAtMs,
    }
  }

  /** Takes a new connection, if necessary in place of an idle one. @returns null when there is no place */
  come(line: Line): Connection | null {
    const { most, reserved, perAddress } = this.limits
    if (!line.isTrusted && this.#perAddress.of(line.address) >= perAddress) {
      this.#refused.address_full++
      if (!this.#makePlace(line.address)) return null
    }
    if (this.#open.size >= (line.isTrusted ? most : most - reserved)) {
      this.#refused.no_place++
      this.#shortAtMs = this.#clock()
      if (!this.#makePlace(null)) return null
    }
    const connection = new Connection(line, this.#clock())
    this.#open.add(connection)
    this.#perAddress.add(line.address)
    return connection
  }

  leave(connection: Connection): void {
    if (!this.#open.delete(connection)) return
    this.#perAddress.add(connection.line.address, -1)
    this.#memory.leave(connection)
  }

  enter(connection: Connection, phase: Phase): void {
    this.#memory.leave(connection)
    connection.phase = phase
    connection.sinceMs = this.#clock()
    if (phase === 'working') this.#noteMoved(connection)
  }

  /** Call about once a second. Cuts off unread replies, and logs refusals. */
  check(): void {
    const now = this.#clock()
    this.#report(now)
    for (const connection of this.#open) {
      if (connection.phase !== 'working') continue
      const hasMoved = this.#noteMoved(connection)
      if (!connection.line.hasUnread()) {
        connection.readAllAtMs = now
        connection.readAllMoved = connection.moved
      } else if (
        (!hasMoved && now - connection.movedAtMs >= this.limits.unreadMs) ||
        isTooSlow(connection, now)
      )
        this.#cut(connection, 'unread')
    }
  }

  /**
   * Counts the bytes of a connection's reply, while it is made and sent, until the next phase. May cut off a reply that its
   * client does not read.
   * @param address the client's; behind a proxy, not that of the connection
   * @param party the caller's, once it is known
   * @param bytes all bytes so far
   * @returns whether there is room
   */
  hold(connection: Connection, address: string, party: number | null, bytes: number): boolean {
    if (!this.#open.has(connection)) return false
    const isLimited = !connection.line.isTrusted || address !== connection.line.address
    const owners: Owner[] = party === null ? [] : [shareOfParty(this.#memory, party)]
    if (isLimited) owners.push({ name: address, most: this.limits.bytesPerAddress })
    for (;;) {
      const inTheWay = this.#memory.hold(connection, owners, bytes)
      if (inTheWay === null) return true
      if (!this.#makeRoom(inTheWay)) return this.#refuse()
    }
  }

  #refuse(): false {
    this.#refused.no_room++
    return false
  }

  #report(nowMs: number): void {
    if (nowMs - this.#reportedAtMs < TELL_MS) return
    const words = wordsFor(this.limits, this.#memory)
    for (const why of REFUSALS) {
      const more = this.#refused[why] - this.#reported[why]
      if (more === 0) continue
      this.#warn(`${words[why]} (${more} since the last warning)`)
      this.#reportedAtMs = nowMs
    }
    if (this.#reportedAtMs === nowMs) this.#reported = { ...this.#refused }
  }

  /** @param address null for any */
  #makePlace(address: string | null): boolean {
    let victim: Connection | undefined
    for (const candidate of this.#open) {
      if (address !== null && candidate.line.address !== address) continue
      if (!this.#isIdle(candidate)) continue
      if (victim === undefined || this.#givesWayBefore(candidate, victim)) victim = candidate
    }
    if (victim === undefined) return false
    this.leave(victim)
    victim.line.cut()
    return true
  }

  #isIdle(connection: Connection): boolean {
    if (connection.phase !== 'working') return true
    return (connection.line.hasUnread() || connection.line.hasUnsent()) && this.#isStalled(connection)
  }

  /** Answered connections give way first, since their clients reconnect; then those of the address with the most. */
  #givesWayBefore(one: Connection, other: Connection): boolean {
    const [oneRests, otherRests] = [one.phase === 'resting', other.phase === 'resting']
    if (oneRests !== otherRests) return oneRests
    const [ofOne, ofOther] = [this.#perAddress.of(one.line.address), this.#perAddress.of(other.line.address)]
    if (ofOne !== ofOther) return ofOne > ofOther
    return one.sinceMs < other.sinceMs
  }

  /** Cuts off the reply that has stalled longest, of those in the way. */
  #makeRoom(inTheWay: string): boolean {
    let victim: Connection | undefined
    for (const candidate of this.#open) {
      if (!this.#memory.isOf(candidate, inTheWay)) continue
      if (!candidate.line.hasUnread() || !this.#isStalled(candidate)) continue
      if (victim === undefined || candidate.movedAtMs < victim.movedAtMs) victim = candidate
    }
    if (victim === undefined) return false
    this.#cut(victim, 'make_room')
    return true
  }

  #isStalled(connection: Connection): boolean {
    return !this.#noteMoved(connection) && this.#clock() - connection.movedAtMs >= STALLED_MS
  }

  /** @returns whether bytes moved since the last check */
  #noteMoved(connection: Connection): boolean {
    const moved = connection.line.moved()
    if (moved === connection.moved) return false
    connection.moved = moved
    connection.movedAtMs = this.#clock()
    return true
  }

  #cut(connection: Connection, why: Refusal): void {
    this.#refused[why]++
    this.leave(connection)
    connection.line.cut()
  }
}

const wordsFor = (
  { most, perAddress, unreadMs, bytesPerAddress }: ConnectionLimits,
  memory: MemoryBudget,
): Record<Refusal, string> => ({
  no_place: `connections were closed or refused, because all ${most} places were taken; "ss -tn" shows by whom`,
  address_full: `connections were closed or refused, because their address had ${perAddress} already`,
  unread: `replies were cut off, because their clients read nothing for ${unreadMs / 1000} seconds, or almost nothing for longer`,
  make_room: `stalled replies were cut off, because ${replyFill(memory.most, bytesPerAddress)}`,
  no_room: `replies were refused as overloaded, because ${replyFill(memory.most, bytesPerAddress)}`,
})

const replyFill = (inAll: number, perAddress: number) =>
  `replies that are being made or were not read fill the ${mebibytes(inAll)} MiB for all, three quarters of them for one party, or the ${mebibytes(perAddress)} MiB for one address`

const mebibytes = (bytes: number): number => Math.round(bytes / 2 ** 20)

function isTooSlow({ moved, readAllAtMs, readAllMoved }: Connection, nowMs: number): boolean {
  const ms = nowMs - readAllAtMs
  return ms >= SLOW_MS && moved - readAllMoved < (SLOWEST_BYTES_PER_SECOND * ms) / 1000
}

/** Files for the database, uploads, pictures, backups and the operator's socket. */
const OTHER_FILES = 64
export const RESERVED = 16

/**
 * The number of connections: each may also have a file open, an upload or a picture.
 * @param openFiles limit of files and sockets of this process
 */
export const placesFor = (openFiles: number, wanted: number): number =>
  Math.max(2 * RESERVED, Math.min(wanted, Math.floor((openFiles - OTHER_FILES) / 2)))
