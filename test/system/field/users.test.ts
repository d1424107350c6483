import { beforeAll, describe, expect, test } from 'vitest'
import { expectUsable, keepPicture, NO_BROWSER } from '../../support/browser.ts'
import { fieldOffice, Phone } from '../../support/field/phone.ts'

/** Several officers on one phone: each has a name, a PIN, a queue and a token (contract §10). */

const OKELLO = { name: 'Okello James', pin: '382915' }
const AUMA = { name: 'Auma Rose', pin: '604271' }

const { office, newCode, delivery, stored } = await fieldOffice()

describe.skipIf(NO_BROWSER !== '')(`officers of one phone${NO_BROWSER}`, () => {
  let phone: Phone
  const button = (name: string | RegExp) => phone.button(name)
  const codeFor = async (name: string): Promise<string> =>
    (await office.did('device', 'enrol', '--used-by', name, '--name', 'Phone 3')).enrolment_code
  const ready = () => phone.until('engine.status.members > 1 && !engine.status.isBusy')
  const weights = () => phone.do<number[]>('engine.entries().map(({ record }) => record.quantity.value)')
  const open = async ({ name, pin }: typeof OKELLO) => {
    await button(name).click()
    await phone.page.locator('.whose', { hasText: name }).waitFor()
    await phone.page.getByLabel('PIN').fill(pin)
    await button('Open').click()
    await phone.page.getByRole('heading', { name: 'Granary' }).waitFor()
  }

  beforeAll(async () => {
    phone = await Phone.at(office.url)
    await phone.open()
    await phone.enrol(await codeFor(OKELLO.name), OKELLO.pin)
    await ready()
  })

  test('the receipt says who recorded it', async () => {
    const place = JSON.stringify({ at: 'one', key: await phone.save(delivery(51)) })
    await phone.page.evaluate(`dispatchEvent(new PopStateEvent('popstate', { state: ${place} }))`)
    await phone.page.getByText('Okello James · Phone 3').waitFor()
    await phone.settled()
  })

  test('another officer has a code and a PIN of their own, and sees nothing of the first one’s queue', async () => {
    await phone.context.setOffline(true)
    await phone.save(delivery(52))
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
    await phone.save(delivery(61))
    await phone.settled()
  })

  test('a phone that the office named anew says so after it fetched, at its door too', async () => {
    const { device } = (await phone.do<{ device: { id: string } }>('engine.status')) ?? {}
    const name = (...more: string[]) => office.did('device', 'name', device.id, ...more)
    await name('--name', 'Phone 7', '--used-by', 'Rose Auma')
    await phone.do('engine.sendNow()')
    await phone.page.getByText('Rose Auma · Phone 7').waitFor()
    await phone.until('!engine.status.isBusy')
    await phone.do('engine.lock()')
    await button('Rose Auma').waitFor()
    await button('Rose Auma').click()
    expect(await phone.do('engine.unlock(given)', AUMA.pin)).toBeNull()
    await phone.page.getByText('Rose Auma · Phone 7').waitFor()
    await phone.until('!engine.status.isBusy')
    await name('--name', 'Phone 3', '--used-by', AUMA.name)
    await phone.do('engine.sendNow()')
    await phone.page.getByText('Auma Rose · Phone 3').waitFor()
    await phone.until('!engine.status.isBusy')
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
    await phone.page.getByText('Erase one person’s records and start over').click()
    await phone.page.getByText(/from this phone: Auma Rose\. .* others who use this phone stay/).waitFor()
    await keepPicture(phone.page, 'field-who-locked', true)
    await button('Back').click()
    await open(OKELLO)
    expect(await weights()).toEqual([52, 51])
    await phone.settled()
  })

  test('what each recorded says who, at the office and on its receipts', async () => {
    const records = await stored()
    const by = records.map(({ quantity, derived: { device } }) => [
      quantity.value,
      `${device.used_by.name}, ${device.name}`,
    ])
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
    await own.enrol(await newCode('M-1'), OKELLO.pin)
    await own.until('engine.hasFetched && !engine.status.isBusy')
    await own.page.getByText('This is a member’s own phone').waitFor()
    await keepPicture(own.page, 'field-no-members', true)
    await own.page.getByText('Grace Nakato · ').waitFor()
  })

  test('a code for another officer opens nothing of the first one’s, nor does a PIN that is chosen too late', async () => {
    const shared = await Phone.at(office.url)
    await shared.open()
    await shared.enrol(await codeFor(OKELLO.name), OKELLO.pin)
    await shared.do('engine.keep("used", given)', { unit: 'bag' })
    await shared.do('engine.lock()')

    // A code that was scanned asks for the person, and is not taken at the first one's door.
    const code = await codeFor(AUMA.name)
    await shared.page.evaluate(`location.hash = 'code=${code}'`)
    await shared.page.reload()
    await shared.page.getByRole('heading', { name: 'Who are you?' }).waitFor()
    await keepPicture(shared.page, 'field-who-scanned', true)
    await shared.button(OKELLO.name).click()
    await shared.button('Register').click()
    await shared.page.getByText('This code is of somebody else').waitFor()

    // A part that cannot be opened leaves the door where it is.
    await shared.page.evaluate(`{
      const { open } = IDBFactory.prototype
      IDBFactory.prototype.open = function (name, ...more) {
        if (name.endsWith('-2')) throw new DOMException('', 'QuotaExceededError')
        return open.call(this, name, ...more)
      }
      globalThis.reopen = () => { IDBFactory.prototype.open = open }
    }`)
    await shared.button('Another officer').click()
    await shared.page.getByText('The phone has no room').waitFor()
    expect(await shared.do('engine.whose()')).toEqual({ name: OKELLO.name, isShared: false })
    await shared.page.evaluate('reopen()')

    // The page is locked while the next officer's PIN is made: the first one's lock stays as it is.
    await shared.button('Another officer').click()
    await shared.page.getByRole('heading', { name: 'Another officer' }).waitFor()
    await shared.button('Register').click()
    await shared.page.getByLabel('New PIN').waitFor()
    const tooLate = 'const chosen = engine.choosePin(given); engine.lock(); return chosen'
    expect(await shared.do(tooLate, AUMA.pin)).toBe('no_code')
    await shared.page.getByText(OKELLO.name).waitFor()
    expect(await shared.do('engine.unlock(given)', OKELLO.pin)).toBeNull()
    expect(await shared.do('engine.kept("used")')).toEqual({ unit: 'bag' })
    await shared.do('engine.lock()')

    // She did not come back, and a third one takes her place.
    await shared.button('Another officer').click()
    await shared.page.getByLabel('Code of the office').fill(await codeFor('Mugisha Ben'))
    await shared.button('Register').click()
    await shared.page.getByLabel('New PIN').waitFor()
    expect(await shared.do('engine.choosePin(given)', AUMA.pin)).toBeNull()
    await shared.page.getByText('Mugisha Ben').waitFor()
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
