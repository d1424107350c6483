import { parseArgs } from 'node:util'
import { wholeNumber } from './whole-number.ts'

export interface Options {
  readonly suite: string
  readonly seconds: number
  readonly seed: number
  readonly folder: string | null
}

const DEFAULT_SECONDS = 120

const usage = (suites: readonly string[]) => `Everything that can go wrong, done to Granary as built.

  node dist/fault-trial.js SUITE [options]

  SUITE           one of: ${suites.join(', ')}
  --seconds N     how long (default ${DEFAULT_SECONDS})
  --seed N        repeats the choices of an earlier run, as far as the machine's pace allows (default: another each time)
  --folder DIR    where the throw-away data is put (default: the system's)
  --help          this

The command fails when a promise was broken; its data is then kept.
`

/** @throws {Error} on wrong usage; @returns the text to print when help was asked for */
export function readOptions(given: readonly string[], suites: readonly string[]): Options | string {
  const { values, positionals } = parseArgs({
    args: [...given],
    allowPositionals: true,
    options: {
      seconds: { type: 'string', default: String(DEFAULT_SECONDS) },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      folder: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return usage(suites)
  const [suite, ...more] = positionals
  if (suite === undefined || more.length > 0 || !suites.includes(suite))
    throw new Error(`name one suite of: ${suites.join(', ')}`)
  const seconds = Number(values.seconds)
  if (!(seconds > 0 && seconds <= 1_000_000)) throw new Error('--seconds must be a number above 0')
  return {
    suite,
    seconds,
    seed: wholeNumber('seed', values.seed, 0, 4_000_000),
    folder: values.folder ?? null,
  }
}
