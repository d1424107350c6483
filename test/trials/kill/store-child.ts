import { writeSync } from 'node:fs'
import { uuidv7 } from 'uuidv7'
import type { Draft } from '../../../src/domain/record.ts'
import { housed } from './child-house.ts'

/**
 * Runs in a process of its own that is killed while it writes. A line on stdout is its acknowledgement: the id
 * of a record, written only after the record is said to be durable. Bundled and started by killed.trial.ts.
 */
const { kernel, party, partyId } = await housed(process.argv[2] as string)
const { intake, ports } = kernel

async function write(): Promise<void> {
  for (;;) {
    const draft = {
      id: uuidv7(),
      type: 'harvest',
      occurred_at: new Date().toISOString(),
      lawful_basis: 'consent',
      producer: partyId,
      crop: 'coffee_fresh_cherry',
      quantity: { value: 1, unit: 'kg' },
      note: 'x'.repeat(Math.floor(Math.random() * 2_000) + 1),
    } as unknown as Draft
    await ports.submit(() => intake.append({ party, partyId, credential: null, operator: 'test' }, draft))
    writeSync(1, `${draft.id}\n`)
  }
}
await Promise.all(Array.from({ length: 16 }, write))
