import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { killAll } from '../../support/child-programs.ts'
import { throwAway } from '../common/throw-away.ts'
import { readOptions, USAGE } from './options.ts'
import { progressLine, summary } from './report.ts'
import { soak } from './soak.ts'

/** `npm run test:soak`: does sync keep its promises whatever happens? Granary as built, over sockets. */

/** As built, this program is bundled beside it. */
const PROGRAM = join(dirname(fileURLToPath(import.meta.url)), 'granary.js')
const BETWEEN_ENDS_MS = [20_000, 40_000] as const
const REST_MS = 1_500

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2))
  if (options === null) {
    process.stdout.write(USAGE)
    return
  }
  if (!existsSync(PROGRAM)) throw new Error(`${PROGRAM} is not there; run: npm run build`)
  const { minutes, devices, seed, folder } = options
  const { folder: data, cleanUp } = throwAway('soak', folder, killAll)
  const startedAt = performance.now()
  const secondsSoFar = () => (performance.now() - startedAt) / 1_000
  const { tally, faults } = await soak({
    program: PROGRAM,
    data,
    seconds: minutes * 60,
    devices,
    seed,
    restMs: REST_MS,
    betweenEndsMs: BETWEEN_ENDS_MS,
    onProgress: (so, waiting) => process.stderr.write(progressLine(so, waiting, secondsSoFar())),
  })
  process.stdout.write(summary(tally, { devices, seed, minutes: secondsSoFar() / 60 }))
  if (faults.count === 0) {
    cleanUp()
    process.stdout.write('\nNo fault was found.\n')
    return
  }
  process.stdout.write(`\n${faults.count} faults:\n${faults.lines.join('\n')}\n`)
  process.stdout.write(
    `\nThe data is kept in ${data}. Repeat with: --seed ${seed} --devices ${devices} --minutes ${minutes}\n`,
  )
  process.exitCode = 1
}

main().then(
  () => process.exit(),
  (error: unknown) => {
    process.stderr.write(`soak: ${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  },
)
