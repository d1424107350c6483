import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DESKTOP, keepPicture, launchBrowser, NO_BROWSER, violations, visit } from '../../support/browser.ts'
import { type Office, openOffice, PASSWORD } from '../../support/office.ts'

/** A word that fits several: they have the focus, and keys choose. */

describe.skipIf(NO_BROWSER !== '')(`choosing by key${NO_BROWSER}`, () => {
  let browser: Awaited<ReturnType<typeof launchBrowser>>
  let office: Office
  beforeAll(async () => {
    office = await openOffice()
    for (const number of ['12', '13']) await office.party('person', 'Grace Nakato', number)
    browser = await launchBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await office?.service.stop()
  })

  test('Enter alone takes nobody; an arrow and Enter save', async () => {
    const name = `Clerk ${uuidv7().slice(-4)}`
    await office.account(name)
    const { page, faults } = await visit(browser, office.url, DESKTOP, {})
    await page.goto(office.url)
    await page.getByRole('link', { name: /Sign in/ }).click()
    await page.getByLabel('Name').fill(name)
    await page.getByLabel('Password').fill(PASSWORD)
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Weigh in' }).first().click()
    await page.keyboard.type('grace')
    await page.keyboard.press('Tab')
    await page.keyboard.type('85')
    await page.getByLabel('Crop').fill('Maize, grain')
    await page.keyboard.press('Enter')
    await page.getByText('Several fit. Choose one').waitFor()
    const focused = () => page.evaluate<string>('document.activeElement.name')
    expect(await focused()).toBe('who_is')
    expect(await violations(page)).toEqual([])
    await keepPicture(page, 'choosing', true)
    await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')])
    await page.getByText('Several fit. Choose one').waitFor()
    expect(await focused()).toBe('who_is')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByText('Saved: 85 kg of Maize, grain from Grace Nakato (13).').waitFor()
    expect(faults.filter((fault) => !/422/.test(fault))).toEqual([])
  })
})
