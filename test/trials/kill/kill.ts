import { seeded } from '../../support/records/gate/random.ts'
import { noteAcknowledged } from '../common/figures.ts'
import { Stopwatch, type TrialRun } from '../common/suite.ts'
import { House } from './house.ts'
import { anchoring, backup, restoring, writing } from './rounds.ts'

const ROUNDS = { writing, anchoring, backup, restoring } as const
/** What costs most comes least often; in a short run each comes in this order. */
const AS_OFTEN = ['writing', 'anchoring', 'writing', 'backup', 'writing', 'restoring', 'writing'] as const
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
    for (let r = 0; r < ROUNDS_A_HOUSE && faults.count === 0; r++) {
      if (watch.seconds >= trial.seconds && (n > 1 || r >= AS_OFTEN.length)) break
      const name = (n === 1 ? AS_OFTEN[r] : undefined) ?? random.pick(AS_OFTEN)
      await ROUNDS[name](house)
      if (faults.count === 0) await house.mend()
      tally.add('rounds')
      noteAcknowledged(tally, house.scene.account)
      say(
        `${name}: ${tally.of('kills')} kills, ${house.scene.account.size} acknowledged here, ${faults.count} faults`,
      )
    }
    await house.close()
  }
  return null
}
