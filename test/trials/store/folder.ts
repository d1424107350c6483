import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { filesBelow } from '../../support/files-below.ts'
import { isInOwnNamespace, run } from '../common/system.ts'
import type { Harm, Place } from './harm.ts'

/** A folder for pictures that is taken away, covered, or closed. */

/** @param folder in which the folder is made */
export function folderPlace(folder: string): Place {
  const path = join(folder, 'pictures')
  const away = join(folder, 'taken-away')
  const takenAway = (name: string, instead: () => void, clear: () => void): Harm => ({
    name,
    begin: () => {
      renameSync(path, away)
      instead()
    },
    end: () => {
      clear()
      renameSync(away, path)
    },
  })
  const moved = (what: string): Harm => ({
    name: `${what} is gone`,
    begin: () => renameSync(join(path, what), `${away}-part`),
    end: () => {
      // Somebody may have made it anew meanwhile, with nothing in it that was acknowledged.
      rmSync(join(path, what), { recursive: true, force: true })
      renameSync(`${away}-part`, join(path, what))
    },
  })
  const harms = [
    takenAway(
      'the folder is gone',
      () => {},
      () => {},
    ),
    takenAway(
      'the folder is empty',
      () => mkdirSync(path, 0o700),
      () => clearPlace(path),
    ),
    takenAway(
      'the folder is a file',
      () => writeFileSync(path, ''),
      () => rmSync(path),
    ),
    moved('granary-objects'),
    moved('.unfinished'),
  ]
  return {
    name: 'a folder',
    settings: { GRANARY_OBJECT_STORE: `file:${path}` },
    harms: isInOwnNamespace() ? [...harms, ...mounts(path)] : harms,
    backupHarms: [],
    backupsTo: null,
    isAlwaysDown: false,
    close: async () => {},
  }
}

const mounts = (path: string): Harm[] => [
  {
    name: 'another disk is mounted over the folder',
    begin: () => run('mount', '-t', 'tmpfs', 'none', path),
    end: () => run('umount', path),
  },
  {
    name: 'the folder is read-only',
    begin: () => {
      run('mount', '--bind', path, path)
      run('mount', '-o', 'remount,ro,bind', path)
    },
    // Whoever reads a picture just now may still have it open.
    end: () => run('umount', '--lazy', path),
  },
]

/**
 * Takes away what stands in the disk's place. A write that was under way when the disk went may have made folders there,
 * but never a file.
 * @throws {Error} when it did
 */
function clearPlace(path: string): void {
  const [file] = filesBelow(path)
  if (file) throw new Error(`a file was written where the disk is not: ${file}`)
  rmSync(path, { recursive: true })
}
