import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Notice } from '../../../../src/appliance/notices/message.ts'
import { Notices } from '../../../../src/appliance/notices/notices.ts'
import { type Appliance, makeAppliance, type Settings } from '../../../support/appliance.ts'
import { cli, founded, json, temporaryFolder } from '../../../support/command.ts'
import { appended, harvestOf } from '../../../support/flows/help.ts'

/** The service tells its operator's program or address of faults, and of nothing else. */

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

interface Heard {
  readonly a: Appliance
  readonly notices: Notices
  /** What arrived at the address. */
  readonly got: Notice[]
  readonly log: string[]
  /** What the address answers from now on. */
  answer: number
  /** Starts the part again, as a restart of the service does. */
  again(): Notices
}

async function listening(settings: Settings): Promise<Heard> {
  const got: Notice[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (piece) => {
      body += piece
    })
    request.on('end', () => {
      if (heard.answer === 204) got.push(JSON.parse(body) as Notice)
      if (heard.answer > 0) response.writeHead(heard.answer).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}/hook/SECRET-OF-THE-HOOK`
  const a = await makeAppliance({ notice: url, ...settings })
  onTestFinished(() => a.close())
  const log: string[] = []
  const lines = { info: (text: string) => void log.push(text), error: (text: string) => void log.push(text) }
  const again = () => new Notices(a.kernel, lines)
  const heard: Heard = { a, notices: again(), got, log, answer: 204, again }
  return heard
}

const told = ({ got }: Heard) => got.splice(0).map(({ condition, state }) => `${condition} ${state}`)

/** The reserve is more than any disk has. */
const FULL_DISK = { minFreeBytes: String(2 ** 60) }

test('a gateway that refuses messages to members is told until the office goes on; a pause of the office is not', async () => {
  const messages = join(temporaryFolder(), 'messages.json')
  writeFileSync(messages, JSON.stringify({ kind: 'print', folder: '/srv/messages' }))
  const h = await listening({ messages })
  const { store } = h.a.kernel
  await h.a.tasks.run('message.pause', 'test', {})
  await h.notices.check()
  expect(told(h)).toEqual([])
  const asked = await h.a.tasks.run('status', 'test', {})
  expect(asked.warnings.find(({ number }) => number === 20)).toMatchObject({ standing: 'caution' })
  await h.a.tasks.run('message.resume', 'test', { party: null })
  await h.a.kernel.ports.submit(() => store.messages.addNote('pause', 0, null, store.writer.nowMs, '405'))
  await h.notices.check()
  expect(h.got[0]?.text).toContain('granary message resume')
  expect(told(h)).toEqual(['messages holds'])
  await h.a.tasks.run('message.resume', 'test', { party: null })
  await h.notices.check()
  h.a.clock.nowMs += HOUR_MS
  await h.notices.check()
  expect(told(h)).toEqual(['messages over'])
  // A file that cannot be used sends none either; its path stays here.
  writeFileSync(messages, '{}')
  await h.notices.check()
  expect(h.got[0]?.text).toMatch(/^(?!.*messages\.json).*its settings cannot be used/)
  expect(told(h)).toEqual(['messages holds'])
})

test('a condition is told at once and once a day, and its end once; a restart repeats nothing', async () => {
  const h = await listening(FULL_DISK)
  await h.notices.check()
  expect(h.got).toMatchObject([{ condition: 'disk', state: 'holds' }])
  expect(told(h)).toEqual(['disk holds'])
  await h.notices.check()
  await h.again().check()
  expect(told(h)).toEqual([])
  h.a.clock.nowMs += DAY_MS
  await h.again().check()
  expect(told(h)).toEqual(['disk holds'])
  Object.assign(h.a.kernel.config, { minFreeBytes: 0 })
  await h.notices.check()
  expect(told(h)).toEqual([])
  h.a.clock.nowMs += HOUR_MS
  await h.notices.check()
  expect(told(h)).toEqual(['disk over'])
  await h.notices.check()
  expect(told(h)).toEqual([])
})

test.each([
  ...['', 'rats', '[]', 'null', '{"told":7}', '{"told":{},"failed":{}}', '{"failed":{"atMs":"x"}}'],
  ...['null', '{}', '{"sinceMs":1}'].map((disk) => `{"told":{"disk":${disk}}}`),
  '{"told":{"disk":{"sinceMs":"x","goneMs":null,"toldMs":null,"failures":0,"failedMs":null}}}',
])('a memory that is damaged (%j) counts as none: what holds is told again', async (text) => {
  const h = await listening(FULL_DISK)
  writeFileSync(join(h.a.data, 'notices.json'), text)
  const { checks } = await h.a.tasks.run('doctor', 'test', {})
  expect(checks.find(({ number }) => number === 19)?.standing).toBe('good')
  await h.notices.check()
  expect(told(h)).toEqual(['disk holds'])
  await h.again().check()
  expect([told(h), h.log]).toEqual([[], ['a notice was sent (disk, holds)']])
})

test('without the setting nothing happens, and the doctor does not complain', async () => {
  const h = await listening({ ...FULL_DISK, notice: '' })
  await h.notices.check()
  expect([h.got, h.log]).toEqual([[], []])
  expect(existsSync(join(h.a.data, 'notices.json'))).toBe(false)
  const { checks } = await h.a.tasks.run('doctor', 'test', {})
  expect(checks.find(({ number }) => number === 19)).toMatchObject({ standing: 'good' })
})

test('a call that fails is logged in one line without the address, shown by doctor and status, and made again', async () => {
  const h = await listening(FULL_DISK)
  h.answer = 500
  await h.notices.check()
  expect(h.log).toEqual([
    'a notice was not sent (disk, holds): the address answered with status 500, not 200 to 299.',
  ])
  const { warnings } = await h.a.tasks.run('status', 'test', {})
  expect(warnings.find(({ number }) => number === 19)).toMatchObject({ standing: 'caution' })
  expect(readFileSync(join(h.a.data, 'notices.json'), 'utf8')).not.toContain('SECRET')
  h.answer = 204
  await h.notices.check()
  expect(told(h)).toEqual([])
  h.a.clock.nowMs += HOUR_MS
  await h.again().check()
  expect(told(h)).toEqual(['disk holds'])
  const { checks } = await h.a.tasks.run('doctor', 'test', {})
  expect(checks.find(({ number }) => number === 19)).toMatchObject({ standing: 'good' })
})

test('a call that hangs neither blocks the service nor a second check, and ends when the service stops', async () => {
  const h = await listening(FULL_DISK)
  h.answer = 0
  const round = h.notices.check()
  expect(h.notices.check()).toBe(round)
  const { log_entries } = await h.a.tasks.run('status', 'test', {})
  expect(log_entries).toBeGreaterThan(0)
  await h.notices.stop()
  await round
  expect(h.log).toEqual([])
  h.answer = 204
  await h.again().check()
  expect(told(h)).toEqual(['disk holds'])
})

test('if what was told cannot be written, the notices go on and say it once', async () => {
  const h = await listening(FULL_DISK)
  mkdirSync(join(h.a.data, 'notices.json.new', 'in the way'), { recursive: true })
  await h.notices.check()
  await h.notices.check()
  expect(told(h)).toEqual(['disk holds'])
  expect(h.log.filter((line) => line.includes('could not be written'))).toHaveLength(1)
  rmSync(join(h.a.data, 'notices.json.new'), { recursive: true })
  h.a.clock.nowMs += DAY_MS
  await h.notices.check()
  await h.again().check()
  expect(told(h)).toEqual(['disk holds'])
})

test('no byte of a person, a record or a path is in a notice, whatever holds', async () => {
  const place = join(temporaryFolder(), 'Nakato-disk')
  const h = await listening({ backupStore: `file:${place}` })
  const { a } = h
  const farmer = await a.party('person', 'Grace Nakato', { phone: '+256700111222', member_no: 'M-71' })
  await a.party('institution', 'Harvest Bank')
  await appended(farmer, 'harvest', { ...harvestOf(farmer), quantity: { value: 4711, unit: 'kg' } })
  Object.assign(a.kernel.config, { minFreeBytes: 2 ** 60 })
  await a.kernel.ports.submit(() =>
    a.kernel.store.backups.addRun({
      ...{ begunAtMs: a.clock.nowMs, atMs: a.clock.nowMs, place: `file:${place}`, made: null },
      reason: `Grace Nakato's disk ${place} is gone`,
    }),
  )
  const end = { notAfterMs: a.clock.nowMs + DAY_MS }
  Object.defineProperty(a.kernel.tls, 'served', { get: () => end })
  Object.defineProperty(a.kernel.tls, 'isServing', { get: () => true })
  a.clock.aheadMs = 400 * DAY_MS
  expect(a.kernel.store.clock.isDoubted).toBe(true)
  await h.notices.check()
  const all = JSON.stringify(h.got)
  expect(told(h).sort()).toEqual(['backups holds', 'certificate holds', 'clock holds', 'disk holds'])
  a.clock.aheadMs = 0
  const cooperative = a.cooperative.id
  const banned = ['Grace', 'Nakato', '256700', 'M-71', 'Harvest', 'Cooperative', '4711', farmer.id]
  for (const word of [...banned, cooperative, place, a.data, 'Nakato-disk', '/tmp'])
    expect(all, word).not.toContain(word)
})

const script = (lines: string): string => {
  const path = join(temporaryFolder(), 'notice')
  writeFileSync(path, `#!/bin/sh\n${lines}\n`)
  chmodSync(path, 0o700)
  return path
}

/** Sets the setting in the folder's settings file, as an operator does. */
const set = (data: string, value: string) =>
  writeFileSync(join(data, 'granary.env'), `GRANARY_NOTICE="${value}"\n`, { mode: 0o600 })

test('granary notice try sends one, and says whether it worked', async () => {
  const { data } = await founded()
  const out = join(temporaryFolder(), 'out')
  set(data, `${script(`cat > $1`)} ${out}`)
  const said = await cli('notice try', '--data', data)
  expect([said.code, said.out.trim()]).toEqual([0, 'A test notice was sent. Check that it arrived.'])
  expect(readFileSync(out, 'utf8')).toContain('this is a test, and nothing is wrong')
  expect(await json('notice', 'try', '--data', data)).toMatchObject({ code: 0, sent: true, to: 'program' })
})

test('granary notice try ends with the remedy when it fails, and when nothing is set', async () => {
  const { data } = await founded()
  const none = await cli('notice try', '--data', data)
  expect([none.code, none.err]).toEqual([1, expect.stringContaining('GRANARY_NOTICE is not set')])
  expect(none.err).toContain('restart the service')
  set(data, script('echo "no account for mail" >&2; exit 78'))
  const failed = await cli('notice try', '--data', data)
  expect(failed.code).toBe(1)
  for (const words of ['The program wrote: no account for mail', 'exit code 78', 'Correct GRANARY_NOTICE'])
    expect(failed.err).toContain(words)
  const told = await json('notice', 'try', '--data', data)
  expect(told.error.message).toContain('exit code 78')
})

test('a setting that is neither is refused without being shown', async () => {
  const { data } = await founded()
  set(data, 'ftp://example.org/SECRET')
  const said = await cli('notice try', '--data', data)
  expect(said.code).toBe(2)
  expect(said.err).toContain('GRANARY_NOTICE must be the full path of a program')
  expect(said.err).not.toContain('SECRET')
})
