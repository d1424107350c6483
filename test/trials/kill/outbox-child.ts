import { writeSync } from 'node:fs'
import { uuidv7 } from 'uuidv7'
import { housed } from './child-house.ts'

/**
 * Runs in a process of its own that is killed while it takes batches. A line on stdout is its acknowledgement: the
 * number of a batch, written only after all of it is said to be durable. Bundled and started by killed.trial.ts.
 */
const [folder, first, records] = process.argv.slice(2) as [string, string, string]
const { kernel, party, partyId } = await housed(folder)
const { store, ports } = kernel
const credential = kernel.credentials.list()[0]?.credential_id as string
const caller = {
  credential: store.acts.byId(credential)?.seq as number,
  kind: 'party' as const,
  party,
  partyId,
}

let number = Number(first)
async function bring(): Promise<void> {
  for (;;) {
    const batch = number++
    const sent = Array.from({ length: Number(records) }, (_, i) => ({
      id: uuidv7(),
      type: 'harvest',
      occurred_at: new Date().toISOString(),
      lawful_basis: 'consent',
      producer: partyId,
      crop: 'coffee_fresh_cherry',
      quantity: { value: i + 1, unit: 'kg' },
      note: `batch ${batch}`,
    }))
    const results = await ports.outbox.take(caller, JSON.stringify({ records: sent }), () => {})
    if (results.some(({ outcome }) => outcome !== 'accepted')) throw new Error('a record was not accepted')
    writeSync(1, `${batch}\n`)
  }
}
await Promise.all([bring(), bring()])
