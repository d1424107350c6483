import { DELEGATED_ACTS } from '../../../src/domain/delegation.ts'
import { RECORD_TYPES } from '../../../src/domain/types/index.ts'
import type { OracleDelegation } from '../../support/records/gate/oracle.ts'
import type { Random } from '../../support/records/gate/random.ts'
import type { Operator } from './operator.ts'

/** Who takes part: a cooperative, its farmers, buyers and lenders, and which devices they have. */

export interface Party {
  readonly id: string
  readonly name: string
  readonly kind: 'person' | 'cooperative' | 'business' | 'institution'
  /** A credential of kind `party`. */
  readonly token: string
}

export interface Cast {
  readonly cooperative: Party
  /** Everybody with a credential, the cooperative first. */
  readonly parties: readonly Party[]
  /** Named in records, and told of by nobody yet. */
  readonly strangers: readonly string[]
  /** Ids of all of them. */
  readonly people: readonly string[]
  /** Ids of the records that tell of them. */
  readonly records: readonly string[]
  /** Farmers for whom the cooperative's clerks may write. */
  readonly mandates: readonly OracleDelegation[]
}

const OTHERS = [
  { name: 'Grace Nakato', kind: 'person' },
  { name: 'Peter Okello', kind: 'person' },
  { name: 'Sarah Namukasa', kind: 'person' },
  { name: 'Joseph Wafula', kind: 'person' },
  { name: 'Sipi Traders', kind: 'business' },
  { name: 'Bukwo Lenders', kind: 'institution' },
] as const

/** Long before and after any lying clock's day. */
const EVER_MS = [Date.UTC(1980, 0, 1), Date.UTC(2090, 0, 1)] as const

/** Makes everybody known to a service that nobody has written to yet. */
export async function invite(
  cooperative: { readonly id: string; readonly token: string },
  operator: Operator,
  random: Random,
): Promise<Cast> {
  const parties: Party[] = [{ ...cooperative, name: 'The cooperative', kind: 'cooperative' }]
  for (const { name, kind } of OTHERS) {
    const { party } = await operator.ask('party.add', { kind, name, basis: 'contract_performance' })
    const { token } = await operator.ask('credential.issue', { party, kind: 'party', expiresAtMs: null })
    parties.push({ id: party, name, kind, token })
  }
  const strangers = [random.id(Date.now()), random.id(Date.now())]
  const mandates: OracleDelegation[] = []
  for (const { id } of parties.slice(1, 3)) mandates.push(await mandateOf(id, cooperative.id, operator))
  return {
    cooperative: parties[0] as Party,
    parties,
    strangers,
    records: await recordsSoFar(operator),
    people: [...parties.map(({ id }) => id), ...strangers],
    mandates,
  }
}

/** All of them are the cooperative's own word about parties, and few enough for the counter's list. */
async function recordsSoFar(operator: Operator): Promise<string[]> {
  const { records } = await operator.ask('record.recent', { type: 'party', subject: null, standing: 'any' })
  return records.map(({ id }) => id)
}

async function mandateOf(principal: string, delegate: string, operator: Operator): Promise<OracleDelegation> {
  const [fromMs, untilMs] = EVER_MS
  const draft = {
    record_types: RECORD_TYPES,
    acts: DELEGATED_ACTS,
    valid_from: new Date(fromMs).toISOString(),
    valid_until: new Date(untilMs).toISOString(),
    basis: 'witnessed',
  }
  const { id } = await operator.ask('delegation.record', { principal, delegate, draft })
  return {
    id,
    principal,
    delegate,
    types: RECORD_TYPES,
    acts: DELEGATED_ACTS,
    fromMs,
    untilMs,
    endedMs: null,
  }
}

/** Purposes for which grants are given. */
export const PURPOSES = ['cooperative_management', 'credit_assessment', 'buyer_traceability'] as const

/** A device to be: whose, what it pulls, and from when on it reads. */
export interface Plan {
  readonly party: Party
  /** Null: its own records. */
  readonly purposes: readonly (string | null)[]
  readonly sinceMs: number | null
}

const [COOP, GRACE, PETER, SARAH, JOSEPH, TRADERS, LENDERS] = [0, 1, 2, 3, 4, 5, 6] as const
const [MANAGING, LENDING, TRACING] = PURPOSES

/** In this order, so that a few devices already show the most: twins, purposes, and some that read from a day on. */
const PLANS: readonly (readonly [party: number, purposes: readonly (string | null)[], hasSince: boolean])[] =
  [
    [COOP, [null, MANAGING], false],
    [COOP, [MANAGING], false],
    [LENDERS, [LENDING], false],
    [LENDERS, [LENDING, null], false],
    [GRACE, [null], false],
    [GRACE, [null], true],
    [TRADERS, [TRACING, null], false],
    [PETER, [null], false],
    [COOP, [MANAGING], true],
    [GRACE, [null], true],
    [PETER, [null], false],
    [TRADERS, [TRACING], false],
    [LENDERS, [LENDING], true],
    [SARAH, [null], false],
    [JOSEPH, [null, LENDING], false],
    [COOP, [null], false],
    [LENDERS, [LENDING, null], true],
    [GRACE, [null], false],
    [TRADERS, [null], true],
    [SARAH, [null, TRACING], false],
  ]

export function plansFor({ parties }: Cast, devices: number, sinceMs: number): Plan[] {
  return Array.from({ length: devices }, (_, i) => {
    const [party, purposes, hasSince] = PLANS[i % PLANS.length] as (typeof PLANS)[number]
    return { party: parties[party] as Party, purposes, sinceMs: hasSince ? sinceMs : null }
  })
}
