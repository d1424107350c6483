import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectUsable, NO_BROWSER } from '../../support/browser.ts'
import { Phone } from '../../support/field/phone.ts'
import { type Office, openOffice } from '../../support/office.ts'

/** Each screen of the field page: WCAG 2.2 AA, nothing beyond its edges, in each language and light. */

describe.skipIf(NO_BROWSER !== '')(`screens of the field page${NO_BROWSER}`, () => {
  let office: Office
  let phone: Phone
  beforeAll(async () => {
    office = await openOffice()
    await office.party('person', 'Grace Nakato', 'M-1')
    phone = await Phone.at(office.url)
  })
  afterAll(() => office?.service.stop())

  const LANGUAGES = ['en', 'sw', 'fr']
  async function look(name: string): Promise<void> {
    for (const language of LANGUAGES) {
      await phone.page.locator('#language').selectOption(language)
      await phone.page.locator(`html[lang^=${language}]`).waitFor()
      await expectUsable(phone.page, `field-${name}-${language}`)
    }
    await phone.page.locator('#language').selectOption('en')
    await phone.page.emulateMedia({ colorScheme: 'dark' })
    await expectUsable(phone.page, `field-${name}-dark`)
    await phone.page.emulateMedia({ colorScheme: 'light' })
    await phone.page.setViewportSize({ width: 1280, height: 900 })
    await expectUsable(phone.page, `field-${name}-wide`)
    await phone.page.setViewportSize({ width: 360, height: 740 })
  }

  test('are usable, from the code to the list of records', async () => {
    await phone.open()
    await look('enrol')
    const { enrolment_code: code } = await office.did('device', 'enrol', '--party', office.coop.cooperative)
    await phone.do('engine.enrol(given)', code)
    await look('pin')
    await phone.do("engine.choosePin('382915')")
    await phone.until('engine.registry.crops.length > 0 && !engine.status.isBusy')
    await phone.do("engine.save({ type: 'delivery' })")
    await phone.until("engine.entries()[0]?.state === 'rejected' && !engine.status.isBusy")
    await phone.page.getByLabel('Member: number or name').fill('1')
    await look('home')
    await phone.do('engine.lock()')
    await phone.until("engine.status.stage.is === 'locked'")
    await phone.do("engine.unlock('000001')")
    await look('locked')
    expect(phone.faults).toEqual([])
  })
})
