import { expect, test } from 'vitest'
import { isLong } from '../../../support/is-long.ts'
import { look, told } from '../../../support/proofs/verify/scene.ts'
import { History } from '../../appliance/metrics/history.ts'
import { happen, OUTSIDE, STEPS } from '../../appliance/metrics/history-steps.ts'
import { everybodyPulls } from '../../records/gate/pulls.ts'
import { makeWorld, seeded } from '../../records/gate/worlds.ts'

/**
 * Random worlds through the real rooms: records that come in any order, are corrected, forked and taken back, with
 * mandates, consents, objections and predictions. Nothing in them was altered, so nothing may be found.
 */

const WORLDS = isLong ? 60 : 6

test('whatever happened through the rooms is clean', { timeout: 3_600_000 }, async () => {
  for (let seed = 1; seed <= WORLDS; seed++) {
    const w = await makeWorld(seeded(seed), { steps: 160, overHttp: false })
    try {
      await everybodyPulls(w)
      const report = await look(w.kernel.store.db.name)
      expect(told(report), `world of seed ${seed}`).toEqual([])
      expect(report.unchecked).toEqual([])
    } finally {
      await w.close()
    }
  }
})

test('and so is what happened around the figures', { timeout: 3_600_000 }, async () => {
  for (let seed = 1; seed <= WORLDS; seed++) {
    const random = seeded(seed)
    const h = await History.begun()
    try {
      for (let i = 0; i < 80; i++)
        await happen(h, {
          what: random.pick([...STEPS, ...OUTSIDE]),
          a: random.below(1_000),
          b: random.below(1_000),
          c: random.below(1_000),
        })
      const report = await look(h.kernel.store.db.name)
      expect(told(report), `history of seed ${seed}`).toEqual([])
    } finally {
      h.close()
    }
  }
})
