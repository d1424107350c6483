import { createHmac } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { uuidv7 } from 'uuidv7'
import { expect, onTestFinished, test, vi } from 'vitest'
import { CALLBACK_PATH } from '../../../../src/appliance/messages/callback-routes.ts'
import { Callbacks } from '../../../../src/appliance/messages/callbacks.ts'
import type { Gateway } from '../../../../src/appliance/messages/gateway.ts'
import type { HttpSettings } from '../../../../src/appliance/messages/gateway-settings.ts'
import { gatewayOf } from '../../../../src/appliance/messages/settings.ts'
import { SHIPPED, type ShippedName } from '../../../../src/appliance/messages/shipped.ts'
import { MessageWorker } from '../../../../src/appliance/messages/worker.ts'
import { makeServer } from '../../../../src/assemble.ts'
import { must } from '../../../../src/base/typed.ts'
import { correctStatement } from '../../../../src/records/entry/correct-statement.ts'
import { makeAppliance } from '../../../support/appliance.ts'
import { temporaryFolder } from '../../../support/command.ts'
import { appended, deliveryOf } from '../../../support/flows/help.ts'

/** What a gateway says by itself, as the documents say that its settings name: states of messages, and answers of members. */

const FROM = '203.0.113.7'
const KEY = 'a key that signs'
const PHONE = '+256700111222'
const FORM = 'application/x-www-form-urlencoded'
const JSON_TYPE = 'application/json'

async function office(
  name: ShippedName,
  from: readonly string[] = ['203.0.113.0/24'],
  ends: (party: string) => Promise<unknown> = async () => {},
) {
  const folder = temporaryFolder()
  const [file, secret] = [join(folder, 'messages.json'), join(folder, 'key')]
  writeFileSync(secret, KEY)
  const { callbacks, ...settings } = SHIPPED[name] as HttpSettings
  const signature = callbacks?.signature && { ...callbacks.signature, secret_file: secret }
  const filled = { ...settings, secret_file: secret, callbacks: { ...callbacks, from, signature } }
  writeFileSync(file, JSON.stringify(filled))
  const a = await makeAppliance({ country: 'UG' })
  onTestFinished(() => a.close())
  a.clock.nowMs = Math.ceil(a.clock.nowMs / 86_400_000) * 86_400_000 + 9 * 3_600_000
  const gateway: Gateway = {
    ...gatewayOf(file),
    send: async () => ({ state: 'sent', reference: 'ref-1' }),
  }
  const worker = new MessageWorker(a.kernel, gateway, { error: () => {} })
  await worker.round()
  const callbacks_ =
    gateway.callbacks &&
    new Callbacks(a.kernel, gateway.callbacks, async (party, by) => {
      await ends(party)
      await correctStatement((task, args) => a.tasks.run(task, `SMS: ${by}`, args), party, {
        messages: false,
      })
    })
  const app = await makeServer(a.kernel, { callbacks: callbacks_ ?? null })
  onTestFinished(() => app.close())
  const says = async (body: string, type: string, headers: object = {}, remoteAddress = FROM) => {
    const sent = { method: 'POST', url: CALLBACK_PATH, payload: body, remoteAddress } as const
    return app.inject({ ...sent, headers: { host: 'localhost', 'content-type': type, ...headers } })
  }
  const member = (called: string, more: object = {}) =>
    a.party('person', called, { phone: PHONE, messages: true, ...more })
  const state = async () => (await a.tasks.run('message.list', 'test', {})).messages[0]?.state
  const told = async () => {
    const grace = await member('Grace')
    await appended(a.cooperative, 'delivery', {
      ...deliveryOf(grace, a.cooperative),
      occurred_at: new Date(a.clock.nowMs).toISOString(),
    })
    await worker.round()
    expect(await state()).toBe('sent')
    return grace
  }
  const wants = (id: string) => a.kernel.people.recorded.of(must(a.kernel.store.parties.find(id)))?.messages
  return { a, app, says, member, state, told, wants }
}

/** As the phone signs: the body, and the time after it, in seconds. */
const signedBy = (body: string, at: string | number, key = KEY) => ({
  'x-timestamp': String(at),
  'x-signature': createHmac('sha256', key).update(`${body}${at}`).digest('hex'),
})

const atReport = (id: string, status: string) =>
  new URLSearchParams({ id, status, phoneNumber: PHONE, networkCode: '64110', retryCount: '0' }).toString()
const atAnswer = (text: string, from = PHONE) =>
  new URLSearchParams({ from, to: '8000', text, date: '2026-11-30 09:00:00', id: uuidv7() }).toString()

test('Africa’s Talking: a state is taken once, and none after the final one', async () => {
  const o = await office('africas-talking')
  await o.told()
  const statuses: (string | undefined)[] = []
  for (const status of ['Buffered', 'Success', 'Success', 'Failed', 'Sent']) {
    expect((await o.says(atReport('ref-1', status), FORM)).statusCode).toBe(204)
    statuses.push(await o.state())
  }
  expect(statuses).toEqual(['sent', 'delivered', 'delivered', 'delivered', 'delivered'])
  const rows = o.a.kernel.store.db.prepare('SELECT count(*) FROM message_state').pluck().get()
  expect(rows).toBe(3)
  // A word that no settings name, whatever JavaScript makes of it.
  for (const status of ['Lost', 'constructor'])
    expect((await o.says(atReport('ref-1', status), FORM)).statusCode).toBe(404)
})

test('Infobip: several in one request', async () => {
  const o = await office('infobip')
  await o.told()
  const report = (messageId: string, groupName: string) => ({
    ...{ messageId, to: '256700111222', status: { groupName, description: `to 256700111222` } },
  })
  const results = [report('of-others', 'DELIVERED'), report('ref-1', 'UNDELIVERABLE')]
  expect((await o.says(JSON.stringify({ results }), JSON_TYPE)).statusCode).toBe(204)
  const { messages } = await o.a.tasks.run('message.list', 'test', {})
  expect(messages[0]).toMatchObject({ state: 'failed', words: 'to …' })
})

test('a phone: what it signs, and nothing else', async () => {
  const o = await office('android-phone')
  const grace = await o.told()
  const delivered = JSON.stringify({
    ...{
      deviceId: 'd',
      event: 'sms:delivered',
      id: 'e',
      payload: { messageId: 'ref-1', phoneNumber: PHONE },
    },
  })
  const now = Math.floor(o.a.clock.nowMs / 1000)
  const wrong = [{}, signedBy(delivered, now, 'another key'), signedBy(`${delivered} `, now)]
  const atAnotherTime = [now - 301, now + 301, now * 1000, '', 'now'].map((at) => signedBy(delivered, at))
  for (const headers of [...wrong, ...atAnotherTime])
    expect((await o.says(delivered, JSON_TYPE, headers)).statusCode, JSON.stringify(headers)).toBe(404)
  expect(await o.state()).toBe('sent')
  expect((await o.says(delivered, JSON_TYPE, signedBy(delivered, now - 299))).statusCode).toBe(204)
  expect(await o.state()).toBe('delivered')
  const stop = JSON.stringify({
    ...{ event: 'sms:received', id: 'f', payload: { messageId: 'x', message: 'Acha', phoneNumber: PHONE } },
  })
  expect((await o.says(stop, JSON_TYPE, signedBy(stop, now + 299))).statusCode).toBe(204)
  expect(o.wants(grace.id)).toBe(false)
})

test('an answer ends messages of every member at that number, by the cooperative’s record; another answer nothing', async () => {
  const o = await office('africas-talking')
  const [grace, ben, other] = [
    await o.member('Grace'),
    await o.member('Ben', { messages: undefined }),
    await o.member('Other', { phone: '+256700111333' }),
  ]
  const size = () => o.a.kernel.store.log.size
  const before = size()
  expect((await o.says(atAnswer('Webale!'), FORM)).statusCode).toBe(204)
  expect((await o.says(atAnswer('STOP', '+256799999999'), FORM)).statusCode).toBe(204)
  expect(size()).toBe(before)
  expect((await o.says(atAnswer('Arrêt'), FORM)).statusCode).toBe(204)
  expect([grace, ben, other].map(({ id }) => o.wants(id))).toEqual([false, false, true])
  const after = size()
  expect(after).toBe(before + 2)
  // The same again, as gateways do, and the number in another form.
  for (const from of [PHONE, '256700111222', '0700111222'])
    expect((await o.says(atAnswer('STOP', from), FORM)).statusCode).toBe(204)
  expect(size()).toBe(after)
  const by = await o.a.tasks.run('audit', 'test', { about: grace.id, count: 20 })
  expect(JSON.stringify(by)).toContain('SMS: ARRET')
})

test('from elsewhere, or about others, it is as if nothing were there', async () => {
  const o = await office('africas-talking')
  await o.told()
  const bare = async (answer: Awaited<ReturnType<typeof o.says>>) => {
    const { correlation_id: _, ...body } = answer.json()
    const { 'x-correlation-id': __, date: ___, ...headers } = answer.headers
    return { status: answer.statusCode, body, headers }
  }
  const nothing = await o.app.inject({
    ...{ method: 'POST', url: '/v1/message-callback', payload: 'a=b', remoteAddress: '198.51.100.9' },
    headers: { host: 'localhost', 'content-type': FORM },
  })
  const elsewhere = [
    await o.says(atReport('ref-1', 'Success'), FORM, {}, '198.51.100.9'),
    await o.says(atReport('ref-1', 'Success'), FORM, { 'x-forwarded-for': FROM }, '198.51.100.9'),
    await o.says('x'.repeat(2 ** 20), FORM, {}, '198.51.100.9'),
    await o.says(atReport('ref-2', 'Success'), FORM),
    await o.says('{', JSON_TYPE),
    await o.says('', FORM),
  ]
  for (const answer of elsewhere) expect(await bare(answer)).toEqual(await bare(nothing))
  expect(await o.state()).toBe('sent')
  expect((await o.says('x'.repeat(2 ** 20), FORM)).statusCode).toBe(413)
  expect(o.a.kernel.store.messages.withReference('ref-2')).toBeUndefined()
})

test('a file that names no address takes nothing; too many in a minute are refused', async () => {
  const closed = await office('africas-talking', [])
  expect((await closed.says(atAnswer('STOP'), FORM)).statusCode).toBe(404)
  const o = await office('africas-talking')
  const answers: number[] = []
  for (let n = 0; n < 601; n++) answers.push((await o.says(atReport('of-others', 'Sent'), FORM)).statusCode)
  expect(answers.slice(-2)).toEqual([404, 429])
})

test('while the clock is in doubt, or a restore waits for confirmation, the gateway is to send it again', async () => {
  const o = await office('africas-talking')
  await o.told()
  const later = async (code: string) => {
    const answer = await o.says(atReport('ref-1', 'Success'), FORM)
    expect([answer.statusCode, answer.json().code, answer.headers['retry-after']]).toEqual([503, code, '300'])
    expect(await o.state()).toBe('sent')
    expect((await o.says(atReport('ref-1', 'Success'), FORM, {}, '198.51.100.9')).statusCode).toBe(404)
  }
  o.a.clock.aheadMs = 40 * 86_400_000
  await later('clock_in_doubt')
  o.a.clock.aheadMs = 0
  const { backups } = o.a.kernel.store
  const spied = vi.spyOn(backups, 'suspension', 'get').mockReturnValue({ backup: 'one' } as never)
  await later('suspended_after_restore')
  spied.mockRestore()
  expect((await o.says(atReport('ref-1', 'Success'), FORM)).statusCode).toBe(204)
  expect(await o.state()).toBe('delivered')
})

test('a member whose messages cannot be ended now holds up no other, and the gateway hears of it', async () => {
  const failing = new Set<string>()
  const o = await office('infobip', undefined, async (party) => {
    if (failing.has(party)) throw new Error('not now')
  })
  const [grace, ben, other] = [
    await o.member('Grace'),
    await o.member('Ben'),
    await o.member('Other', { phone: '+256700111333' }),
  ]
  failing.add(grace.id)
  // As one request with two answers, the first of them for two members.
  const results = [PHONE, '+256700111333'].map((from) => ({ from, text: 'STOP' }))
  const says = async () => (await o.says(JSON.stringify({ results }), JSON_TYPE)).statusCode
  expect(await says()).toBe(500)
  expect([grace, ben, other].map(({ id }) => o.wants(id))).toEqual([true, false, false])
  failing.clear()
  expect(await says()).toBe(204)
  expect(o.wants(grace.id)).toBe(false)
})

test.each(['', ' \n'])('an empty signing key is refused: %j', (key) => {
  const folder = temporaryFolder()
  const [file, secret] = [join(folder, 'messages.json'), join(folder, 'key')]
  writeFileSync(secret, key)
  const { callbacks, ...settings } = SHIPPED['android-phone']
  const signature = { ...callbacks?.signature, secret_file: secret }
  const filled = { ...settings, secret_file: secret, callbacks: { ...callbacks, from: [FROM], signature } }
  writeFileSync(file, JSON.stringify(filled))
  expect(() => gatewayOf(file)).toThrow(
    /does not say how messages are sent: .callbacks.signature.secret_file/,
  )
})
