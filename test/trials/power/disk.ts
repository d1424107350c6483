import { mkdirSync, statfsSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { run, succeeds } from '../common/system.ts'

/** An ext4 disk in a file, whose power can be cut. */

const IMAGE_BYTES = 1024 * 2 ** 20

/** EXT4_IOC_SHUTDOWN, _IOR('X', 125, __u32): the file system stops at once (fs/ext4/ext4.h). */
const SHUTDOWN = 0x8004587d

/**
 * What still reaches the disk when its power is cut: `everything` that was written, the `journal` as it stands in
 * memory, or `nothing` that was not on its way (EXT4_GOING_FLAGS_DEFAULT, _LOGFLUSH, _NOLOGFLUSH).
 */
export const CUTS = { everything: 0, journal: 1, nothing: 2 } as const
export type Cut = keyof typeof CUTS

const IOCTL = `
  open(my $file, "<", $ARGV[0]) or die "$ARGV[0]: $!";
  defined(ioctl($file, ${SHUTDOWN}, pack("L", $ARGV[1]))) or die "the file system cannot be stopped: $!";
`

export class Disk {
  readonly folder: string
  readonly #image: string
  readonly #handle: string

  /** @param above a folder for its image and the place it is mounted on */
  constructor(above: string, name: string, bytes: number = IMAGE_BYTES) {
    this.folder = join(above, name)
    this.#image = `${this.folder}.img`
    this.#handle = join(this.folder, 'handle')
    mkdirSync(this.folder)
    writeFileSync(this.#image, '')
    truncateSync(this.#image, bytes)
    run('mkfs.ext4', '-q', '-F', this.#image)
    this.mount()
    writeFileSync(this.#handle, '', { flush: true })
  }

  mount(): void {
    run('mount', '-o', 'loop', this.#image, this.folder)
  }

  cut(cut: Cut): void {
    run('perl', '-e', IOCTL, this.#handle, String(CUTS[cut]))
  }

  unmount(): void {
    run('umount', this.folder)
  }

  /** As after a cut: mounting replays the journal. The structure of the disk itself is looked at before. */
  mountAgain(): void {
    this.unmount()
    this.mount()
  }

  /** From 0 to 1. */
  get filled(): number {
    const { blocks, bfree } = statfsSync(this.folder)
    return 1 - bfree / blocks
  }
}

/** @returns null when disks can be made, mounted and cut here, or in a sentence why not */
export function whyNoDisks(folder: string): string | null {
  for (const [program, flag] of [
    ['mkfs.ext4', '-V'],
    ['perl', '-v'],
    ['losetup', '--version'],
  ] as const)
    if (!succeeds(program, flag)) return `${program} is not on this machine`
  try {
    const disk = new Disk(folder, 'probe')
    disk.cut('nothing')
    disk.unmount()
    return null
  } catch (error) {
    return `no loop device can be mounted and stopped here (${(error as Error).message.trim()})`
  }
}
