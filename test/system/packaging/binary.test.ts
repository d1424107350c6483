import { readdirSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { VERSION } from '../../../src/base/version.ts'
import { SCHEMA_VERSION } from '../../../src/store/file/upgrades.ts'
import { soon } from '../../support/soon.ts'
import { freePort } from '../../trials/common/served.ts'
import {
  ask,
  EXECUTABLE,
  type FirstAnswer,
  firstAnswer,
  harvest,
  isThere,
  newFolder,
  run,
  serve,
  start,
  stop,
} from './executable.ts'

/** The one executable does what the program does, with nothing beside it. */

const MOST_BYTES = 115e6
/** Twice what it takes on a quiet machine. */
const FIRST_ANSWER_CPU_MS = 500
/**
 * Of its own: some 42 MiB when nothing else runs, 60 right after a start. Pages of the executable's file are not counted:
 * they are the system's cache, how many it maps differs by machine (57 MiB on one), and it takes them back when it needs to.
 */
const MOST_IDLE_BYTES = 54 * 1024 ** 2
/** By then all that is done after a start has been done. */
const SETTLED_AFTER_MS = 2_000

const EXAMPLES = resolve('packaging/examples')

async function founded() {
  const data = join(newFolder(), 'data')
  const made = await did('init', '--name', 'Kahawa', '--data', data)
  return { data, id: made.cooperative as string, token: made.credential as string }
}

/** With `--json`: the one document that it prints. */
async function did(...args: string[]) {
  const { code, out, err } = await run([...args, '--json'])
  expect(code, err).toBe(0)
  return JSON.parse(out)
}

describe.skipIf(!isThere)('the executable (when "npm run build:binary" has made it)', () => {
  test('says what it is', async () => {
    const version = await did('--version')
    expect(version).toEqual({
      version: VERSION,
      node: expect.stringMatching(/^24\.\d+\.\d+$/),
      sqlite: expect.stringMatching(/^3\.\d+\.\d+$/),
      schema: SCHEMA_VERSION,
      platform: `linux ${process.arch}`,
      one_executable: true,
    })
    const { out } = await run(['--version'])
    for (const word of [VERSION, version.node, version.sqlite, 'one executable']) expect(out).toContain(word)
  })

  test('loads the database engine for its version, and not for help', async () => {
    // What the system's loader says of each library that it opens (ld.so(8)).
    const environment = { LD_DEBUG: 'files' }
    expect((await run(['--version'], { environment })).err).toContain('better_sqlite3.node')
    expect((await run(['backup', '--help'], { environment })).err).not.toContain('better_sqlite3.node')
  })

  test('is no larger than it may be', () => {
    expect(statSync(EXECUTABLE).size).toBeLessThanOrEqual(MOST_BYTES)
  })

  test('answers soon after its start', async () => {
    const { data } = await founded()
    const port = await freePort()
    const answers: FirstAnswer[] = []
    for (let i = 0; i < 5; i++) answers.push(await firstAnswer(data, port))
    for (const { ms, cpuMs } of answers)
      console.info(`first answer: ${Math.round(ms)} ms, ${Math.round(cpuMs)} of work`)
    expect(Math.min(...answers.map(({ cpuMs }) => cpuMs))).toBeLessThan(FIRST_ANSWER_CPU_MS)
  })

  test('takes little memory, and stops when it is told', async () => {
    const { data, id, token } = await founded()
    const service = await serve(data)
    for (let i = 0; i < 20; i++)
      expect((await ask(`${service.url}/v1/records`, token, harvest(id))).status).toBe(201)
    const status = () => readFileSync(`/proc/${service.child.pid}/status`, 'utf8')
    const bytesOf = (member: string) =>
      1024 * Number(new RegExp(`${member}:\\s+(\\d+) kB`).exec(status())?.[1])
    const ownBytes = () => bytesOf('RssAnon')
    await new Promise((resolve) => setTimeout(resolve, SETTLED_AFTER_MS))
    // The engine gives back what it needed for work when there was none for a while.
    await soon(() => expect(ownBytes()).toBeLessThan(MOST_IDLE_BYTES), 1_000)
    const [own, mapped] = ['RssAnon', 'RssFile'].map((member) => Math.round(bytesOf(member) / 1024 ** 2))
    console.info(`idle memory: ${own} MiB of its own, ${mapped} MiB of files`)
    expect((await stop(service)).code).toBe(0)
    expect(readdirSync(data)).not.toContain('granary.sock')
  })

  test('a spreadsheet comes in', async () => {
    const { data } = await founded()
    const rejects = join(newFolder(), 'rejects.csv')
    const [sheet, map] = ['csv', 'map.json'].map((end) => join(EXAMPLES, `delivery-ledger.${end}`))
    const order = ['import', sheet as string, '--map', map as string, '--rejects', rejects, '--data', data]
    const { code, out } = await run([...order, '--json'])
    expect(code).toBe(3)
    expect(JSON.parse(out)).toMatchObject({ rows: { new: 8, at_fault: 2 } })
    expect(readFileSync(rejects, 'utf8').trim().split('\n')).toHaveLength(3)
  })

  test('the demo is served', async () => {
    const demo = start(['demo', '--json'])
    await demo.says(/^\}$/m)
    const { office, lender } = JSON.parse(demo.said.out)
    expect((await fetch(office.url)).status).toBe(200)
    const view = `${new URL(lender.url).origin}/v1/lender-view?purpose=credit_assessment`
    expect((await ask(view, lender.token)).status).toBe(200)
    expect((await stop(demo)).code).toBe(0)
  })

  test('the contract is the one that is committed', async () => {
    const { out } = await run(['openapi'])
    expect(out.trimEnd()).toBe(readFileSync('openapi.json', 'utf8').trimEnd())
  })

  test('an unexpected error is reported with its places in the program', async () => {
    const data = newFolder()
    const nonsense = createServer((_request, response) => response.end('no JSON'))
    await new Promise<void>((resolve) => nonsense.listen(join(data, 'granary.sock'), resolve))
    const { code, err } = await run(['status', '--data', data])
    nonsense.close()
    expect(code).toBe(1)
    expect(err).toMatch(/^granary: an unexpected error occurred \(SyntaxError, report [0-9a-f]{8}\)/)
    expect(err).toMatch(/^ {4}at .*granary\.js:\d+:\d+/m)
  })
})
