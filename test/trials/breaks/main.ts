import { existsSync, globSync } from 'node:fs'
import { dirname } from 'node:path'
import { BREAKS } from './all.ts'
import type { Break } from './break.ts'
import { Copy } from './copy.ts'
import { type Options, readOptions } from './options.ts'
import { Table } from './table.ts'

/** `npm run test:breaks`: does a test notice when a rule is broken? By hand and at night; `.ci/run` does not run it. */

type Project = 'unit' | 'service'

/** More in a folder take longer than to ask which are related. */
const MOST_NEAR = 15

/**
 * Returns the test files that are asked for; else those named like the source file, and those beside them if they are few:
 * most breaks are noticed there.
 */
function nearestTo({ file }: Break, project: Project, asked: readonly string[]): string[] {
  const first = asked.filter((path) => path.startsWith(`test/${project}/`))
  if (first.length > 0) return first
  const named = globSync(`test/${project}/${file.replace(/\.tsx?$/, '')}*.test.ts`)
  if (named.length > 0) return named
  const beside = globSync(`test/${project}/${dirname(file)}/*.test.ts`)
  return beside.length > MOST_NEAR ? [] : beside
}

/** Returns the test files of a project that notice a break, which is in the copy now. */
async function noticing(
  copy: Copy,
  one: Break,
  project: Project,
  { all, first }: Options,
): Promise<string[]> {
  // What `npm test` leaves out is not tried.
  const how = ['--project', project, '--mode', 'first', ...(all ? [] : ['--bail', '1'])]
  const nearest = all ? [] : nearestTo(one, project, first)
  const near = nearest.length === 0 ? [] : await copy.failing(['run', ...nearest, ...how])
  return near.length > 0 ? near : copy.failing(['related', `src/${one.file}`, ...how])
}

async function tryAll(breaks: readonly Break[], options: Options, table: Table, copy: Copy): Promise<void> {
  for (const [i, one] of breaks.entries()) {
    const before = table.of(one)
    const known = options.again || (options.all && before?.isWhole !== true) ? undefined : before
    if (known !== undefined && (known.service !== null || (known.unit.length > 0 && !options.all))) continue
    const named = [...(before?.unit ?? []), ...(before?.service ?? [])].filter((path) => existsSync(path))
    await copy.breaking(one, async () => {
      if (before !== undefined && options.again && !options.all && named.length > 0) {
        const still = await copy.failing(['run', ...named, '--mode', 'first', '--bail', '1'])
        if (still.length > 0) {
          console.log(
            `${i + 1}/${breaks.length} ${one.file}: ${one.promise} still noticed by ${still.join(', ')}`,
          )
          return table.note(one, before)
        }
      }
      const unit = known?.unit ?? (await noticing(copy, one, 'unit', options))
      const service = options.all || unit.length === 0 ? await noticing(copy, one, 'service', options) : null
      table.note(one, { unit, service, ...(options.all && { isWhole: true }) })
      const by = [...unit, ...(service ?? [])]
      const noticed = by.length > 0 ? `noticed by ${by.join(', ')}` : 'NOT NOTICED'
      console.log(`${i + 1}/${breaks.length} ${one.file}: ${one.promise} ${noticed}`)
    })
  }
}

const options = readOptions(process.argv.slice(2))
if (typeof options === 'string') console.log(options)
else {
  const table = new Table()
  const copy = new Copy()
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      copy.remove()
      process.exit(130)
    })
  const isAsked = ({ file, promise }: Break) => `${file} ${promise}`.includes(options.only)
  try {
    await tryAll(BREAKS.filter(isAsked), options, table, copy)
  } finally {
    copy.remove()
    console.log(String(table))
  }
}
