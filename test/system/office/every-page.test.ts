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
import { TRIED } from '../../support/hands.ts'
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
  const opened = (viewport = DESKTOP, options = {}) => windows.open(viewport, options, manager.cookie)

  /** It has a heading, its own title, and the person who is signed in; what people wrote is text. */
  async function expectNamed(page: Page, route: keyof typeof OFFICE_ROUTES, path: string): Promise<void> {
    expect(await page.locator('h1').count(), path).toBe(1)
    expect(await page.locator('main b').count(), path).toBe(0)
    expect(await page.title(), path).toMatch(/\S · Kahawa Cooperative$/)
    if (OFFICE_ROUTES[route] !== null)
      expect(await page.getByRole('button', { name: 'Sign out' }).count(), path).toBe(1)
  }

  test.each([
    ['a screen, light', DESKTOP, 'light', 'en'],
    ['a phone, dark', PHONE, 'dark', 'en'],
    ['a phone, in French', PHONE, 'light', 'fr'],
    ['a screen, in Swahili', DESKTOP, 'light', 'sw'],
    ...(TRIED.length === 1
      ? []
      : ([
          ['a screen, in French', DESKTOP, 'light', 'fr'],
          ['a phone, in Swahili', PHONE, 'light', 'sw'],
        ] as const)),
  ] as const)(
    'on %s: no violation of WCAG 2.2 AA, nothing sticks out, and no figure or heading of a table is broken',
    async (_how, viewport, colorScheme, language) => {
      await choose(language)
      const isFirst = language === 'en' && viewport === DESKTOP
      const page = await opened(viewport, { colorScheme })
      const found: unknown[] = []
      const all = [...addresses].flatMap(([route, paths]) => paths.map((path) => ({ route, path })))
      for (const { route, path } of all) {
        const answer = await page.goto(office.url + path)
        expect([200, 422], path).toContain(answer?.status())
        if (isFirst) await expectNamed(page, route as keyof typeof OFFICE_ROUTES, path)
        // Colours, names and structure are the same in each language; what words change is measured below.
        const faults = language === 'en' ? await violations(page) : []
        const sticks = (await overflow(page)) as { sideways: number; out: string[] }
        const broken = viewport === DESKTOP ? await wrapped(page) : []
        const low = viewport === PHONE ? await lowTargets(page) : []
        const moved = await layoutShift(page)
        const isFaulty = [faults, sticks.out, broken, low].some((some) => some.length > 0)
        if (isFaulty || sticks.sideways > 0 || moved >= MOST_SHIFT)
          found.push({ path, faults, sticks, broken, low, moved })
        if (process.env.TEST_PICTURES)
          await keepPicture(
            page,
            `page-${language}-${viewport.width}${path.replaceAll(/[^a-z0-9]+/g, '-').slice(0, 60)}`,
            true,
          )
      }
      expect(found).toEqual([])
    },
  )

  test('a person chooses the language of their pages; without an account the browser does', async () => {
    const titleOf = async (answer: Response) =>
      /<html lang="([^"]*)">.*<h1>([^<]*)/s.exec(await answer.text())?.slice(1)
    const asked = (path: string, headers: Record<string, string>) =>
      fetch(`${office.url}${path}`, { headers })
    await choose('sw')
    expect(
      await titleOf(await asked('/account', { cookie: manager.cookie, 'accept-language': 'fr' })),
    ).toEqual(['sw', 'Akaunti yangu'])
    await choose('')
    expect(
      await titleOf(
        await asked('/account', { cookie: manager.cookie, 'accept-language': 'fr-CM, en;q=0.5' }),
      ),
    ).toEqual(['fr', 'Mon compte'])
    expect(
      await titleOf(await asked('/account', { cookie: manager.cookie, 'accept-language': 'lg' })),
    ).toEqual(['en-GB', 'My account'])
    const picked = await asked('/sign-in?language=fr', { 'accept-language': 'sw' })
    const kept = picked.headers.get('set-cookie') ?? ''
    expect([kept.split(';')[0], (await titleOf(picked))?.[0]]).toEqual(['granary-language=fr', 'fr'])
    expect((await titleOf(await asked('/sign-in', { cookie: kept.split(';')[0] as string })))?.[0]).toBe('fr')
    const unknown = await asked('/sign-in?language=xx', { 'accept-language': 'sw' })
    expect([unknown.headers.get('set-cookie'), (await titleOf(unknown))?.[0]]).toEqual([null, 'sw'])
  })
})
