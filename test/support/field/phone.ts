import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterEachFile } from '../after-file.ts'
import { PHONE } from '../browser.ts'

/** A phone: a real browser with a profile of its own on the disk, which can be killed and started again. */

const ARGS =
  '--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync'

const opened = new Set<BrowserContext>()
const folders: string[] = []
afterEachFile(async () => {
  for (const context of opened) await context.close().catch(() => {})
  opened.clear()
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
}, 'end')

/** What the tests use of the engine, inside of the page. */
const ENGINE = `import(document.querySelector('script[type=module]').src).then((module) => module.engine)`

export class Phone {
  readonly url: string
  readonly folder: string
  readonly #args: readonly string[]
  readonly #temporary: string
  readonly #more: { ignoreHTTPSErrors?: boolean }
  context!: BrowserContext
  page!: Page
  /** Complaints of the pages. */
  readonly faults: string[] = []

  private constructor(url: string, args: readonly string[], more: { ignoreHTTPSErrors?: boolean }) {
    this.url = url
    this.#args = args
    this.#more = more
    const root = mkdtempSync(join(tmpdir(), 'granary-test-phone-'))
    folders.push(root)
    this.folder = join(root, 'profile')
    this.#temporary = join(root, 'temporary')
    mkdirSync(this.#temporary)
  }

  /** @param url of the service */
  static async at(
    url: string,
    args: readonly string[] = [],
    more: { ignoreHTTPSErrors?: boolean } = {},
  ): Promise<Phone> {
    const phone = new Phone(url, args, more)
    await phone.start()
    return phone
  }

  async start(): Promise<void> {
    this.context = await chromium.launchPersistentContext(this.folder, {
      executablePath: '/usr/bin/chromium',
      args: [...ARGS.split(' '), ...this.#args],
      headless: true,
      viewport: PHONE,
      locale: 'en-GB',
      colorScheme: 'light',
      acceptDownloads: true,
      // A browser that is killed leaves its own files behind.
      env: { ...process.env, TMPDIR: this.#temporary },
      timeout: 300_000,
      ...this.#more,
    })
    opened.add(this.context)
    this.page = await this.tab()
  }

  /** Opens another tab. */
  async tab(): Promise<Page> {
    const page = await this.context.newPage()
    page.setDefaultTimeout(Number(process.env.BROWSER_MS ?? 300_000))
    page.on('pageerror', (error) => this.faults.push(`throws ${error}`))
    page.on('console', (said) => {
      if (said.type() === 'error') this.faults.push(`says ${said.text()}`)
    })
    return page
  }

  /** Ends the browser at once, as an empty battery does. */
  async kill(): Promise<void> {
    const session = await this.context.newCDPSession(this.page)
    // The process is gone before it can answer.
    await Promise.race([
      session.send('Browser.crash' as 'Browser.close').catch(() => {}),
      new Promise((resolve) => this.context.once('close', resolve)),
    ])
    await this.context.close().catch(() => {})
    opened.delete(this.context)
  }

  async open(hash = '', page = this.page): Promise<void> {
    await page.goto(`${this.url}/field${hash}`)
    await page.locator('h1').waitFor()
  }

  /** Runs code with the engine. @param code an expression or statements with `engine` and `given` */
  async do<T>(code: string, given: unknown = null, page = this.page): Promise<T> {
    const body = /\breturn\b/.test(code) ? code : `return (${code})`
    return page.evaluate(
      `${ENGINE}.then(async (engine) => { const given = ${JSON.stringify(given)}; ${body} })`,
    ) as Promise<T>
  }

  /** Waits until an expression of the engine is true. It looks after each change of the engine. */
  async until(expression: string, page = this.page): Promise<void> {
    await page.evaluate(`${ENGINE}.then((engine) => new Promise((resolve) => {
      const look = () => { try { if (${expression}) resolve(true) } catch {} }
      engine.subscribe(look)
      look()
    }))`)
  }

  async enrol(code: string, pin: string, page = this.page): Promise<void> {
    const enrolled = await this.do('engine.enrol(given)', code, page)
    if (enrolled !== 'done') throw new Error(`not enrolled: ${enrolled}`)
    const fault = await this.do('engine.choosePin(given)', pin, page)
    if (fault !== null) throw new Error(`PIN refused: ${fault}`)
  }
}
