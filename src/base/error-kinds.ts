import { given, membersOf, nonEmpty } from './typed.ts'

/**
 * The parts of an error that may be written to a log, which operators may send to support: its type, its code
 * and its place in the program. The message is never logged: it may quote a value, a path or an address.
 */
export interface ErrorKind {
  readonly type: string
  /** System or SQLite code, such as ENOSPC, or one of PostgreSQL, such as 08006; left out when there is none. */
  readonly code?: string
  /** Stack frames, innermost first: `flush (granary.js:12:3456)`. */
  readonly at?: readonly string[]
  readonly cause?: ErrorKind
}

const WORD = /^[A-Za-z_$][\w$]{0,63}$/
/** SQLSTATE, of the SQL standard. */
const SQLSTATE = /^[0-9A-Z]{5}$/
const FRAME =
  /^\s{4}at (?:(?:async )?(?:new )?([\w$.<>#]{1,100})(?: \[as [\w$.]+\])? \()?((?:file:\/\/|node:|\/)[^()\n]*):(\d+):(\d+)\)?$/
const MOST_FRAMES = 20
/** Limits the chain of causes, which may be circular. */
const MOST_CAUSES = 3

export function errorKind(error: unknown, depth = 0): ErrorKind {
  if (!(error instanceof Error)) return { type: error === null ? 'null' : typeof error }
  const { code, cause } = membersOf(error)
  const at = framesOf(error)
  return {
    type: WORD.test(error.name) ? error.name : 'Error',
    ...(typeof code === 'string' && (WORD.test(code) || SQLSTATE.test(code)) ? { code } : {}),
    ...given({ at: nonEmpty(at) }),
    ...(cause === undefined || depth >= MOST_CAUSES ? {} : { cause: errorKind(cause, depth + 1) }),
  }
}

/** Returns the error's code or, without one, its type, for use in a sentence. */
export function kindWords(error: unknown): string {
  const { type, code } = errorKind(error)
  return code ?? type
}

/** Returns the stack frames with file names only: a folder may be someone's home and show their name. */
function framesOf({ stack, message }: Error): string[] {
  if (typeof stack !== 'string') return []
  // The message precedes the frames, and may contain lines that look like frames.
  const from = stack.indexOf(message)
  const frames = stack.slice(from < 0 ? 0 : from + message.length).split('\n')
  return frames
    .flatMap((line) => {
      const [, name, file, row, column] = FRAME.exec(line) ?? []
      if (file === undefined) return []
      const place = `${file.startsWith('node:') ? file : file.slice(file.lastIndexOf('/') + 1)}:${row}:${column}`
      return [name === undefined ? place : `${name} (${place})`]
    })
    .slice(0, MOST_FRAMES)
}

/** Returns the code of an error of the system or the database, such as ENOENT; undefined if it has none. */
export function errorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

/** Returns the code of a failed system call, such as ENOSPC (disk full); undefined for any other error. */
export const systemCode = (error: unknown): string | undefined =>
  membersOf(error).syscall === undefined ? undefined : errorCode(error)

/** Returns the thrown value as an Error. */
export const asError = (thrown: unknown): Error =>
  thrown instanceof Error ? thrown : new Error(String(thrown))

export const errorMessage = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)
