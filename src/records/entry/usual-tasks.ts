import { type Brought, broughtOf } from '../../domain/usual.ts'
import { tasksOn } from '../../registry/kernel.ts'
import type { RecordKernel } from '../kernel.ts'
import { recentRecords } from '../record-tasks.ts'

/** Newest deliveries of a party that are looked at. */
const LOOKED_AT = 20

/** Tasks that run as several jobs, with other work between them. */
export const usualTasks = tasksOn<RecordKernel>()({
  /**
   * Returns what a party brought lately, of one crop: of this one or, if none is named, of the one it brought
   * last. Reads a few records, whatever the party has. Null if the party brought nothing of it.
   */
  'record.usual': async (
    kernel,
    operator,
    { party, crop }: { readonly party: string; readonly crop: string | null },
  ) => {
    const { store, people } = kernel
    const n = store.parties.find(party)
    if (n === undefined) return null
    const entries = people.entriesOf(n).map((one) => store.parties.id(one))
    const asked = {
      type: 'delivery',
      subject: party,
      standing: 'tip',
      word: 'parties',
      most: LOOKED_AT,
    } as const
    const { records } = await recentRecords(kernel, operator, asked)
    const brought = records
      .filter(({ from_party }) => entries.includes(String(from_party)))
      .map(({ crop: of, derived }): Brought => ({ kg: derived.kg, crop: of, isOfToday: false }))
    return broughtOf(crop ?? brought[0]?.crop, brought)
  },
})
