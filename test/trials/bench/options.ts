import { parseArgs } from 'node:util'
import { wholeNumber } from '../common/whole-number.ts'

/** What can be measured by itself. */
export const PARTS = ['work', 'sync', 'uploads', 'rights', 'survival', 'crowd', 'export', 'payments'] as const
export type Part = (typeof PARTS)[number]

export interface Options {
  /** Null: all of it. */
  readonly only: Part | null
  readonly seconds: number
  readonly rounds: number
  readonly scale: boolean
  readonly scaleRecords: number
  readonly format: 'table' | 'json' | 'markdown'
  readonly profile: boolean
  readonly folder: string | null
  readonly keep: string | null
}

export const USAGE = `Measures Granary as built beside what the machine allows, in one run.

  npm run bench -- [options]

  --quick           1 s a measurement instead of 5
  --only PART       one of: ${PARTS.join(', ')}
  --seconds N       so many seconds a measurement
  --scale           also 10,000 records against 1,000,000 (takes a few minutes to fill)
  --scale-records N another number than 1,000,000
  --profile         also run the server with --cpu-prof and say where its time goes
  --json            one JSON document
  --markdown        a table for a document
  --folder DIR      where the throw-away data is put: the disk that is measured (default: the system's)
  --keep DIR        keep the large store of --scale here, and use it again
  --help            this
`

const QUICK_SECONDS = 1
const SECONDS = 5

/** @throws {Error} on wrong usage; @returns null when help was asked for */
export function readOptions(given: readonly string[]): Options | null {
  const { values } = parseArgs({
    args: [...given],
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string' },
      seconds: { type: 'string' },
      scale: { type: 'boolean', default: false },
      'scale-records': { type: 'string', default: '1000000' },
      profile: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      markdown: { type: 'boolean', default: false },
      folder: { type: 'string' },
      keep: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return null
  const seconds =
    values.seconds === undefined ? (values.quick ? QUICK_SECONDS : SECONDS) : Number(values.seconds)
  if (!(seconds > 0)) throw new Error('--seconds must be a number above 0')
  const only = PARTS.find((part) => part === values.only) ?? null
  if (values.only !== undefined && only === null)
    throw new Error(`--only must be one of: ${PARTS.join(', ')}`)
  return {
    only,
    seconds,
    rounds: seconds < 3 ? 3 : 5,
    scale: values.scale,
    scaleRecords: wholeNumber('scale-records', values['scale-records'], 1000),
    format: values.json ? 'json' : values.markdown ? 'markdown' : 'table',
    profile: values.profile,
    folder: values.folder ?? null,
    keep: values.keep ?? null,
  }
}
