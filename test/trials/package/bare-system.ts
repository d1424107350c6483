import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { run, succeeds } from '../common/system.ts'

/** A bare Debian as debootstrap makes it, with an init and nothing else: no network tools, no libraries for Granary. */

const SUITE = 'bookworm'
const INIT = 'systemd-sysv'

/** @returns null when systems can be booted here, or in a sentence why not */
export function whyNoSystems(): string | null {
  if (process.getuid?.() !== 0) return 'only root may boot a system in a container'
  for (const [program, ...words] of [
    ['systemd-nspawn', '--version'],
    ['nsenter', '--version'],
    ['ip', '-V'],
    ['dpkg-deb', '--version'],
  ] as const)
    if (!succeeds(program, ...words)) return `${program} is not on this machine`
  return null
}

/** @returns its folder; @throws {Error} when it is not there and cannot be made */
export function bareSystem(cache: string, mirror: string): string {
  const root = join(cache, 'root')
  if (existsSync(join(root, 'sbin/init'))) return root
  if (!succeeds('debootstrap', '--version')) throw new Error('debootstrap is not on this machine')
  mkdirSync(cache, { recursive: true })
  const unfinished = `${root}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  run('debootstrap', '--variant=minbase', `--include=${INIT}`, SUITE, unfinished, mirror)
  rmSync(root, { recursive: true, force: true })
  renameSync(unfinished, root)
  return root
}
