import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DESKTOP, Windows } from '../../support/browser.ts'
import { A4, expectEveryWord, expectNothingOverlaps, plain, printedOf, WHY } from '../../support/printed.ts'
import { openSeason, type Season } from '../../support/season.ts'

/** What is held about a member of whom a season is recorded, on paper. */

describe.skipIf(WHY !== '')(`the answer about a season${WHY}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'papers-'))
  let season: Season
  let windows: Windows
  let page: Page

  beforeAll(async () => {
    season = await openSeason()
    windows = await Windows.at(season.office.url)
    page = await windows.open(DESKTOP, {}, season.manager.cookie)
  })
  afterAll(async () => {
    await windows?.close()
    await season?.office.service.stop()
    rmSync(folder, { recursive: true })
  })
  const printed = (name: string) => printedOf(page, join(process.env.TEST_PICTURES ?? folder, `${name}.pdf`))

  test.each(['en', 'sw', 'fr'])(
    'in %s: thirty deliveries and two lenders are two sheets',
    async (language) => {
      const { office, deliveries } = season
      const { id } = await office.did('subject-access', 'open', '--party', '71')
      await page.goto(`${office.url}/access/${id}?paper_language=${language}`)
      const sheet = await printed(`access-${language}`)
      expect(sheet).toMatchObject(A4)
      expect(sheet.sheets).toBeLessThanOrEqual(2)
      await expectEveryWord(page, sheet)
      await expectNothingOverlaps(page, 178)
      // A row for each version of a delivery, with its own figure.
      const rows = await page.locator('.sheet table').first().locator('tbody tr:not(.note)').count()
      expect(rows).toBe(deliveries.length + 1)
      for (const figure of language === 'en'
        ? ['40 kg', '41.25 kg', '68 kg', '2 Debe (20-litre tin)', '58.5 kg']
        : [])
        expect(plain(sheet.text)).toContain(figure)
    },
  )
})
