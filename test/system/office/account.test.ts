import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DESKTOP, expectUsable, NO_BROWSER, PHONE, Windows } from '../../support/browser.ts'
import { codeOf, type Office, openOffice, PASSWORD } from '../../support/office.ts'

/** The second factor in a real browser: on a phone's screen, without scripts. */

describe.skipIf(NO_BROWSER !== '')(`my account in a browser${NO_BROWSER}`, () => {
  let office: Office
  let windows: Windows
  const open = (viewport = PHONE, options = {}) => windows.open(viewport, options)
  const givePassword = async (page: Page) => {
    await page.goto(`${office.url}/sign-in`)
    await page.getByLabel('Name').fill('Grace')
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
  }
  const giveCode = async (page: Page, code: string) => {
    await page.getByLabel('Code that your phone shows').fill(code)
    await page.getByRole('button', { name: 'Sign in' }).click()
  }
  const isIn = (page: Page) => page.getByRole('heading', { name: 'Today' }).waitFor()
  let recovery: string[] = []

  beforeAll(async () => {
    office = await openOffice()
    windows = await Windows.at(office.url)
    await office.account('Grace', 'manager')
  })
  afterAll(async () => {
    await windows?.close()
    await office?.service.stop()
  })

  test('is turned on by a code of the key that is shown', async () => {
    const page = await open(PHONE, { javaScriptEnabled: false })
    await givePassword(page)
    await page.getByRole('link', { name: 'Menu' }).click()
    await page.getByRole('link', { name: /Grace/ }).click()
    await page.getByLabel('Your password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Turn it on' }).click()
    await page.getByRole('img', { name: 'QR code of the key' }).waitFor()
    const key = (await page.locator('code').textContent()) ?? ''
    await page.getByLabel('Code that your phone shows').fill('000000')
    await page.getByRole('button', { name: 'Turn it on' }).click()
    await page.getByText('That code is wrong').waitFor()
    await page.getByLabel('Code that your phone shows').fill(codeOf(key))
    await page.getByRole('button', { name: 'Turn it on' }).click()
    await page.getByText('Write these recovery codes down').waitFor()
    recovery = await page.locator('li code').allTextContents()
    expect(recovery).toHaveLength(10)
    await page.goto(`${office.url}/account`)
    expect(await page.locator('li code').count()).toBe(0)
  })

  test('its pages: no violation of WCAG 2.2 AA, nothing sticks out', async () => {
    for (const [n, viewport, colorScheme] of [
      [1, DESKTOP, 'light'],
      [2, PHONE, 'dark'],
    ] as const) {
      const page = await open(viewport, { colorScheme })
      await givePassword(page)
      await page.getByLabel('Code that your phone shows').waitFor()
      await expectUsable(page, `office-factor-${colorScheme}`)
      await giveCode(page, recovery[n] ?? '')
      await isIn(page)
      await page.goto(`${office.url}/account`)
      await expectUsable(page, `office-account-on-${colorScheme}`)
      await page.getByLabel('Password, or a code').fill(PASSWORD)
      await page.getByRole('button', { name: 'Make new recovery codes' }).click()
      await page.getByText('Write these recovery codes down').waitFor()
      recovery = await page.locator('li code').allTextContents()
      await expectUsable(page, `office-recovery-${colorScheme}`)
      await page.getByLabel('Password, or a code').fill(PASSWORD)
      if (viewport !== PHONE) continue
      await page.getByRole('button', { name: 'Turn it off' }).click()
      await page.getByLabel('Your password').fill(PASSWORD)
      await page.getByRole('button', { name: 'Turn it on' }).click()
      await page.getByRole('img', { name: 'QR code of the key' }).waitFor()
      await expectUsable(page, `office-account-begun-${colorScheme}`)
    }
  })

  test('no page broke its own rules', () => {
    expect(windows.faults(/status of 422/)).toEqual([])
  })
})
