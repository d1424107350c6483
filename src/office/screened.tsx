import { NOT_KNOWN, type PlotScreened, SCREENED, type Screened } from '../domain/screening.ts'
import type { ScreeningCounts } from './parts/flow.tsx'
import { Badge } from './parts.tsx'
import { useWords } from './reader.tsx'
import type { StaffVisit } from './visit.ts'

/** What the screening of plots states, beside the plots that a page shows. */

/** Returns a function that gives the result of a plot, by the id of its record. */
export async function screenedOf(visit: StaffVisit, ids: readonly string[]) {
  const found = ids.length === 0 ? {} : await visit.run('plot.screened', { ids })
  return (id: string): PlotScreened => found[id] ?? NOT_KNOWN
}

export const countsOf = (all: readonly PlotScreened[]): ScreeningCounts =>
  Object.fromEntries(
    SCREENED.map((name) => [name, all.filter(({ result }) => result === name).length]),
  ) as Record<Screened, number>

/** No result is shown as good: the service judges no plot. */
const KINDS = {
  ...({ high: 'bad', more_info_needed: 'warn', stale: 'warn' } as const),
  ...({ unknown: 'info', none: 'info', low: 'info' } as const),
}

export const ScreenedBadge = ({ screened: { result } }: { readonly screened: PlotScreened }) => (
  <Badge kind={KINDS[result]}>{useWords().say(`chart.screened.${result}`)}</Badge>
)

/** The end of the version of a prediction that `plot screening` stored. */
const FILE = /^(.+), result file sha256:([0-9a-f]{64})$/s

/** The result with the day, the tool and the file that it is from. */
export const ScreenedFrom = ({ screened }: { readonly screened: PlotScreened }) => {
  const { calendar, say } = useWords()
  const { from } = screened
  const [, version, digest] = (from && FILE.exec(from.file)) ?? []
  return (
    <>
      <ScreenedBadge screened={screened} />
      {from !== null && (
        <>
          <br />
          {say('screened.from', { day: calendar.day(from.atMs), version: version ?? from.file })}
          {digest !== undefined && (
            <>
              <br />
              {say('screened.file')} <code>{digest}</code>
            </>
          )}
        </>
      )}
    </>
  )
}
