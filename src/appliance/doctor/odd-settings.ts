import { must } from '../../base/typed.ts'
import { publisherPlace } from '../../config/addresses.ts'
import { settingsTable } from '../../config/config.ts'
import { policyIn } from '../../proofs/anchor/open.ts'
import { PublicationFault } from '../../proofs/anchor/publisher.ts'
import type { Told } from '../../words/fault.ts'
import { type Message, message } from '../../words/message.ts'
import { type CheckResult, caution, good } from './check.ts'
import type { Patient } from './patient.ts'

/** Finds environment variables that look like settings but are not. They are probably typing errors. */

export interface OddSetting {
  readonly variable: string
  /** The setting that was probably meant; null when none is similar. */
  readonly meant: string | null
}

const PREFIX = 'GRANARY_'
/** Two names with at most this edit distance are similar. */
const SIMILAR = 3
/** Not in the table of settings: a reader's own token (src/lender/lender-view-command.ts). */
const ELSEWHERE: readonly string[] = ['GRANARY_TOKEN']
/** Prefix of variables for Granary's tests; the program ignores them. */
const FOR_TESTS = 'GRANARY_TEST_'

/** @param variables only names, because their values are private */
export function oddSettings(variables: readonly string[]): OddSetting[] {
  const known: readonly string[] = [...settingsTable.map(({ variable }) => variable), ...ELSEWHERE]
  return variables
    .filter((name) => name.toUpperCase().startsWith(PREFIX) && !known.includes(name))
    .filter((name) => !name.startsWith(FOR_TESTS))
    .sort()
    .map((variable) => ({ variable, meant: nearest(variable.toUpperCase(), known) }))
}

function nearest(name: string, known: readonly string[]): string | null {
  const [first] = known
    .map((setting) => ({ setting, distance: editDistance(name, setting) }))
    .sort((a, b) => a.distance - b.distance)
  return first !== undefined && first.distance <= SIMILAR ? first.setting : null
}

/** The Levenshtein distance. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const changed = must(row[j - 1]) + Number(a[i - 1] !== b[j - 1])
      next.push(Math.min(changed, must(row[j]) + 1, must(next[j - 1]) + 1))
    }
    row = next
  }
  return must(row[b.length])
}

/** The name of a variable may contain any character; only those that settings use are shown. */
export function wordsOfOdd({ variable, meant }: OddSetting): Message {
  const safe = { variable: variable.replace(/[^A-Za-z0-9_]/g, '?').slice(0, 60) }
  return meant === null
    ? message('check.settings.odd', safe)
    : message('check.settings.meant', { ...safe, meant })
}

export function settings({ config, variables }: Patient): CheckResult {
  const publisher = publisherPlace(config.anchorPublisher)
  const bad = publisher?.kind === 'policy' ? faultIn(publisher.path) : null
  if (bad !== null) return caution(bad, message('anchor.badPolicy.remedy'), { odd: 0, has_bad_policy: true })
  const odd = oddSettings(variables())
  if (odd.length === 0) return good(message('check.settings.good'), { odd: 0 })
  return caution(
    odd.map(wordsOfOdd).reduce((first, next) => message('value.sentences', { first, next })),
    message('check.settings.remedy'),
    { odd: odd.length },
  )
}

/** Returns why the witnesses of a policy cannot be asked; null if they can. Without them nothing is published. */
function faultIn(policy: string): Told | null {
  try {
    policyIn(policy)
    return null
  } catch (error) {
    if (error instanceof PublicationFault) return error.what
    throw error
  }
}
