import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { killAll } from '../support/child-programs.ts'
import { clock } from './clock/clock.ts'
import { figures } from './common/figures.ts'
import { readOptions } from './common/options.ts'
import { Stopwatch, type Suite } from './common/suite.ts'
import { againInOwnNamespace, isInOwnNamespace } from './common/system.ts'
import { throwAway } from './common/throw-away.ts'
import { DISTRIBUTED_FIGURES, distributed } from './distributed/distributed.ts'
import { large, largeFile, rates } from './distributed/measured.ts'
import { SENT_FIGURES, sent } from './distributed/sent.ts'
import { fault } from './fault/fault.ts'
import { FUZZ_FIGURES, fuzz } from './fuzz/fuzz.ts'
import { kill } from './kill/kill.ts'
import { LOAD_FIGURES, load } from './load/load.ts'
import { power } from './power/power.ts'
import { REPLIES_FIGURES, replies } from './replies/replies.ts'
import { SOAK_FIGURES, soak } from './soak/soak.ts'
import { Faults, Tally } from './soak/tally.ts'
import { SOCKETS_FIGURES, sockets } from './sockets/sockets.ts'
import { STORE_FIGURES, store } from './store/store.ts'

/** `npm run test:fault`, `test:load`, `test:store` and others: everything that can go wrong, done to Granary as built. */

/** As built, this program is bundled beside it. */
const PROGRAM = join(dirname(fileURLToPath(import.meta.url)), 'granary.js')

/** Each with what its line of figures names. */
const SUITES: Readonly<Record<string, readonly [suite: Suite, counted: readonly string[]]>> = {
  fault: [
    fault,
    ['rounds', 'rounds without harm', 'injected', 'restarts', 'acknowledged', 'missing', 'checks'],
  ],
  kill: [kill, ['rounds', 'kills', 'backups', 'restores', 'acknowledged', 'missing', 'checks']],
  power: [power, ['rounds', 'cuts', 'ended by the cut', 'acknowledged', 'missing', 'checks']],
  clock: [clock, ['rounds', 'jumps', 'doubts', 'restarts', 'acknowledged', 'missing', 'checks']],
  distributed: [distributed, DISTRIBUTED_FIGURES],
  load: [load, LOAD_FIGURES],
  replies: [replies, REPLIES_FIGURES],
  sent: [sent, SENT_FIGURES],
  soak: [soak, SOAK_FIGURES],
  sockets: [sockets, SOCKETS_FIGURES],
  store: [store, STORE_FIGURES],
  'union-rates': [rates, []],
  'union-large': [large, []],
  'union-large-file': [largeFile, []],
}

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2), [...Object.keys(SUITES), 'fuzz'])
  if (typeof options === 'string') {
    process.stdout.write(options)
    return
  }
  if (!existsSync(PROGRAM)) throw new Error(`${PROGRAM} is not there; run: npm run build`)
  const code = isInOwnNamespace() ? null : await againInOwnNamespace()
  if (code !== null) {
    process.exitCode = code
    return
  }
  const { suite: name, seconds, seed, from, requests } = options
  const suites: typeof SUITES = {
    ...SUITES,
    fuzz: [(trial) => fuzz(trial, { from, requests }), FUZZ_FIGURES],
  }
  const [suite, counted] = suites[name] as (typeof SUITES)[string]
  const { folder, cleanUp } = throwAway(name, options.folder)
  const [tally, faults, watch] = [new Tally(), new Faults(), new Stopwatch()]
  const say = (text: string) => process.stderr.write(`${watch.seconds.toFixed(0).padStart(5)} s  ${text}\n`)
  say(`${name}, seed ${seed}`)
  const skipped = await suite({ program: PROGRAM, folder, seconds, seed, say, tally, faults })
    .catch((error: Error) => {
      faults.add('the trial could not go on', String(error.stack))
      return null
    })
    .finally(killAll)
  if (skipped !== null) {
    process.stdout.write(`${name}: skipped: ${skipped}\n`)
    return cleanUp()
  }
  process.stdout.write(`${figures(name, tally, counted, seed)}\n`)
  if (faults.count === 0) return cleanUp()
  process.stdout.write(`${faults.count} broken promises:\n${faults.lines.join('\n')}\n`)
  process.stdout.write(
    `The data is kept in ${folder}. Repeat with: ${name} --seed ${seed} --seconds ${seconds}\n`,
  )
  process.exitCode = 1
}

main().then(
  () => process.exit(),
  (error: unknown) => {
    process.stderr.write(`trial: ${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  },
)
