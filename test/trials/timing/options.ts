import { parseArgs } from 'node:util'
import { wholeNumber } from '../common/whole-number.ts'

export interface Options {
  /** Sizes of the stores that are asked. */
  readonly records: readonly number[]
  readonly pairs: number
  readonly keep: string | null
}

export const USAGE = `Looks whether the time of a refusal tells that the id exists.

  npm run test:timing -- [options]

A caller with no grant asks for ids that exist and ids that do not, in pairs whose order is left to chance, and the
times of the answers are compared by Welch's t. The command fails when any |t| is 4.5 or more.

  --records N,M     sizes of the stores that are asked (default 1000,1000000; a million takes some minutes to fill)
  --pairs N         pairs for GET /v1/records/{id} (default 100000); a fifth of them without the hold, to show that a
                    difference would be found, and a twentieth for each of the other questions
  --keep DIR        keep the stores here, and use them again
  --help            this
`

/** @throws {Error} on wrong usage; @returns null when help was asked for */
export function readOptions(given: readonly string[]): Options | null {
  const { values } = parseArgs({
    args: [...given],
    options: {
      records: { type: 'string', default: '1000,1000000' },
      pairs: { type: 'string', default: '100000' },
      keep: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return null
  return {
    records: values.records.split(',').map((text) => wholeNumber('records', text, 1_000)),
    pairs: 20 * Math.ceil(wholeNumber('pairs', values.pairs, 100) / 20),
    keep: values.keep ?? null,
  }
}
