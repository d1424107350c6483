import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PAPERS, type Paper } from '../../../src/records/receipt/receipt.ts'
import { DESKTOP, Windows } from '../../support/browser.ts'
import { type Office, openOffice, staffOf, type Visitor } from '../../support/office.ts'
import {
  A4,
  codeOn,
  expectEveryWord,
  expectNothingAround,
  expectNothingOverlaps,
  INSIDE,
  plain,
  printedOf,
  SIZES,
  WHY,
} from '../../support/printed.ts'

/** What the office prints fits its paper: nothing is cut, and nothing of the page around it is on it. */

describe.skipIf(WHY !== '')(`printed papers${WHY}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'papers-'))
  let office: Office
  let windows: Windows
  let manager: Visitor
  let page: Page
  let member: string
  let bank: string
  let delivery: string

  beforeAll(async () => {
    office = await openOffice()
    manager = (await staffOf(office)).manager
    windows = await Windows.at(office.url)
    member = await office.party('person', 'Grace Nakato Kyomuhendo', '71')
    bank = await office.party('institution', 'Hills Sacco', 'S1')
    const flags = ['--measurement-method coop_weighed --location', 'Kasese store, the northern gate']
    for (const crop of ['maize_grain', 'beans_dry', 'coffee_fresh_cherry'])
      delivery = await office.delivered('71', '90.25 kg', ...flags, '--crop', crop)
    page = await windows.open(DESKTOP, {}, manager.cookie)
  })
  afterAll(async () => {
    await windows?.close()
    await office?.service.stop()
    rmSync(folder, { recursive: true })
  })

  const printed = (name: string) =>
    printedOf(page, join(process.env.TEST_PICTURES ?? folder, `paper-${name}.pdf`))

  test('a receipt of a member who brought twenty crops is one sheet', async () => {
    const { rows } = await office.did('registry', 'list', 'crops')
    for (const { id } of (rows as { id: string }[]).slice(0, 20))
      await office.delivered('71', '7 kg', '--crop', id)
    for (const paper of Object.keys(PAPERS) as Paper[]) {
      await page.goto(`${office.url}/receipt/${delivery}?paper=${paper}`)
      const sheet = await printed(`long-receipt-${paper}`)
      expect([paper, sheet.sheets, sheet.width]).toEqual([paper, 1, SIZES[paper]])
      await expectEveryWord(page, sheet)
      await expectNothingOverlaps(page, INSIDE[paper])
    }
  })

  test('the statement of a member with one delivery is one sheet, in each language', async () => {
    const one = await office.party('person', 'Okello James', 'one')
    await office.delivered('one', '101 lb')
    await office.granted('one', 'S1', '--types delivery,party')
    await page.goto(`${office.url}/members/${one}`)
    for (const language of ['en', 'sw', 'fr']) {
      await page.goto(`${office.url}/members/${one}/statement?paper_language=${language}`)
      const sheet = await printed(`statement-one-${language}`)
      expect(sheet).toMatchObject({ sheets: 1, ...A4 })
      await expectNothingOverlaps(page, 178)
      expectNothingAround(sheet)
    }
  })

  test("a lender's invitation is the sheet alone", async () => {
    await page.goto(`${office.url}/readers/${bank}`)
    await page
      .getByRole('button', { name: /[Mm]ake|[Ii]nvite|token/ })
      .first()
      .click()
    await page.locator('.invitation').waitFor()
    const sheet = await printed('invitation')
    expect(sheet).toMatchObject({ sheets: 1, ...A4 })
    await expectEveryWord(page, sheet)
    await expectNothingOverlaps(page, 178)
    expectNothingAround(sheet)
    expect(plain(sheet.text)).toMatch(/^Kahawa Cooperative Access for Hills Sacco/)
    expect(sheet.text).not.toContain('==')
    expect(await page.locator('.invitation li').count()).toBe(3)
    // The code is the address; whoever has only seen the code has no token.
    const address = /http\S+\/lender/.exec(plain(sheet.text))?.[0]
    expect(codeOn(join(process.env.TEST_PICTURES ?? folder, 'paper-invitation.pdf'))).toBe(address)
    expect(sheet.text).toMatch(/gry_[\w-]{43}/)
  })

  test('the paper of a consent taken back: what ends, and lines to sign', async () => {
    const id = await office.granted('71', 'S1')
    await page.goto(`${office.url}/consent/${member}`)
    await page
      .locator(`form:has(input[value="${id}"])`)
      .getByRole('button', { name: 'Take the consent back' })
      .click()
    await page.getByText('From now on').waitFor()
    await page.getByRole('button', { name: 'Français' }).click()
    await page.locator('.sheet[lang^="fr"]').waitFor()
    const sheet = await printed('taken-back')
    expect(sheet).toMatchObject({ sheets: 1, ...A4 })
    await expectEveryWord(page, sheet)
    await expectNothingOverlaps(page, 178)
    expectNothingAround(sheet)
    for (const said of ['Hills Sacco', 'Signature ou empreinte du pouce', `Papier ${id}`])
      expect(plain(sheet.text)).toContain(said)
    // The language stays when the person agrees, so that what they were shown has not changed.
    await page.getByRole('button', { name: 'Take the consent back' }).click()
    await page.getByText('It has ended').waitFor()
  })

  test('the summary of a lot’s pack is a page of its own', async () => {
    const { id } = await office.did(
      'record add lot --holder cooperative --crop coffee_fresh_cherry --date today',
      `--quantity`,
      '90 kg',
      `--input ${delivery}:90`,
    )
    const out = join(folder, 'pack')
    await office.did(`lot pack ${id} --out ${out}`)
    const alone = await windows.open(DESKTOP)
    await alone.setContent(readFileSync(join(out, 'summary.html'), 'utf8'))
    const sheet = await printedOf(alone, join(process.env.TEST_PICTURES ?? folder, 'paper-summary.pdf'))
    expect(sheet).toMatchObject({ sheets: 1, ...A4 })
    const wordsIn = (text: string) => text.toLowerCase().match(/[\p{L}\d.,’-]+/gu) ?? []
    const words = wordsIn(readFileSync(join(out, 'summary.txt'), 'utf8'))
    const onPaper = new Set(wordsIn(sheet.text))
    expect(words.filter((word) => !onPaper.has(word) && /^\p{L}+$/u.test(word))).toEqual([])
    expect(plain(sheet.text)).toContain(id)
  })
})
