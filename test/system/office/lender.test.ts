import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  brokenWords,
  DESKTOP,
  expectUsable,
  NO_BROWSER,
  PHONE,
  Windows,
  wrapped,
} from '../../support/browser.ts'
import { type Office, openOffice } from '../../support/office.ts'

/** The lender's pages in a real browser: from the first page to a farmer, on a screen and on a phone. */

describe.skipIf(NO_BROWSER !== '')(`the lender's pages in a browser${NO_BROWSER}`, () => {
  let office: Office
  let windows: Windows
  let token: string
  const weight = (page: Page) => page.getByText(/85(\.00)? kg/).first()
  const isClean = async (page: Page, picture: string) => {
    expect(await brokenWords(page), picture).toEqual([])
    if (page.viewportSize()?.width === DESKTOP.width) expect(await wrapped(page), picture).toEqual([])
    await expectUsable(page, picture)
  }

  beforeAll(async () => {
    office = await openOffice()
    windows = await Windows.at(office.url)
    await office.party('person', 'Grace Nakato', '12')
    await office.party('institution', 'Harvest Bank', 'BANK')
    await office.delivered('12', '85 kg')
    await office.did(
      'record add obligation --kind deliver_produce --obligor 12 --date today',
      '--obligee cooperative --crop maize_grain --quantity',
      '500 kg',
    )
    await office.granted('12', 'BANK', '--types party,delivery,obligation')
    const ended = await office.granted('12', 'BANK', '--purpose insurance --keep-until 2099-12-31')
    await office.did('grant', 'revoke', ended)
    token = (await office.did('lender', 'invite', 'BANK')).token
  })
  afterAll(async () => {
    await windows?.close()
    await office?.service.stop()
  })

  test('from the first page to a farmer and out again, on a phone without scripts', async () => {
    const page = await windows.open(PHONE, { javaScriptEnabled: false })
    await page.goto(office.url)
    await page.getByRole('link', { name: /Read the records that people opened to you/ }).click()
    await page.getByLabel('Token').fill('gry_wrong')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('That token is wrong').waitFor()
    await page.getByLabel('Token').fill(token)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('link', { name: 'Grace Nakato' }).click()
    await weight(page).waitFor()
    await page.getByRole('link', { name: 'Menu', exact: true }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByLabel('Token').waitFor()
    await page.goto(`${office.url}/lender/view?purpose=credit_assessment`)
    await page.getByText('You have been signed out.').waitFor()
  })

  test('no violation of WCAG 2.2 AA, nothing sticks out', async () => {
    for (const [viewport, colorScheme] of [
      [DESKTOP, 'light'],
      [PHONE, 'dark'],
    ] as const) {
      const page = await windows.open(viewport, { colorScheme })
      await page.goto(`${office.url}/lender`)
      await isClean(page, `lender-sign-in-${colorScheme}`)
      await page.getByLabel('Token').fill(token)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByRole('link', { name: 'Grace Nakato' }).waitFor()
      await isClean(page, `lender-list-${colorScheme}`)
      await page.goto(`${office.url}/lender/ended`)
      await page.getByText('No program of yours has fetched this').waitFor()
      await isClean(page, `lender-ended-${colorScheme}`)
      await page.goBack()
      await page.getByRole('link', { name: 'Grace Nakato' }).click()
      await weight(page).waitFor()
      await isClean(page, `lender-view-${colorScheme}`)
    }
  })

  test('no page asked for anything elsewhere, or broke its own rules', () => {
    expect(windows.faults(/status of 401/)).toEqual([])
  })
})
