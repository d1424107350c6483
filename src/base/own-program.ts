import { getRawAsset, isSea } from 'node:sea'
import { must } from './typed.ts'

/**
 * This program's own command line and assets. The program is one executable, a bundle that Node runs, or (in
 * tests) sources.
 */

/** True for the single executable. */
export const isExecutable: boolean = isSea()

/** True in tests. */
export const isFromSources: boolean = import.meta.url.endsWith('.ts')

/** Assets inside the executable (`packaging/binary.mjs`). */
export type Carried = 'better_sqlite3.node.zst' | 'better_sqlite3.node.sha256'

/** Returns the bytes of an asset. They are part of the program's memory; never write to them. */
export const carried = (name: Carried): Uint8Array => new Uint8Array(getRawAsset(name))

/**
 * Returns the command line that starts this program again: Node, its flags and the file, or the executable.
 */
export function ownProgram(): readonly [engine: string, ...rest: string[]] {
  if (isExecutable) return [process.execPath]
  return [process.execPath, ...process.execArgv, must(process.argv[1])]
}
