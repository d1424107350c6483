import { getAsset, getRawAsset, isSea } from 'node:sea'
import { fileURLToPath } from 'node:url'
import type { WorkerOptions } from 'node:worker_threads'

/** How this program is started again and what it carries: one executable, a bundle run by Node, or sources (in tests). */

/** True for the single executable. */
export const isExecutable: boolean = isSea()

/** Assets inside the executable (`packaging/binary.mjs`). */
export type Carried = 'better_sqlite3.node' | 'verify-thread.js'

/** Bytes of an asset. They are part of the program's memory; never write to them. */
export const carried = (name: Carried): Uint8Array => new Uint8Array(getRawAsset(name))

/** Command line that starts this program again: Node with its flags and file, or the executable alone. */
export function ownProgram(): readonly [engine: string, ...rest: string[]] {
  if (isExecutable) return [process.execPath]
  return [process.execPath, ...process.execArgv, process.argv[1] as string]
}

/**
 * The program that a thread of `granary verify` runs, much smaller than this one.
 * @returns null when run from sources, which a thread cannot
 */
export function verifyThread(): { readonly program: string | URL; readonly options: WorkerOptions } | null {
  if (isExecutable) return { program: getAsset('verify-thread.js', 'utf8'), options: { eval: true } }
  const self = fileURLToPath(import.meta.url)
  if (self.endsWith('.ts')) return null
  return { program: new URL('verify-thread.js', import.meta.url), options: {} }
}
