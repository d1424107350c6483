import fc from 'fast-check'
import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { formatInstant } from '../../../src/domain/time.ts'
import { makeAppliance } from '../../support/appliance.ts'
import { appended, harvestOf } from '../../support/flows/help.ts'

/** Those that are still to be told are the same, whatever was looked at before, in any order of telling, after rollbacks too. */

const a = await makeAppliance()
const farmer = await a.party('person', 'Grace')
const { store, ports } = a.kernel
const { notifications } = store

async function raise(): Promise<void> {
  const { id } = await appended(farmer, 'harvest', harvestOf(farmer))
  const seq = store.records.byId(id)?.seq as number
  const recipient = store.parties.find(farmer.id) as number
  await ports.submit(() => notifications.raise(recipient, seq, seq, store.writer.nowMs))
}

/** @param fails after it was told and looked at */
function tell(n: number, fails: boolean): Promise<void> {
  return ports.submit(() => {
    const id = uuidv7()
    const told = { id, notification: n, recipient: farmer.id, operator: 'test' }
    const { nowMs } = store.writer
    store.acts.append('notification_told', id, nowMs, { ...told, received_at: formatInstant(nowMs) })
    notifications.after(0, 10, false)
    if (fails) throw new Error('fails at the last moment')
  })
}

const step = fc.oneof(
  fc.constant({ what: 'raise' } as const),
  fc.record({ what: fc.constant('tell' as const), which: fc.nat(20), fails: fc.boolean() }),
  fc.record({ what: fc.constant('look' as const), after: fc.nat(6), count: fc.integer({ min: 0, max: 4 }) }),
)

test('after every history', async () => {
  let told = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 15 }), async (steps) => {
      for (const one of steps) {
        const open = notifications.after(0, 1_000, true).filter(({ toldAt }) => toldAt === null)
        if (one.what === 'raise') await raise()
        else if (one.what === 'look') {
          const expected = open.filter(({ n }) => n > one.after).slice(0, one.count)
          expect(notifications.after(one.after, one.count, false)).toEqual(expected)
        } else if (open.length > 0) {
          const { n } = open[one.which % open.length] as { n: number }
          if (one.fails) await expect(tell(n, true)).rejects.toThrow('fails at the last moment')
          else {
            await tell(n, false)
            told++
          }
        }
        const left = notifications.after(0, 1_000, true).filter(({ toldAt }) => toldAt === null)
        expect(notifications.after(0, 1_000, false)).toEqual(left)
      }
    }),
    { numRuns: 30 },
  )
  expect(told).toBeGreaterThan(5)
})
