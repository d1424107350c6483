import { parseArgs } from 'node:util'

/** What can be measured by itself. */
export const PARTS = [
  'work',
  'sync',
  'uploads',
  'rights',
  'survival',
  'crowd',
  'export',
  'payments',
  'scale',
] as const
export type Part = (typeof PARTS)[number]

export interface Options {
  /** Null: all of it. */
  readonly only: Part | null
  readonly seconds: number
  readonly rounds: number
  readonly scale: boolean
  readonly folder: string | null
  readonly keep: string | null
}

export const USAGE = `Measures Granary as built, in one run.

  npm run bench -- [options]

  --only PART       one of: ${PARTS.join(', ')}
  --seconds N       so many seconds a measurement (default 5)
  --scale           also 10,000 records against 1,000,000 (takes a few minutes to fill)
  --folder DIR      where the throw-away data is put: the disk that is measured (default: the system's)
  --keep DIR        keep the large store of --scale here, and use it again
  --help            this
`

/** @throws {Error} on wrong usage; @returns null when help was asked for */
export function readOptions(given: readonly string[]): Options | null {
  const { values } = parseArgs({
    args: [...given],
    options: {
      only: { type: 'string' },
      seconds: { type: 'string', default: '5' },
      scale: { type: 'boolean', default: false },
      folder: { type: 'string' },
      keep: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return null
  const seconds = Number(values.seconds)
  if (!(seconds > 0)) throw new Error('--seconds must be a number above 0')
  const only = PARTS.find((part) => part === values.only) ?? null
  if (values.only !== undefined && only === null)
    throw new Error(`--only must be one of: ${PARTS.join(', ')}`)
  return {
    only,
    seconds,
    rounds: seconds < 3 ? 3 : 5,
    scale: values.scale,
    folder: values.folder ?? null,
    keep: values.keep ?? null,
  }
}
