import { uuidv7 } from 'uuidv7'
import { newIncarnation } from '../../../src/store/acts/appliance.ts'
import type { Appliance } from '../appliance.ts'

/** What a restore does: the log as of the backup, and then a new incarnation. Here nothing was lost but the order. */
export const restored = ({ kernel: { ports, store } }: Appliance): Promise<void> =>
  ports.submit(() => {
    const { acts, appliance, parties, writer } = store
    const restore = uuidv7()
    acts.append('restore', restore, writer.nowMs, {
      cooperative: parties.id(appliance.cooperative as number),
      incarnation: newIncarnation().toString('hex'),
      backup: uuidv7(),
      made_at: new Date(writer.nowMs).toISOString(),
    })
    acts.append('restore_confirmation', uuidv7(), writer.nowMs, { restore })
  })
