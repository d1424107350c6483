import { parseArgs } from 'node:util'
import { wholeNumber } from './whole-number.ts'

export interface Options {
  readonly suite: string
  readonly seconds: number
  readonly seed: number
  /** Number of the first request of the fuzz, and how many there are. */
  readonly from: number
  readonly requests: number
  readonly folder: string | null
}

const DEFAULT_SECONDS = 120

const usage = (suites: readonly string[]) => `Everything that can go wrong, done to Granary as built.

  node dist/fault-trial.js SUITE [options]

  SUITE           one of: ${suites.join(', ')}
  --seconds N     how long (default ${DEFAULT_SECONDS}); the fuzz ends with its requests
  --seed N        repeats the choices of an earlier run, as far as the machine's pace allows (default: another each time)
  --requests N    of the fuzz: how many (default 1000000)
  --from N        of the fuzz: begins with the request of that number; with --requests 1 it sends that one alone
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
      requests: { type: 'string', default: '1000000' },
      from: { type: 'string', default: '0' },
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
    requests: wholeNumber('requests', values.requests, 1, 1_000_000_000),
    from: wholeNumber('from', values.from, 0, 1_000_000_000),
    folder: values.folder ?? null,
  }
}
