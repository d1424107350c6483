import { Counts } from '../base/counts.ts'
import { type MemoryBudget, type MemoryOwner, shareOfParty } from '../base/memory-budget.ts'
import type { Config } from '../config/config.ts'

/**
 * The rules for which connections stay open, and which clients may leave replies unread. This file has only
 * rules and counts; the sockets are in `connection-guard.ts`. The clock is passed in; it counts monotonic
 * milliseconds.
 */

/** What the rules need to know of a connection's socket. */
export interface Transport {
  /** The address for which the connection is counted (`addressKey`). */
  readonly address: string
  /**
   * From this machine or a trusted proxy. Many callers may share such an address, so it has no limit of its
   * own.
   */
  readonly isTrusted: boolean
  /** Bytes sent and received since the connection was opened. */
  readonly moved: () => number
  /** Whether the client has not read all of a reply. */
  readonly hasUnread: () => boolean
  /** Whether only part of a request has arrived. */
  readonly hasUnsent: () => boolean
  readonly cut: () => void
}

export interface ConnectionLimits {
  /** All connections. */
  readonly most: number
  /** The number of these that only trusted connections may use. */
  readonly reserved: number
  readonly perAddress: number
  /** A reply is cut off when the client reads nothing for this long. */
  readonly unreadMs: number
  /** Most bytes of replies that are being made or are not read yet. */
  readonly bytesPerAddress: number
}

/** `opening`: no whole request has arrived yet. `resting`: all requests are answered. */
type Phase = 'opening' | 'working' | 'resting'

/** An open connection. Only `Connections` changes it. */
export class Connection {
  readonly transport: Transport
  phase: Phase = 'opening'
  sinceMs: number
  /** Bytes sent and received by the last check. */
  moved = 0
  movedAtMs: number
  /** When a check last found that the client had read everything, and the bytes moved by then. */
  readAllAtMs: number
  readAllMoved = 0

  constructor(transport: Transport, nowMs: number) {
    this.transport = transport
    this.sinceMs = nowMs
    this.movedAtMs = nowMs
    this.readAllAtMs = nowMs
  }
}

/** Reasons for closing or refusing a connection, or for cutting off or refusing a reply. */
const REFUSALS = ['no_place', 'address_full', 'unread', 'make_room', 'no_room'] as const
export type Refusal = (typeof REFUSALS)[number]

/** Figures for the metrics and the doctor. */
export interface ConnectionFigures {
  readonly open: number
  readonly most: number
  readonly waitingBytes: number
  readonly waitingBytesAtMost: number
  /** Counts since the start of the service. */
  readonly refused: Readonly<Record<Refusal, number>>
  /** Milliseconds since all connections were last in use; null if they never were. */
  readonly shortForMs: number | null
}

/** A connection without progress for this long may be closed to make room. */
const STALLED_MS = 10_000
/**
 * A client may read slowly, as on a 2G network. A client below this rate for this long counts as not reading.
 */
const SLOWEST_BYTES_PER_SECOND = 200
const SLOW_MS = 300_000
/** Minimum time between two summaries in the log. */
const REPORT_MS = 60_000

export class Connections {
  readonly limits: ConnectionLimits
  readonly #warn: (text: string) => void
  readonly #clock: () => number
  readonly #open = new Set<Connection>()
  readonly #perAddress = new Counts<string>()
  readonly #memory: MemoryBudget
  readonly #refused = Object.fromEntries(REFUSALS.map((why) => [why, 0])) as Record<Refusal, number>
  #shortAtMs: number | null = null
  #reported: Readonly<Record<Refusal, number>> = { ...this.#refused }
  #reportedAtMs = Number.NEGATIVE_INFINITY

  /** @param memory the budget of replies @param warn receives a summary of refusals, at most once a minute */
  constructor(
    limits: ConnectionLimits,
    memory: MemoryBudget,
    warn: (text: string) => void,
    clock: () => number = performance.now.bind(performance),
  ) {
    this.limits = limits
    this.#memory = memory
    this.#warn = warn
    this.#clock = clock
  }

  /** @param openFiles the limit of files and sockets of this process */
  static of(
    config: Config,
    openFiles: number,
    memory: MemoryBudget,
    warn: (text: string) => void,
  ): Connections {
    const limits = {
      most: placesFor(openFiles, config.maxConnections),
      reserved: RESERVED,
      perAddress: config.maxConnectionsPerAddress,
      unreadMs: config.writeIdleSeconds * 1_000,
      bytesPerAddress: config.maxUnreadBytesPerAddress,
    }
    return new Connections(limits, memory, warn)
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

  /**
   * Accepts a new connection, if necessary by closing an idle one.
   * @returns null when the limits do not allow it
   */
  accept(transport: Transport): Connection | null {
    const { most, reserved, perAddress } = this.limits
    if (!transport.isTrusted && this.#perAddress.of(transport.address) >= perAddress) {
      this.#refused.address_full++
      if (!this.#closeIdle(transport.address)) return null
    }
    if (this.#open.size >= (transport.isTrusted ? most : most - reserved)) {
      this.#refused.no_place++
      this.#shortAtMs = this.#clock()
      if (!this.#closeIdle(null)) return null
    }
    const connection = new Connection(transport, this.#clock())
    this.#open.add(connection)
    this.#perAddress.add(transport.address)
    return connection
  }

  leave(connection: Connection): void {
    if (!this.#open.delete(connection)) return
    this.#perAddress.add(connection.transport.address, -1)
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
      if (!connection.transport.hasUnread()) {
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
   * Counts the bytes of a connection's reply while it is made and sent, until the next phase. May cut off
   * another reply that its client does not read.
   * @param address of the client; behind a proxy, not the address of the connection
   * @param party of the caller; null if unknown
   * @param bytes of the reply so far
   * @returns whether the limits allow it
   */
  hold(connection: Connection, address: string, party: number | null, bytes: number): boolean {
    if (!this.#open.has(connection)) return false
    const isLimited = !connection.transport.isTrusted || address !== connection.transport.address
    const owners: MemoryOwner[] = party === null ? [] : [shareOfParty(this.#memory, party)]
    if (isLimited) owners.push({ name: address, most: this.limits.bytesPerAddress })
    for (;;) {
      const reached = this.#memory.hold(connection, owners, bytes)
      if (reached === null) return true
      if (this.#makeRoom(reached)) continue
      this.#refused.no_room++
      return false
    }
  }

  #report(nowMs: number): void {
    if (nowMs - this.#reportedAtMs < REPORT_MS) return
    const words = wordsFor(this.limits, this.#memory)
    for (const why of REFUSALS) {
      const more = this.#refused[why] - this.#reported[why]
      if (more === 0) continue
      this.#warn(`${words[why]} (${more} since the last warning)`)
      this.#reportedAtMs = nowMs
    }
    if (this.#reportedAtMs === nowMs) this.#reported = { ...this.#refused }
  }

  /** Closes an idle connection. @param address null for any @returns whether there was one */
  #closeIdle(address: string | null): boolean {
    let victim: Connection | undefined
    for (const candidate of this.#open) {
      if (address !== null && candidate.transport.address !== address) continue
      if (!this.#isIdle(candidate)) continue
      if (victim === undefined || this.#closesBefore(candidate, victim)) victim = candidate
    }
    if (victim === undefined) return false
    this.leave(victim)
    victim.transport.cut()
    return true
  }

  #isIdle(connection: Connection): boolean {
    if (connection.phase !== 'working') return true
    const { transport } = connection
    return (transport.hasUnread() || transport.hasUnsent()) && this.#isStalled(connection)
  }

  /**
   * Whether one connection is closed before another. Those without open requests are closed first, since
   * their clients can connect again; then those of the address with the most connections; then the oldest.
   */
  #closesBefore(one: Connection, other: Connection): boolean {
    const [oneRests, otherRests] = [one.phase === 'resting', other.phase === 'resting']
    if (oneRests !== otherRests) return oneRests
    const [ofOne, ofOther] = [
      this.#perAddress.of(one.transport.address),
      this.#perAddress.of(other.transport.address),
    ]
    if (ofOne !== ofOther) return ofOne > ofOther
    return one.sinceMs < other.sinceMs
  }

  /**
   * Cuts off the longest stalled reply of those that count towards the reached limit.
   * @returns whether there was one
   */
  #makeRoom(reached: string): boolean {
    let victim: Connection | undefined
    for (const candidate of this.#open) {
      if (!this.#memory.isOf(candidate, reached)) continue
      if (!candidate.transport.hasUnread() || !this.#isStalled(candidate)) continue
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
    const moved = connection.transport.moved()
    if (moved === connection.moved) return false
    connection.moved = moved
    connection.movedAtMs = this.#clock()
    return true
  }

  #cut(connection: Connection, why: Refusal): void {
    this.#refused[why]++
    this.leave(connection)
    connection.transport.cut()
  }
}

const wordsFor = (
  { most, perAddress, unreadMs, bytesPerAddress }: ConnectionLimits,
  memory: MemoryBudget,
): Record<Refusal, string> => ({
  no_place: `connections were closed or refused, because all ${most} were in use; "ss -tn" shows the clients`,
  address_full: `connections were closed or refused, because their address already had ${perAddress}`,
  unread: `replies were cut off, because their clients read nothing for ${unreadMs / 1000} seconds, or almost nothing for longer`,
  make_room: `stalled replies were cut off, because ${replyFill(memory.most, bytesPerAddress)}`,
  no_room: `replies were refused as overloaded, because ${replyFill(memory.most, bytesPerAddress)}`,
})

const replyFill = (inAll: number, perAddress: number) =>
  `replies that are being made or not yet read use up the ${mebibytes(inAll)} MiB for all clients, the three quarters of it for one party, or the ${mebibytes(perAddress)} MiB for one address`

const mebibytes = (bytes: number): number => Math.round(bytes / 2 ** 20)

function isTooSlow({ moved, readAllAtMs, readAllMoved }: Connection, nowMs: number): boolean {
  const ms = nowMs - readAllAtMs
  return ms >= SLOW_MS && moved - readAllMoved < (SLOWEST_BYTES_PER_SECOND * ms) / 1000
}

/** Open files kept for the database, uploads, pictures, backups and the operator's socket. */
const OTHER_FILES = 64
const RESERVED = 16

/**
 * Returns the number of connections that the limit of open files allows. Each connection may also need an
 * open file, for an upload or a picture.
 * @param openFiles the limit of files and sockets of this process
 * @param wanted the number in the settings
 */
export const placesFor = (openFiles: number, wanted: number): number =>
  Math.max(2 * RESERVED, Math.min(wanted, Math.floor((openFiles - OTHER_FILES) / 2)))
