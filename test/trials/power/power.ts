import { join } from 'node:path'
import { type Random, seeded } from '../../support/records/gate/random.ts'
import { check } from '../common/check.ts'
import { noteAcknowledged } from '../common/figures.ts'
import { PeopleAtWork } from '../common/people-at-work.ts'
import { prepare, type Scene } from '../common/scene.ts'
import { Served } from '../common/served.ts'
import { Stopwatch, type TrialRun } from '../common/suite.ts'
import { isInOwnNamespace } from '../common/system.ts'
import { verify } from '../common/verified.ts'
import { pause } from '../soak/stop.ts'
import { type Cut, Disk, whyNoDisks } from './disk.ts'

/** Work goes on for so long before the power is cut, at least and at most, milliseconds. */
const WORK_MS = [150, 900] as const
/** The machine lives on for so long at most after its disk is gone. */
const AFTERLIFE_MS = 150
/** The cut that costs most comes most often. */
const CUTS: readonly Cut[] = ['nothing', 'nothing', 'nothing', 'journal', 'everything']
/** A disk that is so full makes room for a new one. */
const FULL = 0.5
/** A memory map of a file on a disk that is gone (mmap(2)): SQLite keeps its index of the log in one. */
const ENDED_BY_THE_CUT = /ended by itself \(SIGBUS\)/

/**
 * The power is cut under a service at work, again and again: nothing that it acknowledged is missing, no batch is half
 * there, and it starts by itself.
 */
export async function power(trial: TrialRun): Promise<string | null> {
  if (!isInOwnNamespace()) return 'this user may not mount'
  const reason = whyNoDisks(trial.folder)
  if (reason !== null) return reason
  const random = seeded(trial.seed * 1_000 + 1)
  const watch = new Stopwatch()
  for (let n = 1; watch.seconds < trial.seconds && trial.faults.count === 0; n++) {
    const disk = new Disk(trial.folder, `disk-${n}`)
    const served = await Served.at(trial.program, join(disk.folder, 'data'))
    const scene = await prepare(trial, served)
    await onOneDisk(scene, disk, random, watch)
    disk.unmount()
  }
  return null
}

async function onOneDisk(scene: Scene, disk: Disk, random: Random, watch: Stopwatch): Promise<void> {
  const { served, tally, faults, account, say } = scene
  const people = new PeopleAtWork(scene)
  do {
    people.start()
    const [least, most] = WORK_MS
    await pause(least + random.below(most - least))
    people.workload.isHarmed = true
    await cutUnder(served, disk, random)
    tally.add('cuts')
    await Promise.all([people.stop(), served.end('SIGKILL')])
    noteEnd(scene)
    for (const upload of account.uploads) upload.wasCut ||= upload.storedSha256 === null
    disk.mountAgain()
    check(scene)
    await served.start()
    people.workload.isHarmed = false
    await people.settle()
    tally.add('rounds')
    noteAcknowledged(tally, account)
    say(`round ${tally.of('rounds')}: ${account.size} acknowledged on this disk, ${faults.count} faults`)
  } while (watch.seconds < scene.seconds && disk.filled < FULL && faults.count === 0)
  await served.end('SIGTERM')
  check(scene)
  await verify(scene)
  noteEnd(scene)
}

/**
 * The machine and its disk stop at the same moment, in the middle of whatever the system is at; or the disk alone, and
 * the service lives on for a while. Then no call may be under way: one that syncs while Linux (6.18) stops an ext4 by this
 * ioctl can succeed though its bytes are not there, which no disk does that loses its power.
 */
async function cutUnder(served: Served, disk: Disk, random: Random): Promise<void> {
  const livesOn = random.chance(0.5)
  served.freeze()
  if (livesOn) await served.frozen()
  disk.cut(random.pick(CUTS))
  if (!livesOn) return
  served.goOn()
  await pause(random.below(AFTERLIFE_MS))
}

function noteEnd({ served, tally, faults }: Scene): void {
  for (const complaint of served.complaints.splice(0))
    if (ENDED_BY_THE_CUT.test(complaint)) tally.add('ended by the cut')
    else faults.add('the service complained', complaint)
}
