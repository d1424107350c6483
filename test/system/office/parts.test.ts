import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { must } from '../../../src/base/typed.ts'
import { languageOf } from '../../../src/words/language.ts'
import { wordsIn } from '../../../src/words/words.ts'
import {
  DESKTOP,
  expectUsable,
  keepPicture,
  launchBrowser,
  NO_BROWSER,
  overflow,
  PHONE,
  visit,
} from '../../support/browser.ts'
import { sampleParts } from '../../support/sample-parts.ts'

/** Charts and maps in a real browser: on a phone, in the dark, on paper. */

const SIZES = { desktop: DESKTOP, phone: PHONE } as const

describe.skipIf(NO_BROWSER !== '')(`charts and maps${NO_BROWSER}`, () => {
  let browser: Awaited<ReturnType<typeof launchBrowser>>
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser?.close())

  const opened = async (size: keyof typeof SIZES, colorScheme: 'light' | 'dark', language = 'en') => {
    const { page, faults } = await visit(browser, 'null', SIZES[size], { colorScheme })
    await page.setContent(sampleParts(wordsIn(must(languageOf(language)), 'Africa/Kampala')))
    return { page, faults }
  }

  test.each([
    ['desktop', 'light'],
    ['phone', 'dark'],
  ] as const)('%s, %s: everybody can use them, and nothing sticks out', async (size, scheme) => {
    const { page, faults } = await opened(size, scheme)
    await expectUsable(page, `parts-${size}-${scheme}`)
    expect(faults).toEqual([])
  })

  test.each(['en', 'sw', 'fr'])(
    'in %s no text of a drawing lies on another, nor outside of it',
    async (language) => {
      const { page } = await opened('phone', 'light', language)
      const found = await page.evaluate(`[...document.querySelectorAll('svg[role=img]')].flatMap((svg) => {
      const frame = svg.getBoundingClientRect()
      const texts = [...svg.querySelectorAll('text')].map((text) => ({ name: text.textContent, at: text.getBoundingClientRect() }))
      const out = texts.filter(({ at }) => at.left < frame.left - 1 || at.right > frame.right + 1 || at.top < frame.top - 1 || at.bottom > frame.bottom + 1)
      const on = texts.flatMap((one, i) => texts.slice(i + 1).filter((other) =>
        one.at.left < other.at.right - 1 && other.at.left < one.at.right - 1 && one.at.top < other.at.bottom - 2 && other.at.top < one.at.bottom - 2
      ).map((other) => one.name + ' | ' + other.name))
      return [...out.map(({ name }) => name), ...on]
    })`)
      expect(found).toEqual([])
      expect(await overflow(page)).toEqual({ sideways: 0, out: [] })
    },
  )

  test('on paper all figures are shown', async () => {
    const { page } = await opened('desktop', 'light')
    const shown = () =>
      page.evaluate(
        `[...document.querySelectorAll('figure table')].map((table) => table.checkVisibility())`,
      ) as Promise<boolean[]>
    expect(new Set(await shown())).toEqual(new Set([false]))
    await page.emulateMedia({ media: 'print' })
    expect(new Set(await shown())).toEqual(new Set([true]))
    await keepPicture(page, 'parts-print', true)
  })
})
