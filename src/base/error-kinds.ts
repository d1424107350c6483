import { basename } from 'node:path'
import { given, membersOf, nonEmpty } from './typed.ts'

/**
 * What of an error may go into a log that is sent away for help: its type, code and place in the program. Never the
 * message, which may quote anything: an offending value, a path, an address.
 */
export interface ErrorKind {
  readonly type: string
  /** System or SQLite code, such as ENOSPC; left out when there is none. */
  readonly code?: string
  /** Stack frames, innermost first: `flush (granary.js:12:3456)`. */
  readonly at?: readonly string[]
  readonly cause?: ErrorKind
}

const WORD = /^[A-Za-z_$][\w$]{0,63}$/
const FRAME =
  /^\s{4}at (?:(?:async )?(?:new )?([\w$.<>#]{1,100})(?: \[as [\w$.]+\])? \()?((?:file:\/\/|node:|\/)[^()\n]*):(\d+):(\d+)\)?$/
const MOST_FRAMES = 20
/** Limit, since a chain of causes may be circular. */
const MOST_CAUSES = 3

export function errorKind(error: unknown, depth = 0): ErrorKind {
  if (!(error instanceof Error)) return { type: error === null ? 'null' : typeof error }
  const { code, cause } = membersOf(error)
  const at = framesOf(error)
  return {
    type: WORD.test(error.name) ? error.name : 'Error',
    ...(typeof code === 'string' && WORD.test(code) ? { code } : {}),
    ...given({ at: nonEmpty(at) }),
    ...(cause === undefined || depth >= MOST_CAUSES ? {} : { cause: errorKind(cause, depth + 1) }),
  }
}

/** One or two words, for a sentence. */
export function kindWords(error: unknown): string {
  const { type, code } = errorKind(error)
  return code ?? type
}

/** File names without folders: the program may lie in somebody's home. */
function framesOf({ stack, message }: Error): string[] {
  if (typeof stack !== 'string') return []
  // The message comes before the frames, and may contain lines that look like frames.
  const from = stack.indexOf(message)
  const frames = stack.slice(from < 0 ? 0 : from + message.length).split('\n')
  return frames
    .flatMap((line) => {
      const [, name, file, row, column] = FRAME.exec(line) ?? []
      if (file === undefined) return []
      const place = `${file.startsWith('node:') ? file : basename(file)}:${row}:${column}`
      return [name === undefined ? place : `${name} (${place})`]
    })
    .slice(0, MOST_FRAMES)
}

/** The code of the system or the database, such as ENOENT; undefined without one. */
export function errorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

/** The same of an error of a call of the system, such as a full disk; undefined of any other. */
export const systemCode = (error: unknown): string | undefined =>
  membersOf(error).syscall === undefined ? undefined : errorCode(error)

/** What was thrown, for those who take an error only. */
export const asError = (thrown: unknown): Error =>
  thrown instanceof Error ? thrown : new Error(String(thrown))

export const errorMessage = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)
