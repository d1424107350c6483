import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { errorCode } from './error-kinds.ts'

/**
 * Makes a folder and its parents, one by one. Node's recursive mkdir never returns if a parent, such as
 * /proc, accepts no new folders.
 * @throws {Error} the system's error, with its code
 */
export function makeFolders(path: string, mode?: number): void {
  if (existsSync(path)) return
  makeFolders(dirname(path), mode)
  try {
    mkdirSync(path, { mode })
  } catch (error) {
    // Another program made the folder meanwhile.
    if (errorCode(error) !== 'EEXIST') throw error
  }
}
