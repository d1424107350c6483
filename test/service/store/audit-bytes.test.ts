import { uuidv7 } from 'uuidv7'
import { afterAll, expect, test, vi } from 'vitest'
import { AUDIT_BYTES } from '../../../src/http/quotas.ts'
import { Share } from '../../../src/records/gate/share.ts'
import { type Appliance, makeAppliance } from '../../support/appliance.ts'
import { at, deliveryOf } from '../../support/flows/help.ts'

/** Does the disk grow by no more than the day's quota of reads counts? */

interface Reader {
  readonly credential: number
  readonly party: number
  readonly partyId: string
}
const a = await makeAppliance()
const who = await a.party('person', 'Grace')
const author = { party: a.kernel.store.parties.find(who.id) as number, partyId: who.id, credential: null }
const mill = await a.party('business', 'Mill')
const drafts = Array.from({ length: 300 }, () => ({
  id: uuidv7(),
  type: 'delivery',
  occurred_at: at(a.clock.nowMs),
  lawful_basis: 'consent',
  ...deliveryOf(who, mill),
}))
await a.kernel.ports.submit(() => a.kernel.intake.appendAll(author, drafts as never))
afterAll(() => a.close())

const bytes = () => {
  const { db } = a.kernel.store
  return (
    (db.pragma('page_count', { simple: true }) as number) *
    (db.pragma('page_size', { simple: true }) as number)
  )
}
/** By how much the file grows for each of so many reads; a chunk of the index is full several times. */
async function grownBy(
  reads: number,
  read: (reader: ReturnType<Appliance['kernel']['gate']['readerFor']>) => void,
) {
  const { store, gate, ports, credentials } = a.kernel
  const { credential, party, partyId } = credentials.verify(who.token) as never as Reader
  const before = bytes()
  for (let done = 0; done < reads; done += 500)
    await ports.submit(() => {
      for (let i = 0; i < 500; i++) read(gate.readerFor({ party, partyId, credential }, 'credit_assessment'))
    })
  expect(store.audit.size).toBeGreaterThan(reads)
  return (bytes() - before) / reads
}

test('by a refusal', async () => {
  const grown = await grownBy(10_000, (reader) => expect(reader.one(uuidv7())).toBe(null))
  expect(grown).toBeLessThan(AUDIT_BYTES.entry)
  expect(grown).toBeGreaterThan(AUDIT_BYTES.entry / 3)
})

test('by a refusal in a commit of its own', async () => {
  const reads = 2_000
  const { store, gate, ports } = a.kernel
  const { party, partyId, credential } = a.kernel.credentials.verify(who.token) as never as Reader
  const before = bytes()
  for (let i = 0; i < reads; i++)
    await ports.submit(() =>
      gate.readerFor({ party, partyId, credential }, 'credit_assessment').one(uuidv7()),
    )
  expect(store.audit.size).toBeGreaterThan(reads)
  expect((bytes() - before) / reads).toBeLessThan(AUDIT_BYTES.entry)
})

test('by a page of records', async () => {
  const filter = {
    types: ['delivery' as const],
    subject: null,
    lotId: null,
    obligationId: null,
    fromMs: 0,
    toMs: Number.MAX_SAFE_INTEGER,
    standing: 'any' as const,
    order: 'newest' as const,
  }
  // All of it in one slice, however slow the machine is.
  vi.spyOn(Share.prototype, 'isSpent', 'get').mockReturnValue(false)
  const grown = await grownBy(1_000, (reader) =>
    expect(reader.list(filter, null, 100).found.length).toBeGreaterThan(99),
  )
  expect(grown).toBeLessThan(AUDIT_BYTES.entry + 100 * AUDIT_BYTES.record)
})
