import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  DESKTOP,
  keepPicture,
  launchBrowser,
  NO_BROWSER,
  overflow,
  PHONE,
  type Visit,
  visit,
} from '../../support/browser.ts'
import { grant, makeScene, PURPOSE, type Scene, tellSeason, view } from '../../support/lender-scene.ts'

/** The lender view in a real browser: a list of links, pages that a phone shows and a printer prints. */

describe.skipIf(NO_BROWSER !== '')(`the lender view in a browser${NO_BROWSER}`, () => {
  let scene: Scene
  let origin: string
  let browser: Browser
  beforeAll(async () => {
    scene = await makeScene()
    await tellSeason(scene)
    origin = await scene.a.app.listen({ host: '127.0.0.1', port: 0 })
    browser = await launchBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await scene.close()
  })

  const opened = (viewport: typeof PHONE): Promise<Visit> =>
    visit(browser, origin, viewport, {
      httpCredentials: { username: 'lender', password: scene.lender.token },
    })
  const list = () => `${origin}/v1/lender-view?purpose=${PURPOSE}`

  test('the page says what the text says, word for word', async () => {
    const { page } = await opened(DESKTOP)
    const { farmer, lender } = scene
    await page.goto(`${list()}&subject=${farmer.id}`)
    const { text } = await view(lender, farmer.id)
    // Headings in capitals are shown as other headings are, the page says "you" to the reader, and flags are words alone there.
    const words = (shown: string) =>
      shown
        .toLowerCase()
        .replace(/\s+\[[a-z_]+\]/g, '')
        .split(/[\s=-]+/)
        .filter((word) => word !== '' && !/^reader\b/.test(word))
    const shown = new Set(words(await page.locator('main').innerText()))
    expect(words(text).filter((word) => !shown.has(word))).toEqual([])
  })

  test('in print nothing is cut off, and there are no links', async () => {
    const { page } = await opened({ width: 794, height: 1123 })
    await page.emulateMedia({ media: 'print' })
    await page.goto(`${list()}&subject=${scene.farmer.id}`)
    expect(await page.getByRole('navigation').isVisible()).toBe(false)
    expect(await overflow(page)).toEqual({ sideways: 0, out: [] })
    await keepPicture(page, 'lender-view-print', true)
  })

  test('what people wrote is never markup', async () => {
    const { a, lender } = scene
    const hostile = '<img src=x onerror=alert(1)>"\'&lt;'
    const other = await a.party('person', hostile)
    await grant(other, lender, ['party', 'delivery'])
    const { page, faults } = await opened(PHONE)
    await page.goto(list())
    expect(await page.locator('main img').count()).toBe(0)
    const link = page.getByRole('link', { name: '<img src=x' })
    expect(await link.innerText()).toContain('onerror=alert(1)')
    await link.click()
    await page.getByRole('heading', { level: 1, name: 'LENDER VIEW' }).waitFor()
    expect(await page.locator('main img').count()).toBe(0)
    expect(faults).toEqual([])
  })
})
