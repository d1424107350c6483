import { type CheckResult, caution, good } from './check.ts'
import type { Holder } from './holder.ts'
import { oddSettings, wordsOfOdd } from './odd-settings.ts'

export function settings({ variables }: Holder): CheckResult {
  const odd = oddSettings(variables)
  if (odd.length === 0) return good('Every GRANARY_ variable is a setting.', { odd: 0 })
  return caution(
    `${odd.map(wordsOfOdd).join('; ')}.`,
    'Correct or remove it in the settings of the service (/etc/granary/granary.env); docs/settings.md lists every setting.',
    { odd: odd.length },
  )
}
