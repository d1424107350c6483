import { statSync } from 'node:fs'
import { asOperator, readOperatorFile } from '../../cli/operator-files.ts'
import { MAX_FILE_BYTES, tooLarge } from './csv.ts'

/** Reads a file. Checks its size first, so that a file that is too large is not read. */
export function readWhole(file: string): Buffer {
  const size = asOperator(() => statSync(file, { throwIfNoEntry: false })?.size)
  if (size !== undefined && size > MAX_FILE_BYTES) throw tooLarge()
  return readOperatorFile(file)
}
