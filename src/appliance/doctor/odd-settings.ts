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

/** Without a policy that can be read, nothing is published. */
export function settings({ config, variables }: Patient): CheckResult {
  const publisher = publisherPlace(config.anchorPublisher)
  const policy = publisher?.kind === 'policy' ? policyIn(publisher.path) : null
  const odd = oddSettings(variables())
  const isBad = policy instanceof PublicationFault
  const facts = { odd: odd.length, has_bad_policy: isBad }
  if (odd.length === 0 && !isBad) return good(message('check.settings.good'), facts)
  const findings = [...(isBad ? [policy.what] : []), ...odd.map(wordsOfOdd)]
  const remedies = [
    ...(isBad ? [message('anchor.badPolicy.remedy')] : []),
    ...(odd.length > 0 ? [message('check.settings.remedy')] : []),
  ]
  return caution(inSentences(findings), inSentences(remedies), facts)
}

const inSentences = (all: readonly Told[]): Told =>
  all.reduce((first, next) => message('value.sentences', { first, next }))
