import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PAPERS, type Paper } from '../../../src/records/receipt/receipt.ts'
import { DESKTOP, Windows } from '../../support/browser.ts'
import { type Office, openOffice, staffOf } from '../../support/office.ts'
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

/** Long names, other scripts and large amounts on every paper, in every language. */

const LONG = 'Wilhelmina Kyomuhendo Nakabugo-Ssemakula Tumwesigye Mbabazis'
const NAMES = [LONG, 'محمد عبد الرحمن بن خالد الأنصاري', 'श्रीमती सावित्रीबाई ज्योतिराव फुले'] as const
const LANGUAGES = ['en', 'sw', 'fr'] as const
/** Other scripts are the same on the paper of each language: they are on the English one alone. */
const isOn = (language: string, i: number) => language === 'en' || i === 0
const UGX = (amount_minor: number) => ({ amount_minor, currency: 'UGX' })
const basis = { lawful_basis: 'special_data_consent' }

describe.skipIf(WHY !== '')(`papers with hard contents${WHY}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'papers-'))
  let office: Office
  let windows: Windows
  let page: Page
  const people: { name: string; party: string; delivery: string; payment: string }[] = []

  beforeAll(async () => {
    office = await openOffice({ timeZone: 'Africa/Kampala' })
    const { manager } = await staffOf(office)
    const us = office.coop.cooperative
    await office.party('institution', 'The Hills Savings and Credit Cooperative Society Limited, For', 'S1')
    for (const [i, name] of NAMES.entries()) {
      const party = await office.party('person', name, `71-${i}`)
      const of = { from_party: party, to_party: us, measurement_method: 'calibrated_weighed' }
      const goods = { crop: 'coffee_robusta_fresh_cherry', quantity: { value: 1234567.25, unit: 'kg' } }
      const named = {
        location: 'Kasese store, the northern gate beside the mill',
        grade: 'Screen 18, washed',
      }
      const { id: delivery } = await office.append('delivery', {
        ...{ ...of, ...goods, ...named, ...basis },
        agreed_price: UGX(123_456_789_012),
      })
      for (const value of [12, 3.5])
        await office.append('delivery', {
          ...{ ...of, crop: 'maize_grain' },
          quantity: { value, unit: 'debe', label: 'debe kubwa la sokoni' },
        })
      const loan = { kind: 'repay_input_credit', obligor: party, obligee: us, amount: UGX(987_654_321_098) }
      const { id: debt } = await office.append('obligation', { ...loan, ...basis })
      const { id: payment } = await office.append('payment', {
        ...{ payer: party, payee: us, amount: UGX(345_678_901_234), method: 'mobile_money' },
        ...{ purpose: 'input_credit', reference: 'MP261125.1420.A12345-99887766554433221100', ...basis },
        settles: [{ record_id: debt, amount_minor: 245_678_901_234 }],
      })
      people.push({ name, party, delivery, payment })
    }
    windows = await Windows.at(office.url)
    page = await windows.open(DESKTOP, {}, manager.cookie)
  })
  afterAll(async () => {
    await windows?.close()
    await office?.service.stop()
    rmSync(folder, { recursive: true })
  })

  const fileOf = (name: string) => join(process.env.TEST_PICTURES ?? folder, `hard-${name}.pdf`)
  const printed = (name: string) => printedOf(page, fileOf(name))

  describe.each(Object.keys(PAPERS) as Paper[])('on %s', (paper) => {
    test.each(LANGUAGES)('receipts in %s are one sheet each, and nothing is cut', async (language) => {
      for (const [i, { name, ...records }] of people.entries().filter(([i]) => isOn(language, i)))
        for (const kind of ['delivery', 'payment'] as const) {
          const search = new URLSearchParams({ paper, paper_language: language })
          await page.goto(`${office.url}/receipt/${records[kind]}?${search}`)
          const of = `${kind}-${paper}-${language}-${i}`
          const sheet = await printed(of)
          expect([of, sheet.sheets, sheet.width]).toEqual([of, 1, SIZES[paper]])
          // A roll is not much longer than what is on it.
          if (paper !== 'a5') expect(sheet.height - sheet.end, of).toBeLessThan(10 + sheet.height / 8)
          await expectEveryWord(page, sheet)
          await expectNothingOverlaps(page, INSIDE[paper])
          if (language === 'en') expectNothingAround(sheet)
          // Nor is the heading of the page.
          expect(sheet.text).not.toMatch(/^\s*Receipt\s*$/m)
          if (i === 0 && kind === 'delivery') {
            const { digest } = await office.did('receipt', records.delivery)
            const code = `granary:record?id=${records.delivery}&sha256=${digest}`
            expect(codeOn(fileOf(of))).toBe(code)
          }
          if (name === LONG) expect(plain(sheet.text)).toContain('Mbabazis')
          expect(plain(sheet.text)).toMatch(
            kind === 'payment' ? /345[,.\s]678[,.\s]901[,.\s]234/ : /123[,.\s]456/,
          )
        }
    })
  })

  test.each(LANGUAGES)('statements and accounts in %s', async (language) => {
    for (const [i, { party }] of people.entries().filter(([i]) => isOn(language, i)))
      for (const what of ['statement', 'account']) {
        await page.goto(`${office.url}/members/${party}/${what}?paper_language=${language}`)
        const sheet = await printed(`${what}-${language}-${i}`)
        expect(sheet).toMatchObject(A4)
        expect(sheet.sheets, what).toBeLessThanOrEqual(what === 'account' ? 1 : 2)
        await expectEveryWord(page, sheet)
        await expectNothingOverlaps(page, 178)
        expect(sheet.text).toMatch(new RegExp(`\\b1 ?/ ?${sheet.sheets}\\b`))
        if (what === 'account') expect(plain(sheet.text)).toMatch(/987[,.\s]654[,.\s]321[,.\s]098/)
      }
  })

  test.each(LANGUAGES)('the paper of a consent in %s is one sheet', async (language) => {
    for (const [i, { party }] of people.entries().filter(([i]) => isOn(language, i))) {
      await page.goto(`${office.url}/consent/${party}/grant`)
      await page.getByLabel(/Who may read/).fill('S1')
      await page.getByText('All purposes and records').click()
      await page.getByLabel('Purpose').selectOption({ label: 'Credit assessment' })
      for (const box of await page.locator('input[type=checkbox][name^=type_]').all()) await box.check()
      await page.getByLabel('Until day').fill('30/6/2099')
      await page.getByRole('button', { name: 'What to read out' }).click()
      await page.locator('.sheet').waitFor()
      if (language !== 'en') await page.locator(`button[value="${language}"]`).click()
      await page.locator(`.sheet[lang^="${language}"]`).waitFor()
      const sheet = await printed(`consent-${language}-${i}`)
      expect(sheet).toMatchObject({ sheets: 1, ...A4 })
      await expectEveryWord(page, sheet)
      await expectNothingOverlaps(page, 178)
    }
  })

  test('a long statement repeats the heads of its tables, and breaks no row', async () => {
    const { party } = people[0] as (typeof people)[number]
    for (let day = 1; day <= 60; day++)
      await office.append('delivery', {
        ...{ from_party: party, to_party: office.coop.cooperative, crop: 'beans_dry' },
        quantity: { value: day, unit: 'kg' },
      })
    await page.goto(`${office.url}/members/${party}/statement`)
    const sheet = await printed('long-statement')
    const pages = sheet.text.split('\f').slice(0, -1)
    expect(pages).toHaveLength(sheet.sheets)
    expect(sheet.sheets).toBeGreaterThan(2)
    const withRows = pages.filter((text) => (text.match(/Beans, dry/g) ?? []).length > 2)
    expect(withRows.length).toBeGreaterThan(1)
    for (const text of withRows) expect(text).toMatch(/Day +Crop +Quantity +Kilograms/)
    for (const [i, text] of pages.entries())
      expect(text).toMatch(new RegExp(`\\b${i + 1} ?/ ?${pages.length}\\b`))
    // Each sheet says whose it is.
    for (const text of pages) expect(plain(text)).toMatch(/Statement for Wilhelmina.*· Kahawa/)
  })
})
