import { readdirSync, readFileSync, type StatsFs, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { asRoot } from '../../cli/operator-files.ts'
import { diskOf } from '../backup/disks.ts'
import { isInside } from '../backup/location.ts'
import { diskAnswers } from '../doctor/disk-answers.ts'

/** Finds the disks of this machine that can hold backups. */

export interface Mount {
  /** Where it is mounted. */
  readonly path: string
  /** The system's name for the disk, such as /dev/sdb1 or server:/share. */
  readonly source: string
  /** The type of the file system, such as ext4. */
  readonly kind: string
}

export interface Mounted extends Mount {
  readonly bytes: number
  readonly free_bytes: number
  /** Whether backups could be kept there. */
  readonly can_be_used: boolean
}

export const MOUNTS = '/proc/self/mountinfo'

/**
 * Mount points that hold no files of people: those of the boot loader, of program images and of containers.
 */
const OF_THE_SYSTEM =
  /^\/(boot|snap|efi|proc|sys|dev|run(?!\/media\/))(\/|$)|^\/var\/lib\/(docker|snapd|containers)\//
const OF_IMAGES = /^\/dev\/(loop|zram|ram)/
const OF_NETWORKS = ['nfs', 'nfs4', 'cifs', 'smb3', 'fuse.sshfs']
const READ_ONLY_KINDS = ['squashfs', 'iso9660', 'udf', 'erofs']

/**
 * Disks that may be written to, without the disk of the data. The disk with most room is first.
 * @param data the data folder
 */
export async function disksFor(data: string): Promise<Mounted[]> {
  const own = asRoot(() => diskOf(data))
  const mounts = mountsIn(readFileSync(MOUNTS, 'utf8'))
  // A disk that hangs must not be read: this program would hang too.
  const answers = await Promise.all(mounts.map(({ path }) => diskAnswers(path)))
  return mounts
    .filter((_, i) => answers[i])
    .map((mount) => asRoot(() => measured(mount, own)))
    .filter((disk) => disk !== null)
    .sort((a, b) => b.free_bytes - a.free_bytes)
}

/** @returns null for the disk of the data, and for a disk that fails */
function measured(mount: Mount, own: number): Mounted | null {
  try {
    const { bsize, blocks, bavail }: StatsFs = statfsSync(mount.path)
    if (blocks === 0 || diskOf(mount.path) === own) return null
    const sizes = { bytes: blocks * bsize, free_bytes: bavail * bsize }
    return { ...mount, ...sizes, can_be_used: !isOpenToAll(mount) }
  } catch {
    return null
  }
}

/**
 * The disks of a `mountinfo` (proc_pid_mountinfo(5)) that can hold files and may be written to, each once.
 * @param text as the system writes it
 */
export function mountsIn(text: string): Mount[] {
  const found = new Map<string, Mount>()
  for (const line of text.split('\n')) {
    const [before = '', after = ''] = line.split(' - ')
    const [, , device = '', , path = '', options = ''] = before.split(' ')
    const [kind = '', source = '', ofDisk = ''] = after.split(' ')
    const isDisk = source.startsWith('/dev/') ? !OF_IMAGES.test(source) : OF_NETWORKS.includes(kind)
    const isWritable = ![options, ofDisk].some((list) => list.split(',').includes('ro'))
    if (!isDisk || !isWritable || READ_ONLY_KINDS.includes(kind)) continue
    const plain = unescaped(path)
    // A disk that is mounted in two places is listed once, at the first.
    if (OF_THE_SYSTEM.test(plain) || found.has(device)) continue
    found.set(device, { path: plain, source: unescaped(source), kind })
  }
  return [...found.values()]
}

/**
 * The mounted disk that a folder is on; null when it is on none of these. A later mount hides an earlier one.
 */
export const mountOf = (path: string, mounts: readonly Mount[]): Mount | null =>
  mounts
    .filter((mount) => isInside(path, mount.path))
    .reduce<Mount | null>((best, one) => (one.path.length >= (best?.path.length ?? 0) ? one : best), null)

/** A disk or a partition, as the system lists it. */
export interface Block {
  /** Such as sdb1. */
  readonly name: string
  /** Such as 8:17. */
  readonly device: string
  readonly bytes: number
  /** Whether it has partitions, or another block device is built on it. */
  readonly isUsed: boolean
}

const SMALLEST_BYTES = 1024 ** 3

/**
 * The device files, such as /dev/sdb1, of disks that are plugged in but not mounted.
 * @param mounts a `mountinfo`
 */
export function unmountedOf(blocks: readonly Block[], mounts: string): string[] {
  const lines = mounts.split('\n').map((line) => line.split(' '))
  const devices = new Set(lines.map(([, , device]) => device))
  const sources = new Set(lines.flat())
  return blocks
    .filter(({ name, device, bytes, isUsed }) => {
      const isDisk = !/^(loop|ram|zram|sr|fd|md|dm-)/.test(name)
      return (
        isDisk && !isUsed && bytes >= SMALLEST_BYTES && !devices.has(device) && !sources.has(`/dev/${name}`)
      )
    })
    .map(({ name }) => `/dev/${name}`)
}

const BLOCKS = '/sys/class/block'
const SECTOR_BYTES = 512

/** Disks that are plugged in but not mounted; none if the system does not list them. */
export function unmountedDisks(): string[] {
  try {
    const blocks = readdirSync(BLOCKS).map((name): Block => {
      const folder = join(BLOCKS, name)
      const inside = readdirSync(folder)
      return {
        name,
        device: readFileSync(join(folder, 'dev'), 'utf8').trim(),
        bytes: Number(readFileSync(join(folder, 'size'), 'utf8')) * SECTOR_BYTES,
        isUsed: readdirSync(join(folder, 'holders')).length > 0 || inside.some((one) => one.startsWith(name)),
      }
    })
    return unmountedOf(blocks, readFileSync(MOUNTS, 'utf8'))
  } catch {
    return []
  }
}

/** In a `mountinfo`, spaces and some other characters are written in octal. */
const unescaped = (text: string): string =>
  text.replace(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)))

/** Is it a Windows file system? On such a disk, a folder cannot be closed to other users of the machine. */
export const isOpenToAll = ({ kind }: Mount): boolean => /^(vfat|exfat|msdos|ntfs3?|fuseblk)$/.test(kind)
