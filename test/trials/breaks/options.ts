import { parseArgs } from 'node:util'

export interface Options {
  /** Whether to find every test file that notices a break, not the first. */
  readonly all: boolean
  /** Whether to try again what the table has. What a file that it names still notices stays as it is. */
  readonly again: boolean
  /** What the file or the promise contains. */
  readonly only: string
  /** Test files that are tried before all others. */
  readonly first: readonly string[]
}

const HELP = `Breaks one rule of the source at a time, in a copy, and looks whether a test notices.

  npm run test:breaks -- [options]

  --all        finds every test file that notices a break, not only the first
  --again      tries again what the table has, as after tests were removed; the files that it names are tried first
  --only TEXT  only breaks whose file or promise contains the text
  --with FILE  tries this test file before all others; several may be named

The table is test/trials/breaks/table.jsonl; what it has is not tried again, so delete a line to try its break. Ctrl-C stops; the next run goes on from there.
`

/** Returns what the arguments ask for, or a text to print. */
export function readOptions(args: readonly string[]): Options | string {
  const { values } = parseArgs({
    args: [...args],
    options: {
      all: { type: 'boolean', default: false },
      again: { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
      with: { type: 'string', multiple: true, default: [] },
      help: { type: 'boolean', default: false },
    },
  })
  const { all, again, only, with: first, help } = values
  return help ? HELP : { all, again, only, first }
}
