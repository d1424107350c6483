import { addTo } from '../../../base/groups.ts'
import { type Standing, standingsIn } from '../../../domain/derived/standings.ts'
import { isChangeable } from './changing.ts'
import { type Entry, namedBy, type SentRecord, type State } from './entry.ts'
import type { FedRecord } from './members.ts'

/** Chains of corrections (contract §4 and §5) as the phone knows them: its own records, and what others did to them. */

export type By =
  | { readonly is: 'here' | 'phone' | 'office' }
  | { readonly is: 'party'; readonly party: string }

/** A version of a record, or a retraction. */
export interface ChainVersion {
  readonly id: string
  /** Its entry's key on this phone; else its id. */
  readonly key: string
  /** Null if the phone knows only that there is one. */
  readonly record: SentRecord | null
  readonly at: number
  readonly by: By
  readonly state: State
  /** Whether the service cannot have it. */
  readonly isUnsent: boolean
}

export interface Chain {
  /** The first one first. Rejected ones are among them, and count in nothing. */
  readonly versions: readonly ChainVersion[]
  /** `unknown`: the service has a newer version that the phone does not have. */
  readonly is: 'standing' | 'forked' | 'taken_back' | 'unknown'
  /** The version that counts, if one does. */
  readonly newest: ChainVersion | null
  /** In a fork: the figures that contradict each other. */
  readonly branches: readonly ChainVersion[]
  /** The retractions of any version, the oldest first. */
  readonly retractions: readonly ChainVersion[]
  /** What others wrote: corrections and retractions that this phone did not act on itself. */
  readonly changes: readonly ChainVersion[]
  readonly standings: ReadonlyMap<string, Standing>
  readonly children: (id: string) => readonly string[]
}

export interface Own {
  readonly party: string
  readonly device: string
}

function byOf({ asserted_by: asserter, device_id: device }: FedRecord, own: Own): By {
  if (device === own.device) return { is: 'here' }
  if (asserter !== own.party) return { is: 'party', party: asserter }
  return { is: device === undefined ? 'office' : 'phone' }
}

/** It is made again when something changes: what takes long is done when it is asked for. */
export class Chains {
  readonly #entries = new Map<string, Entry>()
  readonly #fed: ReadonlyMap<string, FedRecord>
  readonly #own: Own
  readonly #children = new Map<string, string[]>()
  /** Ids of retractions, by what they take back. */
  readonly #retractions = new Map<string, string[]>()
  /** Ids that records of this phone name: their author knew these. */
  readonly #actedOn = new Set<string>()
  /** Versions that the phone does not have, with the one that each corrects. */
  readonly #unknown = new Map<string, string>()
  readonly #versions = new Map<string, ChainVersion>()
  readonly #known = new Map<string, Chain>()
  #changed: ReadonlyMap<string, Chain> | null = null

  /** @param fed records of the feed that the phone follows */
  constructor(entries: readonly Entry[], fed: ReadonlyMap<string, FedRecord>, own: Own) {
    this.#fed = fed
    this.#own = own
    for (const entry of entries) {
      this.#entries.set(entry.record.id, entry)
      this.#link(entry.record, entry.state !== 'rejected', entry.state === 'rejected')
    }
    for (const [id, record] of fed) {
      if (!this.#entries.has(id)) this.#link(record, record.device_id === own.device, false)
      for (const child of record.derived?.superseded_by ?? [])
        if (!fed.has(child) && !this.#entries.has(child) && !this.#unknown.has(child)) {
          this.#unknown.set(child, id)
          addTo(this.#children, id, child)
        }
    }
  }

  #link(record: SentRecord, isActed: boolean, isRejected: boolean): void {
    if (isActed) for (const id of namedBy(record)) this.#actedOn.add(id)
    if (record.type === 'retraction') {
      if (!isRejected) addTo(this.#retractions, record.target_id, record.id)
    } else if (record.supersedes) addTo(this.#children, record.supersedes, record.id)
  }

  #version(id: string): ChainVersion {
    let version = this.#versions.get(id)
    if (version === undefined) {
      version = this.#made(id)
      this.#versions.set(id, version)
    }
    return version
  }

  #made(id: string): ChainVersion {
    const entry = this.#entries.get(id)
    const record = this.#fed.get(id)
    if (entry !== undefined) {
      const { key, madeAt: at, state } = entry
      return { id, key, record: entry.record, at, by: { is: 'here' }, state, isUnsent: isChangeable(entry) }
    }
    const by: By = record === undefined ? { is: 'office' } : byOf(record, this.#own)
    const at = record === undefined ? Number.NaN : Date.parse(record.recorded_at)
    return { id, key: id, record: record ?? null, at, by, state: 'accepted', isUnsent: false }
  }

  #rootOf(id: string): string {
    const seen = new Set<string>()
    for (let at = id; ; ) {
      seen.add(at)
      const record = this.#entries.get(at)?.record ?? this.#fed.get(at)
      const before = record === undefined ? this.#unknown.get(at) : (record.target_id ?? record.supersedes)
      if (!before || seen.has(before)) return at
      at = before
    }
  }

  /** Returns the chain of a record, by the id of any version or retraction. */
  of(id: string): Chain {
    const root = this.#rootOf(id)
    let chain = this.#known.get(root)
    if (chain === undefined) {
      chain = this.#grown(root)
      this.#known.set(root, chain)
    }
    return chain
  }

  #grown(root: string): Chain {
    const order = [root]
    const counts = new Set<string>()
    for (let i = 0; i < order.length; i++) {
      const id = order[i] as string
      if (this.#isCounted(id, counts, root)) counts.add(id)
      for (const child of this.#children.get(id) ?? []) if (!order.includes(child)) order.push(child)
    }
    const children = (id: string) => (this.#children.get(id) ?? []).filter((child) => counts.has(child))
    const retracted = new Set(
      order.filter((id) => this.#retractions.has(id) || this.#fed.get(id)?.derived?.retracted === true),
    )
    const counting = order.filter((id) => counts.has(id))
    const standings = standingsIn(counting, children, retracted)
    const versionOf = (id: string) => this.#version(id)
    const ofStanding = (standing: Standing) => counting.filter((id) => standings.get(id) === standing)
    const [tip] = ofStanding('tip').map(versionOf)
    const forked = ofStanding('forked')
    const branches = forked.filter((id) => !reaches(id, children, (below) => !retracted.has(below)))
    const retractions = order.flatMap((id) => this.#retractionsOf(id))
    const corrections = order.filter((id) => id !== root).map(versionOf)
    return {
      // A first version that is not known is no version to show.
      versions: order.map(versionOf).filter(({ id, record }) => record !== null || id !== root),
      is:
        forked.length > 0
          ? 'forked'
          : tip === undefined
            ? 'taken_back'
            : tip.record === null
              ? 'unknown'
              : 'standing',
      newest: tip?.record ? tip : null,
      branches: branches.map(versionOf),
      retractions: [...retractions].sort((a, b) => a.at - b.at),
      changes: [...corrections, ...retractions].filter(
        ({ id, by }) => by.is !== 'here' && !this.#actedOn.has(id),
      ),
      standings,
      children,
    }
  }

  /**
   * Whether a version counts, for all that the phone knows. The service refuses a correction of what was taken back, so one
   * that it cannot have yet will not.
   */
  #isCounted(id: string, counts: ReadonlySet<string>, root: string): boolean {
    if (id === root) return true
    const version = this.#version(id)
    const parent = version.record?.supersedes
    if (version.state === 'rejected' || (parent && !counts.has(parent))) return false
    const isRefused = this.#retractionsOf(parent ?? '').some(({ by }) => by.is !== 'here')
    return !(version.isUnsent && isRefused)
  }

  #retractionsOf(id: string): ChainVersion[] {
    return (this.#retractions.get(id) ?? []).map((retraction) => this.#version(retraction))
  }

  /** Chains that others changed, by the id of each version and retraction. */
  get changed(): ReadonlyMap<string, Chain> {
    if (this.#changed !== null) return this.#changed
    const changed = new Map<string, Chain>()
    const roots = new Set<string>()
    for (const [id, { device_id }] of this.#fed)
      if (device_id !== this.#own.device && !this.#entries.has(id)) roots.add(this.#rootOf(id))
    for (const id of this.#unknown.keys()) roots.add(this.#rootOf(id))
    for (const root of roots) {
      const chain = this.of(root)
      if (chain.changes.length > 0 || chain.is === 'forked')
        for (const { id } of [...chain.versions, ...chain.retractions]) changed.set(id, chain)
    }
    this.#changed = changed
    return changed
  }
}

/** Whether a version below this one meets a test. */
const reaches = (
  id: string,
  children: (id: string) => readonly string[],
  test: (id: string) => boolean,
): boolean => children(id).some((child) => test(child) || reaches(child, children, test))

/** Returns what is new in a chain for someone who looked at it before: ids, and the fork as a whole. */
export const newsOf = ({ changes, is, branches }: Chain): string[] => [
  ...changes.map(({ id }) => id),
  ...(is === 'forked'
    ? [
        `fork ${branches
          .map(({ id }) => id)
          .sort()
          .join(' ')}`,
      ]
    : []),
]

/** What a list says of a record that others changed. */
export type Note =
  | { readonly is: 'forked' }
  | { readonly is: 'unknown' }
  | { readonly is: 'corrected'; readonly newest: ChainVersion }
  | { readonly is: 'taken_back'; readonly by: By; readonly retraction: ChainVersion | null }

/** @param shown the version that a person sees @returns null if nobody else changed what it says */
export function noteOf({ is, newest, retractions }: Chain, shown: string): Note | null {
  if (is === 'forked') return { is }
  if (is === 'unknown') return { is }
  if (is === 'standing')
    return newest === null || newest.by.is === 'here' || newest.id === shown
      ? null
      : { is: 'corrected', newest }
  const last = retractions.at(-1) ?? null
  const by: By = last?.by ?? { is: 'office' }
  return by.is === 'here' ? null : { is: 'taken_back', by, retraction: last }
}
