import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  brokenWords,
  DESKTOP,
  expectUsable,
  keepPicture,
  lowTargets,
  NO_BROWSER,
  PHONE,
  violations,
  Windows,
  wrapped,
} from '../../support/browser.ts'
import { type Office, openOffice, staffOf, type Visitor } from '../../support/office.ts'

/** Receipts at the counter, printed by keys alone. The browser's own printing is a stand-in that says when it is done. */

const PRINTER = `
  window.sheets = []
  window.print = () => {
    dispatchEvent(new Event('beforeprint'))
    sheets.push(document.querySelector('.sheet').textContent)
    dispatchEvent(new Event('afterprint'))
  }`

describe.skipIf(NO_BROWSER !== '')(`receipts at the counter${NO_BROWSER}`, () => {
  let office: Office
  let clerk: Visitor
  let manager: Visitor
  let windows: Windows

  beforeAll(async () => {
    office = await openOffice()
    ;({ clerk, manager } = await staffOf(office))
    for (let i = 1; i <= 9; i++) await office.party('person', `Member ${'ABCDEFGHI'[i - 1]}`, String(100 + i))
    windows = await Windows.at(office.url)
  })
  afterAll(async () => {
    await windows?.close()
    await office?.service.stop()
  })

  const atCounter = async () => {
    const page = await windows.open(DESKTOP, {}, clerk.cookie)
    await page.addInitScript(PRINTER)
    await page.goto(`${office.url}/weigh-in?crop=maize_grain`)
    return page
  }
  const sheets = async (page: Page) =>
    ((await page.evaluate('sheets')) as string[]).map((text) => text.replaceAll('\u00a0', ' '))
  const copyOf = async (page: Page) => {
    const id = await page.locator('form[action^="/receipt/"]').getAttribute('action')
    return (await office.did('receipt', id?.slice('/receipt/'.length) ?? '')).is_copy
  }
  const press = async (page: Page, ...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  /** Types who brought how much. */
  const weigh = async (page: Page, who: string, kg: string) => {
    await page.keyboard.type(who)
    await press(page, 'Tab')
    await page.keyboard.type(kg)
    await press(page, 'Enter')
  }

  test('Enter saves, Enter prints, and the next member has the focus: three keys after the member', async () => {
    const page = await atCounter()
    await weigh(page, '101', '61.5')
    await page.locator('button[data-print]:focus').waitFor()
    expect(await page.locator('.sheet').isVisible()).toBe(false)
    expect(await violations(page)).toEqual([])
    await keepPicture(page, 'weigh-in-saved')
    const noted = page.waitForResponse(/\/printed$/)
    await press(page, 'Enter')
    await page.locator('#who:focus').waitFor()
    await noted
    expect(await sheets(page)).toEqual([expect.stringContaining('61.5 kg')])
    expect(await copyOf(page)).toBe(true)
    // The button shows the copy now: it is not printed by a slip of the finger.
    await page.getByRole('button', { name: 'Print' }).click()
    await page.locator('.receipt', { hasText: 'COPY' }).waitFor()
    await page.getByRole('link', { name: 'Next delivery' }).and(page.locator(':focus')).waitFor()
  })

  test('a correction takes four keys besides the figure, and leads back to the counter', async () => {
    const page = await atCounter()
    await weigh(page, '107', '615')
    await page.locator('button[data-print]:focus').waitFor()
    await press(page, 'Tab', 'Enter')
    await page.locator('#quantity:focus').waitFor()
    expect(await page.getByLabel('Crop').isVisible()).toBe(false)
    expect(await violations(page)).toEqual([])
    await keepPicture(page, 'correction-folded')
    // What is typed replaces the old figure, and is in its unit.
    await page.keyboard.type('61.5')
    await press(page, 'Enter')
    await page.locator('button[name=sure]:focus').waitFor()
    await press(page, 'Enter')
    await page.getByText('Saved: 61.5 kg').waitFor()
    await page.locator('button[data-print]:focus').waitFor()
    expect(new URL(page.url()).pathname).toBe('/weigh-in')
  })

  test('the last entries are whole at 1280 px, and the form is as wide before the first as after', async () => {
    await office.party('person', 'Nakato Grace Margaret Byaruhanga', '1047')
    const other = await office.account('Another')
    const page = await windows.open(DESKTOP, {}, other.cookie)
    await page.goto(`${office.url}/weigh-in?crop=coffee_fresh_cherry&paper=58`)
    const width = () => page.evaluate('document.querySelector(\'form[action="/weigh-in"]\').offsetWidth')
    const before = await width()
    await weigh(page, '1047', '1234.75')
    await page.getByText('Check again').waitFor()
    expect(await width()).toBe(before)
    await press(page, 'Enter')
    await page.getByText('Saved: 1,234.75 kg').waitFor()
    expect(await width()).toBe(before)
    const table = page.locator('.wide')
    expect(await table.evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0)
    expect(await table.getByText('Correct').isVisible()).toBe(true)
    expect([await wrapped(page), await brokenWords(page)]).toEqual([[], []])
    await keepPicture(page, 'weigh-in-last')
  })

  test('a print that was not noted is no print: the sheet stays, and the next is no copy', async () => {
    const page = await atCounter()
    await weigh(page, '109', '67')
    await page.locator('button[data-print]:focus').waitFor()
    await page.route(/\/printed$/, (route) => route.fulfill({ status: 422, body: 'Refused' }))
    for (const times of [1, 2]) {
      const refused = page.waitForResponse(/\/printed$/)
      await page.getByRole('button', { name: 'Print' }).click()
      await refused
      await page.locator('#who:focus').waitFor()
      await page.locator('button[data-print]:enabled').waitFor()
      expect(await sheets(page)).toHaveLength(times)
    }
    expect((await sheets(page)).join()).not.toContain('COPY')
    await page.unroute(/\/printed$/)
    await page.getByRole('button', { name: 'Print' }).click()
    await page.locator('.sheet').waitFor({ state: 'detached' })
    expect(await copyOf(page)).toBe(true)
  })

  test('another paper is laid out at once, and stays for the next', async () => {
    const page = await atCounter()
    await weigh(page, '104', '63')
    await page.getByText('Saved: 63 kg').waitFor()
    await page.getByLabel('Paper', { exact: true }).selectOption('58')
    await page.locator('.receipt.roll-58').waitFor({ state: 'attached' })
    await page.locator('button[data-print]:focus').waitFor()
    await weigh(page, '105', '64')
    await page.getByText('Saved: 64 kg').waitFor()
    expect(await page.locator('.receipt.roll-58').count()).toBe(1)
    await page.emulateMedia({ media: 'print' })
    const shown = (what: string) => page.locator(what).isVisible()
    expect([await shown('.sheet'), await shown('h1'), await shown('form[action="/weigh-in"]')]).toEqual([
      true,
      false,
      false,
    ])
  })

  test('what was saved is usable on a phone, in Swahili', async () => {
    const page = await atCounter()
    await weigh(page, '108', '66')
    await page.locator('button[data-print]:focus').waitFor()
    const phone = await windows.open(PHONE, { locale: 'sw' }, clerk.cookie)
    await phone.goto(page.url())
    await expectUsable(phone, 'weigh-in-saved-phone-sw')
    expect(await lowTargets(phone)).toEqual([])
  })

  test('where the cooperative wants it, saving prints: once, and not again when the page is shown again', async () => {
    const form_token = await manager.formToken()
    await manager.post('/cooperative/receipts', { form_token, paper: '80', at_once: '1' })
    const page = await atCounter()
    const noted = page.waitForResponse(/\/printed$/)
    await weigh(page, '106', '65')
    await noted
    await page.locator('#who:focus').waitFor()
    expect(await sheets(page)).toEqual([expect.stringContaining('65 kg')])
    await page.reload()
    await page.locator('#who:focus').waitFor()
    expect(await sheets(page)).toEqual([])
    expect(windows.faults(/status of 422|did not get .*\/(members\?search|weigh-in\?who)=/)).toEqual([])
  })
})
