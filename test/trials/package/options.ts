import { parseArgs } from 'node:util'

export interface Options {
  /** The package; null: it is made of the executable. */
  readonly deb: string | null
  readonly binary: string
  /** Holds the bare Debian system between runs. */
  readonly cache: string
  readonly mirror: string
  readonly transcript: string
  readonly keep: boolean
}

const USAGE = `Installs the Debian package on a bare Debian system, and lives through what an office lives through.

  npm run test:package -- [options]

  --deb FILE         the package (default: made of --binary)
  --binary FILE      the executable (default dist/granary; npm run build:binary)
  --cache DIR        keeps the bare system of debootstrap (default ~/.cache/granary-package)
  --mirror URL       where debootstrap takes it from (default http://deb.debian.org/debian)
  --transcript FILE  everything that was typed and answered (default dist/package-transcript.txt)
  --keep             the systems' disks are left where they are
  --help             this

It needs root, systemd-nspawn and debootstrap. Where it cannot run it says why, and ends with 0.
`

/** @returns the text to print when help was asked for */
export function readOptions(given: readonly string[]): Options | string {
  const { values } = parseArgs({
    args: [...given],
    options: {
      deb: { type: 'string' },
      binary: { type: 'string', default: 'dist/granary' },
      cache: { type: 'string', default: `${process.env.HOME ?? '/root'}/.cache/granary-package` },
      mirror: { type: 'string', default: 'http://deb.debian.org/debian' },
      transcript: { type: 'string', default: 'dist/package-transcript.txt' },
      keep: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return USAGE
  return { ...values, deb: values.deb ?? null }
}
