import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Agent } from 'undici'
import { notInDoubt } from '../../src/appliance/clock/clock-service.ts'
import { remoteTasks } from '../../src/cli/socket.ts'
import type { TaskRunner } from '../../src/cli/tasks.ts'
import { asEnvironment, dataFiles, readConfig } from '../../src/config/config.ts'
import { OperatorFault } from '../../src/words/fault.ts'
import { type AnyAppliance, actorBy, newParty, type Send, START_MS } from './actors.ts'
import { afterEachFile } from './after-file.ts'
import { COOPERATIVE, open, type Settings, TEST_SETTINGS } from './appliance.ts'
import { started, withSettings } from './child-programs.ts'
import { type Heard, heard } from './heard.ts'
import { StoppedClock } from './stopped-clock.ts'

/** An appliance that is a program of its own: asked over HTTP, and over the socket where an operator would. */

const STOP_LIMIT_MS = 300_000

/** @param program what is run, such as dist/granary */
export async function makeProgramAppliance(program: string, settings: Settings): Promise<AnyAppliance> {
  const folder = mkdtempSync(join(tmpdir(), 't-'))
  const clock = new StoppedClock(join(folder, 'clock'), START_MS)
  const data = join(folder, 'data')
  const run = (...args: string[]) =>
    heard(
      started(
        spawn(program, [...args, '--data', data, '--json'], {
          env: withSettings({ ...clock.environment, ...variables({ ...TEST_SETTINGS, ...settings }) }),
          cwd: folder,
        }),
      ),
    )
  model ??= await modelled(data, () => printed(run('init', '--name', COOPERATIVE)))
  const { cooperative, credential } = model
  copy(model.data, data)
  const service = run('serve', '--listen', '127.0.0.1:0')
  const [line] = await service.says(/^\{"url":.+\n/)
  const { url } = JSON.parse(line)
  if (url === undefined) throw new Error(`it does not serve: ${service.said.err}`)
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
      (
        await tasks.run('credential.issue', 'test', {
          party,
          // No operator issues one for a device by hand; the task itself takes every kind.
          kind: kind as Exclude<typeof kind, 'device'>,
          expiresAtMs: expiresAtMs ?? null,
        })
      ).token,
    port: async () => Number(new URL(url).port),
    async close() {
      if (!open.delete(appliance)) return
      await agent.close()
      await stopped(service)
      rmSync(folder, { recursive: true, force: true })
    },
  }
  open.add(appliance)
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
  const kept = mkdtempSync(join(tmpdir(), 't-'))
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
async function printed({ ended, said }: Heard): Promise<string> {
  const how = await ended
  if (how !== 0) throw new Error(`it ended with ${how}: ${said.err}`)
  return said.out
}

/** @throws {Error} where it does not stop in order */
async function stopped({ child, ended, said }: Heard): Promise<void> {
  child.kill('SIGTERM')
  const impatient = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS)
  const how = await ended
  clearTimeout(impatient)
  if (how !== 0) throw new Error(`it was asked to stop, and ended with ${how}: ${said.err}`)
}
