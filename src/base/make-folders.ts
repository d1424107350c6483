import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { errorCode } from './error-kinds.ts'

/**
 * Makes a folder and those above it, one by one: asked to make all of them at once, Node never ends where a folder above takes
 * none, such as /proc.
 * @throws {Error} of the system, with its code
 */
export function makeFolders(path: string, mode?: number): void {
  if (existsSync(path)) return
  makeFolders(dirname(path), mode)
  try {
    mkdirSync(path, { mode })
  } catch (error) {
    // Another program made it meanwhile.
    if (errorCode(error) !== 'EEXIST') throw error
  }
}
