import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OFFICE_ROUTES } from '../../../src/office/addresses.ts'
import {
  DESKTOP,
  keepPicture,
  layoutShift,
  lowTargets,
  NO_BROWSER,
  overflow,
  PHONE,
  violations,
  Windows,
  wrapped,
} from '../../support/browser.ts'
import { isBuilt, PROGRAM } from '../../support/command.ts'
import { type Office, openOffice, staffOf, type Visitor } from '../../support/office.ts'
import { everyPage } from '../../support/office-pages.ts'

/** What users do not notice (Web Vitals call 0.1 good). */
const MOST_SHIFT = 0.05

/** Every page of the table of routes, with something on it: usable by everybody, on screens and phones, light and dark. */

describe.skipIf(NO_BROWSER !== '' || !isBuilt)(`every page${NO_BROWSER} (skipped if not built)`, () => {
  let office: Office
  let windows: Windows
  let manager: Visitor
  let addresses: ReadonlyMap<string, readonly string[]>

  beforeAll(async () => {
    office = await openOffice({}, [process.execPath, PROGRAM])
    manager = (await staffOf(office)).manager
    windows = await Windows.at(office.url)
    addresses = await everyPage(office, manager)
  })
  afterAll(async () => {
    await windows?.close()
    await office?.service.stop()
  })

  async function choose(language: string): Promise<void> {
    const sent = { form_token: await manager.formToken(), act: 'language', language }
    expect((await manager.post('/account', sent)).status).toBe(303)
  }

  /** It has a heading, its own title, and the person who is signed in; what people wrote is text. */
  async function expectNamed(page: Page, route: keyof typeof OFFICE_ROUTES, path: string): Promise<void> {
    expect(await page.locator('h1').count(), path).toBe(1)
    expect(await page.locator('main b').count(), path).toBe(0)
    expect(await page.title(), path).toMatch(/\S · Kahawa Cooperative$/)
    if (OFFICE_ROUTES[route] !== null)
      expect(await page.getByRole('button', { name: 'Sign out' }).count(), path).toBe(1)
  }

  /** What cannot be used of a page as it is now, of this width. */
  async function faultsOf(page: Page): Promise<object> {
    const isPhone = page.viewportSize()?.width === PHONE.width
    const sticks = (await overflow(page)) as { sideways: number; out: string[] }
    return {
      ...(sticks.sideways > 0 || sticks.out.length > 0 ? sticks : {}),
      ...Object.fromEntries((isPhone ? await lowTargets(page) : await wrapped(page)).entries()),
    }
  }

  test.each([
    ['on a screen, light', [DESKTOP], 'light', 'en'],
    ['on a phone, dark', [PHONE], 'dark', 'en'],
    ['in French', [PHONE, DESKTOP], 'light', 'fr'],
    ['in Swahili', [DESKTOP, PHONE], 'light', 'sw'],
  ] as const)(
    '%s: no violation of WCAG 2.2 AA, nothing sticks out, and no figure or heading of a table is broken',
    async (_how, [first, ...others], colorScheme, language) => {
      await choose(language)
      const page = await windows.open(first, { colorScheme }, manager.cookie)
      const found: object[] = []
      const all = [...addresses].flatMap(([route, paths]) => paths.map((path) => ({ route, path })))
      for (const { route, path } of all) {
        await page.setViewportSize(first)
        const answer = await page.goto(office.url + path)
        expect([200, 422], path).toContain(answer?.status())
        if (language === 'en' && first === DESKTOP)
          await expectNamed(page, route as keyof typeof OFFICE_ROUTES, path)
        // Colours, names and structure are the same in each language; what words change is measured below.
        const violated = language === 'en' ? await violations(page) : []
        const moved = await layoutShift(page)
        const faults = [await faultsOf(page), violated, moved < MOST_SHIFT ? {} : { moved }]
        for (const size of others) {
          await page.setViewportSize(size)
          faults.push(await faultsOf(page))
        }
        if (faults.some((one) => Object.keys(one).length > 0)) found.push({ path, faults })
        const picture = `page-${language}-${first.width}${path.replaceAll(/[^a-z0-9]+/g, '-').slice(0, 60)}`
        await keepPicture(page, picture, true)
      }
      expect(found).toEqual([])
    },
  )
})
