import { afterAll, expect, test } from 'vitest'
import { type Document, served } from '../../support/command.ts'
import { codeOf, fieldIn, openOffice, PASSWORD, turnFactorOn, Visitor } from '../../support/office.ts'

/** One's own account: the second factor, recovery codes and the password. */

let office = await openOffice()
afterAll(() => office.service.stop())

const WRONG = '000 000'

const send = async (visitor: Visitor, fields: Record<string, string>) =>
  visitor.post('/account', { ...fields, form_token: await visitor.formToken('/account') })
/** Signs in anew, as far as the page that asks for a code. */
async function asked(name: string, password = PASSWORD) {
  const visitor = new Visitor(office.url)
  const page = await visitor.signIn(name, password)
  const proved = fieldIn(page, 'proved')
  return { visitor, page, proved, type: (code: string) => visitor.post('/sign-in', { proved, code }) }
}
const isIn = async (visitor: Visitor) => (await visitor.get('/today')).status === 200

test('an unattended screen is not enough to turn a second factor on', async () => {
  const ruth = await office.account('Ruth')
  for (const proof of ['', 'not the password'])
    expect((await send(ruth, { act: 'begin', proof })).status).toBe(422)
  expect((await ruth.get('/account')).text).not.toContain('<code>')
})

test('the second factor is on only after a right code, and then asked for after the password', async () => {
  const grace = await office.account('Grace')
  await send(grace, { act: 'begin', proof: PASSWORD })
  const wrong = await send(grace, { act: 'on', code: WRONG })
  expect([wrong.status, wrong.text]).toEqual([422, expect.stringContaining('That code is wrong')])
  expect((await asked('Grace')).page.location).toBe('/today')
  const { key, code: used, recovery } = await turnFactorOn(grace)
  expect(new Set(recovery).size).toBe(10)
  // A wrong password does not tell that there is one.
  const guess = await asked('Grace', 'not the password')
  expect([guess.page.status, guess.proved]).toEqual([401, ''])
  const { visitor, page, type } = await asked('Grace')
  expect([page.status, page.location, await isIn(visitor)]).toEqual([200, null, false])
  expect((await type(used)).status, 'the code that turned it on').toBe(401)
  const next = codeOf(key, 1)
  expect((await type(next)).location).toBe('/today')
  expect(await isIn(visitor)).toBe(true)
  expect((await (await asked('Grace')).type(next)).status, 'a code counts once').toBe(401)
  // A recovery code counts once too, however it is typed.
  const [first = '', second = ''] = recovery
  expect((await (await asked('Grace')).type(first.toUpperCase().replaceAll('-', ' '))).location).toBe(
    '/today',
  )
  expect((await (await asked('Grace')).type(first)).status).toBe(401)
  expect((await grace.get('/account')).text).toContain('9 recovery codes are left')
  expect((await (await asked('Grace')).type(second)).location).toBe('/today')
})

test('the code page is worth nothing without its ticket, or twice', async () => {
  const one = new Visitor(office.url)
  expect((await one.post('/sign-in', { proved: 'x', code: WRONG })).location).toBe('/sign-in?ended')
  const { recovery } = await turnFactorOn(await office.account('Tina'))
  const { type } = await asked('Tina')
  expect((await type(recovery[0] ?? '')).location).toBe('/today')
  expect((await type(recovery[1] ?? '')).location).toBe('/sign-in?ended')
})

test('a new password, a new code or an end make the ticket worthless', async () => {
  const { recovery } = await turnFactorOn(await office.account('Vera'))
  const { type } = await asked('Vera')
  await office.did('staff', 'reset', 'Vera')
  expect((await type(recovery[0] ?? '')).location).toBe('/sign-in?ended')
})

test('turning it off and new recovery codes ask for the password or a code', async () => {
  const mary = await office.account('Mary')
  const { recovery } = await turnFactorOn(mary)
  for (const act of ['off', 'recovery']) expect((await send(mary, { act, proof: 'wrong' })).status).toBe(422)
  const renewed = await send(mary, { act: 'recovery', proof: recovery[0] ?? '' })
  const codes = [...renewed.text.matchAll(/<code>([\w-]{14})<\/code>/g)].map((match) => match[1] as string)
  expect(codes).toHaveLength(10)
  expect((await (await asked('Mary')).type(recovery[1] ?? '')).status, 'an old recovery code').toBe(401)
  expect((await (await asked('Mary')).type(codes[0] ?? '')).location).toBe('/today')
  expect((await send(mary, { act: 'off', proof: PASSWORD })).location).toBe('/account')
  expect((await asked('Mary')).page.location).toBe('/today')
})

test('a changed password asks for the old one, and ends every other session', async () => {
  const [here, there] = [await office.account('Ida'), new Visitor(office.url)]
  await there.signIn('Ida')
  const change = (old: string, password: string, again = password) =>
    send(here, { act: 'password', old, password, again })
  expect((await change('wrong', 'plums at midnight')).status).toBe(422)
  expect((await change(PASSWORD, 'short')).status).toBe(422)
  expect((await change(PASSWORD, 'plums at midnight', 'pears at noon')).status).toBe(422)
  expect(await isIn(there)).toBe(true)
  expect((await change(PASSWORD, 'plums at midnight')).location).toBe('/account?password')
  expect([await isIn(here), await isIn(there)]).toEqual([true, false])
  expect((await asked('Ida')).page.status).toBe(401)
  expect((await asked('Ida', 'plums at midnight')).page.location).toBe('/today')
})

test('a new one-time code takes the second factor away, and says so', async () => {
  await turnFactorOn(await office.account('Sarah'))
  expect(await office.did('staff', 'reset', 'Sarah')).toMatchObject({ had_second_factor: true })
  const again = await office.said('staff', 'reset', 'Sarah')
  expect(again.err).not.toContain('second factor')
  await turnFactorOn(await office.account('Susan'))
  expect((await office.said('staff', 'reset', 'Susan')).err).toContain('second factor was removed')
})

test('a key, a code and what was typed as a name are in no audit entry', async () => {
  const { key, recovery } = await turnFactorOn(await office.account('Olive'))
  await (await asked('Olive')).type(WRONG)
  const guesses = 5
  for (let i = 0; i < guesses; i++) await new Visitor(office.url).signIn('my secret typed as a name', 'x')
  await (await asked('Olive')).type(recovery[0] ?? '')
  const { entries } = await office.did('audit', '--limit', '100')
  const text = JSON.stringify(entries)
  for (const secret of [key.replaceAll(' ', ''), recovery[0] ?? '', WRONG, 'my secret'])
    expect(text).not.toContain(secret)
  const acts = entries.filter(({ action }: Document) => action.startsWith('staff_'))
  const told = acts.map(({ action, outcome }: Document) => `${action} ${outcome}`)
  for (const one of [
    'staff_sign_in done',
    'staff_sign_in wrong_code',
    'staff_sign_in wrong_password',
    'staff_sign_in unknown_name',
    'staff_second_factor done',
    'staff_recovery_codes done',
    'staff_password done',
  ])
    expect(told).toContain(one)
  // Repeated ones are counted: the log grows by an entry a minute, and a slow machine takes more than one.
  expect(told.filter((one: string) => one === 'staff_sign_in unknown_name').length).toBeLessThan(guesses)
})

test('metrics count refused sign-ins; the doctor sees whether a manager can sign in', async () => {
  await office.service.stop()
  office = await openOffice()
  const check = async () => (await office.did('doctor')).checks.find(({ number }: Document) => number === 18)
  expect(await check()).toMatchObject({ standing: 'good', facts: { accounts: 0 } })
  await office.account('Paul')
  expect(await check()).toMatchObject({ standing: 'caution', remedy: expect.stringContaining('staff add') })
  await office.did('staff', 'add', 'Peter', '--role', 'manager')
  expect(await check()).toMatchObject({ standing: 'caution', remedy: expect.stringContaining('staff reset') })
  await office.account('Petra', 'manager')
  expect(await check()).toMatchObject({ standing: 'good', facts: { managers: 2, can_sign_in: 1 } })
  await new Visitor(office.url).signIn('Paul', 'wrong')
  await new Visitor(office.url).signIn('Nobody')
  const figures = await (await fetch(`${office.url}/v1/metrics`)).text()
  for (const [reason, count] of Object.entries({ unknown_name: 1, wrong_password: 1, slowed: 0 }))
    expect(figures).toContain(`granary_office_sign_ins_refused_total{reason="${reason}"} ${count}`)
})

test('a start says how the first manager signs in, until there is one', async () => {
  const empty = await openOffice()
  expect(empty.service.invitation).toMatch(
    /\/sign-in\. .*\n {2}bin\/granary --data \S+ staff add NAME --role manager$/,
  )
  await empty.did('staff', 'add', 'Grace', '--role', 'manager')
  await empty.service.stop()
  const again = await served(empty.coop.data)
  expect(again.invitation).toBeNull()
  await again.stop()
})

test('a person chooses the language of their pages; without an account the browser does', async () => {
  const visitor = await office.account('Lena')
  const titleOf = async (who: Visitor, path: string, accepted: string) =>
    /<html lang="([^"]*)">.*<h1>([^<]*)/s
      .exec((await who.get(path, { 'accept-language': accepted })).text)
      ?.slice(1)
  await send(visitor, { act: 'language', language: 'sw' })
  expect(await titleOf(visitor, '/account', 'fr')).toEqual(['sw', 'Akaunti yangu'])
  await send(visitor, { act: 'language', language: '' })
  expect(await titleOf(visitor, '/account', 'fr-CM, en;q=0.5')).toEqual(['fr', 'Mon compte'])
  expect(await titleOf(visitor, '/account', 'lg')).toEqual(['en-GB', 'My account'])
  const stranger = new Visitor(office.url)
  expect((await titleOf(stranger, '/sign-in?language=xx', 'sw'))?.[0]).toBe('sw')
  expect(stranger.cookie).toBe('')
  expect((await titleOf(stranger, '/sign-in?language=fr', 'sw'))?.[0]).toBe('fr')
  expect(stranger.cookie).toBe('granary-language=fr')
  expect((await titleOf(stranger, '/sign-in', 'sw'))?.[0]).toBe('fr')
})
