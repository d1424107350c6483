import { addTo } from '../../../base/groups.ts'
import { type Entry, namedBy, type SentRecord } from './entry.ts'
import type { FedRecord } from './members.ts'

/** Which records of the feed the phone follows: its own, and what anyone did to the records that it shows. */

export interface Followed {
  /** Records of this phone, and all that corrects or takes back a record that the phone shows, by id. */
  readonly chains: ReadonlyMap<string, FedRecord>
  /** Corrections and retractions of records that are not known here, the oldest first: that record may follow. */
  readonly aside: ReadonlyMap<string, FedRecord>
}

export interface ShownHere {
  readonly device: string
  /** Ids of the records on this phone, and of those that they name. */
  readonly ids: ReadonlySet<string>
  /** Records of others that it shows to be confirmed: one that this phone confirms is followed from then on. */
  readonly toConfirm?: Iterable<FedRecord>
}

export const NOTHING_FOLLOWED: Followed = { chains: new Map(), aside: new Map() }
/** The feed brings a record before its corrections, except when consent changed; then a few are out of order. */
export const MOST_ASIDE = 100

const idsIn = (record: SentRecord, members: readonly ('supersedes' | 'target_id')[]): string[] =>
  members.flatMap((member) => record[member] ?? [])

/** What a record corrects or takes back. */
const actsOn = (record: FedRecord): string[] =>
  idsIn(record, record.type === 'retraction' ? ['target_id'] : ['supersedes'])

/** Returns the ids that the records of a phone show. */
export const shownBy = (records: Iterable<SentRecord>): Set<string> => {
  const ids = new Set<string>()
  for (const record of records) for (const id of [record.id, ...namedBy(record)]) ids.add(id)
  return ids
}

/** Whether this phone wrote it. Its retractions follow what they take back; lots are kept apart. */
const isRoot = ({ device_id, type }: FedRecord, device: string): boolean =>
  device_id === device && type !== 'retraction' && type !== 'lot'

/**
 * Applies a page of the change feed. The result does not depend on the order of pages, or on how often one arrives, as long
 * as no more than `MOST_ASIDE` wait for their record.
 */
export function following(
  have: Followed,
  { changes, closed }: { readonly changes: readonly FedRecord[]; readonly closed: readonly string[] },
  { device, ids, toConfirm = [] }: ShownHere,
): Followed {
  if (changes.length + closed.length === 0) return have
  const shown = new Map([...toConfirm].map((record) => [record.id, record]))
  const all = new Map(shown)
  for (const [id, record] of [...have.aside, ...have.chains]) all.set(id, record)
  for (const record of changes) all.set(record.id, record)
  for (const id of closed) all.delete(id)

  const acting = new Map<string, FedRecord[]>()
  for (const record of all.values()) for (const id of actsOn(record)) addTo(acting, id, record)
  const chains = new Map<string, FedRecord>()
  const known = new Set(ids)
  const spreading = [...ids]
  const keep = (record: FedRecord) => {
    if (chains.has(record.id)) return
    chains.set(record.id, record)
    const named = record.device_id === device ? namedBy(record) : actsOn(record)
    for (const id of [record.id, ...named])
      if (!known.has(id)) {
        known.add(id)
        spreading.push(id)
      }
  }
  for (const record of all.values()) if (isRoot(record, device)) keep(record)
  for (let id = spreading.pop(); id !== undefined; id = spreading.pop()) {
    const record = all.get(id)
    if (record !== undefined && record.type !== 'lot') keep(record)
    for (const other of acting.get(id) ?? []) keep(other)
  }
  const apart = [...all.values()].filter(
    (record) =>
      ![chains, have.chains, shown].some((known) => known.has(record.id)) && actsOn(record).length > 0,
  )
  return { chains, aside: new Map(apart.slice(-MOST_ASIDE).map((record) => [record.id, record])) }
}

/**
 * What stays after the service was restored from a backup: records of this phone. It may have lost what others wrote, and
 * what it derived from that; the whole feed is read again.
 */
export function afterRestore({ chains }: Followed, device: string): Followed {
  const own = [...chains.values()].filter((record) => record.device_id === device)
  return {
    chains: new Map(own.map(({ derived: _, ...record }) => [record.id, record])),
    aside: new Map(),
  }
}

/** A record of the feed, which the service has, as an entry. */
export const fedEntry = (record: SentRecord): Entry => ({
  key: record.id,
  state: 'accepted',
  record,
  madeAt: Date.parse(record.recorded_at ?? record.occurred_at),
  mayBeSent: false,
})

/** Returns the records of this phone that it knows from the feed alone, each without its older versions. */
export function fedAlone(chains: Followed['chains'], here: readonly Entry[], device: string): SentRecord[] {
  const fed = [...chains.values()].filter(({ device_id }) => device_id === device)
  const records = here.map(({ record }) => record)
  const over = new Set(records.map(({ id }) => id))
  for (const record of [...records, ...fed])
    for (const id of idsIn(record, ['supersedes', 'target_id'])) over.add(id)
  return fed.filter(({ id, type }) => type !== 'retraction' && !over.has(id))
}
