import { basename } from 'node:path'

/**
 * Of an error, what may stand in a log that somebody sends away for help: its kind, its code, and where in the program it
 * happened. Never its message, which may quote anything: a value that broke a rule, a path, an address.
 */
export interface ErrorKind {
  readonly type: string
  /** Of the system or of SQLite, such as ENOSPC; left out where there is none. */
  readonly code?: string
  /** Functions and lines of the program, the innermost first: `flush (granary.js:12:3456)`. */
  readonly at?: readonly string[]
  readonly cause?: ErrorKind
}

const WORD = /^[A-Za-z_$][\w$]{0,63}$/
const FRAME =
  /^\s{4}at (?:(?:async )?(?:new )?([\w$.<>#]{1,100})(?: \[as [\w$.]+\])? \()?((?:file:\/\/|node:|\/)[^()\n]*):(\d+):(\d+)\)?$/
const MOST_FRAMES = 20
/** A chain of causes may lead back to its beginning. */
const MOST_CAUSES = 3

export function errorKind(error: unknown, depth = 0): ErrorKind {
  if (!(error instanceof Error)) return { type: error === null ? 'null' : typeof error }
  const { code, cause } = error as { code?: unknown; cause?: unknown }
  const at = framesOf(error)
  return {
    type: WORD.test(error.name) ? error.name : 'Error',
    ...(typeof code === 'string' && WORD.test(code) ? { code } : {}),
    ...(at.length === 0 ? {} : { at }),
    ...(cause === undefined || depth >= MOST_CAUSES ? {} : { cause: errorKind(cause, depth + 1) }),
  }
}

/** In a word or two, for a sentence. */
export function kindWords(error: unknown): string {
  const { type, code } = errorKind(error)
  return code ?? type
}

/** The folder that the program lies in may be somebody's home: of each file, its name alone. */
function framesOf({ stack, message }: Error): string[] {
  if (typeof stack !== 'string') return []
  // The message stands before the frames, and may hold lines that look like some.
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
