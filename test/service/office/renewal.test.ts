import { join } from 'node:path'
import { uuidv7 } from 'uuidv7'
import { afterAll, expect, test } from 'vitest'
import { foundCooperative } from '../../../src/appliance/found.ts'
import { openKernel } from '../../../src/assemble.ts'
import { readConfig } from '../../../src/config/config.ts'
import { localTasks } from '../../../src/tasks.ts'
import { coopIn, temporaryFolder } from '../../support/command.ts'
import { officeIn, staffOf, sureIn } from '../../support/office.ts'

/** Consents that were given long ago are listed, asked for again by a form with their terms, and then replaced. */

const DAY_MS = 86_400_000
const data = join(temporaryFolder(), 'data')
const thenMs = Date.now() - 400 * DAY_MS
const config = readConfig({ data, logLevel: 'silent', minFreeBytes: '0' }, {})
const kernel = openKernel(config, { create: true, reading: () => ({ shownMs: thenMs, upMs: thenMs }) })
const { run } = localTasks(kernel)
await kernel.ports.submit(() => foundCooperative(kernel, 'test', 'Kahawa Cooperative'))
const added = (kind: string, name: string, memberNo: string) =>
  run('party.add', 'test', { kind: kind as 'person', name, memberNo, basis: 'contract_performance' })
const grace = (await added('person', 'Grace Nakato', '71')).party
const bank = (await added('institution', 'Harvest Bank', 'BANK')).party
const ended = (await added('institution', 'Old Bank', 'OLD')).party
const give = (grantee: string, expiresMs: number) =>
  run('grant.record', 'test', {
    subject: grace,
    grantee,
    draft: {
      purpose: 'credit_assessment',
      record_types: ['delivery', 'lot'],
      expires_at: new Date(expiresMs).toISOString(),
      channel: 'in_person',
    },
  })
const old = (await give(bank, Date.now() + 100 * DAY_MS)).id
await give(bank, Date.now() - DAY_MS)
await run('grant.revoke', 'test', { id: (await give(ended, Date.now() + 100 * DAY_MS)).id })
kernel.close()
const office = await officeIn(coopIn(data))
const { did, said } = office
// The machine stood still for a year, and is right now.
await did('clock', 'confirm', '--today', new Date().toISOString().slice(0, 10))
const { clerk, auditor } = await staffOf(office)
await office.granted('71', 'OLD', '--types delivery,lot')
afterAll(() => office.service.stop())

test('status lists those that are live and old enough, and no others', async () => {
  const { grants_due } = await did('status')
  expect(grants_due).toMatchObject([{ id: old, subject: grace, grantee_name: 'Harvest Bank' }])
  const { out } = await said('status')
  expect(out).toMatch(/Consents due for renewal +1\n/)
  expect(out).toMatch(
    /Consents due for renewal \(ask the people again[\s\S]*Grace Nakato \(person, 71\) +Harvest Bank \(institution, BANK\)/,
  )
})

test('Today and the page Consent lead to the form; who may not write is led to the person', async () => {
  const to = `/consent/${grace}/grant?renews=${old}`
  expect((await clerk.get('/today')).text).toMatch(
    new RegExp(`href="${to.replace('?', '\\?')}">Grace Nakato \\(person, 71\\) agreed on`),
  )
  expect((await clerk.get('/consent')).text).toContain(`href="${to}">Renew`)
  expect((await clerk.get(`/consent/${grace}`)).text).toContain(`href="${to}">Renew`)
  for (const page of ['/today', '/consent', `/consent/${grace}`])
    expect((await auditor.get(page)).text).not.toContain('renews=')
})

test('the form has the old terms; the new consent takes the place of the old one', async () => {
  const { text } = await clerk.get(`/consent/${grace}/grant?renews=${old}`)
  expect(text).toContain('They are asked again')
  const filledIn = (name: string) => {
    const [field = ''] = (text.match(/<input[^>]*>/g) ?? []).filter((one) => one.includes(` name="${name}"`))
    return / value="([^"]*)"/.exec(field)?.[1]
  }
  const isChecked = (type: string) =>
    (text.match(/<input[^>]*>/g) ?? []).some(
      (one) => one.includes(`"type_${type}"`) && one.includes(' checked'),
    )
  expect(filledIn('grantee')).toBe('Harvest Bank')
  expect(text).toMatch(new RegExp(`<option[^>]*${old}[^>]* selected|selected[^>]*${old}`))
  expect(text).toMatch(
    /<option[^>]* value="credit_assessment"[^>]* selected|selected[^>]* value="credit_assessment"/,
  )
  for (const type of ['delivery', 'lot']) expect(isChecked(type)).toBe(true)
  expect(isChecked('harvest')).toBe(false)
  const form_token = await clerk.formToken()
  const fields = {
    ...{ form_token, id: uuidv7(), replaces: old, grantee: 'Harvest Bank', purpose: 'credit_assessment' },
    ...{ type_delivery: '1', until: filledIn('until') as string, channel: 'written', from: '', evidence: '' },
  }
  const shown = await clerk.post(`/consent/${grace}/grant`, fields)
  for (const words of ['Read this out to Grace Nakato', 'This takes the place of what you allowed them'])
    expect(shown.text).toContain(words)
  expect(shown.text).toMatch(new RegExp(`name="replaces" value="${old}"`))
  const sure = sureIn(shown)
  expect((await clerk.post(`/consent/${grace}/grant`, { ...fields, sure })).status).toBe(303)
  const { grants } = await did('grant', 'list', '--subject', '71')
  const live = grants.filter(
    (one: { live: boolean; grantee: string; id: string }) =>
      one.live && one.id !== old && one.id === fields.id,
  )
  expect(live).toMatchObject([{ record_types: ['delivery'], live: true, replaces: old }])
  expect(grants.find((one: { id: string }) => one.id === old)).toMatchObject({ status: 'revoked' })
  expect((await did('status')).grants_due).toEqual([])
})

test('another person’s consent, one that is over, or none: an empty form', async () => {
  await office.party('person', 'Ben Okot', '72')
  const bens = await office.granted('72', 'BANK', '--types delivery,lot')
  for (const renews of [bens, old, uuidv7(), 'x', '']) {
    const { status, text } = await clerk.get(`/consent/${grace}/grant?renews=${renews}`)
    expect([renews, status, text.includes('They are asked again'), / checked/.test(text)]).toEqual([
      renews,
      200,
      false,
      false,
    ])
  }
})
