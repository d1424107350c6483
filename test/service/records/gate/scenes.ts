import type { RecordBody } from '../../../../src/domain/types/index.ts'
import type { OracleDelegation } from '../../../support/records/gate/oracle.ts'
import { ACTS, mandate, open } from './consents.ts'
import { objectTo } from './objections.ts'
import { byReader } from './reads.ts'
import { DAY, PURPOSES, RECORD_TYPES, type World } from './world.ts'
import { write } from './writing.ts'

/** Short stories that chance alone tells too seldom, played between other things with parties drawn by lot. */

/** A lot is handed to one party, who may read it by a grant besides; another helps itself; then the holder objects. */
export async function lotOfAReader(w: World): Promise<void> {
  const [holder, reader, thief] = parties(w)
  const lot = await assert(w, holder, 'lot', { holder })
  if (lot === null) return
  await w.tick(DAY)
  await assert(w, holder, 'custody_transfer', { lot_id: lot.id, from_party: holder, to_party: reader })
  await assert(w, thief, 'custody_transfer', { lot_id: lot.id, from_party: holder, to_party: thief })
  const purpose = w.random.pick(PURPOSES)
  await grant(w, holder, reader, purpose, ['lot'])
  await objectTo(w, { lodger: holder, subject: holder, purposes: [purpose], types: ['lot'] }, null)
}

/** What a delegate began is corrected in its own name, and then for its principal, who had read it by a grant. */
export async function correctedForItsReader(w: World): Promise<void> {
  const [principal, delegate, producer] = parties(w)
  const given = await wholeMandate(w, principal, delegate)
  const first = await assert(w, delegate, 'harvest', { producer }, given)
  const second = first && (await assert(w, delegate, 'harvest', { producer }, null, first))
  if (!second) return
  const purpose = w.random.pick(PURPOSES)
  await grant(w, producer, principal, purpose, ['harvest'])
  await read(w, principal, purpose, second)
  await assert(w, delegate, 'harvest', { producer }, given, second)
}

/** A lot that a delegate wrote down is corrected by its principal, handed to the delegate, read and corrected by it. */
export async function correctedByItsReceiver(w: World): Promise<void> {
  const [principal, delegate] = parties(w)
  const given = await wholeMandate(w, principal, delegate)
  const fields = { holder: principal }
  const first = await assert(w, delegate, 'lot', fields, given)
  const second = first && (await assert(w, principal, 'lot', fields, null, first))
  if (!second) return
  const handed = { lot_id: second.id, from_party: principal, to_party: delegate }
  await assert(w, principal, 'custody_transfer', handed)
  await read(w, delegate, PURPOSES[0], second)
  await assert(w, delegate, 'lot', fields, null, second)
}

/** Over everything, for a day. */
const wholeMandate = (w: World, principal: string, delegate: string) =>
  mandate(w, {
    principal,
    delegate,
    types: RECORD_TYPES,
    acts: ACTS,
    fromMs: w.nowMs,
    untilMs: w.nowMs + DAY,
  })

async function read(w: World, reader: string, purpose: string, { id }: RecordBody): Promise<void> {
  const asker = w.asker(reader)
  await w.submit(() => byReader.one(w, asker, w.view(asker, purpose), id))
}

export function parties(w: World): [string, string, string] {
  const { random } = w
  const one = random.pick(w.parties)
  const other = random.pick(w.parties.filter((party) => party !== one))
  const third = random.pick(w.parties.filter((party) => party !== one && party !== other))
  return [one, other, third]
}

export const grant = (
  w: World,
  subject: string,
  grantee: string,
  purpose: string,
  types: readonly string[],
) => open(w, { subject, grantee, purpose, types, fromMs: w.nowMs, untilMs: w.nowMs + 30 * DAY })

export function assert(
  w: World,
  asserter: string,
  type: string,
  fields: object,
  given: OracleDelegation | null = null,
  target: RecordBody | null = null,
): Promise<RecordBody | null> {
  const quantity = { value: 7, unit: 'kg' }
  const goods = { crop: 'coffee_green', quantity }
  const graded = { ...goods, grade: w.grade }
  const usual: Readonly<Record<string, object>> = {
    harvest: goods,
    lot: graded,
    delivery: graded,
    loss: { quantity },
  }
  const draft = {
    id: w.id(),
    type,
    occurred_at: new Date(w.nowMs).toISOString(),
    ...(type === 'retraction' ? {} : { lawful_basis: 'consent' }),
    ...usual[type],
    ...(given ? { on_behalf_of: given.principal, delegation_id: given.id } : {}),
    ...(target ? { supersedes: target.id } : {}),
    ...fields,
  }
  const act = target ? 'correct' : 'assert'
  return write(w, { asserter, draft, mandate: given, act, covers: type, target })
}
