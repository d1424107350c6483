import { rmSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openKernel } from '../../../../src/assemble.ts'
import { makeAppliance } from '../../../support/appliance.ts'
import { soon } from '../../../support/soon.ts'

/** What cannot be read of the sums that were kept is counted again: figures must not stay away for good. */

test.each(['{oops', '[]', '{"format":99}', '{}'])(
  'a checkpoint that reads %s is passed over',
  async (sums) => {
    const a = await makeAppliance()
    const { config, store } = a.kernel
    store.db
      .prepare('INSERT INTO tally_checkpoint (through_seq, sums) VALUES (?, ?)')
      .run(store.log.size, sums)
    await a.app.close()
    a.kernel.close()
    const kernel = openKernel(config, { clock: () => a.clock.nowMs })
    try {
      await soon(() => expect(kernel.store.tallies.isSettled).toBe(true))
      expect(kernel.ports.figures()?.records).toEqual([
        { basis: 'contract_performance', financial: false, count: 1 },
      ])
    } finally {
      kernel.close()
      rmSync(config.data, { recursive: true, force: true })
    }
  },
)
