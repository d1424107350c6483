import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { temporaryFolder } from '../../support/command.ts'
import { openOffice, staffOf } from '../../support/office.ts'
import { soon } from '../../support/soon.ts'

/** Messages to members on the pages: the yes that is asked, what was sent, and the pause. */

const folder = temporaryFolder()
const messages = join(folder, 'messages.json')
writeFileSync(messages, JSON.stringify({ kind: 'print', folder }))
const office = await openOffice({ messages, country: 'UG' })
const { manager, clerk } = await staffOf(office)
const SELDOM_MS = 2_000
const PAGE = '/machine/messages'
afterAll(() => office.service.stop())

test('a new member is asked, and who says yes is told what is recorded; the pages list it', async () => {
  const form = await clerk.get('/new-member')
  const grace = { name: 'Grace Nakato', number: '71', messages: '1' }
  const without = await clerk.answer('/new-member', form, grace)
  expect([without.status, without.text.includes('id="phone-fault"')]).toEqual([422, true])
  const added = await clerk.answer('/new-member', form, { ...grace, phone: '0772 918273' })
  expect(added.status, added.text).toBe(303)
  const member = String(added.location).split('?')[0] as string
  expect((await clerk.get(member)).text).toContain('No messages yet.')
  await soon(async () => {
    await office.delivered('71', '12 kg')
    expect((await manager.get(PAGE)).text).toContain('delivery recorded')
  }, SELDOM_MS)
  const { text } = await manager.get(PAGE)
  expect(text).toMatch(/\d+ messages? in \d+ parts?/)
  expect(text).toContain(`href="${member}"`)
  expect(text).not.toContain('918273')
  expect((await clerk.get(member)).text).toContain('delivery recorded')
  expect((await clerk.get(PAGE)).status).toBe(403)
})

test('a manager pauses all messages and goes on; Today says so meanwhile', async () => {
  const act = async (name: string) => manager.post(PAGE, { act: name, form_token: await manager.formToken() })
  expect((await act('pause')).location).toBe(PAGE)
  expect((await manager.get(PAGE)).text).toContain('The office paused messages to members at')
  expect((await manager.get('/today')).text).toContain(`href="${PAGE}"`)
  await act('resume')
  expect((await manager.get(PAGE)).text).toContain('Pause all messages')
  expect((await manager.get('/today')).text).not.toContain(`href="${PAGE}"`)
})

test('a manager sets the hours, the bound and what members are told about; it holds at once', async () => {
  const set = async (more: Record<string, string>) =>
    manager.post(PAGE, {
      ...{ act: 'set', from: '08:00', to: '18:30', aDay: '3', form_token: await manager.formToken() },
      ...{ topic_delivery: '1', topic_payment: '1', ...more },
    })
  expect((await set({})).location).toBe(PAGE)
  const { text } = await manager.get(PAGE)
  expect(text).toMatch(/name="from"[^>]*value="08:00"|value="08:00"[^>]*name="from"/)
  const box = (topic: string) => new RegExp(`<input[^>]*name="topic_${topic}"[^>]*>`).exec(text)?.[0]
  expect([box('payment')?.includes('checked'), box('request')?.includes('checked')]).toEqual([true, false])
  expect(readFileSync(join(office.coop.data, 'granary.env'), 'utf8')).toMatch(
    /GRANARY_MESSAGE_HOURS=.*08:00-18:30[\s\S]*GRANARY_MESSAGES_A_DAY=.*3[\s\S]*GRANARY_MESSAGE_KINDS=.*delivery,payment/,
  )
  for (const wrong of [{ from: '19:00' }, { to: '25:00' }, { aDay: '0' }, { from: 'early' }])
    expect((await set(wrong)).status, JSON.stringify(wrong)).toBe(422)
  const none = { act: 'set', from: '08:00', to: '18:30', aDay: '3', form_token: await manager.formToken() }
  expect((await manager.post(PAGE, none)).text).toContain('Choose at least one.')
})

test('the page tells what is wrong with the gateway’s file', async () => {
  writeFileSync(messages, JSON.stringify({ kind: 'pigeon' }))
  expect((await manager.get(PAGE)).text).toMatch(
    /No messages are sent to members\. The file .*messages\.json does not say/,
  )
  writeFileSync(messages, JSON.stringify({ kind: 'print', folder }))
  expect((await manager.get(PAGE)).text).not.toContain('No messages are sent to members.')
})

const idIn = (address: string): string => address.split('/').at(-1) as string

async function added(name: string, number: string, phone = `0772 9183${number}`): Promise<string> {
  const made = await clerk.answer('/new-member', await clerk.get('/new-member'), { name, number, phone })
  expect(made.status, made.text).toBe(303)
  return String(made.location).split('?')[0] as string
}

async function weighedAs(who: string, quantity = '12'): Promise<{ location: string }> {
  const fields = { who, quantity, unit: 'kg', crop: 'maize_grain', to: 'cooperative', day: 'today' }
  const saved = await clerk.answer('/weigh-in', await clerk.get('/weigh-in'), fields)
  expect(saved.status, saved.text).toBe(303)
  return { location: String(saved.location) }
}

const weighed = async (who: string, quantity: string) => clerk.get((await weighedAs(who, quantity)).location)

/** A member's records that hold: several where one was corrected twice. */
async function heldOf(party: string): Promise<{ id: string; messages?: boolean; supersedes?: string }[]> {
  const { records } = await office.call('/v1/records?type=party&purpose=audit&limit=100')
  return records.filter((one: { party: string }) => one.party === party)
}

const answersOf = async (party: string) => (await heldOf(party)).map(({ messages }) => messages)

test('Weigh in asks a member with a number once, and the receipt too; a no is an answer', async () => {
  const member = await added('Ben Okello', '72')
  const asked = await weighed('72', '12')
  expect(asked.text).toContain('Does Ben Okello want messages by SMS')
  expect(asked.text).toContain('Do you want messages by SMS about your records?')
  expect(asked.text).toMatch(/<button[^>]*data-key="\+"/)
  expect(asked.text).not.toMatch(/<button[^>]*data-key[^>]*autofocus/)
  const answered = await clerk.answer('/weigh-in/messages', asked, { answer: 'no' })
  expect(answered.location).toMatch(/^\/weigh-in\?saved=/)
  expect((await clerk.get(String(answered.location))).text).not.toContain('Does Ben Okello want')
  expect((await weighed('72', '17')).text).not.toContain('want messages by SMS')
  expect((await clerk.get(member)).status).toBe(200)
})

test('an answer is written once: not by a double press, and not over a later STOP from a page left open', async () => {
  const party = idIn(await added('Carol Auma', '73'))
  const [first] = await heldOf(party)
  const asked = await weighed('73', '12')
  const yes = () => clerk.answer('/weigh-in/messages', asked, { answer: 'yes' })
  for (const { location } of await Promise.all([yes(), yes()]))
    expect(location).toMatch(/^\/weigh-in\?saved=/)
  expect(await heldOf(party)).toMatchObject([{ messages: true, supersedes: first?.id }])
  // A page that was open since before the member answered.
  const other = idIn(await added('Dan Opio', '74'))
  const open = await weighed('74', '12')
  await clerk.answer('/weigh-in/messages', await weighed('74', '13'), { answer: 'no' })
  expect((await clerk.answer('/weigh-in/messages', open, { answer: 'yes' })).status).toBe(303)
  expect(await answersOf(other)).toEqual([false])
})

test('of a member who was entered twice, the answer is on the record that is kept', async () => {
  const kept = idIn(await added('Eve Nambi', '75'))
  const twice = idIn(await added('Kwagala Ruth', '76'))
  const { location } = await weighedAs(twice)
  await office.did('party', 'merge', kept, twice, '--yes')
  const asked = await clerk.get(location)
  expect(asked.text).toContain('want messages by SMS')
  const answered = await clerk.answer('/weigh-in/messages', asked, { answer: 'yes' })
  expect([await answersOf(kept), await answersOf(twice)]).toEqual([[true], [undefined, undefined]])
  expect((await clerk.get(String(answered.location))).text).not.toContain('want messages by SMS')
})
