import type { ObjectionDraft } from '../../src/consent/objection-shapes.ts'
import type { GrantableType, RecordBody, RecordType } from '../../src/domain/types/index.ts'
import { Problem } from '../../src/problem.ts'
import { writtenForAnother } from './drafts.ts'
import { chainOf, type OracleDelegation, subjectsOf } from './oracle.ts'
import {
  mandateCovers,
  type Outcome,
  outcomeOf,
  typesObjectedTo,
  withdrawableGrants,
} from './oracle-rights.ts'
import { DAY, PURPOSES, READERS, RECORD_TYPES, same, type World } from './world.ts'

/** Consent acts as people would do them, through the real rooms, and told to the oracle. */

const GRANTABLE = [...RECORD_TYPES, 'inference'] as const
const OPERATOR = { credential: null, operator: 'test' }
const iso = (ms: number) => new Date(ms).toISOString()

/** One party opens something to another, or everybody that one record is about opens it to the same reader. */
export async function give(w: World): Promise<void> {
  const { random } = w
  const shared = writtenForAnother(w)
  const handed = handedOver(w)
  const rare = random.chance(0.5) ? shared : handed
  const among = rare.length > 0 && random.chance(0.4) ? rare : w.records
  const record = random.chance(0.6) ? random.pick(among) : null
  const subjects = (record && subjectsOf(w, record)) ?? [random.pick(w.parties)]
  const readers = random.chance(0.7) ? w.parties.slice(0, READERS) : w.parties
  const grantee = random.pick(involvedIn(w, record) ?? readers)
  const purpose = random.chance(0.6) ? PURPOSES[0] : random.pick(PURPOSES)
  for (const subject of subjects) {
    const fromMs = w.nowMs + (random.chance(0.15) ? (1 + random.below(8)) * DAY : 0)
    const types = random.chance(0.3) ? [...GRANTABLE] : random.some(GRANTABLE, 0.5)
    if (record && !types.includes(record.type as RecordType)) types.push(record.type as RecordType)
    if (types.length === 0) continue
    const untilMs = fromMs + (1 + random.below(random.chance(0.3) ? 20 : 200)) * DAY
    const grant = { id: w.id(), subject, grantee, purpose, types, fromMs, untilMs, revoked: false }
    await w.submit(() =>
      w.kernel.grants.give(OPERATOR, subject, {
        id: grant.id,
        grantee,
        purpose,
        record_types: types,
        valid_from: iso(fromMs),
        expires_at: iso(untilMs),
      }),
    )
    w.grants.push(grant)
  }
}

/** Sometimes a grant opens a record to those who wrote or were handed it, and may read it as their own already. */
function involvedIn(w: World, record: RecordBody | null): string[] | null {
  if (record === null || w.random.chance(0.5)) return null
  const handed = w.records.filter((r) => r.type === 'custody_transfer' && r.lot_id === record.id)
  const wrote = chainOf(w, record).flatMap((v) => [v.asserted_by, v.on_behalf_of ?? v.asserted_by])
  return handed.length > 0 ? handed.map((r) => r.to_party as string) : wrote
}

/** Lots that somebody says were handed on. */
const handedOver = (w: World): RecordBody[] =>
  w.records.filter(
    (r) => r.type === 'lot' && w.records.some((t) => t.type === 'custody_transfer' && t.lot_id === r.id),
  )

export async function revoke(w: World): Promise<void> {
  if (w.grants.length === 0) return
  const grant = w.random.pick(w.grants)
  await w.submit(() => w.kernel.grants.revoke(OPERATOR, grant.subject, grant.id, w.id()))
  grant.revoked = true
}

export async function delegate(w: World): Promise<void> {
  const { random } = w
  const standing = w.delegations.filter((d) => d.endedMs === null)
  if (standing.length > 0 && random.chance(0.2)) {
    const d = random.pick(standing)
    await w.submit(() => w.kernel.delegations.revoke(OPERATOR, d.principal, d.id, w.id()))
    d.endedMs = w.nowMs
    return
  }
  const fromMs = w.nowMs + (random.below(12) - 8) * DAY
  const delegation: OracleDelegation = {
    id: w.id(),
    principal: random.pick(w.parties),
    delegate: random.pick(w.parties),
    types: random.chance(0.5) ? RECORD_TYPES : random.some(RECORD_TYPES, 0.5),
    acts: ['assert', 'correct', 'confirm', 'object'].filter(() => random.chance(0.7)),
    fromMs,
    untilMs: Math.max(fromMs, w.nowMs) + (1 + random.below(40)) * DAY,
    endedMs: null,
  }
  const { id, principal, types, acts } = delegation
  if (principal === delegation.delegate || types.length === 0 || acts.length === 0) return
  await w.submit(() =>
    w.kernel.delegations.give(OPERATOR, {
      id,
      principal,
      delegate: delegation.delegate,
      record_types: types as RecordType[],
      acts: acts as ('assert' | 'object')[],
      valid_from: iso(fromMs),
      valid_until: iso(delegation.untilMs),
      basis: 'witnessed',
    }),
  )
  w.delegations.push(delegation)
}

interface Lodged {
  readonly lodger: string
  readonly draft: ObjectionDraft
  readonly said: string
}
const lodged = new WeakMap<World, Lodged[]>()

interface Counted {
  readonly record_type: string
  readonly lawful_basis: string
  readonly count: number
  readonly why?: string
}

interface Reply {
  readonly effect: string
  readonly stopped: readonly Counted[]
  readonly continuing: readonly Counted[]
  readonly withdrawable_grants: readonly { readonly id: string }[]
}

const outcomeIn = ({ effect, stopped, continuing, withdrawable_grants }: Reply) => {
  const line = ({ record_type, lawful_basis, why, count }: Counted) =>
    [record_type, lawful_basis, ...(why === undefined ? [] : [why]), count].join(' ')
  return {
    effect,
    stopped: stopped.map(line).sort(),
    continuing: continuing.map(line).sort(),
    withdrawable: withdrawable_grants.map(({ id }) => id).sort(),
  }
}

/** A delegate is told the effect and what his mandate covers; whom the person consented to is not his to know. */
function withinMandate(mandate: OracleDelegation, told: Outcome): Outcome & { withdrawable: string[] } {
  const isCovered = (type: string) => typesObjectedTo([type]).every((each) => mandate.types.includes(each))
  const covered = (lines: readonly string[]) => lines.filter((line) => isCovered(line.split(' ')[0] ?? ''))
  const { effect, stopped, continuing } = told
  return { effect, stopped: covered(stopped), continuing: covered(continuing), withdrawable: [] }
}

/** Somebody objects, himself or by a delegate; the reply is what the oracle tells of this moment. */
export async function object(w: World): Promise<void> {
  const { random } = w
  const mandate = w.delegations.length > 0 && random.chance(0.4) ? random.pick(w.delegations) : null
  const opened = w.grants.length > 0 && random.chance(0.6) ? random.pick(w.grants).subject : null
  const handed = handedOver(w)
  const lot = handed.length > 0 && random.chance(0.2) ? random.pick(handed) : null
  const holder = lot?.holder as string | undefined
  const subject = mandate?.principal ?? holder ?? opened ?? random.pick(w.parties)
  const isTheirs = mandate === null || random.chance(0.9)
  const lodger = mandate === null ? subject : isTheirs ? mandate.delegate : mandate.principal
  const purposes = random.chance(0.5) ? null : [random.pick(PURPOSES), random.pick(PURPOSES)]
  const types = random.chance(0.4) ? null : random.some(GRANTABLE, random.chance(0.5) ? 0.2 : 0.6)
  const objection = {
    id: w.id(),
    lodger,
    subject,
    purposes: purposes && [...new Set(purposes)],
    types: types?.length === 0 ? ['inference'] : types,
    withdrawn: false,
  }
  const draft = {
    id: objection.id,
    channel: 'in_person',
    ...(objection.purposes === null ? {} : { purposes: objection.purposes }),
    ...(objection.types === null ? {} : { record_types: objection.types as GrantableType[] }),
    ...(mandate ? { on_behalf_of: subject, delegation_id: mandate.id } : {}),
  } as const
  const wanted = { ...outcomeOf(w, objection), withdrawable: withdrawableGrants(w, objection) }
  const covered =
    mandate === null || mandateCovers(w, mandate, 'object', typesObjectedTo(objection.types), w.nowMs)
  const where = () => `objection ${JSON.stringify({ objection, mandate, nowMs: w.nowMs })}`
  const reply = await lodge(w, lodger, draft)
  const refusal = isTheirs ? (covered ? null : 'delegation_not_live') : 'reference_unresolved'
  same('code' in reply ? reply.code : null, refusal, where)
  if ('code' in reply) return
  same(outcomeIn(reply), mandate ? withinMandate(mandate, wanted) : wanted, where)
  const [own] = await w.submit(() => w.kernel.objections.list(subject, subject, null, 1))
  same(own && outcomeIn(own), wanted, where)
  w.objections.push(objection)
  const list = lodged.get(w) ?? []
  lodged.set(w, [...list, { lodger, draft, said: JSON.stringify(outcomeIn(reply)) }])
}

async function lodge(w: World, lodger: string, draft: ObjectionDraft): Promise<Reply | { code: string }> {
  const asker = w.asker(lodger)
  if (w.app && w.random.chance(0.5)) {
    const answer = await w.http(asker, '/v1/objections', draft)
    return answer.json()
  }
  try {
    const outcome = await w.kernel.objections.lodge((work) => w.submit(work), asker, lodger, draft)
    return outcome.value
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { code: error.code }
  }
}

/** The same objection sent again says what it did when it was lodged, whatever has come since. */
export async function objectAgain(w: World): Promise<void> {
  const before = lodged.get(w) ?? []
  if (before.length === 0) return
  const { lodger, draft, said } = w.random.pick(before)
  const reply = await lodge(w, lodger, draft)
  same(
    'code' in reply ? reply.code : JSON.stringify(outcomeIn(reply)),
    said,
    () => `objection ${draft.id} again`,
  )
}

/** Taken back by whoever lodged it; what somebody else tries changes nothing. */
export async function withdraw(w: World): Promise<void> {
  const standing = w.objections.filter((o) => !o.withdrawn)
  if (standing.length === 0) return
  const objection = w.random.pick(standing)
  const by = w.random.chance(0.2) ? w.random.pick(w.parties) : objection.subject
  const outcome = await w.submit(() =>
    w.kernel.objections.withdraw(w.asker(by), by, objection.id, { id: w.id(), channel: 'written' }),
  )
  same(outcome !== null, by === objection.subject, () => `withdrawal of ${objection.id} by ${by}`)
  objection.withdrawn = outcome !== null
}
