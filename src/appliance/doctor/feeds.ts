import { failureOf } from '../../domain/sent-feed.ts'
import { formatInstant } from '../../domain/time.ts'
import { withRemedy } from '../../words/fault.ts'
import { message } from '../../words/message.ts'
import { bad, type CheckResult, caution, good, type OpenedPatient } from './check.ts'

/** Checks that what is sent to addresses of readers arrives: tells the feed that has failed for longest. */
export function feeds({ store }: OpenedPatient): CheckResult {
  const live = store.feedsSent.live()
  if (live.length === 0) return good(message('check.feeds.none'), { feeds: 0, failing: 0 })
  const failing = live.flatMap(({ n }) => {
    const { failed } = store.feedsSent.now(n)
    return failed === null ? [] : [{ n, ...failed }]
  })
  const facts = { feeds: live.length, failing: failing.length }
  const [worst] = failing.sort((a, b) => a.at - b.at)
  if (worst === undefined) return good(message('check.feeds.good'), facts)
  const { fault, detail = '' } = failureOf(worst.code)
  const why = message(`feed.fault.${fault}`, { detail })
  const said = withRemedy('check.feeds.bad', { id: worst.n, at: { stamp: formatInstant(worst.at) }, why })
  // Nobody but the office can give a token again.
  return fault === 'token' ? bad(...said, facts) : caution(...said, facts)
}
