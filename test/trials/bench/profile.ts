import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { GRANARY } from './children.ts'

/** Where the server's time goes, from the .cpuprofile it leaves: functions by the time spent in themselves. */

interface CpuProfile {
  readonly nodes: readonly {
    readonly id: number
    readonly callFrame: {
      readonly functionName: string
      readonly url: string
      readonly lineNumber: number
    }
  }[]
  /** Microseconds of the machine's monotonic clock, as `process.hrtime` tells it. */
  readonly startTime: number
  readonly samples: readonly number[]
  readonly timeDeltas: readonly number[]
}

export interface Window {
  readonly name: string
  readonly fromUs: number
  readonly toUs: number
  /** Requests answered in it. */
  readonly requests: number
}

export interface Hot {
  readonly what: string
  readonly share: number
  readonly usPerRequest: number
}

export const monotonicUs = () => Number(process.hrtime.bigint() / 1000n)

const IDLE = new Set(['(idle)', '(root)'])

/**
 * Bundles the program as it is shipped, but with the comments that say which file each part came from.
 * @returns the bundle, beside the shipped one
 */
export function readableBundle(): string {
  const root = dirname(dirname(GRANARY))
  const bundle = join(dirname(GRANARY), 'granary-readable.js')
  const done = spawnSync(
    join(root, 'node_modules', '.bin', 'esbuild'),
    [
      'src/main.ts',
      '--bundle',
      '--platform=node',
      '--target=node22',
      '--format=esm',
      '--loader:.sql=text',
      '--external:better-sqlite3',
      `--banner:js=${REQUIRE}`,
      `--outfile=${bundle}`,
      '--log-level=error',
    ],
    { cwd: root, encoding: 'utf8' },
  )
  if (done.status !== 0) throw new Error(`the bundle to profile cannot be made: ${done.stderr}`)
  return bundle
}

const REQUIRE =
  "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);"

export function hottest(folder: string, bundle: string, window: Window, count: number): Hot[] {
  const file = readdirSync(folder).find((name) => name.endsWith('.cpuprofile'))
  if (file === undefined) throw new Error('the server left no profile')
  const profile = JSON.parse(readFileSync(join(folder, file), 'utf8')) as CpuProfile
  const names = namesOf(profile, bundle)
  const spent = new Map<string, number>()
  let at = profile.startTime
  let busy = 0
  for (const [i, sample] of profile.samples.entries()) {
    const us = profile.timeDeltas[i] as number
    at += us
    const name = names.get(sample) as string
    if (at < window.fromUs || at > window.toUs || IDLE.has(name)) continue
    busy += us
    spent.set(name, (spent.get(name) ?? 0) + us)
  }
  return [...spent]
    .sort(([, a], [, b]) => b - a)
    .slice(0, count)
    .map(([what, us]) => ({ what, share: us / busy, usPerRequest: us / window.requests }))
}

function namesOf(profile: CpuProfile, bundle: string): Map<number, string> {
  const sources = new SourceLines(bundle)
  return new Map(
    profile.nodes.map(({ id, callFrame: { functionName, url, lineNumber } }) => {
      const place = url.endsWith('granary-readable.js')
        ? sources.at(lineNumber)
        : url.replace(/^file:.*\//, '')
      return [id, `${functionName || '(anonymous)'}${place === '' ? '' : ` ${place}`}`]
    }),
  )
}

/** The bundle says before each module which file it came from. */
class SourceLines {
  readonly #starts: { readonly line: number; readonly name: string }[] = []

  constructor(bundle: string) {
    for (const [line, text] of readFileSync(bundle, 'utf8').split('\n').entries()) {
      const name = /^\/\/ (\S+\.[a-z]+)$/.exec(text)?.[1]
      if (name !== undefined) this.#starts.push({ line, name: name.replace(/^.*node_modules\//, '') })
    }
  }

  at(line: number): string {
    return this.#starts.findLast((start) => start.line <= line)?.name ?? ''
  }
}
