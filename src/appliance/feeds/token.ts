import { closeSync, fstatSync, openSync, readFileSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { errorCode } from '../../base/error-kinds.ts'
import { READ_AT_ONCE } from '../../base/read-regular.ts'
import { type Config, dataFiles } from '../../config/config.ts'
import { OperatorFault, withRemedy } from '../../words/fault.ts'

/** The file with the token that a reader gave, read whenever a page is sent. What is in it is shown nowhere. */

const MOST_BYTES = 4_096
/** What a header can carry. */
export const isToken = (text: string): boolean => /^[\x21-\x7e]{1,4096}$/.test(text)

/** @throws {OperatorFault} when the file cannot be read, or others may read it, or no token is in it */
export function tokenIn(file: string): string {
  const { text, mode } = read(file)
  if ((mode & 0o077) !== 0) throw new OperatorFault(...withRemedy('feed.openToken', { file }))
  const token = text.trim()
  if (!isToken(token)) throw new OperatorFault(...withRemedy('feed.noToken', { file }))
  return token
}

/** Deletes the file of a feed that has ended, if it lies in the data folder: elsewhere it is its owner's. */
export function forgetToken({ data }: Pick<Config, 'data'>, file: string): void {
  if (dirname(file) === dataFiles(data).feedTokens) rmSync(file, { force: true })
}

function read(file: string): { readonly text: string; readonly mode: number } {
  let opened: number | undefined
  try {
    opened = openSync(file, READ_AT_ONCE)
    const found = fstatSync(opened)
    const isShort = found.isFile() && found.size <= MOST_BYTES
    return { text: isShort ? readFileSync(opened, 'latin1') : '', mode: found.mode }
  } catch (error) {
    throw new OperatorFault(...withRemedy('feed.unreadToken', { file, code: errorCode(error) ?? 'error' }))
  } finally {
    if (opened !== undefined) closeSync(opened)
  }
}
