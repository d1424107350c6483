import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DESKTOP, Windows } from '../../support/browser.ts'
import { A4, plain, printedOf, WHY } from '../../support/printed.ts'
import { openSeason, type Season } from '../../support/season.ts'

/** What a lender prints of a member with ten deliveries. */

describe.skipIf(WHY !== '')(`the lender view on paper${WHY}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'papers-'))
  let season: Season
  let windows: Windows

  beforeAll(async () => {
    season = await openSeason(10)
    windows = await Windows.at(season.office.url)
  })
  afterAll(async () => {
    await windows?.close()
    await season?.office.service.stop()
    rmSync(folder, { recursive: true })
  })

  test.each(['en-GB', 'sw', 'fr'])('in %s it is one sheet, with its end in small print', async (locale) => {
    const page = await windows.open(DESKTOP, { locale })
    await page.goto(`${season.office.url}/lender`)
    await page.locator('input[name=token]').fill(season.lenderTokens[0] ?? '')
    await page.locator('form[action="/lender"] button[type=submit]').click()
    await page.getByText('Nakato').first().click()
    await page.locator('.smallprint').waitFor()
    const sheet = await printedOf(
      page,
      join(process.env.TEST_PICTURES ?? folder, `lender-view-${locale}.pdf`),
    )
    expect(sheet).toMatchObject({ sheets: 1, ...A4 })
    expect(await page.locator('.smallprint h2').count()).toBe(4)
    expect(plain(sheet.text)).toContain('Kahawa Cooperative')
    // The other side is the cooperative that the head names.
    expect(sheet.text).not.toMatch(/another party|mhusika mwingine|une autre partie/)
    expect(plain(sheet.text)).not.toMatch(/Sign out|CSV/)
    expect(sheet.text).toMatch(/\b1 ?\/ ?1\b/)
  })
})
