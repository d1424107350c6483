/** What a run of the fuzz knows of the service it asks, for some thousands of requests: who calls, and what can be named. */

export type CallerKind =
  | 'party'
  | 'reader'
  | 'metrics'
  | 'device'
  | 'revoked'
  | 'expired'
  | 'enrolment'
  /** That of the appliance: one for all villages, so it comes to have more than anybody. */
  | 'cooperative'

export interface Caller {
  readonly kind: CallerKind
  /** The party it acts as. */
  readonly party: string
  readonly token: string
}

export interface KnownRecord {
  readonly id: string
  readonly type: string
}

export interface World {
  /** On the clock of whoever asks, milliseconds since 1970 UTC. */
  readonly beganMs: number
  readonly callers: readonly Caller[]
  /** With credentials first, then some that are only known, then some that nobody told of. */
  readonly parties: readonly string[]
  readonly records: readonly KnownRecord[]
  readonly inferences: readonly string[]
  readonly grants: readonly string[]
  readonly objections: readonly string[]
  readonly delegations: readonly Mandate[]
  readonly devices: readonly string[]
  /** Addresses of unfinished uploads end in these. */
  readonly uploads: readonly string[]
  /** Hashes of pictures that are kept. */
  readonly pictures: readonly string[]
  /** Of lists and feeds, as they were given. */
  readonly cursors: readonly string[]
  readonly purposes: readonly string[]
  /** Codes of the registry by kind. */
  readonly codes: Readonly<Record<string, readonly string[]>>
}

export interface Mandate {
  readonly id: string
  readonly principal: string
  readonly delegate: string
}

/** While it is being peopled. */
export type MutableWorld = {
  -readonly [K in keyof World]: World[K] extends readonly (infer T)[] ? T[] : World[K]
}

export const EMPTY_WORLD: World = {
  beganMs: 0,
  callers: [],
  parties: [],
  records: [],
  inferences: [],
  grants: [],
  objections: [],
  delegations: [],
  devices: [],
  uploads: [],
  pictures: [],
  cursors: [],
  purposes: [],
  codes: {},
}
