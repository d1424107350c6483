import { getAsset, getRawAsset, isSea } from 'node:sea'
import { fileURLToPath } from 'node:url'
import type { WorkerOptions } from 'node:worker_threads'

/**
 * What this program knows of itself: how it is started again, and what it carries along. It is one executable, or a
 * bundle that Node runs, or its sources (in tests).
 */

/** Everything is in one file: the engine, the program, and what it needs besides. */
export const isExecutable: boolean = isSea()

/** What the executable carries beside the program (`packaging/binary.mjs` puts it there). */
export type Carried = 'better_sqlite3.node' | 'verify-thread.js'

/** Bytes that the executable carries. They lie in the program itself, and must not be written to. */
export const carried = (name: Carried): Uint8Array => new Uint8Array(getRawAsset(name))

/** How this program is started again: the engine with its flags and file, or the executable alone. */
export function ownProgram(): readonly [engine: string, ...rest: string[]] {
  if (isExecutable) return [process.execPath]
  return [process.execPath, ...process.execArgv, process.argv[1] as string]
}

/**
 * What a thread of `granary verify` runs: a program of its own, much smaller than this one.
 * @returns null where this runs from its sources, which a thread cannot
 */
export function verifyThread(): { readonly program: string | URL; readonly options: WorkerOptions } | null {
  if (isExecutable) return { program: getAsset('verify-thread.js', 'utf8'), options: { eval: true } }
  const self = fileURLToPath(import.meta.url)
  if (self.endsWith('.ts')) return null
  return { program: new URL('verify-thread.js', import.meta.url), options: {} }
}
