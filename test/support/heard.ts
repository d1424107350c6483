import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { started } from './child-programs.ts'
import { soonUnless } from './soon.ts'

/** A program that is listened to, from its start to its end. */
export interface Heard {
  readonly child: ChildProcess
  /** All that it has said so far. */
  readonly said: { out: string; err: string }
  /** Exit code, or the signal's name, once all that it said was heard. */
  readonly ended: Promise<number | string>
  /** How it ended, and what it said; null while it runs. */
  over(): string | null
  /** Waits until a check passes. @throws {Error} at once, with what it said, where it has ended and the check fails */
  soon<T>(check: () => T | Promise<T>, everyMs?: number): Promise<T>
  /** Waits for words. @returns the match. @throws {Error} at once, with what it said, where it has ended without them */
  says(words: RegExp): Promise<RegExpExecArray>
}

/** To be called before the program can say anything: in the turn in which it is started. */
export function heard(child: ChildProcess): Heard {
  const said = { out: '', err: '' }
  for (const [name, stream] of [['out', child.stdout] as const, ['err', child.stderr] as const])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      said[name] += text
    })
  let how: number | string | null = null
  const ended = new Promise<number | string>((resolve) => {
    const end = (as: number | string) => {
      how ??= as
      resolve(how)
    }
    child.once('close', (code, signal) => end(signal ?? code ?? -1))
    child.once('error', (error) => end(error.message))
  })
  const over = () => (how === null ? null : `the program ended (${how}):\n${said.out}\n${said.err}`.trimEnd())
  const soon: Heard['soon'] = (check, everyMs) => soonUnless(over, check, everyMs)
  const says = (words: RegExp) =>
    soon(() => {
      const found = words.exec(said.out) ?? words.exec(said.err)
      if (found === null) throw new Error(`the program has not said ${words}:\n${said.out}\n${said.err}`)
      return found
    }, 5)
  return { child, said, ended, over, soon, says }
}

/** Starts a program, and listens to it. */
export const begun = (program: string, args: readonly string[], options: SpawnOptions = {}): Heard =>
  heard(started(spawn(program, args, options)))

/** How a service says that it answers, and where. */
export const ANSWERS_AT = /answers at (http\S+?)[,.]? /
export const addressIn = ([, url = '']: RegExpExecArray): string => url.replace(/[,.]$/, '')
