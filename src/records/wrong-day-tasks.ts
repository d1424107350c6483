import { fromJson } from '../base/typed.ts'
import { isOverWithin } from '../base/within.ts'
import { FRONT_OFFICE_PURPOSE, frontOffice } from '../identity/who.ts'
import { tasksOn } from '../registry/kernel.ts'
import { FIGURES_WAIT_MS } from '../store/tables/tallies.ts'
import type { RecordKernel } from './kernel.ts'
import type { CounterRecord } from './record-tasks.ts'
import { recordJson } from './views/record-view.ts'

/** Records shown; the others are counted. */
const SHOWN = 10

/** A task of several jobs, because it waits for the newest records to be counted. */
export const wrongDayTasks = tasksOn<RecordKernel>()({
  /**
   * Returns the newest of the cooperative's records whose day cannot be right, with the reason, and the count of
   * the others. The count is null while the log is being read after a start.
   */
  'record.wrong-days': async (kernel, operator) => {
    const { store, gate } = kernel
    await isOverWithin(FIGURES_WAIT_MS, store.tallies.caughtUp())
    const found = store.tallies.wrongDays()
    if (found === null) return { records: [], more: null }
    const shown = found.slice(0, SHOWN)
    if (shown.length === 0) return { records: [], more: 0 }
    const asker = frontOffice(kernel, operator)
    const read = await store.jobs.submit(asker, () =>
      gate
        .readerFor(asker, FRONT_OFFICE_PURPOSE)
        .listed(shown.map(({ seq }) => seq))
        .map((gated) => ({ seq: gated.record.seq, json: recordJson(gated) })),
    )
    const records = shown.flatMap(({ seq, why }) => {
      const one = read.find((gated) => gated.seq === seq)
      return one === undefined ? [] : [{ why, record: fromJson<CounterRecord>(one.json) }]
    })
    return { records, more: found.length - shown.length }
  },
})
