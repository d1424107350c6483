import { existsSync } from 'node:fs'
import axe from 'axe-core'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'

/** A real browser. `TEST_PICTURES` names a folder for pictures of the pages, to be looked at by people. */

const CHROMIUM = '/usr/bin/chromium'
const ARGS =
  '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync'
const pictures = process.env.TEST_PICTURES

/** Why there is no browser here, for the name of a test that is skipped; empty when there is one. */
export const NO_BROWSER = existsSync(CHROMIUM) ? '' : ` (skipped: there is no ${CHROMIUM})`

export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: CHROMIUM, args: ARGS.split(' '), timeout: 300_000 })

export interface Visit {
  readonly page: Page
  /** Complaints of the page, and requests to anybody else. */
  readonly faults: string[]
}

export const DESKTOP = { width: 1280, height: 900 }
export const PHONE = { width: 360, height: 740 }

/** A window of its own. @param origin of the only service that it may ask */
export async function visit(
  browser: Browser,
  origin: string,
  viewport: { width: number; height: number },
  options: BrowserContextOptions = {},
): Promise<Visit> {
  const page = await browser.newPage({ viewport, colorScheme: 'light', ...options })
  page.setDefaultTimeout(Number(process.env.BROWSER_MS ?? 300_000))
  const faults: string[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (!['data:', 'blob:'].includes(url.protocol) && url.origin !== origin) faults.push(`asks ${url}`)
  })
  page.on('requestfailed', (request) => faults.push(`did not get ${request.url()}`))
  page.on('console', (said) => {
    if (['error', 'warning'].includes(said.type())) faults.push(`says ${said.text()}`)
  })
  page.on('pageerror', (error) => faults.push(`throws ${error}`))
  await page.exposeFunction('violated', (what: string) => faults.push(`violates ${what}`))
  await page.addInitScript(`addEventListener('securitypolicyviolation',
    (event) => violated(event.violatedDirective + ' ' + event.blockedURI))`)
  return { page, faults }
}

export async function keepPicture(page: Page, name: string, fullPage = false): Promise<void> {
  if (pictures !== undefined) await page.screenshot({ path: `${pictures}/${name}.png`, fullPage })
}

/** How far the page can be scrolled sideways, and what sticks out; a drawing cuts its parts off at its edge. @param except elements that may be wide, as a selector */
export const overflow = (page: Page, except = 'pre, .wide') =>
  page.evaluate(`(() => {
    const out = [...document.querySelectorAll('body *')].filter((element) => {
      const { right, width } = element.getBoundingClientRect()
      return width > 0 && right > innerWidth + 1 && !element.closest('${except}, svg *')
    })
    return { sideways: document.documentElement.scrollWidth - innerWidth, out: out.slice(0, 3).map((e) => e.className || e.tagName) }
  })()`)

/** Headings and figures of tables that stand on more than one line. */
export const wrapped = (page: Page): Promise<string[]> =>
  page.evaluate(`(() => {
    const linesOf = (cell) => {
      const range = document.createRange()
      range.selectNodeContents(cell)
      const tops = [...range.getClientRects()].filter(({ width }) => width > 0).map(({ top, bottom }) => (top + bottom) / 2)
      return tops.length === 0 ? 0 : Math.max(...tops) - Math.min(...tops)
    }
    return [...document.querySelectorAll('thead th, td.right')]
      .filter((cell) => cell.getBoundingClientRect().right > 0)
      .filter((cell) => linesOf(cell) > parseFloat(getComputedStyle(cell).fontSize) * 0.6)
      .map((cell) => cell.textContent)
  })()`)

/** WCAG 2.2, level AA. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source)
  const found = await page.evaluate(`axe.run(document, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] })`)
  return (found as axe.AxeResults).violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
}
