import { statfs } from 'node:fs/promises'
import { dataFiles } from '../../config/config.ts'
import { bad, type CheckResult, caution, good } from './check.ts'
import type { Holder } from './holder.ts'

/** The disk of the data: bytes, and room for more files. */

const MIB = 1024 * 1024
/** Warns below this multiple of the reserve; the service stops writing at the reserve itself. */
const EARLY = 4
/** Files of a day's photographs and backups. */
const FEW_FILES = 1_000
const EARLY_FILES_SHARE = 0.05

const REMEDY = 'Free some space on the disk that holds the data folder; writing then resumes.'

export async function room({ config }: Pick<Holder, 'config'>): Promise<CheckResult> {
  const { bavail, bsize, ffree, files } = await statfs(dataFiles(config.data).root)
  const freeBytes = bavail * bsize
  // File systems without fixed inodes report none.
  const freeFiles = files === 0 ? null : ffree
  const facts = { free_bytes: freeBytes, reserve_bytes: config.minFreeBytes, free_files: freeFiles }
  const free = `${Math.floor(freeBytes / MIB)} MiB are free`
  const reserve = Math.ceil(config.minFreeBytes / MIB)
  if (freeBytes < config.minFreeBytes)
    return bad(`${free}; writing has stopped, since ${reserve} MiB must stay free.`, REMEDY, facts)
  if (freeFiles !== null && freeFiles < FEW_FILES)
    return bad(
      `There is room for only ${freeFiles} more files (inodes), however much space is free.`,
      'Delete unneeded small files from the disk that holds the data folder, or move the folder to another disk.',
      facts,
    )
  if (freeBytes < EARLY * config.minFreeBytes)
    return caution(
      `${free}; writing will stop below ${reserve} MiB.`,
      'Free some space on the disk that holds the data folder soon.',
      facts,
    )
  if (freeFiles !== null && freeFiles < EARLY_FILES_SHARE * files)
    return caution(
      `There is room for ${freeFiles} more files (inodes), less than a twentieth of the total.`,
      'Delete unneeded small files from the disk that holds the data folder.',
      facts,
    )
  return good(`${free}.`, facts)
}
