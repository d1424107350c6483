import { parseArgs } from 'node:util'
import { wholeNumber } from '../common/whole-number.ts'

export interface Options {
  readonly requests: number
  readonly from: number
  readonly seed: number
  readonly folder: string | null
}

export const USAGE = `Sends requests by the hundred thousand to Granary as built, right ones, nearly right ones and wrong ones.

  npm run test:fuzz -- [options]

Every answer must be one that the contract allows and tell nothing of what is behind it; the event loop must not stand
still, memory must not grow, and in the end the service must answer and its log verify. The command fails otherwise.

  --requests N    how many (default 1000000)
  --seed N        the same requests as in an earlier run (default: another each time)
  --from N        begins with the request of that number (default 0); with --requests 1 it sends that one alone
  --folder DIR    where the throw-away data is put (default: the system's)
  --help          this
`

/** @throws {Error} on wrong usage; @returns null when help was asked for */
export function readOptions(given: readonly string[]): Options | null {
  const { values } = parseArgs({
    args: [...given],
    options: {
      requests: { type: 'string', default: '1000000' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      from: { type: 'string', default: '0' },
      folder: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return null
  return {
    requests: wholeNumber('requests', values.requests, 1, 1_000_000_000),
    from: wholeNumber('from', values.from, 0, 1_000_000_000),
    // The source of chance of each request is told by both together.
    seed: wholeNumber('seed', values.seed, 0, 4_000_000),
    folder: values.folder ?? null,
  }
}
