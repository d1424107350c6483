import type { Tally } from '../soak/tally.ts'
import type { Account } from './account.ts'

/** One line of figures: what was counted under these names or kinds, and the answers by their status. */
export function figures(suite: string, tally: Tally, names: readonly string[], seed: number): string {
  const counted = names.map((name) => `${name} ${tally.of(name) || tally.sum(`${name}: `)}`)
  const answers = tally.under('answer: ').map(([status, count]) => `${status} x ${count}`)
  return `${suite}: ${[...counted, `answers ${answers.join(' ') || 'none'}`, `seed ${seed}`].join(', ')}`
}

/** Counts what was acknowledged since the last time. */
export function noteAcknowledged(tally: Tally, account: Account): void {
  const { size } = account
  tally.add('acknowledged', size - account.noted)
  account.noted = size
}
