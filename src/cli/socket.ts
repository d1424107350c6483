import { chmodSync, rmSync } from 'node:fs'
import { createServer, request as httpRequest, type IncomingMessage, type Server } from 'node:http'
import { connect } from 'node:net'
import { pipeline, Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import { PROBLEMS, Problem, type ProblemCode, type ProblemExtra } from '../base/problem.ts'
import { fromJson, must } from '../base/typed.ts'
import { OperatorFault, type Told, withRemedy } from '../words/fault.ts'
import { message } from '../words/message.ts'
import type { StreamName, TaskName, TaskRunner } from './tasks.ts'
import { Tickets } from './tickets.ts'

/**
 * Runs a command's tasks in the running server. There is only one writer, so the command sends its tasks to
 * the server, through a socket in the data folder that only its owner may open (mode 0600).
 */

const MAX_TASK_BYTES = 64 * 1024 * 1024
/** Path for texts that are sent in parts. */
const STREAM = '/stream'

type Reply =
  | { readonly value: unknown }
  | { readonly problem: { readonly code: ProblemCode; readonly extra: ProblemExtra } }
  | { readonly fault: { readonly what: Told; readonly cure: Told; readonly exitCode: number } }

/**
 * Accepts tasks of commands on a socket.
 * @param unforeseen receives errors that the command does not get, for the server's log
 * @param tickets of programs that act for a person at the office page
 */
export async function listenForTasks(
  path: string,
  local: TaskRunner,
  unforeseen: (error: unknown) => void,
  tickets = new Tickets(),
): Promise<Server> {
  const runner: TaskRunner = {
    run: (task, word, args) => local.run(task, tickets.whoIs(word), args),
    stream: (name, word, args) => local.stream(name, tickets.whoIs(word), args),
  }
  rmSync(path, { force: true })
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    let size = 0
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > MAX_TASK_BYTES) request.destroy()
      else chunks.push(chunk)
    })
    request.on('end', async () => {
      const text = Buffer.concat(chunks).toString('utf8')
      if (request.url === STREAM) {
        response.setHeader('content-type', 'application/x-ndjson')
        const lines = Readable.from(streamed(runner, text, unforeseen))
        pipeline(lines, response, () => {})
        return
      }
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(await perform(runner, text, unforeseen)))
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(socketFault(error, path)))
    server.listen(path, resolve)
  })
  chmodSync(path, 0o600)
  return server
}

/** Explains the error of a path that is longer than a socket's path may be. */
function socketFault(error: NodeJS.ErrnoException, path: string): Error {
  if (error.code !== 'EINVAL' && error.code !== 'ENAMETOOLONG') return error
  return new OperatorFault(...withRemedy('command.socketPath', { path }))
}

interface TaskRequest<Name> {
  readonly task: Name
  readonly operator: string
  readonly args: never
}

async function perform(
  runner: TaskRunner,
  text: string,
  unforeseen: (error: unknown) => void,
): Promise<Reply> {
  try {
    const { task, operator, args } = fromJson<TaskRequest<TaskName>>(text)
    return { value: (await runner.run(task, operator, args)) ?? null }
  } catch (error) {
    return failed(error, unforeseen)
  }
}

/** Yields a line for each part of the text, and a final line: without that, the text is incomplete. */
async function* streamed(
  runner: TaskRunner,
  text: string,
  unforeseen: (error: unknown) => void,
): AsyncGenerator<string> {
  try {
    const { task, operator, args } = fromJson<TaskRequest<StreamName>>(text)
    for await (const part of runner.stream(task, operator, args)) yield `${JSON.stringify({ value: part })}\n`
    yield `${JSON.stringify({ value: null })}\n`
  } catch (error) {
    yield `${JSON.stringify(failed(error, unforeseen))}\n`
  }
}

function failed(error: unknown, unforeseen: (error: unknown) => void): Reply {
  if (error instanceof Problem) return { problem: { code: error.code, extra: error.extra } }
  if (error instanceof OperatorFault)
    return { fault: { what: error.what, cure: error.cure, exitCode: error.exitCode } }
  unforeseen(error)
  return {
    fault: {
      what: message('command.failed'),
      cure: message('command.failed.remedy'),
      exitCode: 1,
    },
  }
}

/** Returns whether a server listens on the socket. */
export function isListening(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}

/** Runs tasks in the server that listens on the socket. */
export function remoteTasks(path: string): TaskRunner {
  return {
    run: async (task, operator, args) => {
      const chunks: Buffer[] = []
      for await (const chunk of replyOf(path, '/', { task, operator, args })) chunks.push(chunk)
      return unwrap(fromJson<Reply>(Buffer.concat(chunks).toString('utf8'))) as never
    },
    stream: (name, operator, args) => streamFrom(path, { task: name, operator, args }) as never,
  }
}

async function* streamFrom(path: string, task: object): AsyncGenerator<unknown> {
  for await (const line of linesOf(replyOf(path, STREAM, task))) {
    const part = unwrap(fromJson<Reply>(line))
    if (part === null) return
    yield part
  }
  throw unanswered()
}

/**
 * Splits at line feeds only: text of users may contain other characters that some programs treat as line
 * ends.
 */
async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  for await (const chunk of chunks) {
    const lines = (rest + decoder.write(chunk)).split('\n')
    rest = must(lines.pop())
    yield* lines
  }
}

/**
 * Yields the bytes of the server's reply. Each request opens a connection: a reused one would be dead after a
 * restart.
 */
async function* replyOf(path: string, url: string, task: object): AsyncGenerator<Buffer> {
  const response: AsyncIterable<Buffer> = await new Promise<IncomingMessage>((resolve, reject) => {
    const address = { socketPath: path, agent: false as const, method: 'POST', path: url }
    const request = httpRequest(address, resolve)
    request.on('error', () => reject(unanswered()))
    request.end(JSON.stringify(task))
  })
  try {
    yield* response
  } catch {
    throw unanswered()
  }
}

/** The task may have been done: only the answer is known to be lost. */
const unanswered = () => new OperatorFault(...withRemedy('command.stopped'))

function unwrap(reply: Reply): unknown {
  if ('value' in reply) return reply.value
  if ('fault' in reply) throw new OperatorFault(reply.fault.what, reply.fault.cure, reply.fault.exitCode)
  if (!(reply.problem.code in PROBLEMS)) throw new Problem('internal_error')
  throw new Problem(reply.problem.code, reply.problem.extra)
}
