// Takes the pictures of the docs from the season of `granary demo`: `npm run pictures`, with /usr/bin/chromium. That of the page
// for phones is taken by a test (test/system/field, TEST_PICTURES).
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium, type Page } from 'playwright-core'
import { fromJson } from '../../src/base/typed.ts'
import type { DemoShown } from '../../src/clients/demo/demo-command.ts'

const ROOT = join(fileURLToPath(import.meta.url), '../../..')
const OUT = join(ROOT, 'docs/pictures')
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking']
/** Grace Biira, who brought parchment today; Moses Kule, who opened his records to the bank. */
const [NUMBER, OPEN_NUMBER] = ['EH-001', 'EH-002']

/** A page of a book of deliveries. */
const BOOK = `Date,Member no.,Farmer,Bags,Bag weight,Produce
24/11/2026,EH-004,Joseph Baluku,2,60 kg,Parchment
25/11/2026,EH-005,Esther Kabugho,1,60 kg,Parchment
25/11/2026,EH-006,Yokana Bwambale,3,60 kg,Parchment
`

const demo = spawn(process.execPath, [join(ROOT, 'dist/granary.js'), 'demo', '--json'], {
  stdio: ['ignore', 'pipe', 'inherit'],
})
let printed = ''
const told = await new Promise<DemoShown>((resolve, reject) => {
  demo.once('exit', (status) => reject(new Error(`granary demo ended with ${status}`)))
  demo.stdout.on('data', (piece) => {
    printed += piece
    if (/^\}$/m.test(printed)) resolve(fromJson<DemoShown>(printed))
  })
})
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: FLAGS })
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, colorScheme: 'light' })
  await takeOffice(page, told)
  await takeLender(await browser.newPage({ viewport: { width: 1280, height: 900 } }), told)
} finally {
  await browser.close()
  demo.removeAllListeners('exit')
  demo.kill('SIGINT')
  await once(demo, 'exit')
}

async function take(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: join(OUT, `${name}.png`), fullPage: true })
  console.log(`docs/pictures/${name}.png`)
}

async function takeOffice(page: Page, { office }: DemoShown): Promise<void> {
  const origin = new URL(office.url).origin
  const open = (path: string) => page.goto(`${origin}${path}`)
  const press = (name: string | RegExp) => page.getByRole('button', { name }).first().click()
  const follow = (name: string | RegExp) => page.getByRole('link', { name }).first().click()
  await page.goto(office.url)
  await page.getByLabel('Name').fill(office.name)
  await page.getByLabel('Password').fill(office.password)
  await press('Sign in')
  await open('/today')
  await take(page, 'today')
  await open('/machine')
  await take(page, 'machine')
  await open('/lots')
  await page.locator('table a[href^="/lots/"]').first().click()
  await take(page, 'lot')
  const member = async (number: string) => {
    await open(`/search?q=${number}`)
    if (!page.url().includes('/members/')) await page.locator('a[href^="/members/"]').first().click()
    return new URL(page.url()).pathname.split('/')[2]
  }
  await member(NUMBER)
  await take(page, 'member')
  await open('/weigh-in')
  await page.getByLabel('Member: number').fill(NUMBER)
  await page.getByLabel(/^Weight/).fill('38.5')
  await page.getByLabel('Crop', { exact: true }).fill('Arabica coffee, parchment')
  await press('Save')
  await page.getByLabel('Member: number').fill(OPEN_NUMBER)
  await page.getByLabel(/^Weight/).fill('46')
  await take(page, 'weigh-in')
  const saved = await page.getByRole('link', { name: 'The record' }).getAttribute('href')
  await open(`/receipt/${saved?.split('/').at(2)}`)
  await take(page, 'receipt')
  await open(`/consent/${await member(OPEN_NUMBER)}/grant`)
  await page.getByLabel('Who may read').fill('Fable Coffee Exporters')
  await page.locator('input[name=set][value=buyer]').check()
  await page.getByLabel(/^Until day/).fill('30/6/2027')
  await press('What to read out')
  await take(page, 'consent')
  await open('/records?type=delivery')
  await page.locator('table a[href^="/records/"]').first().click()
  await follow(/correct/i)
  await page.getByLabel('Quantity').fill('27.5 kg')
  await press('Check the entry')
  await take(page, 'correction')
  await open('/import')
  await page.locator('#sheet').setInputFiles({
    ...{ name: 'book.csv', mimeType: 'text/csv', buffer: Buffer.from(BOOK) },
  })
  await page.locator('main form button[type=submit]').first().click()
  await page.getByText('In its first rows').waitFor()
  await take(page, 'import')
}

async function takeLender(page: Page, { lender }: DemoShown): Promise<void> {
  await page.goto(lender.url)
  await page.getByLabel(/token/i).fill(lender.token)
  await page.getByRole('button').first().click()
  const [, subject = ''] = /--subject (\S+)/.exec(lender.command) ?? []
  await page.locator(`main a[href*="${subject}"]`).first().click()
  await take(page, 'lender')
}
