import type { RecordBody } from '../../src/domain/types/index.ts'

/**
 * The consent decision of contract §7 told slowly and plainly over everything there is. It shares no code with the
 * service: no index, no cache, no links, only lists walked from end to end.
 */

export interface OracleGrant {
  readonly subject: string
  readonly grantee: string
  readonly purpose: string
  readonly types: readonly string[]
  readonly fromMs: number
  readonly untilMs: number
  revoked: boolean
}

export interface OracleObjection {
  readonly subject: string
  readonly purposes: readonly string[] | null
  readonly types: readonly string[] | null
  withdrawn: boolean
}

export interface OracleWorld {
  readonly cooperative: string
  readonly records: RecordBody[]
  readonly grants: OracleGrant[]
  readonly objections: OracleObjection[]
  nowMs: number
}

const REACHED = ['consent', 'special_data_consent', 'legal_authorisation', 'public_duty']
const ORGANISATIONS = ['cooperative', 'business', 'institution', 'agency']

const find = (w: OracleWorld, id: unknown) => w.records.find((r) => r.id === id)
const isRetracted = (w: OracleWorld, r: RecordBody) =>
  w.records.some((x) => x.type === 'retraction' && x.target_id === r.id)
const children = (w: OracleWorld, r: RecordBody) => w.records.filter((x) => x.supersedes === r.id)
const isLiveBranch = (w: OracleWorld, r: RecordBody): boolean =>
  !isRetracted(w, r) || children(w, r).some((child) => isLiveBranch(w, child))

function firstOf(w: OracleWorld, r: RecordBody): RecordBody {
  const parent = r.supersedes === undefined ? undefined : find(w, r.supersedes)
  return parent ? firstOf(w, parent) : r
}
export const chainOf = (w: OracleWorld, r: RecordBody) =>
  w.records.filter((x) => x.type === r.type && firstOf(w, x).id === firstOf(w, r).id)

export function standingOf(w: OracleWorld, r: RecordBody): string {
  if (isRetracted(w, r)) return 'retracted'
  for (let at: RecordBody | undefined = r; at; at = find(w, at.supersedes)) {
    if (children(w, at).filter((child) => isLiveBranch(w, child)).length > 1) return 'forked'
  }
  return children(w, r).length > 0 ? 'superseded' : 'tip'
}

function isPerson(w: OracleWorld, party: string): boolean {
  const said = w.records.filter(
    (r) =>
      r.type === 'party' &&
      r.party === party &&
      [party, w.cooperative].includes(r.asserted_by) &&
      standingOf(w, r) === 'tip',
  )
  return said.length === 0 || said.some((r) => !ORGANISATIONS.includes(r.kind as string))
}

/** null: cannot be told */
export function subjectsOf(w: OracleWorld, r: RecordBody): string[] | null {
  const pick = (...members: string[]) => [...new Set(members.map((m) => r[m] as string))]
  switch (r.type) {
    case 'party':
      return pick('party')
    case 'harvest':
      return pick('producer')
    case 'lot':
      return pick('holder')
    case 'delivery':
    case 'custody_transfer':
      return pick('from_party', 'to_party')
    case 'obligation':
      return pick('obligor', 'obligee')
    case 'loss': {
      const lot = find(w, r.lot_id)
      if (lot?.type !== 'lot') return null
      const has = (who: string | undefined) =>
        who !== undefined &&
        (receivers(w, lot).has(who) ||
          chainOf(w, lot).some((v) => [v.holder, v.asserted_by, v.on_behalf_of].includes(who)))
      if (!has(r.asserted_by) && !has(r.on_behalf_of)) return null
      return [...new Set(chainOf(w, lot).map((v) => v.holder as string))]
    }
    default: {
      const target = find(w, r.target_id ?? r.delivery_id)
      return target ? subjectsOf(w, target) : null
    }
  }
}

/** Everybody who got hold of the lot, told hand-over by hand-over. */
function receivers(w: OracleWorld, lot: RecordBody): Set<string> {
  const chain = chainOf(w, lot)
  const tips = chain.filter((v) => standingOf(w, v) === 'tip')
  const bases = tips.length > 0 ? tips : chain.filter((v) => children(w, v).length === 0)
  const received = new Set<string>()
  for (const base of bases) {
    const held = new Set([base.holder as string])
    const waiting = w.records.filter(
      (r) =>
        r.type === 'custody_transfer' &&
        chain.some((v) => v.id === r.lot_id) &&
        standingOf(w, r) === 'tip' &&
        r.occurred_at >= base.occurred_at &&
        [r.asserted_by, r.on_behalf_of].includes(r.from_party as string),
    )
    for (const instant of [...new Set(waiting.map((r) => r.occurred_at))].sort()) {
      const now = waiting.filter((r) => r.occurred_at === instant)
      for (let moved = true; moved; ) {
        moved = false
        for (const transfer of now) {
          if (!held.has(transfer.from_party as string) || received.has(`${base.id}${transfer.id}`)) continue
          held.add(transfer.to_party as string)
          received.add(`${base.id}${transfer.id}`)
          received.add(transfer.to_party as string)
          moved = true
        }
      }
    }
  }
  return received
}

export function mayRead(w: OracleWorld, requester: string, purpose: string, r: RecordBody): boolean {
  const subjects = subjectsOf(w, r)
  if ([r.asserted_by, r.on_behalf_of].includes(requester)) return true
  if (subjects?.includes(requester)) return true
  if (r.type === 'lot' && receivers(w, r).has(requester)) return true
  if (!subjects || subjects.length === 0) return false
  const persons = subjects.filter((s) => isPerson(w, s))
  const asked = persons.length > 0 ? persons : subjects
  const granted = asked.every((subject) =>
    w.grants.some(
      (g) =>
        g.subject === subject &&
        g.grantee === requester &&
        g.purpose === purpose &&
        g.types.includes(r.type) &&
        !g.revoked &&
        g.fromMs <= w.nowMs &&
        w.nowMs < g.untilMs,
    ),
  )
  if (!granted) return false
  return !w.objections.some(
    (o) =>
      asked.includes(o.subject) &&
      !o.withdrawn &&
      (o.purposes === null || o.purposes.includes(purpose)) &&
      (o.types === null || o.types.includes(r.type)) &&
      REACHED.includes(r.lawful_basis),
  )
}
