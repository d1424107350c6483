import { statfsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { cached } from './cached.ts'

/** How long a measurement of the free space is reused: otherwise every write would need a system call. */
const FREE_SPACE_MS = 1_000

const available = ({ bavail, bsize }: { readonly bavail: number; readonly bsize: number }) => bavail * bsize

/** Returns a function that returns the free bytes on the disk of a folder. */
export const freeBytesOn = (folder: string) => cached(FREE_SPACE_MS, () => available(statfsSync(folder)))

/** Reads the free bytes without blocking this thread. */
export const askFreeBytes = async (folder: string) => available(await statfs(folder))
