import { parseArgs } from 'node:util'
import { wholeNumber } from '../common/whole-number.ts'

export interface Options {
  readonly minutes: number
  readonly seed: number
  readonly devices: number
  readonly folder: string | null
}

export const USAGE = `Soaks the sync: devices with lying clocks and bad lines, and a service that is killed again and again.

  npm run test:soak -- [options]

Devices write, send and pull at random for some time, while consent, lots and people change and the service is stopped,
killed and started again. In the end every acknowledged record must be there once, every device must have what it may
see, and the log must verify. The command fails when anything is found; its data folder is then kept.

  --minutes N     how long (default 10)
  --devices N     how many devices (default 20)
  --seed N        repeats the choices of an earlier run, as far as the machine's pace allows (default: another each time)
  --folder DIR    where the throw-away data is put (default: the system's)
  --help          this
`

/** @throws {Error} on wrong usage; @returns null when help was asked for */
export function readOptions(given: readonly string[]): Options | null {
  const { values } = parseArgs({
    args: [...given],
    options: {
      minutes: { type: 'string', default: '10' },
      devices: { type: 'string', default: '20' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      folder: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return null
  const minutes = Number(values.minutes)
  if (!(minutes > 0 && minutes <= 10_000)) throw new Error('--minutes must be a number above 0')
  return {
    minutes,
    // Above these, the sources of chance of two devices could be the same, or their number not exact.
    devices: wholeNumber('devices', values.devices, 2, 99),
    seed: wholeNumber('seed', values.seed, 0, 4_000_000),
    folder: values.folder ?? null,
  }
}
