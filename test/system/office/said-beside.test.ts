import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DESKTOP, NO_BROWSER, Windows } from '../../support/browser.ts'
import { type Office, openOffice, staffOf, type Visitor } from '../../support/office.ts'
import { soon } from '../../support/soon.ts'

/** What a person agrees to stands beside its form, as the form is. */

const fixture = (name: string) =>
  readFileSync(new URL(`../../support/evidence/pictures/fixtures/${name}`, import.meta.url))
const PAPER = fixture('camera.jpg')
const SCAN = fixture('scan.png')
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

describe.skipIf(NO_BROWSER !== '')(`the sentences beside a form${NO_BROWSER}`, () => {
  let office: Office
  let clerk: Visitor
  let windows: Windows
  let member: string

  beforeAll(async () => {
    office = await openOffice()
    clerk = (await staffOf(office)).clerk
    member = await office.party('person', 'Nakato Grace', '71')
    await office.party('institution', 'Hills Sacco', 'S1')
    windows = await Windows.at(office.url)
  })
  afterAll(async () => {
    await windows?.close()
    await office?.service.stop()
  })

  const filled = async () => {
    const page = await windows.open(DESKTOP, {}, clerk.cookie)
    await page.goto(`${office.url}/consent/${member}/grant`)
    await page.getByLabel(/Who may read/).fill('S1')
    await page.getByText('All purposes and records').click()
    await page.getByLabel('Purpose').selectOption({ label: 'Credit assessment' })
    await page.getByLabel('deliveries with their prices').check()
    await page.getByLabel('Until day').fill('30/6/2099')
    return page
  }

  test('they follow the form, are gone while it has a fault, and are those of the next page', async () => {
    const page = await filled()
    const said = page.locator('#said')
    await page.getByLabel('Until day').blur()
    await said.getByText('until 30 June 2099').waitFor()
    await page.getByLabel('harvests').check()
    await said.getByText('harvests').waitFor()
    await page.getByLabel('Until day').fill('31/2/2099')
    await page.getByLabel('Until day').blur()
    await said.getByText('once the form is filled in').waitFor()
    expect(await said.locator('blockquote').count()).toBe(0)
    await page.getByLabel('Until day').fill('1/7/2099')
    await page.getByLabel('Until day').blur()
    await said.getByText('until 1 July 2099').waitFor()
    const beside = await said.locator('blockquote').innerText()
    await page.getByRole('button', { name: 'What to read out' }).click()
    await page.locator('.sheet').waitFor()
    expect(await page.locator('.sheet blockquote').innerText()).toBe(beside)
    // Nothing was written by looking.
    expect((await office.did('grant', 'list', '--subject', '71')).grants).toEqual([])
    expect(windows.faults(/status of 422/)).toEqual([])
  })

  const field = (page: Page) => page.locator('[name=evidence]')
  const chosen = (page: Page, name: string, buffer: Buffer) =>
    page.getByLabel('Picture of the signed paper').setInputFiles({ name, mimeType: 'image/jpeg', buffer })

  test('a picture of the signed paper is kept, and its hash filled in', async () => {
    const page = await filled()
    await chosen(page, 'paper.jpg', PAPER)
    await page.getByText('The picture is kept.').waitFor()
    expect(await field(page).inputValue()).toBe(sha256(PAPER))
    await page.getByRole('button', { name: 'What to read out' }).click()
    await page.locator('.sheet').waitFor()
    await page.getByRole('button', { name: /They agree/ }).click()
    await page.getByRole('link', { name: 'Receipt' }).click()
    await page.getByRole('link', { name: 'Show the picture of the signed paper' }).click()
    await page.locator('img').waitFor()
    expect(await page.evaluate('document.images[0].naturalWidth')).toBeGreaterThan(10)
    // A browser asks for the icon of a picture that is a page by itself.
    expect(windows.faults(/status of 4(22|04)|NotSameOrigin/)).toEqual([])
  })

  test('what is no picture is said, and there is no hash; the form waits for a picture on its way', async () => {
    const page = await filled()
    const picture = page.getByLabel('Picture of the signed paper')
    await chosen(page, 'paper.jpg', PAPER)
    await page.getByText('The picture is kept.').waitFor()
    await chosen(page, 'letter.jpg', Buffer.from('%PDF-1.7'))
    await page.getByText('not a picture that this service accepts').waitFor()
    expect([await field(page).inputValue(), await picture.inputValue()]).toEqual(['', ''])
    let go = () => {}
    const waits = new Promise<void>((done) => {
      go = done
    })
    await page.route('**/pictures', async (route) => {
      await waits
      await route.continue()
    })
    await chosen(page, 'slow.png', SCAN)
    await page.getByText('The picture is being sent').waitFor()
    expect(await page.evaluate('document.querySelector("[data-picture]").checkValidity()')).toBe(false)
    // Another one is chosen meanwhile: only its hash comes.
    await chosen(page, 'paper.jpg', PAPER)
    go()
    await soon(async () => expect(await field(page).inputValue()).toBe(sha256(PAPER)))
    expect(await page.evaluate('document.querySelector("[data-picture]").checkValidity()')).toBe(true)
    await page.unroute('**/pictures')
    await page.route('**/pictures', (route) => route.abort())
    await chosen(page, 'slow.png', SCAN)
    await page.getByText('The picture was not sent. Choose it again.').waitFor()
    expect(await field(page).inputValue()).toBe('')
  })
})
