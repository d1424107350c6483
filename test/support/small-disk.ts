import { spawnSync } from 'node:child_process'

/** A disk of the test's own at a folder, which root alone may have. @param options such as `size=20m` @returns whether it is there */
export const mounted = (folder: string, options: string): boolean =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'none', folder]).status === 0

export const unmount = (folder: string) => spawnSync('umount', ['-l', folder])
