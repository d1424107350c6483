import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../common/system.ts'

/** The folders of a service, each on a disk of its own that is small and can be filled up. */

const SIZES_MIB = { data: 192, uploads: 24, objects: 96 } as const
export type Place = keyof typeof SIZES_MIB
const MIB = 2 ** 20
const PAGE_BYTES = 4_096

export class Places {
  readonly data: string

  /** @param above a folder where this process may mount */
  constructor(above: string, name: string) {
    this.data = join(above, name)
    for (const place of ['data', 'uploads', 'objects'] as const) {
      mkdirSync(this.folder(place), { mode: 0o700 })
      run('mount', '-t', 'tmpfs', '-o', `size=${SIZES_MIB[place]}m,mode=0700`, 'none', this.folder(place))
    }
  }

  folder(place: Place): string {
    return place === 'data' ? this.data : join(this.data, place)
  }

  /** Not a byte more fits on it afterwards. @returns makes room again */
  fill(place: Place): () => void {
    const filler = join(this.folder(place), 'filler')
    const file = openSync(filler, 'w')
    try {
      for (const size of [MIB, PAGE_BYTES, 1]) writeUntilFull(file, Buffer.alloc(size))
    } finally {
      closeSync(file)
    }
    return () => rmSync(filler, { force: true })
  }

  unmount(): void {
    for (const place of ['objects', 'uploads', 'data'] as const) run('umount', this.folder(place))
  }
}

function writeUntilFull(file: number, piece: Buffer): void {
  try {
    while (writeSync(file, piece) === piece.length);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}
