import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Agent } from 'undici'
import { notInDoubt } from '../../src/appliance/clock/clock-service.ts'
import { OperatorFault } from '../../src/base/problem.ts'
import { remoteTasks } from '../../src/cli/socket.ts'
import { asEnvironment, dataFiles, readConfig } from '../../src/config/config.ts'
import type { TaskRunner } from '../../src/tasks.ts'
import { type AnyAppliance, actorBy, newParty, type Send, START_MS } from './actors.ts'
import { afterEachFile } from './after-file.ts'
import { COOPERATIVE, type Settings, TEST_SETTINGS } from './appliance.ts'
import { killAll, started, withSettings } from './child-programs.ts'
import { StoppedClock } from './stopped-clock.ts'

/** An appliance that is a program of its own: asked over HTTP, and over the socket where an operator would. */

const START_LIMIT_MS = 300_000
const STOP_LIMIT_MS = 300_000

afterEachFile(killAll)

/** @param program what is run, such as dist/granary */
export async function makeProgramAppliance(program: string, settings: Settings): Promise<AnyAppliance> {
  const folder = mkdtempSync(join(tmpdir(), 'granary-test-'))
  const clock = new StoppedClock(join(folder, 'clock'), START_MS)
  const data = join(folder, 'data')
  const run = (...args: string[]) =>
    started(
      spawn(program, [...args, '--data', data, '--json'], {
        env: withSettings({ ...clock.environment, ...variables({ ...TEST_SETTINGS, ...settings }) }),
        cwd: folder,
      }),
    )
  model ??= await modelled(data, () => printed(run('init', '--name', COOPERATIVE)))
  const { cooperative, credential } = model
  copy(model.data, data)
  const service = run('serve', '--listen', '127.0.0.1:0')
  const said = heard(service)
  const { url } = JSON.parse(await firstLine(service, said))
  if (url === undefined) throw new Error(`it does not serve: ${said.err}`)
  const agent = new Agent()
  const socket = remoteTasks(dataFiles(data).socket)
  const believed = believing(clock, socket)
  const send = sendTo(url, agent, believed)
  const tasks: TaskRunner = {
    run: (task, operator, args) => believed().then(() => socket.run(task, operator, args)),
    stream: (name, operator, args) => socket.stream(name, operator, args),
  }
  const appliance: AnyAppliance = {
    clock,
    data,
    tasks,
    cooperative: actorBy(send, clock, cooperative, credential),
    holder: (token, partyId) => actorBy(send, clock, partyId, token),
    party: (kind, name, more) => newParty(appliance, kind, name, more),
    credential: async (party, kind, expiresAtMs = undefined) =>
      (await tasks.run('credential.issue', 'test', { party, kind, expiresAtMs: expiresAtMs ?? null })).token,
    port: async () => Number(new URL(url).port),
    async close() {
      await agent.close()
      await stopped(service, said)
      rmSync(folder, { recursive: true, force: true })
    },
  }
  return appliance
}

interface Model {
  readonly data: string
  readonly cooperative: string
  readonly credential: string
}

/** A folder that the program has founded; every appliance of a test file begins with a copy of it. */
let model: Model | undefined
afterEachFile(() => {
  if (model) rmSync(model.data, { recursive: true, force: true })
  model = undefined
})

/** @param found makes the data folder, and prints whose it is */
async function modelled(data: string, found: () => Promise<string>): Promise<Model> {
  const founded = JSON.parse(await found()) as Omit<Model, 'data'>
  const kept = mkdtempSync(join(tmpdir(), 'granary-test-'))
  copy(data, kept)
  return { ...founded, data: kept }
}

/** With its modes: the service refuses folders that others may read. */
function copy(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  execFileSync('cp', ['-a', `${from}/.`, to])
}

const variables = (settings: Settings): Record<string, string> =>
  Object.fromEntries(
    Object.entries(asEnvironment(readConfig(settings, {}))).flatMap(([name, text]) =>
      name.startsWith('GRANARY_') && name !== 'GRANARY_TEST_PROGRAM' ? [[name, text as string]] : [],
    ),
  )

/**
 * The time of the test passes in jumps, and none of it for the machine: the operator says each time that the clock is right.
 * @returns to be waited for before anything is asked
 */
function believing(clock: StoppedClock, tasks: TaskRunner): () => Promise<void> {
  let knownMs = clock.nowMs
  let confirmed: Promise<unknown> = Promise.resolve()
  return async () => {
    if (clock.nowMs !== knownMs) {
      knownMs = clock.nowMs
      confirmed = tasks.run('clock.confirm', 'test', { dayBeginsMs: knownMs }).catch((error) => {
        if (!(error instanceof OperatorFault && error.message === notInDoubt().message)) throw error
      })
    }
    await confirmed
  }
}

function sendTo(url: string, agent: Agent, believed: () => Promise<void>): Send {
  return async ({ method, url: path, headers, body }) => {
    await believed()
    const answer = await agent.request({
      origin: url,
      method,
      path,
      headers: isDocument(body) ? { 'content-type': 'application/json', ...headers } : headers,
      ...(body === undefined ? {} : { body: isDocument(body) ? JSON.stringify(body) : (body as string) }),
    })
    return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() }
  }
}

const isDocument = (body: unknown): body is object => typeof body === 'object'

/** @returns all that it prints. @throws {Error} with what it complains of */
async function printed(child: ChildProcess): Promise<string> {
  const said = heard(child)
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`it ended with ${code}: ${said.err}`)
  return said.out
}

/** @throws {Error} with what it complains of, where it ends or says nothing */
async function firstLine(child: ChildProcess, said: Said): Promise<string> {
  const giveUpAt = performance.now() + START_LIMIT_MS
  while (!said.out.includes('\n')) {
    if (child.exitCode !== null || child.signalCode !== null || performance.now() > giveUpAt)
      throw new Error(`it did not start: ${said.err}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  return said.out
}

interface Said {
  out: string
  err: string
}

function heard(child: ChildProcess): Said {
  const said = { out: '', err: '' }
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    said.out += text
  })
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said.err += text
  })
  return said
}

/** @throws {Error} where it does not stop in order */
async function stopped(child: ChildProcess, said: Said): Promise<void> {
  const ended = once(child, 'close')
  child.kill('SIGTERM')
  const impatient = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS)
  const [code, signal] = await ended
  clearTimeout(impatient)
  if (code !== 0) throw new Error(`it was asked to stop, and ended with ${signal ?? code}: ${said.err}`)
}
