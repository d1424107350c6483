import { beforeAll, describe, expect, test } from 'vitest'
import { crowded, expectUsable, NO_BROWSER, overflow } from '../../support/browser.ts'
import { backHome, fieldOffice, Phone } from '../../support/field/phone.ts'

/** Each screen of the field page: WCAG 2.2 AA, nothing beyond its edges, in each language and light. */

const { office, grace, newCode, delivery } = await fieldOffice()

describe.skipIf(NO_BROWSER !== '')(`screens of the field page${NO_BROWSER}`, () => {
  let phone: Phone
  beforeAll(async () => {
    phone = await Phone.at(office.url)
  })

  const LANGUAGES = ['en', 'sw', 'fr']
  async function look(name: string): Promise<void> {
    for (const language of LANGUAGES) {
      await phone.page.locator('#language').selectOption(language)
      await phone.page.locator(`html[lang^=${language}]`).waitFor()
      await expectUsable(phone.page, `field-${name}-${language}`)
      expect(await crowded(phone.page), `${name} ${language}`).toEqual([])
    }
    await phone.page.locator('#language').selectOption('en')
    await darkAndWide(() => expectUsable(phone.page, `field-${name}-dark`))
  }
  async function darkAndWide(work: () => Promise<void>): Promise<void> {
    await phone.page.emulateMedia({ colorScheme: 'dark' })
    await phone.page.setViewportSize({ width: 1280, height: 900 })
    await work()
    await phone.page.emulateMedia({ colorScheme: 'light' })
    await phone.page.setViewportSize({ width: 360, height: 740 })
  }

  test('are usable before the page is open', async () => {
    await phone.open()
    await look('enrol')
    await phone.do('engine.enrol(given)', await newCode())
    await look('pin')
    await phone.do("engine.choosePin('382915')")
    await phone.until('engine.registry.crops.length > 0 && !engine.status.isBusy')
    await phone.do("engine.save({ type: 'delivery' })")
    await phone.until("engine.entries()[0]?.state === 'rejected' && !engine.status.isBusy")
    await phone.do('engine.lock()')
    await phone.until("engine.status.stage.is === 'locked'")
    await phone.do("engine.unlock('000001')")
    await look('locked')
    await phone.do("engine.unlock('382915')")
    expect(phone.faults).toEqual([])
  })

  /** Records a delivery, which the office then corrects once for each of these. */
  async function corrected(...values: readonly number[]): Promise<void> {
    const key = await phone.save(delivery(85.5))
    await phone.settled()
    const supersedes = await phone.do('engine.entryOf(given).record.id', key)
    for (const value of values) {
      const { type, ...says } = delivery(value, { supersedes })
      await office.append(type, says)
    }
    await phone.do('engine.sendNow()')
    await phone.until('engine.news > 0 && !engine.status.isBusy')
  }

  /** Walks through all screens of the open page, by what is not text. */
  async function walk(name: string): Promise<void> {
    const { page } = phone
    const seen = async (screen: string) => {
      // Colours, names and structure are the same in each language.
      if (['sw', 'fr'].includes(name)) expect(await overflow(page), screen).toEqual({ sideways: 0, out: [] })
      else await expectUsable(page, `field-${screen}-${name}`)
      expect(await crowded(page), `${screen} ${name}`).toEqual([])
    }
    const next = () => page.locator('.bar button').last().click()
    const home = async () => {
      await backHome(page)
      await page.locator('.tile').first().waitFor()
    }
    await corrected(84)
    await corrected(1284.25, 1248.25)
    await home()
    await seen('home')
    await page.locator('.look').click()
    await page.locator('.entry .badge.bad').first().waitFor()
    await seen('list-changed')
    const isFork = { has: page.locator('.badge.bad') }
    await page.locator('.entry').filter(isFork).first().click()
    await page.locator('.branches button').first().click()
    await page.locator('.branches .bar').waitFor()
    await seen('fork')
    await page.locator('.top .plain').click()
    await page
      .locator('.entry')
      .filter({ hasNot: page.locator('.badge.bad') })
      .first()
      .click()
    await page.locator('.past').waitFor()
    await seen('corrected')
    await home()
    await page.locator('.tile.delivery').click()
    await next()
    await page.locator('[aria-invalid]').waitFor()
    await page.locator('#member').fill('1')
    await page.locator('.found button').waitFor()
    await seen('member')
    await page.locator('.found button').click()
    await page.locator('#weight').fill('none')
    await next()
    await page.locator('[aria-invalid]').first().waitFor()
    await seen('weight')
    await page.locator('#weight').fill('85.5')
    await page.locator('#crop').selectOption('coffee_fresh_cherry')
    await page.locator('form > .wide').last().click()
    await page.locator('#day').waitFor()
    await seen('rest')
    await next()
    await page.locator('.huge').waitFor()
    await seen('shown')
    await next()
    await page.locator('.qr').waitFor()
    await seen('saved')
    await page.locator('.wide:has-text("Grace")').click()
    await page.locator('#their-pin').fill('000001')
    await page.locator('.bar button').last().click()
    await page.locator('.fault:has-text("9")').waitFor()
    await seen('confirming')
    await page.locator('#their-pin').fill('604812')
    await page.locator('.bar button').last().click()
    await page.locator('.box.good').waitFor()
    await seen('confirming-done')
    await page.locator('.bar button').last().click()
    await page.locator('.box.good').waitFor()
    await seen('confirmed')
    await page.locator('.bar button').first().click()
    for (const [kind, field] of [
      ['payment', 'amount'],
      ['plot', 'takes'],
      ['harvest', 'weight'],
    ] as const) {
      await home()
      await page.locator(`.tile.${kind}`).click()
      await page.locator('#member').fill('1')
      await page.locator('.found button').click()
      await page.locator(field === 'takes' ? '.ways' : `#${field}`).waitFor()
      await seen(kind)
    }
    for (const [kind, field] of [
      ['custody_transfer', 'lot'],
      ['party', 'name'],
    ] as const) {
      await home()
      await page.locator(`.tile.${kind}`).click()
      await page.locator(`#${field}`).waitFor()
      await seen(kind)
    }
    await home()
    await seen('home-unfinished')
    await page.locator('#standing').click()
    await page.locator('.entry').first().waitFor()
    await seen('list')
    await page.locator('.entry').first().click()
    await page.locator('.box.bad').waitFor()
    await seen('rejected')
    await page.locator('.bar button').first().click()
    await page.locator('.danger').waitFor()
    await seen('take-back')
    await home()
    await page.locator('.more button').last().click()
    await page.locator('summary').first().waitFor()
    for (const summary of await page.locator('summary').all()) await summary.click()
    await seen('phone')
    await page.locator('button.quiet.wide:has(.icon)').first().click()
    await page.locator('.card').first().waitFor()
    for (const summary of await page.locator('summary').all()) await summary.click()
    await seen('people')
    await page.locator('.card > button').first().click()
    await page.locator('#code').fill('nothing')
    await page.locator('form button').first().click()
    await page.locator('.fault:not(:empty)').waitFor()
    await seen('people-code')
    await page.locator('#code').fill(await newCode(grace))
    await page.locator('form button').first().click()
    await page.locator('#their-pin').waitFor()
    await seen('people-pin')
    await page.locator('form button').last().click()
    await page.locator('.card').first().waitFor()
    await page.locator('.top button').first().click()
    await page.locator('#language').waitFor()
  }

  async function admitGrace(language: string): Promise<void> {
    await phone.do('engine.confirmers.admit(given)', await newCode(grace))
    await phone.do('engine.confirmers.choosePin("604812", given)', language)
  }

  test.each(LANGUAGES)('are usable when it is open: %s', async (language) => {
    await admitGrace(language)
    if ((await phone.page.locator('#language').count()) === 0)
      await phone.page.locator('.more button').last().click()
    await phone.page.locator('#language').selectOption(language)
    await phone.page.locator(`html[lang^=${language}]`).waitFor()
    await walk(language)
    await phone.page.locator('#language').selectOption('en')
    expect(phone.faults).toEqual([])
  })

  test('are usable when it is open: dark and wide', async () => {
    await admitGrace('en')
    await darkAndWide(() => walk('dark'))
    expect(phone.faults).toEqual([])
  })
})
