import { readFileSync, type StatsFs, statfsSync } from 'node:fs'
import { asRoot } from '../../cli/operator-files.ts'
import { diskOf } from '../backup/disks.ts'

/** The disks of this machine on which backups can be kept. */

export interface Mount {
  /** Where it is mounted. */
  readonly path: string
  /** As the system calls it, such as /dev/sdb1 or server:/share. */
  readonly source: string
  /** Of its file system, such as ext4. */
  readonly kind: string
}

export interface Mounted extends Mount {
  readonly bytes: number
  readonly freeBytes: number
}

const MOUNTS = '/proc/self/mountinfo'

/** Not disks for files of people: the boot loader's, images of programs, swap. */
const OF_THE_SYSTEM =
  /^\/(boot|snap|efi|proc|sys|dev|run(?!\/media\/))(\/|$)|^\/var\/lib\/(docker|snapd|containers)\//
const OF_IMAGES = /^\/dev\/(loop|zram|ram)/
const OF_NETWORKS = ['nfs', 'nfs4', 'cifs', 'smb3', 'fuse.sshfs']
const READ_ONLY_KINDS = ['squashfs', 'iso9660', 'udf', 'erofs']

/**
 * Disks that may be written to, other than that of the data. The one with most room comes first.
 * @param data the data folder
 */
export function disksFor(data: string): Mounted[] {
  const own = asRoot(() => diskOf(data))
  return mountsIn(readFileSync(MOUNTS, 'utf8'))
    .map((mount) => asRoot(() => measured(mount, own)))
    .filter((disk) => disk !== null)
    .sort((a, b) => b.freeBytes - a.freeBytes)
}

/** @returns null for the disk of the data, and for one that does not answer */
function measured(mount: Mount, own: number): Mounted | null {
  try {
    const { bsize, blocks, bavail }: StatsFs = statfsSync(mount.path)
    if (blocks === 0 || diskOf(mount.path) === own) return null
    return { ...mount, bytes: blocks * bsize, freeBytes: bavail * bsize }
  } catch {
    return null
  }
}

/**
 * The disks of a `mountinfo` (proc_pid_mountinfo(5)) that can keep files and may be written to, each once.
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
    // Mounted in two places it is one disk; what is mounted later on the same place hides the earlier.
    if (OF_THE_SYSTEM.test(plain) || found.has(device)) continue
    found.set(device, { path: plain, source: unescaped(source), kind })
  }
  return [...found.values()]
}

/** Spaces and the like stand there in octal. */
const unescaped = (text: string): string =>
  text.replace(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)))

/** Formats of Windows: folders there cannot be closed to other users of the machine. */
export const isOpenToAll = ({ kind }: Mount): boolean => /^(vfat|exfat|msdos|ntfs3?|fuseblk)$/.test(kind)
