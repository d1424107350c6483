import type { GrantableType, RecordBody, RecordType } from '../../../../src/domain/types/index.ts'
import {
  chainOf,
  type OracleDelegation,
  type OracleGrant,
  subjectsOf,
} from '../../../support/records/gate/oracle.ts'
import { writtenForAnother } from './drafts.ts'
import { DAY, PURPOSES, READERS, RECORD_TYPES, type World } from './world.ts'

/** Grants and mandates as people would give them, through the real rooms, and told to the oracle. */

export const GRANTABLE = [...RECORD_TYPES, 'inference'] as const
const OPERATOR = { credential: null, operator: 'test' }
const iso = (ms: number) => new Date(ms).toISOString()

/** One party opens something to another, or everybody that one record is about opens it to the same reader. */
export async function give(w: World): Promise<void> {
  const { random } = w
  const shared = writtenForAnother(w)
  const handed = handedOver(w)
  const rare = random.chance(0.5) ? shared : handed
  const among = rare.length > 0 && random.chance(0.4) ? rare : w.records
  const inference = w.inferences.length > 0 && random.chance(0.2) ? random.pick(w.inferences) : null
  const record = inference === null && random.chance(0.6) ? random.pick(among) : null
  const about = inference ? [...inference.about] : record && subjectsOf(w, record)
  const subjects = about?.length ? about : [random.pick(w.parties)]
  const readers = random.chance(0.7) ? w.parties.slice(0, READERS) : w.parties
  const grantee = random.pick(involvedIn(w, record) ?? readers)
  const purpose = random.chance(0.6) ? PURPOSES[0] : random.pick(PURPOSES)
  for (const subject of subjects) {
    const fromMs = w.nowMs + (random.chance(0.15) ? (1 + random.below(8)) * DAY : 0)
    const types: string[] = random.chance(0.3) ? [...GRANTABLE] : random.some(GRANTABLE, 0.5)
    const type = inference ? 'inference' : record?.type
    if (type !== undefined && !types.includes(type)) types.push(type)
    if (types.length === 0) continue
    const untilMs = fromMs + (1 + random.below(random.chance(0.3) ? 20 : 200)) * DAY
    await open(w, { subject, grantee, purpose, types, fromMs, untilMs, ...anyTerms(w, record, untilMs) })
  }
}

type Terms = Pick<OracleGrant, 'happenedFromMs' | 'happenedToMs' | 'keepUntilMs'>
const NO_TERMS: Terms = { happenedFromMs: null, happenedToMs: null, keepUntilMs: null }

/** A third of the grants have a window, often with a bound at the very instant of a record. */
function anyTerms({ random, records, nowMs }: World, record: RecordBody | null, untilMs: number): Terms {
  const keepUntilMs = random.chance(0.3) ? untilMs + random.below(3) * DAY : null
  if (random.chance(0.65)) return { ...NO_TERMS, keepUntilMs }
  const about = random.chance(0.6) && record !== null ? record : random.pick(records)
  const near = random.chance(0.5) ? Date.parse(about.occurred_at) : nowMs - random.below(60) * DAY
  const fromMs = random.chance(0.7) ? near - random.pick([0, 0, 1, DAY, 20 * DAY]) : null
  const toMs = fromMs === null || random.chance(0.5) ? near + random.pick([0, 1, 1, DAY, 40 * DAY]) : null
  const isEmpty = fromMs !== null && toMs !== null && toMs <= fromMs
  return { happenedFromMs: fromMs, happenedToMs: isEmpty ? fromMs + DAY : toMs, keepUntilMs }
}

/** Somebody renews a grant before it ends, often with other terms. */
export async function renew(w: World): Promise<void> {
  const { random, nowMs } = w
  const live = w.grants.filter((g) => !g.revoked && nowMs < g.untilMs)
  if (live.length === 0) return
  const old = random.pick(live)
  const untilMs = nowMs + (1 + random.below(100)) * DAY
  const types = random.chance(0.5) ? old.types : random.some(GRANTABLE, 0.6)
  if (types.length === 0) return
  const terms = random.chance(0.5) ? anyTerms(w, null, untilMs) : old
  const { happenedFromMs, happenedToMs } = terms
  const keepUntilMs = terms.keepUntilMs === null ? null : Math.max(untilMs, terms.keepUntilMs)
  const { subject, grantee, purpose } = old
  const renewed = { subject, grantee, purpose, types, fromMs: nowMs, untilMs }
  await open(w, { ...renewed, happenedFromMs, happenedToMs, keepUntilMs }, old)
}

export async function open(
  w: World,
  given: Omit<OracleGrant, 'id' | 'revoked' | keyof Terms> & Partial<Terms>,
  replaced?: OracleGrant,
): Promise<OracleGrant> {
  const said = { ...NO_TERMS, ...given }
  const grant = { ...said, id: w.id(), revoked: false }
  await w.submit(() =>
    w.kernel.grants.give(OPERATOR, grant.subject, {
      id: grant.id,
      grantee: grant.grantee,
      purpose: grant.purpose,
      record_types: grant.types as GrantableType[],
      valid_from: iso(grant.fromMs),
      expires_at: iso(grant.untilMs),
      ...(grant.happenedFromMs === null ? {} : { occurred_from: iso(grant.happenedFromMs) }),
      ...(grant.happenedToMs === null ? {} : { occurred_to: iso(grant.happenedToMs) }),
      ...(grant.keepUntilMs === null ? {} : { keep_until: iso(grant.keepUntilMs) }),
      ...(replaced === undefined ? {} : { replaces: replaced.id }),
    }),
  )
  if (replaced !== undefined) replaced.revoked = true
  w.grants.push(grant)
  return grant
}

/** Sometimes a grant opens a record to those who wrote or were handed it, and may read it as their own already. */
function involvedIn(w: World, record: RecordBody | null): string[] | null {
  if (record === null || w.random.chance(0.5)) return null
  const handed = w.records.filter((r) => r.type === 'custody_transfer' && r.lot_id === record.id)
  const wrote = chainOf(w, record).flatMap((v) => [v.asserted_by, v.on_behalf_of ?? v.asserted_by])
  return handed.length > 0 ? handed.map((r) => r.to_party as string) : wrote
}

/** Lots that somebody says were handed on. */
export const handedOver = (w: World): RecordBody[] =>
  w.records.filter(
    (r) => r.type === 'lot' && w.records.some((t) => t.type === 'custody_transfer' && t.lot_id === r.id),
  )

export async function revoke(w: World): Promise<void> {
  if (w.grants.length > 0) await revokeOne(w, w.random.pick(w.grants))
}

export async function revokeOne(w: World, grant: OracleGrant): Promise<void> {
  await w.submit(() => w.kernel.grants.revoke(OPERATOR, grant.subject, grant.id, w.id()))
  grant.revoked = true
}

export async function delegate(w: World): Promise<void> {
  const { random } = w
  const standing = w.delegations.filter((d) => d.endedMs === null)
  if (standing.length > 0 && random.chance(0.35)) {
    const d = random.pick(standing)
    await w.submit(() => w.kernel.delegations.revoke(OPERATOR, d.principal, d.id, w.id()))
    d.endedMs = w.nowMs
    return
  }
  const fromMs = w.nowMs + (random.below(12) - 8) * DAY
  const said = {
    principal: random.pick(w.parties),
    delegate: random.pick(w.parties),
    types: random.chance(0.5) ? RECORD_TYPES : random.some(RECORD_TYPES, 0.5),
    acts: random.some(ACTS, 0.7),
    fromMs,
    untilMs: Math.max(fromMs, w.nowMs) + (1 + random.below(40)) * DAY,
  }
  const isEmpty = said.types.length === 0 || said.acts.length === 0
  if (said.principal !== said.delegate && !isEmpty) await mandate(w, said)
}

export const ACTS = ['assert', 'correct', 'confirm', 'object'] as const

export async function mandate(
  w: World,
  said: Omit<OracleDelegation, 'id' | 'endedMs'>,
): Promise<OracleDelegation> {
  const delegation = { ...said, id: w.id(), endedMs: null }
  await w.submit(() =>
    w.kernel.delegations.give(OPERATOR, {
      id: delegation.id,
      principal: delegation.principal,
      delegate: delegation.delegate,
      record_types: delegation.types as RecordType[],
      acts: delegation.acts as (typeof ACTS)[number][],
      valid_from: iso(delegation.fromMs),
      valid_until: iso(delegation.untilMs),
      basis: 'witnessed',
    }),
  )
  w.delegations.push(delegation)
  return delegation
}
