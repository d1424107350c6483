import type { RecordBody } from '../../../../src/domain/types/index.ts'
import {
  chainOf,
  find,
  isOwn,
  isPerson,
  type OracleWorld,
  standingOf,
  subjectsOf,
} from '../../../support/records/gate/oracle.ts'
import { confirmedIn } from '../../../support/world.ts'
import type { View } from './oracle-view.ts'
import type { World } from './world.ts'

/** Why the change feed may bring a record that a puller has and could read at every moment since it last pulled. */

/** By party: the latest of its grants; null: for good. */
type KeptUntil = ReadonlyMap<string, number | null>

/** What stood when a puller last had everything. */
export interface LastTime {
  /** Number of records there were. */
  readonly records: number
  /** What it read by grants, and until when each of those who decide let it be kept. */
  readonly kept: ReadonlyMap<string, KeptUntil>
  /** Of each priced delivery that it read by grants, the consent by which it is told what was paid. */
  readonly paid: ReadonlyMap<string, string>
  /** What each party had said of this reader and purpose, what of it held, and whether it counted as a person. */
  readonly consents: ReadonlyMap<string, string>
}

export const AT_FIRST: LastTime = { records: 0, kept: new Map(), paid: new Map(), consents: new Map() }

export function lastTime(w: World, view: View, readable: readonly RecordBody[]): LastTime {
  const kept = new Map<string, KeptUntil>()
  for (const { id } of readable) {
    const until = keptUntil(w, view, id)
    if (until !== null) kept.set(id, until)
  }
  const priced = readable.filter((r) => r.agreed_price !== undefined && kept.has(r.id))
  const paid = new Map(priced.map((r) => [r.id, consentToPaid(w, view, r)]))
  const consents = new Map(w.parties.map((party) => [party, consentOf(w, view, party)]))
  return { records: w.records.length, kept, paid, consents }
}

function consentOf(w: World, { requester, purpose }: View, party: string): string {
  const grants = w.grants.filter(
    (g) => g.subject === party && g.grantee === requester && g.purpose === purpose,
  )
  const objections = w.objections.filter((o) => o.subject === party)
  return JSON.stringify([
    isPerson(w, party),
    grants.map((g) => [g.id, !g.revoked && g.fromMs <= w.nowMs && w.nowMs < g.untilMs]),
    objections.map((o) => [o.id, o.withdrawn]),
  ])
}

/** What it may show something of. */
function showsOf(w: World, record: RecordBody): RecordBody[] {
  const versions = new Set(chainOf(w, record).map(({ id }) => id))
  const inputs = new Set(record.inputs?.map((input) => input.record_id))
  return w.records.filter(
    (other) =>
      other.id === record.supersedes ||
      other.supersedes === record.id ||
      inputs.has(other.id) ||
      confirmedIn(other) === record.id ||
      other.settles?.some((part) => versions.has(part.record_id)) ||
      (record.type === 'lot' &&
        (versions.has(other.id) ||
          (other.type === 'custody_transfer' && versions.has(other.lot_id as string)))),
  )
}

/**
 * Something of which it may show something is new, or moved, or those whom that is about have said something else since. Of what
 * its reader neither may read nor ever was brought, each of them must have let it read something.
 */
export function isShownOtherwise(
  w: World,
  view: View,
  { last, seen }: { readonly last: LastTime; readonly seen: ReadonlySet<string> },
  id: string,
): boolean {
  const mayHear = (other: RecordBody, about: readonly string[]) =>
    view.decision(other).reads ||
    seen.has(other.id) ||
    about
      .filter((party) => !about.some((one) => isPerson(w, one)) || isPerson(w, party))
      .every((party) =>
        w.grants.some(
          (g) => g.subject === party && g.grantee === view.requester && g.purpose === view.purpose,
        ),
      )
  return showsOf(w, find(w, id) as RecordBody).some((other) => {
    const about = subjectsOf(w, other) ?? []
    const isOther =
      w.records.indexOf(other) >= last.records ||
      about.some((party) => last.consents.get(party) !== consentOf(w, view, party)) ||
      hasMoved(w, view.requester, last, other.id)
    return isOther && mayHear(other, about)
  })
}

/** Everything that was ever said of payments by those whom it is about, and what of it holds. */
function consentToPaid(w: World, { requester, purpose }: View, delivery: RecordBody): string {
  const about = subjectsOf(w, delivery) ?? []
  const grants = w.grants
    .filter((g) => about.includes(g.subject) && g.grantee === requester && g.purpose === purpose)
    .filter((g) => g.types.includes('payment'))
  const objections = w.objections
    .filter((o) => about.includes(o.subject) && (o.purposes?.includes(purpose) ?? true))
    .filter((o) => o.types?.includes('payment') ?? true)
  return JSON.stringify([
    grants.map((g) => [g.id, !g.revoked && g.fromMs <= w.nowMs && w.nowMs < g.untilMs]),
    objections.map((o) => [o.id, o.withdrawn]),
  ])
}

/** It is a delivery with a price, and consent to read payments is not what it was. */
export function isPaidOtherwise(w: World, view: View, { paid }: LastTime, id: string): boolean {
  const before = paid.get(id)
  const delivery = w.records.find((record) => record.id === id) as RecordBody
  return before !== undefined && before !== consentToPaid(w, view, delivery)
}

/** One of those who decide lets it be kept until another time than before. */
export function isKeptOtherwise(w: World, view: View, { kept }: LastTime, id: string): boolean {
  const [before, now] = [kept.get(id), keptUntil(w, view, id)]
  return (
    before !== undefined && now !== null && [...now].some(([party, until]) => before.get(party) !== until)
  )
}

/** Null where it needs nobody's grant. */
function keptUntil(w: World, view: View, id: string): KeptUntil | null {
  const told = view.about(id)
  if (!told.reads || told.own) return null
  const untilOf = (grant: string) =>
    w.grants.find((g) => g.id === grant)?.keepUntilMs ?? Number.POSITIVE_INFINITY
  return new Map(
    [...told.grants].map(([party, grants]) => {
      const latest = Math.max(...grants.map(untilOf))
      return [party, Number.isFinite(latest) ? latest : null]
    }),
  )
}

/** A later record made it the reader's own or somebody else's, or told whom it is about, at some moment since. */
export const hasMoved = (w: World, reader: string, last: LastTime, id: string): boolean =>
  wasOtherwise(w, last, id, (then, record) =>
    JSON.stringify([isOwn(then, reader, record), subjectsOf(then, record)?.toSorted()]),
  )

/** A later record changed its standing at some moment since. */
export const hasStoodOtherwise = (w: World, last: LastTime, id: string): boolean =>
  wasOtherwise(w, last, id, standingOf)

/** It looks at every moment, so ask only about what came again. */
function wasOtherwise(
  w: World,
  { records }: LastTime,
  id: string,
  how: (then: OracleWorld, record: RecordBody) => string,
): boolean {
  const at = w.records.findIndex((record) => record.id === id)
  const record = w.records[at] as RecordBody
  let before: string | null = null
  for (let count = Math.max(records, at + 1); count <= w.records.length; count++) {
    const then: OracleWorld = { ...oracleWorld(w), records: w.records.slice(0, count) }
    const stood = how(then, record)
    if (before !== null && stood !== before) return true
    before = stood
  }
  return false
}

const oracleWorld = (w: World): OracleWorld => {
  const { cooperative, records, grants, objections, delegations, nowMs } = w
  return { cooperative, records, grants, objections, delegations, nowMs }
}
