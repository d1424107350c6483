import { createWriteStream, openSync, rmSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { systemCode } from '../base/error-kinds.ts'
import { OperatorFault } from '../words/fault.ts'
import { asOperator } from './operator-files.ts'

/**
 * Writes a file of the operator that no one else may read. Deletes the file if it is incomplete.
 * @param remedy what to do if the file cannot be written
 * @throws {OperatorFault} when the file exists already or cannot be written
 */
export async function writeNew(
  path: string,
  chunks: AsyncIterable<string> | Iterable<string>,
  remedy: string,
): Promise<void> {
  let isMade = false
  try {
    // Opened before the first chunk is requested: a stream would open the file later, perhaps after an error.
    const fd = asOperator(() => openSync(path, 'wx', 0o600))
    isMade = true
    await pipeline(chunks, createWriteStream(path, { fd }))
  } catch (error) {
    if (isMade) asOperator(() => rmSync(path, { force: true }))
    const code = systemCode(error)
    if (code === undefined) throw error
    throw new OperatorFault(
      code === 'EEXIST' ? `${path} already exists.` : `${path} cannot be written (${code}).`,
      remedy,
    )
  }
}
