import { randomBytes } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { habitsOf } from '../../../src/office/frame/habits.ts'
import { Sessions } from '../../../src/office/frame/sessions.ts'
import type { Answer, StaffVisit } from '../../../src/office/frame/visit.ts'
import { sendPack } from '../../../src/office/trade/lot-pack.tsx'
import { PacksUnderWay } from '../../../src/office/trade/packs.ts'
import { NoRoomForPack, type PackAsked } from '../../../src/records/pack/pack-tasks.ts'
import type { PackText } from '../../../src/records/pack/plot-parts.ts'
import { PLAIN_LOOK } from '../../../src/text/colours.ts'
import { englishWords } from '../../../src/words/words.ts'
import { makeAppliance } from '../../support/appliance.ts'
import { appended, deliveryOf } from '../../support/flows/help.ts'
import { soon } from '../../support/soon.ts'

/** How packs are sent from the office page: one after another, for as long as somebody waits for them and may have them. */

const sessions = new Sessions({ idleMs: 60_000, stillIs: (person) => person, nowMs: () => 0 })
const packs = new PacksUnderWay()
const person = (id: string) =>
  ({ id, name: id, role: 'clerk', lacksFactor: false }) as StaffVisit['session']['person']
const visitOf = (cookie: string): StaffVisit => ({
  ...{ path: `/lots/${own}/pack`, query: {}, form: {}, files: {}, address: '', cookie, timeZone: 'UTC' },
  words: englishWords('UTC'),
  ...{
    cooperative: 'Kahawa',
    look: PLAIN_LOOK,
    habits: habitsOf(a.kernel.config),
    cooperativeId: a.cooperative.id,
  },
  ...{ session: sessions.find(cookie) as StaffVisit['session'] },
  isGone: () => false,
  run: (task, args) => a.tasks.run(task, 'clerk', args),
  stream: (name, args) => a.tasks.stream(name, 'clerk', args),
})
const archiveIn = (answer: Answer): AsyncIterator<Uint8Array> => {
  if (!('archive' in answer)) throw new Error('no archive')
  return answer.archive[Symbol.asyncIterator]()
}
const wholeOf = async (answer: Answer): Promise<Uint8Array> => {
  const pieces: Uint8Array[] = []
  for await (const piece of { [Symbol.asyncIterator]: () => archiveIn(answer) }) pieces.push(piece)
  return Buffer.concat(pieces)
}
const a = await makeAppliance()
const anna = await a.party('person', 'Anna')
const given = await appended(a.cooperative, 'delivery', deliveryOf(anna, a.cooperative))
const own: string = (
  await appended(a.cooperative, 'lot', {
    ...{ holder: a.cooperative.id, crop: given.crop, quantity: { value: 1, unit: 'kg' } },
    inputs: [{ record_id: given.id, kg: 1 }],
  })
).id
afterAll(() => a.close())

test('signed out meanwhile, no more of it leaves', async () => {
  const cookie = sessions.begin(person('e1'), 'e1')
  const big: StaffVisit = { ...visitOf(cookie), stream: endless as StaffVisit['stream'] }
  async function* endless(): AsyncGenerator<PackText> {
    for (;;) yield { file: 'plots.csv', text: randomBytes(200_000).toString('base64') }
  }
  const archive = archiveIn(await sendPack(big, { packs, sessions }))
  for (let i = 0; i < 5; i++) expect((await archive.next()).done).toBe(false)
  sessions.end(cookie)
  const rest = async () => {
    for (let i = 0; i < 1000; i++) await archive.next()
  }
  await expect(rest()).rejects.toThrow()
  await wholeOf(await sendPack(visitOf(sessions.begin(person('e1'), 'e1')), { packs, sessions }))
})

test('a download keeps nobody signed in: it breaks off when the session runs out', async () => {
  let now = 0
  const idle = new Sessions({ idleMs: 60_000, stillIs: (one) => one, nowMs: () => now })
  const cookie = idle.begin(person('g1'), 'g1')
  const visit: StaffVisit = {
    ...visitOf(cookie),
    session: idle.find(cookie) as StaffVisit['session'],
    stream: async function* () {
      for (;;) yield { file: 'plots.csv', text: randomBytes(200_000).toString('base64') }
    } as StaffVisit['stream'],
  }
  const archive = archiveIn(await sendPack(visit, { packs, sessions: idle }))
  const rest = async () => {
    for (let i = 0; i < 1000; i++, now += 10_000) await archive.next()
  }
  await expect(rest()).rejects.toThrow()
  expect([now < 1_000_000, idle.find(cookie)]).toEqual([true, null])
})

test('a browser that has gone ends the work behind it, and is not in the way of the next press', async () => {
  const cookie = sessions.begin(person('h1'), 'h1')
  let isGone = false
  let turns = 0
  const walking: StaffVisit = {
    ...visitOf(cookie),
    isGone: () => isGone,
    // biome-ignore lint/correctness/useYield: its browser goes before the first text
    stream: async function* (_name: string, { goOn }: PackAsked) {
      for (; ; turns++) {
        goOn?.()
        await nextTurn()
      }
    } as StaffVisit['stream'],
  }
  const first = sendPack(walking, { packs, sessions })
  const ended = expect(first).rejects.toThrow()
  await soon(() => expect(turns).toBeGreaterThan(5))
  expect(await sendPack(visitOf(cookie), { packs, sessions })).toMatchObject({
    status: 409,
    html: expect.stringContaining('still being made or saved. Wait until'),
  })
  isGone = true
  const second = await sendPack(visitOf(cookie), { packs, sessions })
  await ended
  expect(await sendPack(visitOf(cookie), { packs, sessions })).toMatchObject({ status: 409 })
  await wholeOf(second)
})

test('nothing is read for a browser that has gone, or somebody signed out, before the first slice', async () => {
  const origins = async () =>
    (await a.tasks.run('audit', 'test', { count: 500 })).entries.filter(({ action }) => action === 'origin')
      .length
  const before = await origins()
  const cookie = sessions.begin(person('i1'), 'i1')
  const visit = visitOf(cookie)
  await expect(sendPack({ ...visit, isGone: () => true }, { packs, sessions })).rejects.toThrow('busy')
  sessions.end(cookie)
  await expect(sendPack(visit, { packs, sessions })).rejects.toThrow('Not Found')
  expect(await origins()).toBe(before)
})

test('few are made at once, and what fails before it begins is not in the way', async () => {
  const cookies = ['d1', 'd2', 'd3', 'd4'].map((id) => sessions.begin(person(id), id))
  const visits = cookies.map(visitOf)
  const failing = {
    ...(visits[0] as StaffVisit),
    stream: () => {
      throw new Error('the disk is failing')
    },
  }
  await expect(sendPack(failing, { packs, sessions })).rejects.toThrow('the disk is failing')
  const large: StaffVisit = {
    ...(visits[0] as StaffVisit),
    // biome-ignore lint/correctness/useYield: it is refused before its first text
    stream: async function* () {
      throw new NoRoomForPack()
    } as StaffVisit['stream'],
  }
  expect(await sendPack(large, { packs, sessions })).toMatchObject({
    status: 409,
    html: expect.stringContaining('Another pack is being made. Try again in a minute.'),
  })
  const answers: Answer[] = []
  for (const visit of visits) answers.push(await sendPack(visit, { packs, sessions }))
  expect(answers[3]).toMatchObject({
    status: 409,
    html: expect.stringContaining('Another pack is being made'),
  })
  for (const answer of answers.slice(0, 3)) await wholeOf(answer)
})
