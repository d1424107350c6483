import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Problem } from '../../../src/base/problem.ts'
import { isListening, listenForTasks, remoteTasks } from '../../../src/cli/socket.ts'
import type { TaskRunner } from '../../../src/cli/tasks.ts'
import { OperatorFault } from '../../../src/words/fault.ts'

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'socket-'))
  path = join(folder, 'granary.sock')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** What the server's log is told, and what the command gets. */
async function asked(run: () => unknown) {
  const logged: unknown[] = []
  const runner = { run: async () => run() } as unknown as TaskRunner
  const server = await listenForTasks(path, runner, (error) => logged.push(error))
  try {
    const answer = await remoteTasks(path)
      .run('status', 'somebody', {})
      .catch((error: unknown) => error)
    return { answer, logged }
  } finally {
    await new Promise((resolve) => server.close(resolve))
  }
}

test('a refusal and a fault arrive as what they were', async () => {
  const problem = await asked(() => {
    throw new Problem('id_conflict', { detail: 'used' })
  })
  expect(problem.answer).toBeInstanceOf(Problem)
  expect(problem.answer).toMatchObject({ code: 'id_conflict', extra: { detail: 'used' } })
  const fault = await asked(() => {
    throw new OperatorFault('It is not there.', 'Look elsewhere.', 2)
  })
  expect(fault.answer).toMatchObject({ message: 'It is not there.', remedy: 'Look elsewhere.', exitCode: 2 })
  expect([...problem.logged, ...fault.logged]).toEqual([])
})

test('what was not foreseen goes to the log of the server, and not to the command', async () => {
  const { answer, logged } = await asked(() => {
    throw new TypeError('secret of the house')
  })
  expect(answer).toMatchObject({ message: 'The server could not do this.' })
  expect(JSON.stringify(answer)).not.toContain('secret')
  expect(logged).toEqual([new TypeError('secret of the house')])
})

test.each([
  ['before it answers', (): string | null => null],
  ['in the middle of its answer', (): string | null => '{"value'],
])('a server that goes away %s is no crash, and nobody is told to repeat blindly', async (_when, part) => {
  const server = createServer((_request, response) => {
    const text = part()
    if (text === null) response.destroy()
    else response.writeHead(200, { 'content-length': 99 }).write(text, () => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(path, resolve))
  const fault = await remoteTasks(path)
    .run('status', 'somebody', {})
    .catch((error: unknown) => error)
  expect(fault).toBeInstanceOf(OperatorFault)
  expect((fault as OperatorFault).remedy).toContain('check whether it was done')
  server.close()
})

test('nobody listens where there is no socket', async () => {
  expect(await isListening(path)).toBe(false)
})

/** Reads a text piece by piece from a server whose stream does this. */
async function read(stream: () => AsyncGenerator<unknown>) {
  const runner = { stream } as unknown as TaskRunner
  const server = await listenForTasks(path, runner, () => {})
  const pieces: unknown[] = []
  try {
    const from = remoteTasks(path).stream('subject-access.answer', 'somebody', { id: 'x', form: 'text' })
    for await (const piece of from) pieces.push(piece)
    return { pieces, error: null }
  } catch (error) {
    return { pieces, error }
  } finally {
    await new Promise((resolve) => server.close(resolve))
  }
}

test('a long text arrives piece by piece, line breaks and all', async () => {
  const sent = [
    { text: 'a\nb', counts: {} },
    { text: 'c', counts: {} },
  ]
  expect(
    await read(async function* () {
      yield* sent
    }),
  ).toEqual({ pieces: sent, error: null })
})

test('a long text that breaks off is never taken for a whole one', async () => {
  const refused = await read(async function* () {
    yield { text: 'a' }
    throw new OperatorFault('It broke.', 'Mend it.')
  })
  expect(refused).toMatchObject({ pieces: [{ text: 'a' }], error: { message: 'It broke.' } })
  const server = createServer((_request, response) => {
    response.write('{"value":{"text":"a"}}\n', () => response.end())
  })
  await new Promise<void>((resolve) => server.listen(path, resolve))
  const from = remoteTasks(path).stream('subject-access.answer', 'somebody', { id: 'x', form: 'text' })
  await expect(
    (async () => {
      for await (const _ of from);
    })(),
  ).rejects.toThrow(OperatorFault)
  server.close()
})
