import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PAPERS, type Paper } from '../../../src/records/receipt/receipt.ts'
import { DESKTOP, Windows } from '../../support/browser.ts'
import { type Office, openOffice, staffOf, type Visitor } from '../../support/office.ts'
import {
  A4,
  codeOn,
  expectEveryWord,
  expectNothingOverlaps,
  INSIDE,
  type Printed,
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
    const { did } = office
    manager = (await staffOf(office)).manager
    windows = await Windows.at(office.url)
    member = await office.party('person', 'Grace Nakato Kyomuhendo', '71')
    bank = await office.party('institution', 'Hills Sacco', 'S1')
    for (const crop of ['maize_grain', 'beans_dry', 'coffee_fresh_cherry'])
      delivery = (
        await did(
          'record add delivery --from 71 --to cooperative --date today',
          '--measurement-method coop_weighed --crop',
          crop,
          '--quantity',
          '90.25 kg',
          '--location',
          'Kasese store, the northern gate',
        )
      ).id
    page = await windows.open(DESKTOP, {}, manager.cookie)
  })
  afterAll(async () => {
    await windows?.close()
    await office?.service.stop()
    rmSync(folder, { recursive: true })
  })

  const printed = (name: string) =>
    printedOf(page, join(process.env.TEST_PICTURES ?? folder, `paper-${name}.pdf`))

  const expectNothingAround = ({ text }: Printed) =>
    expect(
      /Sign out|Weigh in|Skip to|^ *More *$|Next delivery|Ctrl-P|Back to|Print in|from now on/m.exec(text),
    ).toBeNull()

  async function receiptOn(paper: Paper, record = delivery): Promise<void> {
    await page.goto(`${office.url}/records/${record}`)
    await page.getByLabel('Paper', { exact: true }).selectOption(paper)
    await page.getByRole('button', { name: 'Receipt' }).click()
    await page.locator('.receipt').waitFor()
  }

  test.each(Object.keys(PAPERS) as Paper[])('a receipt on %s is one sheet', async (paper) => {
    await receiptOn(paper)
    const sheet = await printed(`receipt-${paper}`)
    expect([sheet.sheets, sheet.width]).toEqual([1, SIZES[paper]])
    if (paper === 'a5') expect(sheet.height).toBe(210)
    // As long as its text and the code below it.
    else expect(sheet.height - sheet.end).toBeLessThan(25)
    await expectEveryWord(page, sheet)
    await expectNothingOverlaps(page, INSIDE[paper])
    expectNothingAround(sheet)
    const { number, digest } = await office.did('receipt', delivery)
    expect(plain(sheet.text)).toContain(number)
    expect(plain(sheet.text)).toContain('Record number')
    // The heading of the page is not on it.
    expect(sheet.text).not.toMatch(/^\s*Receipt\s*$/m)
    expect(codeOn(join(process.env.TEST_PICTURES ?? folder, `paper-receipt-${paper}.pdf`))).toBe(
      `granary:record?id=${delivery}&sha256=${digest}`,
    )
    // The code is whole, and wide enough for a phone.
    await page.emulateMedia({ media: 'print' })
    const code = await page.locator('.code svg').boundingBox()
    expect(code?.width).toBeGreaterThan(100)
    await page.emulateMedia({ media: null })
  })

  test('a receipt of a member who brought twenty crops is one sheet too', async () => {
    const { rows } = await office.did('registry', 'list', 'crops')
    for (const { id } of (rows as { id: string }[]).slice(0, 20))
      await office.did(
        `record add delivery --from 71 --to cooperative --date today --crop ${id}`,
        '--quantity',
        '7 kg',
      )
    for (const paper of Object.keys(PAPERS) as Paper[]) {
      await receiptOn(paper)
      const sheet = await printed(`long-receipt-${paper}`)
      expect([paper, sheet.sheets, sheet.width]).toEqual([paper, 1, SIZES[paper]])
      await expectEveryWord(page, sheet)
      await expectNothingOverlaps(page, INSIDE[paper])
    }
  })

  test("a member's statement", async () => {
    await page.goto(`${office.url}/members/${member}/statement`)
    const sheet = await printed('statement')
    expect(sheet).toMatchObject(A4)
    const said = await page.locator('.told :is(h2, p, dd)').allTextContents()
    expect(said.length).toBeGreaterThan(10)
    // Headings in capitals are shown as other headings are.
    const onPaper = plain(sheet.text).toLowerCase()
    expect(said.filter((text) => !onPaper.includes(plain(text).toLowerCase()))).toEqual([])
    expectNothingAround(sheet)
    expect(sheet.text).toMatch(/90\.25/)
  })

  test.each(['en', 'sw', 'fr'])(
    'in %s, the statement of a member with one delivery is one sheet',
    async (language) => {
      const one = await office.party('person', `Okello James ${language}`, `one-${language}`)
      await office.did(
        `record add delivery --from one-${language} --to cooperative --date today --crop coffee_fresh_cherry`,
        '--quantity',
        '101 lb',
      )
      await office.did(
        `grant record --subject one-${language} --grantee S1 --purpose credit_assessment`,
        '--types delivery,party --expires 2099-06-30 --channel in_person',
      )
      await page.goto(`${office.url}/members/${one}`)
      await page.goto(`${office.url}/members/${one}/statement?paper_language=${language}`)
      const sheet = await printed(`statement-one-${language}`)
      expect(sheet).toMatchObject({ sheets: 1, ...A4 })
      await expectNothingOverlaps(page, 178)
    },
  )

  test('a statement in another language: the whole paper is in it, and the page around is not on it', async () => {
    await page.goto(`${office.url}/members/${member}/statement`)
    await page.getByRole('button', { name: 'Kiswahili' }).click()
    await page
      .getByRole('link', { name: 'Print in Kiswahili for Grace Nakato Kyomuhendo from now on' })
      .waitFor()
    expect(await page.locator('.sheet').getAttribute('lang')).toBe('sw')
    const sheet = await printed('statement-sw')
    expectNothingAround(sheet)
    expect(plain(sheet.text)).toMatch(/^Kahawa Cooperative Taarifa ya Grace Nakato Kyomuhendo/)
    expect(sheet.text).not.toMatch(/Statement|Deliveries|Who read/)
  })

  test('the paper of a consent: the sentences, and lines to sign', async () => {
    await page.goto(`${office.url}/consent/${member}/grant`)
    await page.getByLabel(/Who may read/).fill('S1')
    await page.getByText('All purposes and records').click()
    await page.getByLabel('Purpose').selectOption({ label: 'Credit assessment' })
    await page.getByLabel('deliveries with their prices').check()
    await page.getByLabel('Until day').fill('30/6/2099')
    await page.getByRole('button', { name: 'What to read out' }).click()
    await page.locator('blockquote').waitFor()
    const sheet = await printed('consent')
    expect(sheet).toMatchObject({ sheets: 1, ...A4 })
    expectNothingAround(sheet)
    for (const said of ['Signature or thumbprint', 'For the cooperative', 'Who read it out', 'Hills Sacco'])
      expect(sheet.text).toContain(said)
    expect(sheet.text).toMatch(/^ *Paper [0-9a-f-]{36}$/m)
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

  test('the answer to somebody who asked what is held about them', async () => {
    const { id } = await office.did('subject-access', 'open', '--party', '71')
    await page.goto(`${office.url}/access/${id}`)
    const sheet = await printed('access-answer')
    expect(sheet).toMatchObject(A4)
    await expectEveryWord(page, sheet)
    await expectNothingOverlaps(page, 178)
    expectNothingAround(sheet)
  })

  test('the paper of a consent taken back: what ends, and lines to sign', async () => {
    const { id } = await office.did(
      `grant record --subject 71 --grantee S1 --purpose insurance --types delivery --expires 2099-06-30`,
      '--channel in_person',
    )
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

  test('the view of a lender has numbered sheets, and no link of the page around it', async () => {
    const { token } = await office.did('credential', 'issue', '--party', 'S1', '--kind', 'reader')
    await office.did(
      `grant record --subject 71 --grantee S1 --purpose credit_assessment --types delivery,party`,
      '--expires 2099-06-30 --channel in_person',
    )
    const lender = await windows.open(DESKTOP)
    await lender.goto(`${office.url}/lender`)
    await lender.locator('input[name=token]').fill(token)
    await lender.getByRole('button', { name: 'Sign in' }).click()
    await lender.getByText('Nakato').first().click()
    await lender.getByText('90.25').first().waitFor()
    const sheet = await printedOf(lender, join(process.env.TEST_PICTURES ?? folder, 'paper-lender.pdf'))
    expect(sheet).toMatchObject(A4)
    expect(sheet.text).not.toMatch(/Sign out/)
    for (const [i, text] of sheet.text.split('\f').slice(0, -1).entries())
      expect(text).toMatch(new RegExp(`\\b${i + 1} ?/ ?${sheet.sheets}\\b`))
  })

  test('the paper of a refusal: what was asked, and lines to sign', async () => {
    const { token } = await office.did('credential', 'issue', '--party', 'S1', '--kind', 'reader')
    const id = uuidv7()
    const asked = await fetch(`${office.url}/v1/access-requests`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        ...{ id, about: { party: member }, purpose: 'insurance', record_types: ['plot'] },
        ...{ expires_at: '2099-06-30T00:00:00Z', reason: 'A policy against hail.' },
      }),
    })
    expect(asked.status).toBe(201)
    await page.goto(`${office.url}/requests/${id}`)
    await page.getByRole('button', { name: 'They refuse' }).click()
    await page.getByText('does not agree').waitFor()
    const sheet = await printed('refusal')
    expect(sheet).toMatchObject({ sheets: 1, ...A4 })
    expectNothingAround(sheet)
    for (const said of ['Hills Sacco', 'A policy against hail.', 'does not agree', 'Signature or thumbprint'])
      expect(plain(sheet.text)).toContain(said)
    expect(sheet.text).toContain(`Paper ${id}`)
  })
})
