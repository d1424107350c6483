import { uuidv7 } from 'uuidv7'
import { expect, test, vi } from 'vitest'
import { AUDIT_BYTES } from '../../../src/http/quotas.ts'
import { Share } from '../../../src/records/gate/share.ts'
import { type Appliance, makeAppliance, requesterOf } from '../../support/appliance.ts'
import { at, deliveryOf } from '../../support/flows/help.ts'
import { EVERY_RECORD } from '../records/gate/every-record.ts'

/** Does the disk grow by no more than the day's quota of reads counts? */

interface Reader {
  readonly credential: number
  readonly party: number
  readonly partyId: string
}
const a = await makeAppliance()
const who = await a.party('person', 'Grace')
const mill = await a.party('business', 'Mill')
const drafts = Array.from({ length: 300 }, () => ({
  id: uuidv7(),
  type: 'delivery',
  occurred_at: at(a.clock.nowMs),
  lawful_basis: 'consent',
  ...deliveryOf(who, mill),
}))
await a.kernel.ports.submit(() => a.kernel.intake.appendAll(requesterOf(a, who), drafts as never))

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
  together = 500,
) {
  const { store, gate, ports, credentials } = a.kernel
  const { credential, party, partyId } = credentials.verify(who.token) as never as Reader
  const before = bytes()
  for (let done = 0; done < reads; done += together)
    await ports.submit(() => {
      for (let i = 0; i < together; i++)
        read(gate.readerFor({ party, partyId, credential }, 'credit_assessment'))
    })
  expect(store.audit.size).toBeGreaterThan(reads)
  return (bytes() - before) / reads
}

test.each([
  ['many in a commit', 10_000, 500],
  ['each in a commit of its own', 2_000, 1],
])('by refusals, %s', async (_, reads, together) => {
  const grown = await grownBy(reads, (reader) => expect(reader.one(uuidv7())).toBe(null), together)
  expect(grown).toBeLessThan(AUDIT_BYTES.entry)
  if (together > 1) expect(grown).toBeGreaterThan(AUDIT_BYTES.entry / 3)
})

test('by a page of records', async () => {
  const filter = { ...EVERY_RECORD, types: ['delivery' as const] }
  // All of it in one slice, however slow the machine is.
  vi.spyOn(Share.prototype, 'isSpent', 'get').mockReturnValue(false)
  const grown = await grownBy(1_000, (reader) =>
    expect(reader.list(filter, null, 100).found.length).toBeGreaterThan(99),
  )
  expect(grown).toBeLessThan(AUDIT_BYTES.entry + 100 * AUDIT_BYTES.record)
})
