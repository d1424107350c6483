import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectUsable, keepPicture, NO_BROWSER } from '../../support/browser.ts'
import { Phone } from '../../support/field/phone.ts'
import { type Office, openOffice } from '../../support/office.ts'

/** Several officers on one phone: each has a name, a PIN, a queue and a token (contract §10). */

const OKELLO = { name: 'Okello James', pin: '382915' }
const AUMA = { name: 'Auma Rose', pin: '604271' }

describe.skipIf(NO_BROWSER !== '')(`officers of one phone${NO_BROWSER}`, () => {
  let office: Office
  let phone: Phone
  let grace: string
  const button = (name: string | RegExp) => phone.page.getByRole('button', { name, exact: true })
  const codeFor = async (name: string): Promise<string> =>
    (await office.did('device', 'enrol', '--used-by', name, '--name', 'Phone 3')).enrolment_code
  const ready = () => phone.until('engine.status.members > 1 && !engine.status.isBusy')
  const save = (value: number) =>
    phone.do<{ key: string }>('engine.save(given)', {
      ...{ type: 'delivery', lawful_basis: 'contract_performance', occurred_at: '2026-03-01T08:00:00.000Z' },
      ...{ from_party: grace, to_party: office.coop.cooperative, crop: 'coffee_fresh_cherry' },
      quantity: { value, unit: 'kg' },
    })
  const weights = () => phone.do<number[]>('engine.entries().map(({ record }) => record.quantity.value)')
  const open = async ({ name, pin }: typeof OKELLO) => {
    await button(name).click()
    await phone.page.getByText(name).waitFor()
    await phone.page.getByLabel('PIN').fill(pin)
    await button('Open').click()
    await phone.page.getByRole('heading', { name: 'Granary' }).waitFor()
  }

  beforeAll(async () => {
    office = await openOffice()
    grace = await office.party('person', 'Grace Nakato', 'M-1')
    phone = await Phone.at(office.url)
    await phone.open()
    await phone.enrol(await codeFor(OKELLO.name), OKELLO.pin)
    await ready()
  })
  afterAll(() => office?.service.stop())

  test('the receipt says who recorded it', async () => {
    const { key } = await save(51)
    const place = JSON.stringify({ at: 'one', key })
    await phone.page.evaluate(`dispatchEvent(new PopStateEvent('popstate', { state: ${place} }))`)
    await phone.page.getByText('Okello James · Phone 3').waitFor()
    await phone.until('engine.status.waiting === 0 && !engine.status.isBusy')
  })

  test('another officer has a code and a PIN of their own, and sees nothing of the first one’s queue', async () => {
    await phone.context.setOffline(true)
    await save(52)
    await phone.do('engine.lock()')
    await button('Another officer').click()
    await phone.page.getByLabel('Code of the office').fill(await codeFor(AUMA.name))
    await phone.context.setOffline(false)
    await button('Register').click()
    await phone.page.getByLabel('New PIN').fill(AUMA.pin)
    await phone.page.getByLabel('The same PIN again').fill(AUMA.pin)
    await button('Use this PIN').click()
    await phone.page.getByRole('heading', { name: 'Granary' }).waitFor()
    await ready()
    expect(await weights()).toEqual([])
    await phone.page.getByText('Auma Rose · Phone 3').waitFor()
    await save(61)
    await phone.until('engine.status.waiting === 0 && !engine.status.isBusy')
  })

  test('the locked phone asks who it is, in each language', async () => {
    await phone.do('engine.lock()')
    await button(AUMA.name).waitFor()
    for (const language of ['sw', 'fr', 'en']) {
      await phone.page.locator('#language').selectOption(language)
      await phone.page.locator(`html[lang^=${language}]`).waitFor()
      await expectUsable(phone.page, `field-who-${language}`)
    }
  })

  test('a wrong PIN counts for one of them alone', async () => {
    await button(AUMA.name).click()
    await phone.page.getByLabel('PIN').fill(OKELLO.pin)
    await button('Open').click()
    await phone.page.getByText(/9 attempts are left/).waitFor()
    await keepPicture(phone.page, 'field-who-locked', true)
    await button('Back').click()
    await open(OKELLO)
    expect(await weights()).toEqual([52, 51])
    await phone.until('engine.status.waiting === 0 && !engine.status.isBusy')
  })

  test('what each recorded says who, at the office and on its receipts', async () => {
    const { records } = await office.call('/v1/records?purpose=operations&type=delivery&limit=500')
    const by = new Map<number, string>(
      records.map(
        ({
          quantity,
          derived,
        }: {
          quantity: { value: number }
          derived: { device: { name: string; used_by: { name: string } } }
        }) => [quantity.value, `${derived.device.used_by.name}, ${derived.device.name}`],
      ),
    )
    expect(Object.fromEntries(by)).toEqual({
      51: 'Okello James, Phone 3',
      52: 'Okello James, Phone 3',
      61: 'Auma Rose, Phone 3',
    })
    expect((await office.said('receipt', records[0].id)).out).toContain(', Phone 3')
  })

  test('a phone that knows no members says why, and what to do', async () => {
    const own = await Phone.at(office.url)
    await own.open()
    await own.enrol((await office.did('device', 'enrol', '--party', 'M-1')).enrolment_code, OKELLO.pin)
    await own.until('engine.hasFetched && !engine.status.isBusy')
    await own.page.getByText('This is a member’s own phone').waitFor()
    await keepPicture(own.page, 'field-no-members', true)
    await own.page.getByText('Grace Nakato · ').waitFor()
  })

  test('erasing the part of one leaves the other’s, the first one’s too', async () => {
    await phone.do('engine.startOver()')
    await phone.page.getByLabel('PIN').waitFor()
    await phone.page.reload()
    await phone.page.getByLabel('PIN').fill(AUMA.pin)
    await button('Open').click()
    await phone.page.getByRole('heading', { name: 'Granary' }).waitFor()
    expect(await weights()).toEqual([61])
    await phone.do('engine.startOver()')
    await phone.page.getByRole('heading', { name: 'Set up this phone' }).waitFor()
    expect(phone.faults).toEqual([])
  })
})
