import { Problem } from '../../../../src/base/problem.ts'
import type { ObjectionDraft } from '../../../../src/consent/objection-shapes.ts'
import type { GrantableType } from '../../../../src/domain/types/index.ts'
import type { OracleDelegation, OracleObjection } from '../../../support/records/gate/oracle.ts'
import { GRANTABLE, handedOver } from './consents.ts'
import { eachObjectedTo, type Outcome, outcomeOf, withdrawableGrants } from './oracle-objections.ts'
import { mandateCovers, typesObjectedTo } from './oracle-rights.ts'
import { add, type Happening } from './tally.ts'
import { PURPOSES, same, type World } from './world.ts'

/** Objections as people would lodge them, through the real room; every reply is compared with the oracle's. */

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
  const purposes = random.chance(0.5) ? null : [random.pick(PURPOSES), random.pick(PURPOSES)]
  const types = random.chance(0.4) ? null : random.some(GRANTABLE, random.chance(0.5) ? 0.2 : 0.6)
  const isTheirs = mandate === null || random.chance(0.9)
  await objectTo(
    w,
    {
      lodger: mandate === null ? subject : isTheirs ? mandate.delegate : mandate.principal,
      subject,
      purposes: purposes && [...new Set(purposes)],
      types: types?.length === 0 ? ['inference'] : types,
    },
    mandate,
  )
}

export async function objectTo(
  w: World,
  said: Omit<OracleObjection, 'id' | 'withdrawn'>,
  mandate: OracleDelegation | null,
): Promise<void> {
  const objection = { ...said, id: w.id(), withdrawn: false }
  const { lodger, subject } = objection
  const isTheirs = mandate === null || mandate.delegate === lodger
  const draft = {
    id: objection.id,
    channel: 'in_person',
    ...(objection.purposes === null ? {} : { purposes: [...objection.purposes] }),
    ...(objection.types === null ? {} : { record_types: objection.types as GrantableType[] }),
    ...(mandate ? { on_behalf_of: subject, delegation_id: mandate.id } : {}),
  } as const
  const wanted = { ...outcomeOf(w, objection), withdrawable: withdrawableGrants(w, objection) }
  tallyOutcome(w, objection, wanted)
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

function tallyOutcome(w: World, objection: OracleObjection, { effect }: Outcome): void {
  const each = eachObjectedTo(w, objection)
  for (const { type, areAllKnown, lawful_basis, why } of each) {
    if (type !== 'inference') continue
    add(w.tally, `objection: ${why ?? 'stopped'}${areAllKnown ? '' : ', among others unknown'}` as Happening)
    const isOnConsent = lawful_basis.endsWith('consent')
    if (!areAllKnown && why === 'consent_only' && !isOnConsent)
      add(w.tally, 'objection: consent_only though on another ground')
  }
  const reached = each.filter(({ why }) => why === 'consent_only')
  if (effect === 'stopped_nothing_consent_only' && reached.every(({ areAllKnown }) => !areAllKnown))
    add(w.tally, 'objection: reached one alone among others unknown')
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
