import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { uuidv7 } from 'uuidv7'
import { expect, onTestFinished, test } from 'vitest'
import type { Gateway, TextMessage } from '../../../../src/appliance/messages/gateway.ts'
import { MessageWorker } from '../../../../src/appliance/messages/worker.ts'
import { makeBundle } from '../../../../src/appliance/support/bundle.ts'
import type { Outcome } from '../../../../src/domain/messages/sending.ts'
import { localTasks } from '../../../../src/tasks.ts'
import { scraped } from '../../../support/appliance/metrics/scraping.ts'
import { type Actor, type Appliance, makeAppliance, type Settings } from '../../../support/appliance.ts'
import { temporaryFolder } from '../../../support/command.ts'
import { appended, at, deliveryOf, granted, PURPOSE, retract } from '../../../support/flows/help.ts'
import { soon } from '../../../support/soon.ts'

/** What members are told, when, and how often: with a gateway that says what the test wants. */

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const PHONE = '+256700111222'

interface Office {
  readonly a: Appliance
  readonly sent: TextMessage[]
  readonly log: string[]
  answer: (message: TextMessage) => Outcome | Promise<Outcome>
  news: Outcome
  worker: MessageWorker
  /** The service is started again. */
  restart(): void
  member(name: string, more?: object): Promise<Actor>
  round(): Promise<string[]>
}

async function office(settings: Settings = {}): Promise<Office> {
  const a = await makeAppliance(settings)
  onTestFinished(() => a.close())
  const sent: TextMessage[] = []
  const log: string[] = []
  const gateway: Gateway = {
    kind: 'http',
    send: async (message) => {
      sent.push(message)
      return o.answer(message)
    },
    ask: async () => o.news,
  }
  const made = () => new MessageWorker(a.kernel, gateway, { error: (text) => void log.push(text) })
  const o: Office = {
    ...{ a, sent, log, worker: made(), news: { state: 'sent' } },
    answer: () => ({ state: 'sent', reference: uuidv7() }),
    restart: () => {
      o.worker = made()
    },
    async member(name, more = {}) {
      return a.party('person', name, { phone: PHONE, messages: true, ...more })
    },
    async round() {
      await o.worker.round()
      return sent.splice(0).map(({ text }) => text)
    },
  }
  // At noon of the appliance's zone, and after the first round, which tells nothing of what was before.
  a.clock.nowMs = Math.ceil(a.clock.nowMs / DAY) * DAY + 9 * HOUR
  expect(await o.round()).toEqual([])
  return o
}

const states = async ({ a }: Office, party?: string) =>
  (await a.tasks.run('message.list', 'test', party === undefined ? {} : { party })).messages.map(
    ({ kind, state }) => `${kind} ${state}`,
  )
/** A delivery that the cooperative states. */
const delivered = (o: Office, member: Actor, more: object = {}) =>
  appended(o.a.cooperative, 'delivery', {
    ...deliveryOf(member, o.a.cooperative),
    occurred_at: new Date(o.a.clock.nowMs).toISOString(),
    ...more,
  })

test('a member is told what is recorded, corrected and taken back, each once, in their language', async () => {
  const o = await office()
  const grace = await o.member('Grace', { language: 'sw' })
  const first = await delivered(o, grace)
  const [text = '', ...others] = await o.round()
  expect(others).toEqual([])
  expect(text).toMatch(/^Test Cooperative: mzigo wa /)
  expect(await o.round()).toEqual([])
  const next = await delivered(o, grace, { supersedes: first.id })
  expect(await o.round()).toEqual([expect.stringContaining('umesahihishwa')])
  await retract(o.a.cooperative, next.id)
  expect(await o.round()).toEqual([expect.stringContaining('hauhesabiwi')])
  o.restart()
  expect(await o.round()).toEqual([])
  expect(await states(o, grace.id)).toEqual([
    'delivery_retracted sent',
    'delivery_corrected sent',
    'delivery_recorded sent',
  ])
})

/** @returns the id of the consent */
const allowed = ({ a }: Office, member: Actor, reader: Actor, days: number, purpose = PURPOSE) =>
  granted(a, member, reader, ['harvest', 'delivery'], purpose, { expires_at: at(a.clock.nowMs + days * DAY) })

const weighing = (value: number) => ({ quantity: { value, unit: 'kg' } })

test('of contradicting corrections none is told as what counts, until one is taken back', async () => {
  const o = await office()
  const grace = await o.member('Grace')
  const first = await delivered(o, grace, weighing(10))
  await o.round()
  const twelve = await delivered(o, grace, { ...weighing(12), supersedes: first.id })
  const eleven = await delivered(o, grace, { ...weighing(11), supersedes: first.id })
  expect(await o.round()).toEqual([])
  await retract(o.a.cooperative, eleven.id)
  expect(await o.round()).toEqual([expect.stringContaining('corrected, now: 12 kg')])
  const answer = await grace.post('/v1/subject-access-requests', {})
  expect(answer.body.messages[0]).toMatchObject({ kind: 'delivery_corrected', record_id: twelve.id })
  await retract(o.a.cooperative, twelve.id)
  expect(await o.round()).toEqual([expect.stringContaining('no longer counts: 12 kg')])
})

test('a correction that was told, contradicted and confirmed by a retraction is not told twice', async () => {
  const o = await office()
  const grace = await o.member('Grace')
  const first = await delivered(o, grace, weighing(10))
  await delivered(o, grace, { ...weighing(12), supersedes: first.id })
  expect(await o.round()).toHaveLength(2)
  const eleven = await delivered(o, grace, { ...weighing(11), supersedes: first.id })
  expect(await o.round()).toEqual([])
  await retract(o.a.cooperative, eleven.id)
  expect(await o.round()).toEqual([])
})

test('a correction that waits over night and is contradicted by then is not sent', async () => {
  const o = await office()
  const grace = await o.member('Grace')
  const first = await delivered(o, grace, weighing(10))
  await o.round()
  o.a.clock.nowMs += 9 * HOUR
  await delivered(o, grace, { ...weighing(12), supersedes: first.id })
  expect(await o.round()).toEqual([])
  const eleven = await delivered(o, grace, { ...weighing(11), supersedes: first.id })
  o.a.clock.nowMs += 12 * HOUR
  expect(await o.round()).toEqual([])
  await retract(o.a.cooperative, eleven.id)
  expect(await o.round()).toEqual([expect.stringContaining('corrected, now: 12 kg')])
})

test('nobody is told without a yes, of what others state, or of another’s figures', async () => {
  const o = await office()
  const grace = await o.member('Grace')
  const silent = await o.a.party('person', 'Ben', { phone: '+256700111333' })
  await delivered(o, silent)
  await appended(grace, 'delivery', deliveryOf(grace, o.a.cooperative))
  expect(await o.round()).toEqual([])
  const wrong = await delivered(o, grace, { quantity: { value: 77, unit: 'kg' } })
  await o.round()
  await delivered(o, silent, { supersedes: wrong.id, quantity: { value: 88, unit: 'kg' } })
  const [text = ''] = await o.round()
  expect(text).toContain('no longer counts')
  expect(text).toContain('77')
  expect(text).not.toContain('88')
})

test('a consent that ends while another to the same reader goes on', async () => {
  const o = await office()
  const grace = await o.member('Grace')
  const bank = await o.a.party('institution', 'Harvest Bank')
  const first = await allowed(o, grace, bank, 200)
  const second = await allowed(o, grace, bank, 300, 'insurance')
  await allowed(o, grace, bank, 40)
  expect(await o.round()).toHaveLength(3)
  o.a.clock.nowMs += 27 * DAY
  expect(await o.round()).toEqual([
    expect.stringMatching(/one of your consents to Harvest Bank holds until .* only\. Another remains/),
  ])
  o.a.clock.nowMs += 20 * DAY
  await grace.post(`/v1/grants/${first}/revocation`)
  expect(await o.round()).toEqual([
    expect.stringContaining('one of your consents to Harvest Bank has ended. Another remains'),
  ])
  await grace.post(`/v1/grants/${second}/revocation`)
  expect(await o.round()).toEqual([expect.stringContaining('Harvest Bank may no longer see your records')])
})

test('at night nothing is sent; at most five a day, the rest in one', async () => {
  const o = await office()
  const grace = await o.member('Grace')
  o.a.clock.nowMs += 9 * HOUR
  for (let i = 0; i < 8; i++) await delivered(o, grace)
  expect(await o.round()).toEqual([])
  o.a.clock.nowMs += 12 * HOUR
  const texts = await o.round()
  expect(texts).toHaveLength(5)
  expect(texts[4]).toContain('4 changes to your records')
  await delivered(o, grace)
  expect(await o.round()).toEqual([])
  expect(new Set(await states(o))).toEqual(
    new Set(['delivery_recorded waiting', 'delivery_recorded sent', 'several sent']),
  )
})

test('a shared telephone gets the member’s name, a new number nothing until the office confirms it', async () => {
  const o = await office()
  const grace = await o.member('Grace')
  await o.member('Ben')
  await delivered(o, grace)
  expect(await o.round()).toEqual([expect.stringMatching(/^Test Cooperative, for Grace: /)])
  const [stated] = (await o.a.kernel.ports.submit(() => {
    const n = o.a.kernel.store.parties.find(grace.id) as number
    return [o.a.kernel.people.recorded.of(n)?.statement]
  })) as string[]
  await appended(o.a.cooperative, 'party', {
    ...{ party: grace.id, kind: 'person', display_name: 'Grace', phone: '+256700999888', messages: true },
    supersedes: stated,
  })
  await delivered(o, grace)
  expect(await o.round()).toEqual([])
  await o.a.tasks.run('message.resume', 'test', { party: grace.id })
  expect(await o.round()).toHaveLength(1)
})

test('states that come late and twice, and silence', async () => {
  const o = await office()
  const grace = await o.member('Grace')
  await delivered(o, grace)
  await delivered(o, grace)
  await o.round()
  o.news = { state: 'delivered' }
  o.a.clock.nowMs += MINUTE
  await o.round()
  o.news = { state: 'failed', again: false, code: 'late' }
  o.a.clock.nowMs += DAY
  await o.round()
  expect((await states(o)).slice(0, 2)).toEqual([
    'delivery_recorded delivered',
    'delivery_recorded delivered',
  ])
  o.news = { state: 'unknown', code: '' }
  await delivered(o, grace)
  await o.round()
  o.a.clock.nowMs += 3 * DAY
  await o.round()
  expect((await states(o))[0]).toBe('delivery_recorded unknown')
})

test('the day of a message’s tries begins with the first that reached the gateway', async () => {
  const o = await office()
  const grace = await o.member('Grace')
  await delivered(o, grace)
  o.answer = () => ({ state: 'unreached', code: 'ECONNREFUSED' })
  expect(await o.round()).toHaveLength(1)
  o.a.clock.nowMs += DAY + HOUR
  o.answer = () => ({ state: 'failed', again: true, code: 'busy' })
  expect(await o.round()).toHaveLength(1)
  o.answer = () => ({ state: 'sent' })
  o.a.clock.nowMs += HOUR
  expect(await o.round()).toHaveLength(1)
})

test('a gateway that sleeps is tried later and loses nothing; one that refuses pauses all', async () => {
  const o = await office()
  const grace = await o.member('Grace')
  o.answer = () => ({ state: 'unreached', code: 'ECONNREFUSED' })
  await delivered(o, grace)
  for (let i = 0; i < 20; i++) {
    await o.round()
    o.a.clock.nowMs += HOUR
  }
  o.a.clock.nowMs = Math.ceil(o.a.clock.nowMs / DAY) * DAY + 9 * HOUR
  o.answer = () => ({
    state: 'failed',
    again: true,
    pauses: true,
    code: '405',
    words: `no credit for ${PHONE}`,
  })
  await o.round()
  expect(await o.round()).toEqual([])
  const listed = await o.a.tasks.run('message.list', 'test', {})
  expect(listed.paused).toBe('405')
  expect(listed.messages[0]).toMatchObject({ state: 'waiting', words: 'no credit for …' })
  o.answer = () => ({ state: 'sent' })
  await o.a.tasks.run('message.resume', 'test', { party: null })
  expect(await o.round()).toHaveLength(1)
  expect(o.log).toHaveLength(1)
  for (const said of o.log) expect(said).not.toMatch(/Grace|\d{3}/)
})

/** The cooperative records what a member answered. */
async function said(o: Office, member: Actor, messages: boolean) {
  o.a.clock.nowMs += 1_000
  const n = o.a.kernel.store.parties.find(member.id) as number
  const statement = o.a.kernel.people.recorded.of(n)?.statement
  await appended(o.a.cooperative, 'party', {
    ...{ party: member.id, kind: 'person', display_name: 'Grace', phone: PHONE, messages },
    supersedes: statement,
  })
}

test('a no stops what waits while messages are paused; a later yes brings none of it back', async () => {
  const o = await office()
  const grace = await o.member('Grace')
  await o.a.tasks.run('message.pause', 'test', {})
  await delivered(o, grace)
  expect(await o.round()).toEqual([])
  await said(o, grace, false)
  expect(await o.round()).toEqual([])
  expect(await states(o)).toEqual(['delivery_recorded stopped'])
  await said(o, grace, true)
  await delivered(o, grace)
  await o.round()
  // Both come between two rounds.
  await said(o, grace, false)
  await said(o, grace, true)
  await delivered(o, grace, weighing(33))
  await o.a.tasks.run('message.resume', 'test', { party: null })
  expect(await o.round()).toEqual([expect.stringContaining('33 kg')])
  expect(await states(o)).toEqual([
    'delivery_recorded sent',
    'delivery_recorded stopped',
    'delivery_recorded stopped',
  ])
})

test('stopped at any moment, a member gets at most one message, and its state is true', async () => {
  const o = await office()
  const grace = await o.member('Grace')
  await delivered(o, grace)
  // The power fails while the gateway sends: what it answers is lost.
  o.answer = () => new Promise(() => {})
  void o.worker.round()
  await soon(() => expect(o.sent).toHaveLength(1))
  o.answer = () => ({ state: 'sent' })
  o.restart()
  await o.round()
  expect(await states(o)).toEqual(['delivery_recorded unknown'])
  // It fails between the record and its message: the next start makes it, once.
  await delivered(o, grace)
  o.restart()
  expect(await o.round()).toHaveLength(1)
  o.restart()
  expect(await o.round()).toEqual([])
})

test('the member’s statement and the answer to subject access list what they were sent', async () => {
  const o = await office()
  const [grace, ben] = [await o.member('Grace'), await o.member('Ben')]
  const first = await delivered(o, grace)
  await o.round()
  const next = await delivered(o, ben, { supersedes: first.id })
  await o.round()
  const answer = await grace.post('/v1/subject-access-requests', {})
  const listed = [
    // The correction itself is another member's.
    { kind: 'delivery_retracted', record_id: first.id, state: 'sent' },
    { kind: 'delivery_recorded', record_id: first.id, state: 'sent' },
  ]
  expect(answer.body.messages).toEqual(listed.map((one) => expect.objectContaining(one)))
  expect(JSON.stringify(answer.body.messages)).not.toMatch(new RegExp(`256700|Ben|${next.id}`))
  const paper = await grace.post('/v1/subject-access-requests', {}, { accept: 'text/plain' })
  expect(paper.text).toMatch(/WHAT YOUR TELEPHONE WAS SENT\n-+\n.*: delivery taken back \(sent\)\./)
  const asked = { party: grace.id, scope: 'cooperative' } as const
  const { messages } = await o.a.tasks.run('member.statement', 'test', asked)
  expect(messages).toEqual(answer.body.messages)
})

test.each([
  ['that can be used', { kind: 'print', folder: '/srv/Grace' }, true],
  ['with a fault', { kind: 'pigeon', values: { password: 'Grace' } }, false],
  ['that is not there', null, false],
])(
  'no number, name or text is in the log, the metrics or a support bundle, with a file %s',
  async (_which, settings, isUsable) => {
    const messages = join(temporaryFolder(), 'Grace.json')
    if (settings !== null) writeFileSync(messages, JSON.stringify(settings))
    const o = await office({ messages })
    const grace = await o.member('Grace', { phone: '+256700918273' })
    await delivered(o, grace, { quantity: { value: 4711.25, unit: 'kg' } })
    o.answer = ({ to, text }) => ({
      ...{
        state: 'failed',
        again: true,
        pauses: true,
        code: '402',
        words: `${to} has no credit for: ${text}`,
      },
    })
    const [text = ''] = await o.round()
    const { kernel, app } = o.a
    const bundle = await makeBundle(kernel.config, async () => localTasks(kernel), 'test')
    expect(bundle.checks.find(({ number }) => number === 20)).toMatchObject({
      standing: 'bad',
      facts: { is_set: true, is_usable: isUsable, is_paused: true },
    })
    const metrics = await scraped(app)
    for (const told of [o.log.join(), JSON.stringify(bundle), metrics]) {
      expect(told.length).toBeGreaterThan(20)
      for (const private_ of [text, '4,711', '918273', 'Grace', grace.id])
        expect(told).not.toContain(private_)
    }
  },
)

test('neither text nor number of a message is in the database files beside the log', async () => {
  const o = await office()
  const grace = await o.member('Grace')
  await delivered(o, grace, { quantity: { value: 4711.25, unit: 'kg' } })
  const [text = ''] = await o.round()
  expect(text).toContain('4,711.25')
  o.a.kernel.store.writeBehind()
  const files = readdirSync(o.a.data).filter((name) => name.startsWith('granary.db'))
  const bytes = Buffer.concat(files.map((name) => readFileSync(join(o.a.data, name))))
  expect(bytes.includes('4711.25')).toBe(true)
  for (const told of [text, text.slice(0, 40), text.slice(-30)]) expect(bytes.includes(told)).toBe(false)
  const db = o.a.kernel.store.db
  const rows = ['message', 'message_state', 'message_note'].flatMap((table) =>
    db.prepare(`SELECT * FROM ${table}`).all(),
  )
  expect(JSON.stringify(rows)).not.toMatch(/256700|Grace|Cooperative/)
})

test('what waited for days is no news', async () => {
  const o = await office()
  const grace = await o.member('Grace')
  o.answer = () => ({ state: 'unreached', code: 'ECONNREFUSED' })
  await delivered(o, grace)
  expect(await o.round()).toHaveLength(1)
  o.a.clock.nowMs += 4 * DAY
  expect(await o.round()).toEqual([])
})

test('the place in the log is noted when the service stops', async () => {
  const o = await office()
  await o.a.party('person', 'Ben')
  await o.round()
  const { messages, log } = o.a.kernel.store
  expect(messages.newestNote('through')?.seq).toBeLessThan(log.size)
  await o.worker.stop()
  expect(messages.newestNote('through')?.seq).toBe(log.size)
})

test('a member who was entered twice is one person', async () => {
  const o = await office()
  const grace = await o.member('Grace')
  const again = await o.a.party('person', 'Grace N.')
  await appended(o.a.cooperative, 'party', {
    ...{ party: again.id, display_name: 'Grace N.', kind: 'person', same_as: grace.id },
  })
  await appended(o.a.cooperative, 'payment', {
    ...{ payer: o.a.cooperative.id, payee: again.id, amount: { amount_minor: 5000, currency: 'UGX' } },
    ...{ method: 'cash', purpose: 'other', lawful_basis: 'special_data_consent' },
    occurred_at: new Date(o.a.clock.nowMs).toISOString(),
  })
  expect(await o.round()).toEqual([expect.stringContaining('you were paid')])
  const first = await delivered(o, again)
  expect(await o.round()).toEqual([expect.stringContaining('recorded')])
  await delivered(o, grace, { supersedes: first.id })
  expect(await o.round()).toEqual([expect.stringContaining('corrected')])
})

test('after a restore the end of a consent is told if its time came since, and sent after another start', async () => {
  const o = await office()
  const grace = await o.member('Grace')
  const bank = await o.a.party('institution', 'Harvest Bank')
  const mill = await o.a.party('institution', 'Mill')
  await allowed(o, grace, bank, 40)
  await allowed(o, grace, mill, 44)
  expect(await o.round()).toHaveLength(2)
  o.a.clock.nowMs += 27 * DAY
  const restored = { backup: uuidv7(), madeAtMs: o.a.clock.nowMs - 2 * DAY }
  await o.a.tasks.run('backup.restored', 'test', restored)
  await o.a.tasks.run('backup.confirm', 'test', {})
  o.restart()
  expect(await o.round()).toEqual([])
  // At night it waits.
  o.a.clock.nowMs += 3 * DAY + 12 * HOUR
  expect(await o.round()).toEqual([])
  o.restart()
  o.a.clock.nowMs += 12 * HOUR
  expect(await o.round()).toEqual([expect.stringMatching(/Mill may see your records until .* only/)])
})

test('a gateway that cannot be asked leaves no reference', async () => {
  const o = await office()
  const grace = await o.member('Grace')
  const send = async (): Promise<Outcome> => ({ state: 'sent', reference: `OUTC_${PHONE}.txt` })
  const worker = new MessageWorker(o.a.kernel, { kind: 'command', send }, { error: () => {} })
  await delivered(o, grace)
  await worker.round()
  expect(await states(o)).toEqual(['delivery_recorded sent'])
  const rows = o.a.kernel.store.db.prepare('SELECT * FROM message_state').all()
  expect(JSON.stringify(rows)).not.toMatch(/OUTC|256700/)
})

test('many messages behind one that is still open: the new one is sent, and asked for', async () => {
  const o = await office()
  const grace = await o.member('Grace')
  await delivered(o, grace)
  expect(await o.round()).toHaveLength(1)
  const { messages, writer, parties } = o.a.kernel.store
  await writer.submitAlone(() => {
    for (let about = 1; about <= 2; about++)
      for (let kind = 100; kind < 220; kind++) {
        const n = messages.make(about, kind, parties.find(grace.id) as number, writer.nowMs)
        messages.note(n as number, writer.nowMs, { state: 'failed', code: 'test' })
      }
  })
  await delivered(o, grace)
  expect(await o.round()).toHaveLength(1)
  o.news = { state: 'delivered' }
  o.a.clock.nowMs += MINUTE
  await o.round()
  const last = messages.page(null, Number.MAX_SAFE_INTEGER, 1)
  expect(last.map(({ state }) => state)).toEqual(['delivered'])
})

test('a new reader is told once, by name, at most one a week; those who read before are no news', async () => {
  const o = await office()
  const grace = await o.member('Grace')
  const ben = await o.a.party('person', 'Ben')
  const readers = ['Old Bank', 'Harvest Bank', 'Third Bank'].map((name) => o.a.party('institution', name))
  const [old, bank, third] = (await Promise.all(readers)) as [Actor, Actor, Actor]
  await delivered(o, grace)
  const reads = async (reader: Actor) => {
    const page = await reader.get(`/v1/records?purpose=${PURPOSE}&limit=10`)
    return (page.body.records as { type: string }[]).filter(({ type }) => type === 'delivery').length
  }
  const day = async (count = 1) => {
    o.a.clock.nowMs += count * DAY
    return o.round()
  }
  for (const reader of [old, bank, third, ben]) await allowed(o, grace, reader, 300)
  expect(await reads(old)).toBe(1)
  // The service was off for so long that this is no news any more, and what it reads later neither.
  await day(31)
  expect(await reads(old)).toBe(1)
  expect(await reads(bank)).toBe(1)
  await o.a.cooperative.get(`/v1/records?purpose=${PURPOSE}&limit=10`)
  await grace.get(`/v1/records?purpose=${PURPOSE}&limit=10`)
  expect(await day()).toEqual([
    expect.stringMatching(/: Harvest Bank read your records for the first time\.$/),
  ])
  expect(await reads(third)).toBe(1)
  expect(await reads(ben)).toBe(1)
  expect(await day(5)).toEqual([])
  expect(await day(2)).toEqual([expect.stringContaining('Third Bank')])
  o.restart()
  expect(await day()).toEqual([])
  // Her own consent names a person too.
  expect(await day(8)).toEqual([expect.stringContaining('Ben')])
  expect(await day(8)).toEqual([])
  const answer = await grace.post('/v1/subject-access-requests', {})
  const told = answer.body.messages.filter(({ kind }: { kind: string }) => kind === 'reader_new')
  expect(told.map((one: { record_id: unknown }) => one.record_id)).toEqual([null, null, null])
})

test('a person who reads without the member’s consent is not named, and nothing is told of it', async () => {
  const o = await office()
  const grace = await o.member('Grace')
  const buyer = await o.a.party('person', 'Buyer')
  await delivered(o, grace, { to_party: buyer.id })
  await buyer.get(`/v1/records?purpose=${PURPOSE}&limit=10`)
  await o.round()
  o.a.clock.nowMs += DAY
  expect(await o.round()).toEqual([])
})
