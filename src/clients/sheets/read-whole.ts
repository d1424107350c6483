import { statSync } from 'node:fs'
import { orNull } from '../../base/or-null.ts'
import { asOperator, readOperatorFile } from '../../cli/operator-files.ts'
import { MAX_FILE_BYTES, tooLarge } from './csv.ts'

/** Reads a file. Checks its size first, so that a file that is too large is not read. */
export function readWhole(file: string): Buffer {
  const size = orNull(() => asOperator(() => statSync(file).size)) ?? 0
  if (size > MAX_FILE_BYTES) throw tooLarge()
  return readOperatorFile(file)
}
