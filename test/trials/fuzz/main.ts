import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { killAll } from '../../support/child-programs.ts'
import { throwAway } from '../common/throw-away.ts'
import { Faults, Tally } from '../soak/tally.ts'
import { fuzz } from './fuzz.ts'
import { readOptions, USAGE } from './options.ts'
import { summary } from './report.ts'

/** `npm run test:fuzz`: does any request harm the service, or get an answer that it should not? */

/** As built, this program is bundled beside it. */
const PROGRAM = join(dirname(fileURLToPath(import.meta.url)), 'granary.js')
const CONTRACT = join(dirname(PROGRAM), '..', 'openapi.json')

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2))
  if (options === null) {
    process.stdout.write(USAGE)
    return
  }
  const { requests, from, seed, folder: parent } = options
  const { folder, cleanUp } = throwAway('fuzz', parent, killAll)
  const [faults, tally] = [new Faults(), new Tally()]
  const perSecond = await fuzz({
    program: PROGRAM,
    contract: CONTRACT,
    folder,
    seconds: Number.POSITIVE_INFINITY,
    from,
    count: requests,
    seed,
    faults,
    tally,
    say: (text) => process.stderr.write(`${text}; ${faults.count} faults\n`),
  })
  process.stdout.write(summary(tally, faults, { seed, perSecond }))
  if (faults.count === 0) cleanUp()
  else process.stdout.write(`The data is kept in ${folder}.\n`)
  process.exitCode = faults.count === 0 ? 0 : 1
}

main().then(
  () => process.exit(),
  (error: unknown) => {
    killAll()
    process.stderr.write(`fuzz: ${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  },
)
