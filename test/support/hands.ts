import type { Browser, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { cookieOf, DESKTOP, keepPicture, overflow, PHONE, type Visit, violations, visit } from './browser.ts'

/** One job at a page in each way in which people work: the job is written once, and done by each pair of hands. */

const WAYS = ['mouse', 'keyboard', 'phone', 'no scripts'] as const
export type Way = (typeof WAYS)[number]

/** The ways that are tried here: those that TEST_WAYS names, separated by commas, or `all`; else the first. */
export const TRIED: readonly Way[] = triedBy(process.env.TEST_WAYS)

function triedBy(named: string | undefined): readonly Way[] {
  if (named === undefined) return [WAYS[0]]
  const tried = WAYS.filter((way) => named === 'all' || named.split(',').includes(way))
  if (tried.length === 0) throw new Error(`TEST_WAYS names none of: all, ${WAYS.join(', ')}`)
  return tried
}

/** More than any page has of places to stop at. */
const MOST_STOPS = 300

/** What the judged pages are made of. Words and ids change no verdict; of widths, `every-page.test.ts` has each. */
const judged = new Set<string>()
const STRUCTURE = `document.documentElement.outerHTML
  .replaceAll(/<(script|style)[\\s\\S]*?<\\/\\1>/g, '')
  .replaceAll(/>[^<]*\\S[^<]*/g, '>x')
  .replaceAll(/(value|href|action|title|content)="[^"]+"/g, '$1=x')
  .replaceAll(/[0-9a-f-]{20,}|\\d+/g, '0')`

export class Hands {
  readonly way: Way
  readonly page: Page
  readonly #visit: Visit

  private constructor(way: Way, opened: Visit) {
    this.way = way
    this.page = opened.page
    this.#visit = opened
  }

  /** @param cookie of somebody who is signed in */
  static async at(browser: Browser, url: string, way: Way, cookie?: string): Promise<Hands> {
    const options =
      way === 'no scripts' ? { javaScriptEnabled: false } : way === 'phone' ? { hasTouch: true } : {}
    const opened = await visit(browser, url, way === 'phone' ? PHONE : DESKTOP, options)
    if (cookie !== undefined) await opened.page.context().addCookies([cookieOf(cookie, url)])
    return new Hands(way, opened)
  }

  /** Sets a password by a code, on its page. */
  async setPassword(origin: string, name: string, code: string, password: string): Promise<void> {
    await this.page.goto(`${origin}/password`)
    await this.type('Name', name)
    await this.type('One-time code', code)
    await this.type(/^New password/, password)
    await this.type('Repeat the password', password)
    await this.press('button', 'Set the password')
    await this.sees('The password is set.')
  }

  async signIn(name: string, password: string): Promise<void> {
    await this.type('Name', name)
    await this.type('Password', password)
    await this.press('button', 'Sign in')
  }

  get faults(): readonly string[] {
    return this.#visit.faults
  }

  /** Follows a link, or sends a form by a button. */
  async press(role: 'link' | 'button', name: string | RegExp): Promise<void> {
    const exact = typeof name === 'string' ? { exact: true } : {}
    const target = this.page.getByRole(role, { name, ...exact }).first()
    await target.waitFor()
    if (this.way === 'keyboard') {
      await this.#reach(target)
      await this.page.keyboard.press('Enter')
    } else if (this.way === 'phone') await target.tap()
    else await target.click()
  }

  async type(label: string | RegExp, text: string): Promise<void> {
    const target = this.#labelled(label)
    if (this.way !== 'keyboard') return target.fill(text)
    await this.#reach(target)
    await this.page.keyboard.press('Control+a')
    await this.page.keyboard.type(text)
  }

  /** @param isOn how it is then */
  async tick(label: string | RegExp, isOn = true): Promise<void> {
    const target = this.#labelled(label)
    if (this.way === 'keyboard') {
      await this.#reach(target)
      await this.page.keyboard.press('Space')
    } else if (this.way === 'phone') await target.tap()
    else await target.click()
    expect(await target.isChecked()).toBe(isOn)
  }

  /** @param text of the choice, as it is shown */
  async choose(label: string | RegExp, text: string): Promise<void> {
    const target = this.#labelled(label)
    if (this.way === 'keyboard') {
      await this.#reach(target)
      await this.page.keyboard.type(text)
    } else await target.selectOption({ label: text })
    expect(await target.locator('option:checked').textContent()).toBe(text)
  }

  /** A page of the menu, which a phone has to open first. */
  async menu(name: string): Promise<void> {
    // Behind the name is how many wait there.
    await this.pressInMenu('link', new RegExp(`^${name} ?\\d*$`))
  }

  /** What stands in the menu and is no page of its groups: the person's own page, signing out. */
  async pressInMenu(role: 'link' | 'button', name: string | RegExp): Promise<void> {
    const open = this.page.locator('a.open')
    await this.page.locator('.brand').waitFor()
    if ((await open.isVisible()) && !(await this.page.locator('#menu').isVisible()))
      await this.press('link', await open.innerText())
    await this.press(role, name)
  }

  /** A picture for the docs (`TEST_PICTURES`). */
  async keep(name: string): Promise<void> {
    if (this.way === 'mouse') await keepPicture(this.page, name, true)
  }

  /** A file of this machine; the window that chooses it is the browser's own. */
  async upload(label: string | RegExp, path: string): Promise<void> {
    await this.#labelled(label).setInputFiles(path)
  }

  /** Opens what is folded. */
  async unfold(text: string): Promise<void> {
    const target = this.page.locator('summary', { hasText: text }).first()
    await target.waitFor()
    if (this.way === 'keyboard') {
      await this.#reach(target)
      await this.page.keyboard.press('Enter')
    } else if (this.way === 'phone') await target.tap()
    else await target.click()
  }

  /** Waits for it; then nothing of the page may be hard to use. */
  async sees(text: string | RegExp): Promise<void> {
    await this.page.getByText(text).first().waitFor()
    if (this.way === 'no scripts') return
    expect(await this.#looked((page) => this.#newViolations(page)), this.page.url()).toEqual([])
    if (this.way === 'phone')
      expect(await this.#looked(overflow), this.page.url()).toEqual({ sideways: 0, out: [] })
  }

  /** Looks at the page; once more if it loaded itself again meanwhile, as one does that waits for something. */
  async #looked<T>(look: (page: Page) => Promise<T>): Promise<T> {
    for (;;)
      try {
        return await look(this.page)
      } catch (error) {
        if (!String(error).includes('Execution context was destroyed')) throw error
        await this.page.waitForLoadState()
      }
  }

  async #newViolations(page: Page): Promise<string[]> {
    const structure = await page.evaluate<string>(STRUCTURE)
    if (judged.has(structure)) return []
    const found = await violations(page)
    if (found.length === 0) judged.add(structure)
    return found
  }

  async close(): Promise<void> {
    await this.page.close()
  }

  #labelled(label: string | RegExp): Locator {
    return this.page.getByLabel(label, typeof label === 'string' ? { exact: true } : {}).first()
  }

  /** A page that waits for something loads itself again, and whoever was on the way begins at its top. */
  async #reach(target: Locator): Promise<void> {
    for (;;) {
      try {
        return await this.#tabTo(target)
      } catch (error) {
        if (!String(error).includes('Execution context was destroyed')) throw error
        await this.page.waitForLoadState()
      }
    }
  }

  /** By Tab alone, and it must be seen where one is. */
  async #tabTo(target: Locator): Promise<void> {
    // Looked for once: a search by role takes longer than a key.
    const found = async () => {
      await target.waitFor()
      return target.elementHandle()
    }
    let there = await found()
    for (let stop = 0; stop < MOST_STOPS; stop++) {
      const where = await there.evaluate((element) =>
        element === document.activeElement ? 'here' : element.isConnected ? 'elsewhere' : 'gone',
      )
      if (where === 'here') return
      if (where === 'gone') there = await found()
      else await this.page.keyboard.press('Tab')
    }
    throw new Error(`${await target.evaluate((element) => element.outerHTML)} is not reached by the keyboard`)
  }
}
