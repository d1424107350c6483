import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import jsQR from 'jsqr'
import type { Locator, Page } from 'playwright-core'
import sharp, { type Region } from 'sharp'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DESKTOP, expectUsable, NO_BROWSER, PHONE, Windows } from '../../support/browser.ts'
import { founded, served } from '../../support/command.ts'
import { type Office, openOffice, PASSWORD, staffOf, type Visitor } from '../../support/office.ts'

/** What the office has for phones: the page that leads one in, over real TLS, its own page, and cards to scan. */

const ADDRESS = 'https://192.168.7.2:7373'

/** What a camera reads in a picture. */
async function scanned(png: Uint8Array, area?: Region): Promise<string | undefined> {
  const cut = area === undefined ? sharp(png) : sharp(png).extract(area)
  const { data, info } = await cut.ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data
}
const codeIn = async (page: Page, label: string): Promise<string | undefined> => {
  const code: Locator = page.getByRole('img', { name: label })
  return scanned(await code.screenshot())
}

describe.skipIf(NO_BROWSER !== '')(`a new phone${NO_BROWSER}`, () => {
  let service: Awaited<ReturnType<typeof served>>
  let windows: Windows
  let code: string

  beforeAll(async () => {
    const coop = await founded()
    await coop.party('person', 'Grace Nakato', '17')
    await coop.did('tls', 'init', '--name', '192.168.7.2')
    code = (await coop.did('staff', 'add', 'Amina', '--role', 'manager')).one_time_code
    service = await served(coop.data, { listen: '0.0.0.0:0', publicUrl: ADDRESS })
    windows = await Windows.at(url())
  })
  afterAll(async () => {
    await windows?.close()
    await service?.stop()
  })
  const url = () => service.url.replace('0.0.0.0', '127.0.0.1')

  /** A window in which the manager is signed in, and a code was just made. */
  async function made(): Promise<Page> {
    const page = await windows.open(DESKTOP, { ignoreHTTPSErrors: true })
    const main = page.getByRole('main')
    const sent = async (path: string, fields: Readonly<Record<string, string>>) => {
      await page.goto(`${url()}${path}`)
      for (const [name, value] of Object.entries(fields)) await page.locator(`[name=${name}]`).fill(value)
      await main.getByRole('button').click()
    }
    await sent('/password', { name: 'Amina', code, password: PASSWORD, again: PASSWORD })
    await page.getByText('The password is set.').waitFor()
    await sent('/sign-in', { name: 'Amina', password: PASSWORD })
    await page.getByRole('heading', { name: 'Today' }).waitFor()
    await page.goto(`${url()}/devices`)
    await page.getByLabel('A member’s own').check()
    await page.getByLabel('Which member?').fill('17')
    await page.getByRole('button', { name: 'lead the phone in' }).click()
    await page.getByRole('heading', { name: 'A new phone' }).waitFor()
    return page
  }
  /** What the phone does once it has read the code. */
  async function register(page: Page, text: string): Promise<string> {
    const secret = new URLSearchParams(new URL(text).hash.slice(1)).get('code')
    const id = uuidv7()
    const headers = { authorization: `Bearer ${secret}` }
    const data = { id, name: 'Grace’s phone', platform: 'Android 14' }
    const answer = await page.request.post(`${url()}/v1/devices`, { headers, data })
    expect(answer.status()).toBe(201)
    return id
  }

  test('is led through the certificate, the code and the PIN, and the page shows when it is there', async () => {
    const page = await made()
    const certificate = await codeIn(page, 'QR code of the certificate’s address')
    expect(certificate).toBe(`${ADDRESS}/v1/tls/authority`)
    const authority = await page.request.get(certificate?.replace(ADDRESS, url()) as string)
    expect(authority.headers()['content-type']).toBe('application/x-x509-ca-cert')
    const text = (await codeIn(page, 'QR code for the device')) as string
    expect(text).toMatch(
      /^https:\/\/192\.168\.7\.2:7373\/field#code=gryenr_[a-z0-9-]+&fingerprint=[0-9a-f]{64}$/,
    )
    const shown = await page.getByRole('main').innerText()
    const fingerprint = /fingerprint=(\w+)/.exec(text)?.[1]
    expect(shown.replaceAll(':', '').toLowerCase()).toContain(fingerprint)
    await expectUsable(page, 'enrolment')
    for (const phone of ['Android', 'iPhone']) await page.getByText(phone, { exact: true }).click()
    expect(await page.getByText('Check: close the tab', { exact: false }).count()).toBe(2)
    await expectUsable(page, 'enrolment-steps')
    await page.setViewportSize(PHONE)
    await expectUsable(page, 'enrolment-phone')
    await page.setViewportSize(DESKTOP)
    // Another address of this machine makes another code of the same secret.
    const others = await page.getByLabel('The address at which').locator('option').allInnerTexts()
    expect(others.length).toBeGreaterThan(1)
    await page.getByLabel('The address at which').selectOption(others[1] as string)
    await page.getByRole('button', { name: 'Use this address' }).click()
    const other = (await codeIn(page, 'QR code for the device')) as string
    expect(other).toBe(text.replace(ADDRESS, others[1] as string))
    const id = await register(page, other)
    await page.getByText('“Grace’s phone” is registered with this code.').waitFor()
    expect(await page.getByText('gryenr_').count()).toBe(0)
    await expectUsable(page, 'enrolment-done')
    await page.getByRole('link', { name: 'The page of this phone' }).click()
    expect(new URL(page.url()).pathname).toBe(`/devices/${id}`)
    await expectUsable(page, 'device')
  })
})

const PDFTOPPM = '/usr/bin/pdftoppm'
const NO_PAPER =
  NO_BROWSER !== '' ? NO_BROWSER : existsSync(PDFTOPPM) ? '' : ` (skipped: there is no ${PDFTOPPM})`

describe.skipIf(NO_PAPER !== '')(`members’ cards on paper${NO_PAPER}`, () => {
  let folder: string
  let office: Office
  let clerk: Visitor
  let windows: Windows
  const members = new Map<string, string>()

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'cards-'))
    office = await openOffice()
    clerk = (await staffOf(office)).clerk
    windows = await Windows.at(office.url)
    for (let number = 1; number <= 12; number++) {
      const name =
        number === 2
          ? 'Nakayenga Namatovu Nalubega Kisakye Margaret Immaculate Nabukenya'
          : number === 3
            ? 'W'.repeat(60)
            : `Member ${number}`
      const language = ['--language', ['en', 'sw', 'fr'][number % 3] as string]
      members.set(`M-${number}`, await office.party('person', name, `M-${number}`, ...language))
    }
    await office.party('institution', 'Valley Bank')
  })
  afterAll(async () => {
    await windows?.close()
    await office?.service.stop()
    rmSync(folder, { recursive: true })
  })

  const DPI = 150
  const pixels = (mm: number) => Math.round((mm / 25.4) * DPI)
  /** The sheets as pictures. */
  async function printed(page: Page, name: string): Promise<Buffer[]> {
    const file = join(process.env.TEST_PICTURES ?? folder, `${name}.pdf`)
    writeFileSync(file, await page.pdf({ preferCSSPageSize: true }))
    const made = execFileSync(PDFTOPPM, ['-r', String(DPI), '-png', file, file.slice(0, -4)])
    expect(made.length).toBe(0)
    const sheets: Buffer[] = []
    for (let n = 1; existsSync(`${file.slice(0, -4)}-${n}.png`); n++)
      sheets.push(await sharp(`${file.slice(0, -4)}-${n}.png`).toBuffer())
    return sheets
  }
  /** What is scanned where a card lies on its sheet of ten. */
  const onCard = (sheet: Uint8Array, at: number) =>
    scanned(sheet, {
      left: pixels(16 + 86 * (at % 2)),
      top: pixels(12 + 54 * Math.floor(at / 2)),
      width: pixels(86),
      height: pixels(54),
    })

  test('ten on a sheet, in the order of their numbers, and each is scanned as its member', async () => {
    const page = await windows.open(DESKTOP, {}, clerk.cookie)
    await page.goto(`${office.url}/members`)
    await page.getByRole('link', { name: 'Print cards' }).click()
    await expectUsable(page, 'cards')
    const sheets = await printed(page, 'paper-cards')
    expect(sheets.length).toBe(2)
    const found: (string | undefined)[] = []
    for (const at of Array.from({ length: 12 }).keys())
      found.push(await onCard(sheets[Math.floor(at / 10)] as Buffer, at % 10))
    expect(found).toEqual([...members.values()].map((id) => `granary-member:${id}`))
    const texts = await page.locator('.member-card').allInnerTexts()
    expect(texts[0]).toContain('Kahawa Cooperative')
    expect(texts[0]).toContain('Mwanachama M-1')
    expect(texts[1]).toContain('Membre M-2')
    expect(texts[2]).toContain('Member M-3')
    // Nothing that is cut off: each card holds all its text.
    const cut = await page.evaluate(`[...document.querySelectorAll('.member-card')]
      .filter((card) => card.scrollHeight > card.clientHeight + 1 || card.scrollWidth > card.clientWidth + 1)
      .map((card) => card.innerText)`)
    expect(cut).toEqual([])
    await page.setViewportSize(PHONE)
    await expectUsable(page, 'cards-phone')
  })
})
