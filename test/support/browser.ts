import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import { type Browser, type BrowserContextOptions, chromium, type Download, type Page } from 'playwright-core'
import { expect, onTestFinished, TestRunner } from 'vitest'
import { folderOfBrowser } from './short-folder.ts'
import { unlessStill, watch } from './watched-page.ts'

/** A real browser. `TEST_PICTURES` names a folder for pictures of the pages, to be looked at by people. */

const CHROMIUM = '/usr/bin/chromium'
const ARGS =
  '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync'
const pictures = process.env.TEST_PICTURES

/** Why there is no browser here, for the name of a test that is skipped; empty when there is one. */
export const NO_BROWSER = existsSync(CHROMIUM) ? '' : ` (skipped: there is no ${CHROMIUM})`

export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: CHROMIUM,
    args: ARGS.split(' '),
    env: { ...process.env, TMPDIR: folderOfBrowser() },
    timeout: 300_000,
  })

export interface Visit {
  readonly page: Page
  /** Complaints of the page, and requests to anybody else. */
  readonly faults: string[]
}

export const DESKTOP = { width: 1280, height: 900 }
export const PHONE = { width: 360, height: 740 }

/**
 * A window of its own, in which every wait ends when nothing more can come (`watched-page.ts`). A test's window closes with
 * the test; one opened before the tests, with its browser.
 * @param origin of the only service that it may ask
 */
export async function visit(
  browser: Browser,
  origin: string,
  viewport: { width: number; height: number },
  options: BrowserContextOptions = {},
): Promise<Visit> {
  const page = await browser.newPage({ viewport, colorScheme: 'light', ...options })
  page.setDefaultTimeout(Number(process.env.BROWSER_MS ?? 300_000))
  const faults: string[] = []
  let isClosing = false
  const complain = (fault: string) => {
    if (!isClosing) faults.push(fault)
  }
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (!['data:', 'blob:'].includes(url.protocol) && url.origin !== origin) complain(`asks ${url}`)
  })
  page.on('requestfailed', (request) => {
    // A page that is left, or that needs a reply no more, gives the request up.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED') complain(`did not get ${request.url()}`)
  })
  page.on('console', (said) => {
    if (['error', 'warning'].includes(said.type())) complain(`says ${said.text()}`)
  })
  page.on('pageerror', (error) => complain(`throws ${error}`))
  await page.exposeFunction('violated', (what: string) => complain(`violates ${what}`))
  await page.addInitScript(`addEventListener('securitypolicyviolation',
    (event) => violated(event.violatedDirective + ' ' + event.blockedURI))`)
  watch(page, faults)
  if (TestRunner.getCurrentTest() !== undefined)
    onTestFinished(async () => {
      isClosing = true
      await page.close()
    })
  return { page, faults }
}

/** The cookie of a session, as a browser keeps it. */
export function cookieOf(cookie: string, url: string) {
  const [name = '', value = ''] = cookie.split('=')
  return { name, value, url }
}

/** A browser with windows at one service. */
export class Windows {
  readonly browser: Browser
  readonly #url: string
  readonly #opened: Visit[] = []

  private constructor(browser: Browser, url: string) {
    this.browser = browser
    this.#url = url
  }

  static at = async (url: string): Promise<Windows> => new Windows(await launchBrowser(), url)

  /** @param cookie of somebody who is signed in */
  async open(viewport = DESKTOP, options: BrowserContextOptions = {}, cookie = ''): Promise<Page> {
    const opened = await visit(this.browser, this.#url, viewport, options)
    this.#opened.push(opened)
    if (cookie !== '') await opened.page.context().addCookies([cookieOf(cookie, this.#url)])
    return opened.page
  }

  /** What all pages complained of. @param known of what a test did on purpose */
  faults(known: RegExp): string[] {
    return this.#opened.flatMap(({ faults }) => faults).filter((fault) => !known.test(fault))
  }

  close(): Promise<void> {
    return this.browser.close()
  }
}

/** Fails unless everybody can use the page and nothing sticks out of it. @param picture its name */
export async function expectUsable(page: Page, picture: string): Promise<void> {
  expect(await violations(page), picture).toEqual([])
  expect(await overflow(page), picture).toEqual({ sideways: 0, out: [] })
  await keepPicture(page, picture, true)
}

/** Presses what makes a file. @returns the file */
export async function downloaded(page: Page, press: () => Promise<void>): Promise<Download> {
  const coming = page.waitForEvent('download')
  coming.catch(() => {})
  await press()
  return unlessStill(page, coming, 'a download')
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

/**
 * What has a word that is wider than there is room for it, by class or tag: it runs over its neighbour, is cut off, or is broken
 * in its middle. Ids and names may be broken.
 */
export const crowded = (page: Page): Promise<string[]> =>
  page.evaluate(`(() => {
    const isBroken = (node) => [...node.data.matchAll(/[\\p{L}]{2,}/gu)].some(({ index, 0: word }) => {
      const range = document.createRange()
      range.setStart(node, index)
      range.setEnd(node, index + word.length)
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1
    })
    return [...document.querySelectorAll('body *')].flatMap((element) => {
      const texts = [...element.childNodes].filter((node) => node.nodeType === 3 && node.data.trim() !== '')
      if (texts.length === 0 || element.closest('svg, select, textarea, pre, code, .code, .named, .who')) return []
      const { display } = getComputedStyle(element)
      const isWide = element.clientWidth > 1 && element.scrollWidth > element.clientWidth + 1 && !/^inline$|contents|none/.test(display)
      return isWide || (element.clientWidth > 1 && texts.some(isBroken))
        ? [(element.className || element.tagName) + ': ' + element.textContent.trim().slice(0, 40)]
        : []
    })
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
    // Headings of papers may take two lines.
    return [...document.querySelectorAll('thead th, td.right')]
      .filter((cell) => cell.tagName !== 'TH' || cell.closest('.sheet') === null)
      .filter((cell) => cell.getBoundingClientRect().right > 0)
      .filter((cell) => linesOf(cell) > parseFloat(getComputedStyle(cell).fontSize) * 0.6)
      .map((cell) => cell.textContent)
  })()`)

/** Words of up to 20 letters, and flags of commands, that stand on more than one line. */
export const brokenWords = (page: Page): Promise<string[]> =>
  page.evaluate(`(() => {
    const broken = []
    const texts = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode())
      for (const { 0: word, index } of text.data.matchAll(/\\S+/g)) {
        if (word.length > 20) continue
        const range = document.createRange()
        range.setStart(text, index)
        range.setEnd(text, index + word.length)
        if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) broken.push(word)
      }
    return broken
  })()`)

/** Buttons, fields and links that stand alone and are lower than 44 px, where fingers press them. */
export const lowTargets = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('main :is(button, .action, select, input:not([type=hidden], [type=checkbox], [type=radio]), summary, .box-label)')]
    .filter((element) => element.checkVisibility() && element.getBoundingClientRect().height < 43.5)
    .map((element) => element.outerHTML.slice(0, 120))`)

/** How far the page moved by itself since it was opened (cumulative layout shift). */
export const layoutShift = (page: Page): Promise<number> =>
  page.evaluate(`new Promise((resolve) => {
    let sum = 0
    const add = (entries) => { for (const { value, hadRecentInput } of entries) if (!hadRecentInput) sum += value }
    const seen = new PerformanceObserver((list) => add(list.getEntries()))
    seen.observe({ type: 'layout-shift', buffered: true })
    requestAnimationFrame(() => setTimeout(() => { add(seen.takeRecords()); resolve(sum) }))
  })`)

/** A page reads it again after each load. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** WCAG 2.2, level AA. */
export async function violations(page: Page): Promise<string[]> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(AXE)
  const found = await page.evaluate(`axe.run(document, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'], resultTypes: ['violations'] })`)
  return (found as axe.AxeResults).violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
}
