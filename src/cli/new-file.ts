import { createWriteStream, openSync, rmSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { systemCode } from '../base/error-kinds.ts'
import { OperatorFault, type Told } from '../words/fault.ts'
import { message } from '../words/message.ts'
import { asOperator } from './operator-files.ts'

/**
 * Writes a file of the operator's that nobody else may read; deleted if incomplete.
 * @param remedy what to do if it cannot be written
 * @throws {OperatorFault} it exists already, or cannot be written
 */
export async function writeNew(
  path: string,
  pieces: AsyncIterable<string> | Iterable<string>,
  remedy: Told,
): Promise<void> {
  let isMade = false
  try {
    // Opened before the request is made: a stream would open it lazily, perhaps after an error.
    const fd = asOperator(() => openSync(path, 'wx', 0o600))
    isMade = true
    await pipeline(pieces, createWriteStream(path, { fd }))
  } catch (error) {
    if (isMade) asOperator(() => rmSync(path, { force: true }))
    const code = systemCode(error)
    if (code === undefined) throw error
    throw new OperatorFault(
      code === 'EEXIST'
        ? message('command.exists', { path })
        : message('command.notWritable', { path, code }),
      remedy,
    )
  }
}
