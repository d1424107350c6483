import { spawn } from 'node:child_process'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { errorCode } from '../../base/error-kinds.ts'
import type { NoticeTarget } from '../../config/addresses.ts'
import { withoutSettings } from '../../config/config.ts'
import { type Message, message } from '../../words/message.ts'
import type { Notice } from './message.ts'

/** Sends a notice to the operator's program or address. */

/** Time limit of a call. */
const CALL_MS = 30_000
/** Limit for the kept standard error of a program, in characters. */
const LAST_WORDS = 500
/** Time for the last of it, once the program has ended. */
const LAST_WORDS_MS = 500

/** Why a notice was not sent. */
export interface Failure {
  readonly reason: Message
  /** The end of what the program wrote to standard error; only for the person who tries it. */
  readonly said: string
}

export interface Calling {
  /** Ends the call when the service stops. */
  readonly stopped?: AbortSignal
  readonly limitMs?: number
}

/** @returns null once the program has ended with 0, or the address has answered with a status from 200 to 299 */
export async function send(
  target: NonNullable<NoticeTarget>,
  notice: Notice,
  { stopped, limitMs = CALL_MS }: Calling = {},
): Promise<Failure | null> {
  const limit = AbortSignal.timeout(limitMs)
  const signal = stopped === undefined ? limit : AbortSignal.any([limit, stopped])
  const failure = await (target.kind === 'program'
    ? runProgram(target.path, target.args, notice, signal)
    : post(target.url, notice, signal))
  if (failure === null || !limit.aborted) return failure
  return { ...failure, reason: message('notice.fault.late', { seconds: limitMs / 1000 }) }
}

const because = (reason: Message, said = ''): Failure => ({ reason, said })

/** Runs the program without a shell, in a process group of its own, which ends with the call. */
function runProgram(
  path: string,
  args: readonly string[],
  { condition, state, since, text }: Notice,
  signal: AbortSignal,
): Promise<Failure | null> {
  return new Promise((resolve) => {
    const env = {
      ...withoutSettings(),
      NOTICE_CONDITION: condition,
      NOTICE_STATE: state,
      NOTICE_SINCE: since,
      NOTICE_TEXT: text,
    }
    const notStarted = (error: unknown) =>
      because(
        codeOf(error) === 'ENOENT'
          ? message('notice.fault.noProgram', { path })
          : message('notice.fault.notStarted', { code: codeOf(error) }),
      )
    let child: ReturnType<typeof spawn>
    try {
      child = spawn(path, [...args], { env, cwd: '/', detached: true, stdio: ['pipe', 'ignore', 'pipe'] })
    } catch (error) {
      return resolve(notStarted(error))
    }
    let said = ''
    const end = (failure: Failure | null) => {
      signal.removeEventListener('abort', stop)
      child.stderr?.destroy()
      resolve(failure)
    }
    const stop = () => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
      } catch {
        // The group has ended already.
      }
    }
    signal.addEventListener('abort', stop, { once: true })
    child.once('error', (error) => end(notStarted(error)))
    // Where the machine has no file left to open, there are no streams.
    child.stderr?.setEncoding('utf8').on('data', (more: string) => {
      said = (said + more).slice(-LAST_WORDS)
    })
    // Programs that it left running in the background may keep its output open.
    child.once('exit', (status, killedBy) => {
      const code = String(status ?? killedBy)
      const ended = () =>
        end(status === 0 ? null : because(message('notice.fault.exit', { status: code }), said))
      child.once('close', ended)
      setTimeout(ended, LAST_WORDS_MS).unref()
    })
    // A program need not read its input.
    child.stdin?.on('error', () => {})
    child.stdin?.end(`${text}\n`)
    if (signal.aborted) stop()
  })
}

/** Follows no redirect: the answer to one is a failure, like any other. */
function post(url: string, notice: Notice, signal: AbortSignal): Promise<Failure | null> {
  const body = JSON.stringify(notice)
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  const request = url.startsWith('https:') ? requestHttps : requestHttp
  return new Promise((resolve) => {
    const call = request(url, { method: 'POST', headers, signal, agent: false, rejectUnauthorized: true })
    call.on('error', (error) =>
      resolve(because(message('notice.fault.unreachable', { code: codeOf(error) }))),
    )
    call.once('response', (response) => {
      const status = response.statusCode ?? 0
      const isTaken = status >= 200 && status < 300
      resolve(isTaken ? null : because(message('notice.fault.answered', { status: String(status) })))
      // What else it answers does not matter.
      call.destroy()
    })
    call.end(body)
  })
}

const codeOf = (error: unknown): string => errorCode(error) ?? 'Error'
