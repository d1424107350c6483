import { chmodSync, rmSync } from 'node:fs'
import { createServer, request as httpRequest, type Server } from 'node:http'
import { connect } from 'node:net'
import { OperatorFault, PROBLEMS, Problem, type ProblemCode, type ProblemExtra } from '../problem.ts'
import type { TaskName, TaskRunner } from './tasks.ts'

/**
 * How the command works beside a running server. There is one writer, so the command hands its tasks to the
 * server through a socket in the data folder that only its owner may open (mode 0600).
 */

const MAX_TASK_BYTES = 64 * 1024 * 1024

type Reply =
  | { readonly value: unknown }
  | { readonly problem: { readonly code: ProblemCode; readonly extra: ProblemExtra } }
  | { readonly fault: { readonly message: string; readonly remedy: string; readonly exitCode: number } }

/** @param unforeseen told of errors that the command is not told, for the server's own log */
export async function listenForTasks(
  path: string,
  run: TaskRunner,
  unforeseen: (error: unknown) => void,
): Promise<Server> {
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
      const reply = await perform(run, Buffer.concat(chunks).toString('utf8'), unforeseen)
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(reply))
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(socketFault(error, path)))
    server.listen(path, resolve)
  })
  chmodSync(path, 0o600)
  return server
}

/** Addresses of such sockets are 107 bytes long at most. */
function socketFault(error: NodeJS.ErrnoException, path: string): Error {
  if (error.code !== 'EINVAL' && error.code !== 'ENAMETOOLONG') return error
  return new OperatorFault(
    `The path of the data folder is too long for a socket: ${path}.`,
    'Move the folder to a shorter path, such as /var/lib/granary, and name it with --data.',
  )
}

async function perform(run: TaskRunner, text: string, unforeseen: (error: unknown) => void): Promise<Reply> {
  try {
    const { task, operator, args } = JSON.parse(text) as { task: TaskName; operator: string; args: never }
    return { value: (await run(task, operator, args)) ?? null }
  } catch (error) {
    if (error instanceof Problem) return { problem: { code: error.code, extra: error.extra } }
    if (error instanceof OperatorFault)
      return { fault: { message: error.message, remedy: error.remedy, exitCode: error.exitCode } }
    unforeseen(error)
    return {
      fault: {
        message: 'The server could not do this.',
        remedy: 'Look into its log for the reason, or restart it and try again.',
        exitCode: 1,
      },
    }
  }
}

/** Does a server listen there? */
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

/** Runs tasks in the server that listens there. */
export function remoteTasks(path: string): TaskRunner {
  return (task, operator, args) =>
    new Promise((resolve, reject) => {
      // A connection for each task: one kept open would be dead after the server was started again.
      const address = { socketPath: path, agent: false as const, method: 'POST', path: '/' }
      const request = httpRequest(address, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', () => reject(unanswered()))
        response.on('end', () => {
          try {
            resolve(unwrap(JSON.parse(Buffer.concat(chunks).toString('utf8')) as Reply) as never)
          } catch (error) {
            reject(error)
          }
        })
      })
      request.on('error', () => reject(unanswered()))
      request.end(JSON.stringify({ task, operator, args }))
    })
}

/** It may have been done all the same: the answer was lost, not the work. */
const unanswered = () =>
  new OperatorFault(
    'The running server stopped before it answered.',
    'Start it again, and look whether this was done (granary record list, party list, credential list) before you repeat it.',
  )

function unwrap(reply: Reply): unknown {
  if ('value' in reply) return reply.value
  if ('fault' in reply) throw new OperatorFault(reply.fault.message, reply.fault.remedy, reply.fault.exitCode)
  if (!(reply.problem.code in PROBLEMS)) throw new Problem('internal_error')
  throw new Problem(reply.problem.code, reply.problem.extra)
}
