import { FRONT_OFFICE_PURPOSE } from '../../../../src/identity/who.ts'
import { recentRecords } from '../../../../src/records/record-tasks.ts'
import { everything } from './reads.ts'
import { add } from './tally.ts'
import { DAY, RECORD_TYPES, same, type World } from './world.ts'

/** How many of them the office is given of no period. */
const RECENT = 20

/** Contradicting corrections, which the office finds by the chains that have several, are those that a look at every record finds. */
export async function compareForked(w: World): Promise<void> {
  const view = w.view(w.asker(w.cooperative), FRONT_OFFICE_PURPOSE)
  // A person who was entered twice has one history in the office.
  const twice = new Set(
    w.records.flatMap(({ party, same_as }) => (same_as === undefined ? [] : [party, same_as])),
  )
  const subjects = [null, ...w.parties.filter((party) => !twice.has(party))]
  for (const type of RECORD_TYPES)
    for (const subject of subjects)
      for (const period of [{}, { fromMs: w.nowMs - 60 * DAY, toMs: w.nowMs - DAY }]) {
        const asked = { type, subject, standing: 'forked', ...period } as const
        const { records, more } = await recentRecords(w.kernel, 'clerk', asked)
        const all = view.list({ ...everything, types: [type], subject, standing: 'forked', ...period })
        const wanted = 'fromMs' in period ? all : all.slice(0, RECENT)
        same([records.map(({ id }) => id), more], [wanted, wanted.length < all.length], () =>
          JSON.stringify(asked),
        )
        add(w.tally, 'a contradiction was listed for the office', records.length)
      }
}
