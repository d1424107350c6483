import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { EXECUTABLE, isRoot, isThere, newFolder, type Way } from './executable.ts'

/** A root folder with the executable and the libraries that it names, and nothing else: no /proc, /dev, /tmp or /etc. */

const CHROOT = ['/usr/sbin/chroot', '/sbin/chroot', '/usr/bin/chroot'].find((file) => existsSync(file))

export const canBeBare = isThere && isRoot && CHROOT !== undefined

/** @returns the folder, and how the executable is run in it */
export function bareRoot(): { readonly root: string; readonly way: Way } {
  const root = newFolder()
  copyFileSync(EXECUTABLE, join(root, 'granary'))
  const libraries = execFileSync('ldd', [EXECUTABLE], { encoding: 'utf8' }).match(/(?<=\s)\/\S+/g) ?? []
  for (const library of libraries) {
    mkdirSync(join(root, dirname(library)), { recursive: true })
    copyFileSync(library, join(root, library))
  }
  return { root, way: { under: [CHROOT as string, root], program: '/granary' } }
}
