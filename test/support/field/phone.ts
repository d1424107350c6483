import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Locator, type Page } from 'playwright-core'
import { afterEachFile } from '../after-file.ts'
import { PHONE } from '../browser.ts'
import type { Document } from '../command.ts'
import { filesBelow } from '../files-below.ts'
import { type Office, openOffice } from '../office.ts'
import { folderOfBrowser } from '../short-folder.ts'

/** A phone: a real browser with a profile of its own on the disk, which can be killed and started again. */

/** A spare process would die with the tab that a test kills, and the next tab would begin in it. */
const ARGS =
  '--disable-features=SpareRendererForSitePerProcess --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync'

const opened = new Set<BrowserContext>()
const folders: string[] = []
const offices: Office[] = []
afterEachFile(async () => {
  for (const context of opened) await context.close().catch(() => {})
  opened.clear()
  for (const { service } of offices.splice(0)) await service.stop()
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
}, 'end')

/** What the tests use of the engine, inside of the page. */
export const ENGINE = `import(document.querySelector('script[type=module]').src).then((module) => module.engine)`

/** Statements that return what the code gives, which may be an expression. */
export const bodyOf = (code: string): string => (/\breturn\b/.test(code) ? code : `return (${code})`)
/** Looks after each change of the engine. */
export const UNTIL = (expression: string): string => `new Promise((resolve) => {
  const look = () => { try { if (${expression}) resolve(true) } catch {} }
  engine.subscribe(look)
  look()
})`

export class Phone {
  readonly url: string
  readonly folder: string
  readonly #args: readonly string[]
  readonly #more: { ignoreHTTPSErrors?: boolean }
  context!: BrowserContext
  page!: Page
  /** Complaints of the pages, but not that there is no network. */
  readonly faults: string[] = []

  private constructor(url: string, args: readonly string[], more: { ignoreHTTPSErrors?: boolean }) {
    this.url = url
    this.#args = args
    this.#more = more
    const root = mkdtempSync(join(tmpdir(), 'phone-'))
    folders.push(root)
    this.folder = join(root, 'profile')
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
      env: { ...process.env, TMPDIR: folderOfBrowser() },
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
      if (said.type() === 'error' && !said.text().includes('ERR_INTERNET_DISCONNECTED'))
        this.faults.push(`says ${said.text()}`)
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

  /** The files that a killed browser left, by path. A process of it that outlived it may still tidy its cache. */
  filesLeft(): Map<string, Buffer> {
    const files = new Map<string, Buffer>()
    for (const path of filesBelow(this.folder))
      try {
        files.set(path, readFileSync(path))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      }
    return files
  }

  /** Ends the tab at once, as a phone does that needs the memory, and opens another. A page that stands still ends too. */
  async crash(): Promise<void> {
    const gone = new Promise((resolve) => this.page.once('crash', resolve))
    const session = await this.context.browser()?.newBrowserCDPSession()
    const { processInfo } = (await session?.send('SystemInfo.getProcessInfo')) ?? { processInfo: [] }
    for (const { type, id } of processInfo) if (type === 'renderer') process.kill(id, 'SIGKILL')
    await gone
    await session?.detach()
    await this.page.close()
    this.page = await this.tab()
  }

  /**
   * Stops the page at a step of what follows; it goes no further. `Link.pageStopped` says when.
   * @param step `seal` before a row is sealed, `put` when one is written but not yet on the disk, `done` when the transaction
   * is on the disk and the page has not heard of it
   * @param store of the row
   */
  async stopsAt(step: 'seal' | 'put' | 'done', store: string): Promise<void> {
    await this.page.evaluate(`(() => {
      const [step, store] = ${JSON.stringify([step, store])}
      const stop = () => {
        const asked = new XMLHttpRequest()
        asked.open('POST', '/stopped/' + step, false)
        asked.send()
      }
      if (step === 'seal') {
        const { encrypt } = SubtleCrypto.prototype
        SubtleCrypto.prototype.encrypt = function (how, ...rest) {
          if (new TextDecoder().decode(how.additionalData).startsWith(store + '/')) stop()
          return encrypt.call(this, how, ...rest)
        }
      } else {
        const { put } = IDBObjectStore.prototype
        IDBObjectStore.prototype.put = function (...row) {
          const asked = put.apply(this, row)
          if (this.name === store && step === 'put') stop()
          return asked
        }
        const { transaction } = IDBDatabase.prototype
        IDBDatabase.prototype.transaction = function (stores, mode, ...rest) {
          const made = transaction.call(this, stores, mode, ...rest)
          if (step === 'done' && mode === 'readwrite' && [stores].flat().includes(store))
            made.addEventListener('complete', stop)
          return made
        }
      }
    })()`)
  }

  /** Sets the clock of the page, which goes on from there. */
  async setClock(to: Date): Promise<void> {
    await this.page.evaluate(`(() => {
      const Real = Object.getPrototypeOf(Date) === Function.prototype ? Date : Object.getPrototypeOf(Date)
      const aheadMs = ${to.getTime()} - Real.now()
      globalThis.Date = class Date extends Real {
        constructor(...parts) {
          if (parts.length === 0) super(Real.now() + aheadMs)
          else super(...parts)
        }
        static now() {
          return Real.now() + aheadMs
        }
      }
    })()`)
  }

  async open(hash = '', page = this.page): Promise<void> {
    await page.goto(`${this.url}/field${hash}`)
    await page.locator('h1').waitFor()
  }

  /** Runs code with the engine. @param code an expression or statements with `engine` and `given` */
  async do<T>(code: string, given: unknown = null, page = this.page): Promise<T> {
    return page.evaluate(
      `${ENGINE}.then(async (engine) => { const given = ${JSON.stringify(given)}; ${bodyOf(code)} })`,
    ) as Promise<T>
  }

  /** Waits until an expression of the engine is true. It looks after each change of the engine. */
  async until(expression: string, page = this.page): Promise<void> {
    await page.evaluate(`${ENGINE}.then((engine) => ${UNTIL(expression)})`)
  }

  /** Waits until all that can be sent is sent. */
  async settled(): Promise<void> {
    await this.until(
      'engine.status.waiting + engine.status.withoutToken + engine.status.photographs === 0 && !engine.status.isBusy',
    )
  }

  /** Sends and fetches, and waits until that is done. */
  async send(): Promise<void> {
    await this.do('engine.sendNow()')
    await this.settled()
  }

  /** Saves a record. @returns its key on the phone */
  async save(says: object): Promise<string> {
    return (await this.do<{ key: string }>('engine.save(given)', says)).key
  }

  async tenWrongPins(): Promise<void> {
    for (let i = 0; i < 10; i++) await this.do("engine.unlock('000001')")
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name, exact: true })
  }

  /** Shows a screen, as if a person had gone there. */
  async go(place: object): Promise<void> {
    await this.page.evaluate(
      `history.pushState(${JSON.stringify(place)}, ''); dispatchEvent(new PopStateEvent('popstate', { state: history.state }))`,
    )
  }

  /** Goes back to the first screen, and waits for it. */
  async home(): Promise<void> {
    await backHome(this.page)
    await this.page.getByRole('heading', { name: 'Granary' }).waitFor()
  }

  async enrol(code: string, pin: string, page = this.page): Promise<void> {
    const enrolled = await this.do('engine.enrol(given)', code, page)
    if (enrolled !== 'done') throw new Error(`not enrolled: ${enrolled}`)
    const fault = await this.do('engine.choosePin(given)', pin, page)
    if (fault !== null) throw new Error(`PIN refused: ${fault}`)
  }
}

/** An office with its first member, until the file ends. */
export async function fieldOffice() {
  const office = await openOffice()
  offices.push(office)
  const { cooperative } = office.coop
  const grace = await office.party('person', 'Grace Nakato', 'M-1')
  return {
    ...{ office, grace },
    newCode: async (party = cooperative, ...more: string[]): Promise<string> =>
      (await office.did('device enrol --party', party, ...more)).enrolment_code,
    delivery: (value: number, more: object = {}) => cherries(grace, cooperative, value, more),
    /** What the office has of a type. */
    stored: async (type = 'delivery'): Promise<Document[]> =>
      (await office.call(`/v1/records?purpose=operations&type=${type}&limit=500`)).records,
  }
}

/** A delivery as a phone states it. */
export const cherries = (from_party: string, to_party: string, value: number, more: object = {}) => ({
  type: 'delivery',
  occurred_at: '2026-03-01T08:00:00.000Z',
  lawful_basis: 'contract_performance',
  ...{ from_party, to_party, crop: 'coffee_fresh_cherry', quantity: { value, unit: 'kg' } },
  ...more,
})

/** A phone of the cooperative, open, with its members and the registry. */
export async function enrolledPhone(
  { url, did, coop }: Pick<Office, 'url' | 'did' | 'coop'>,
  pin: string,
): Promise<Phone> {
  const phone = await Phone.at(url)
  await phone.open()
  const { enrolment_code } = await did('device', 'enrol', '--party', coop.cooperative)
  await phone.enrol(enrolment_code, pin)
  await phone.until(
    "engine.status.members > 0 && engine.registry.crops.length > 0 && engine.status.worker.state === 'ready' && !engine.status.isBusy",
  )
  return phone
}

/** Goes back to the first screen through the browser's history, as a person does; the caller waits for what it shows. */
export async function backHome(page: Page): Promise<void> {
  await page.evaluate(`(async () => {
    while (history.state?.at !== 'home') {
      const moved = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }))
      history.back()
      await moved
    }
  })()`)
}
