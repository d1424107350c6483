import { seeded } from '../../support/records/gate/random.ts'
import { noteAcknowledged } from '../common/figures.ts'
import { Stopwatch, type TrialRun } from '../common/suite.ts'
import { House } from './house.ts'
import { anchoring, backup, type Round, restoring, writing } from './rounds.ts'

/** What is killed; what costs most comes least often. */
const ROUNDS: readonly (readonly [share: number, name: string, round: Round])[] = [
  [0.6, 'writing', writing],
  [0.15, 'anchoring', anchoring],
  [0.13, 'backup', backup],
  [0.12, 'restoring', restoring],
]
/** Then another folder: what stands in one is looked at after every round. */
const ROUNDS_A_HOUSE = 40

/**
 * Kills the service and the commands at any moment: nothing that was acknowledged is missing, no batch is half there, no
 * root contradicts another, and what was cut short is made good by the next start or the same command again.
 */
export async function kill(trial: TrialRun): Promise<string | null> {
  const { tally, faults, say } = trial
  const random = seeded(trial.seed * 1_000 + 2)
  const watch = new Stopwatch()
  for (let n = 1; watch.seconds < trial.seconds && faults.count === 0; n++) {
    const house = await House.built(trial, random, `house-${n}`)
    // In a short run each kind is seen once.
    for (let r = 0; r < ROUNDS_A_HOUSE && faults.count === 0; r++) {
      if (watch.seconds >= trial.seconds && (n > 1 || r >= ROUNDS.length)) break
      const [, name, round] =
        n === 1 && r < ROUNDS.length
          ? (ROUNDS[r] as (typeof ROUNDS)[number])
          : pick(random.below(1_000) / 1_000)
      await round(house)
      if (faults.count === 0) await house.mend()
      tally.add('rounds')
      tally.add(`${name} rounds`)
      noteAcknowledged(tally, house.scene.account)
      say(
        `${name}: ${tally.of('kills')} kills, ${house.scene.account.size} acknowledged here, ${faults.count} faults`,
      )
    }
    await house.close()
  }
  return null
}

function pick(at: number): (typeof ROUNDS)[number] {
  let share = 0
  for (const kind of ROUNDS) {
    share += kind[0]
    if (at < share) return kind
  }
  return ROUNDS[0] as (typeof ROUNDS)[number]
}
