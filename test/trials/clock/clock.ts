import { join } from 'node:path'
import { type Random, seeded } from '../../support/records/gate/random.ts'
import { check } from '../common/check.ts'
import { noteAcknowledged } from '../common/figures.ts'
import { PeopleAtWork } from '../common/people-at-work.ts'
import { prepare, type Scene } from '../common/scene.ts'
import { Served } from '../common/served.ts'
import { Stopwatch, type TrialRun } from '../common/suite.ts'
import { verify } from '../common/verified.ts'
import { pause } from '../soak/stop.ts'
import { confirmClock, isTrusted, lookAtClock } from './doubt.ts'
import { FakedTime, libraryOfFakedTime } from './faked-time.ts'
import { Story } from './story.ts'
import { abandonedUploadsMakeRoom, MOST_UPLOADS, PATIENCE_SECONDS } from './timeout.ts'

/** Few enough to be met within a story; windows of a minute. */
const SETTINGS = {
  GRANARY_FAILED_AUTH_PER_MINUTE: '20',
  GRANARY_REGISTRY_PER_MINUTE: '20',
  GRANARY_REFUSAL_MS: '25',
  GRANARY_MAX_UPLOADS: String(MOST_UPLOADS),
}
const HOUR_MS = 3_600_000
/** Of a hundred clocks in doubt, so many are confirmed; the others are put right. */
const CONFIRMED_PERCENT = 50
/** Units of a jump, and how many of them at most: clocks are wrong by a time zone, a month, or a flat battery. */
const JUMPS: readonly (readonly [unitMs: number, most: number])[] = [
  [HOUR_MS, 12],
  [24 * HOUR_MS, 60],
  [365 * 24 * HOUR_MS, 15],
]
const JUMPS_A_STORY = 8
/** Forward, back, and somewhere again. */
const FEWEST_JUMPS = 3
/** Work goes on for so long after each jump, at least and at most, milliseconds. */
const WORK_MS = [150, 500] as const
/** Of a hundred jumps, after so many the service is stopped or killed and started again. */
const RESTARTED_PERCENT = 35

/**
 * The clock of the machine jumps by hours, months and years, forward and back, under a service at work: a clock that cannot
 * be right is doubted, and writes nothing until it is confirmed or put right; nothing that was acknowledged is missing, no
 * time of receipt goes back, what ended stays ended, feeds resume, and all callers are answered.
 */
export async function clock(trial: TrialRun): Promise<string | null> {
  const library = libraryOfFakedTime()
  if (library === null) return 'libfaketime is not on this machine (apt-get install faketime)'
  const random = seeded(trial.seed * 1_000 + 3)
  const watch = new Stopwatch()
  const make = async (name: string) => {
    const time = new FakedTime(library, join(trial.folder, `${name}.clock`))
    const environment = { ...SETTINGS, ...time.environment }
    const served = await Served.at(trial.program, join(trial.folder, name), environment)
    return { time, scene: await prepare(trial, served) }
  }
  const timeouts =
    trial.seconds < PATIENCE_SECONDS
      ? Promise.resolve()
      : make('timeouts').then(({ scene, time }) => abandonedUploadsMakeRoom(scene, time))
  for (let n = 1; watch.seconds < trial.seconds && trial.faults.count === 0; n++) {
    const { scene, time } = await make(`story-${n}`)
    await tell(scene, time, random, watch)
    trial.tally.add('rounds')
    noteAcknowledged(trial.tally, scene.account)
    trial.say(`story ${n}: ${scene.account.size} acknowledged, ${trial.faults.count} faults`)
  }
  await timeouts
  return null
}

async function tell(scene: Scene, time: FakedTime, random: Random, watch: Stopwatch): Promise<void> {
  const { served, tally, faults, farmers } = scene
  const people = new PeopleAtWork(scene)
  people.workload.clock = () => time.highestMs
  const story = new Story(scene, people.workload, time, random)
  await story.begin()
  for (let jump = 0; jump < JUMPS_A_STORY && faults.count === 0; jump++) {
    if (watch.seconds > scene.seconds && jump >= FEWEST_JUMPS) break
    people.start()
    const [unitMs, most] = random.pick(JUMPS)
    const offsetMs = (random.below(2_001) / 1_000 - 1) * most * unitMs
    // Until it is known whether the service trusts the clock, it may answer 503.
    people.workload.isHarmed = true
    const wasBehind = time.aheadMs < 0
    time.distrust()
    time.set(offsetMs)
    tally.add('jumps')
    scene.say(`the clock shows ${new Date(time.nowMs).toISOString()}`)
    const [least, longest] = WORK_MS
    await pause(least + random.below(longest - least))
    await people.stop()
    await lookAtClock(scene, time, !wasBehind)
    await believed(scene, story, time, random)
    people.workload.isHarmed = false
    await people.workload.record()
    await story.holds()
    if (random.below(100) < RESTARTED_PERCENT) {
      await restart(scene, random)
      await story.holds()
    }
  }
  await people.settle()
  await story.pull(farmers[0]?.token as string)
  story.checkPulled()
  await served.end('SIGTERM')
  for (const complaint of served.complaints) faults.add('the service complained', complaint)
  check(scene)
  await verify(scene)
}

async function restart({ served, tally }: Scene, random: Random): Promise<void> {
  await served.end(random.chance(0.5) ? 'SIGKILL' : 'SIGTERM')
  await served.start()
  tally.add('restarts')
}

/** While the clock is in doubt nothing is written, over restarts too, until it is confirmed or put right. */
async function believed(scene: Scene, story: Story, time: FakedTime, random: Random): Promise<void> {
  if (time.isTrusted) return
  scene.tally.add('doubts')
  await story.holdsInDoubt()
  if (random.below(100) < RESTARTED_PERCENT) {
    await restart(scene, random)
    await lookAtClock(scene, time, false)
    if (time.isTrusted) return
    await story.holdsInDoubt()
  }
  if (random.below(100) < CONFIRMED_PERCENT) await confirmClock(scene, time)
  else {
    time.putRight()
    time.trust()
  }
  if (!(await isTrusted(scene)))
    scene.faults.add('a clock is doubted that is right', `${time.aheadMs} ms ahead`)
}
