import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { brokenWords, DESKTOP, NO_BROWSER, overflow, PHONE, Windows } from '../../support/browser.ts'
import { type Office, openOffice, staffOf } from '../../support/office.ts'

/** What belongs on one line or on one screen stands there. */

describe.skipIf(NO_BROWSER !== '')(`on the screen${NO_BROWSER}`, () => {
  let office: Office
  let windows: Windows
  let cookie: string
  let delivery: string
  let member: string
  beforeAll(async () => {
    office = await openOffice({ timeZone: 'Africa/Kampala' })
    cookie = (await staffOf(office)).manager.cookie
    member = await office.party('person', 'Grace Nakato', '71')
    const flags = '--crop coffee_fresh_cherry --measurement-method coop_weighed'
    await office.delivered('71', '3 debe', flags)
    delivery = await office.delivered('71', '120.5 kg', flags)
    windows = await Windows.at(office.url)
  })
  afterAll(async () => {
    await windows?.close()
    await office?.service.stop()
  })

  async function at(path: string, size = DESKTOP): Promise<Page> {
    const page = await windows.open(size, {}, cookie)
    await page.goto(`${office.url}${path}`)
    return page
  }
  /** Where the lines of the links begin. */
  const rowsOf = (page: Page, links: string): Promise<number[]> =>
    page.evaluate(
      `[...new Set([...document.querySelectorAll('${links}')].map((a) => Math.round(a.getBoundingClientRect().top)))]`,
    )

  test('on a screen every page of the menu is seen without scrolling, one to a line', async () => {
    const page = await at('/weigh-in')
    const links = await page.locator('#menu li a').count()
    expect(links).toBe(16)
    expect(await rowsOf(page, '#menu li a')).toHaveLength(links)
    expect(await page.locator('#menu').evaluate((menu) => menu.scrollHeight - menu.clientHeight)).toBe(0)
  })

  test('what is to do is read whole, however long the names are', async () => {
    const name = 'Nakato Grace Wilhelmina Katushabe Abainenamar'
    await office.party('person', name, '72')
    await office.party('institution', 'The Hills Savings and Credit Cooperative Society', 'S1')
    const day = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10)
    await office.granted('72', 'S1', '--expires', day)
    for (const size of [DESKTOP, PHONE]) {
      const page = await at('/today', size)
      const line = page.locator('.todo td:first-child > span', { hasText: name })
      expect(await line.textContent()).toContain('The Hills Savings')
      // It goes on in further lines.
      expect(await line.evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0)
      expect((await line.boundingBox())?.height).toBeGreaterThan(30)
      expect(await overflow(page)).toEqual({ sideways: 0, out: [] })
    }
  })

  test('on a phone the menu is opened and closed without scripts, and its targets are large enough', async () => {
    const page = await windows.open(PHONE, { javaScriptEnabled: false }, cookie)
    await page.goto(`${office.url}/members`)
    const menu = page.locator('#menu')
    expect(await menu.isVisible()).toBe(false)
    await page.getByRole('link', { name: 'Menu', exact: true }).click()
    expect(await menu.isVisible()).toBe(true)
    for (const link of await menu.getByRole('link').all())
      expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    await page.getByRole('link', { name: 'Close the menu' }).click()
    expect(await menu.isVisible()).toBe(false)
    await page.getByRole('link', { name: 'Menu', exact: true }).click()
    await menu.getByRole('link', { name: 'Lots' }).click()
    await page.getByRole('heading', { name: 'Lots' }).waitFor()
    expect(await menu.isVisible()).toBe(false)
  })

  test.each(['day', 'week', 'month', 'season', 'crop', 'member', 'place'])(
    'a report by %s shows all its columns',
    async (by) => {
      const page = await at(`/reports?since=today&until=today&by=${by}`)
      const wide = await page.locator('.wide:visible').all()
      expect(wide.length).toBeGreaterThan(0)
      for (const table of wide) expect(await table.evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0)
    },
  )

  test.each(['58', '80', 'a5'])(
    'a receipt of %s is as wide as a phone, and none of its words is broken',
    async (paper) => {
      const page = await at(`/records/${delivery}`, PHONE)
      await page.getByLabel('Paper', { exact: true }).selectOption(paper)
      await page.getByRole('button', { name: 'Receipt' }).click()
      await page.locator('.receipt').waitFor()
      expect(await overflow(page)).toEqual({ sideways: 0, out: [] })
      // The id and the digest are broken: they have no words.
      expect((await brokenWords(page)).filter((word) => !/^[0-9a-f-]{30,}$/.test(word))).toEqual([])
    },
  )

  test('the sentences of a statement are as wide as a phone: none is broken in the middle', async () => {
    const page = await at(`/members/${member}/statement`, PHONE)
    expect(await overflow(page)).toEqual({ sideways: 0, out: [] })
    const short = (await page.evaluate(`[...document.querySelectorAll('.told p')].map((p) => {
      const range = document.createRange()
      range.selectNodeContents(p)
      const widths = [...range.getClientRects()].map(({ width }) => width)
      return { text: p.textContent, isShort: widths.slice(0, -1).some((width) => width < p.clientWidth * 0.6) }
    })`)) as { text: string; isShort: boolean }[]
    expect(short.length).toBeGreaterThan(5)
    expect(short.filter(({ isShort }) => isShort)).toEqual([])
  })

  test('a command is read on a phone as it is typed: none of its words is broken', async () => {
    const page = await at('/machine', PHONE)
    await page.getByText('granary backup verify').waitFor()
    expect(await brokenWords(page)).toEqual([])
  })
})
