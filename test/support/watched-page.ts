import { subscribe } from 'node:diagnostics_channel'
import { setTimeout as wait } from 'node:timers/promises'
import type { Page, Request, Response } from 'playwright-core'
import { Stillness } from './stillness.ts'

/**
 * Ends waits at a page for what cannot come any more: it was loaded, asks for nothing, will not load itself again and
 * stays the same. The error shows what is there instead.
 */

const LOOK_EVERY_MS = 500
const SHOWN_LINES = 25

/** What of a locator waits until something is so. */
const WAITS = [
  ...[
    'waitFor',
    'click',
    'tap',
    'fill',
    'check',
    'uncheck',
    'selectOption',
    'setInputFiles',
    'press',
    'focus',
  ],
  ...['textContent', 'innerText', 'inputValue', 'getAttribute', 'isChecked', 'isDisabled', 'isEnabled'],
  ...['evaluate', 'scrollIntoViewIfNeeded'],
] as const

const watches = new WeakMap<Page, PageWatch>()

/** @param faults of the page so far, which the errors show */
export function watch(page: Page, faults: readonly string[]): void {
  watches.set(page, new PageWatch(page, faults))
  endWaitsOf(Object.getPrototypeOf(page.locator('html')))
}

/** The same for what is no locator's wait, such as a download. @param what it is for, in the error */
export async function unlessStill<T>(page: Page, coming: Promise<T>, what: string): Promise<T> {
  const error = new Error()
  const watching = watches.get(page)
  if (watching === undefined) return coming
  let isSettled = false
  const settled = coming.finally(() => {
    isSettled = true
  })
  const still = watching.stillUnless(() => isSettled)
  const ended = still.then((isStill) => {
    if (!isStill) return settled
    return watching.shown().then((shown) => {
      error.message = `${what}: nothing more comes of this page\n${shown}`
      throw error
    })
  })
  return Promise.race([settled, ended])
}

// biome-ignore lint/suspicious/noExplicitAny: every method is passed on as it is
type Methods = Record<string, ((...args: any[]) => Promise<unknown>) & { isWatched?: true }>

/** All locators of a process share one prototype. */
function endWaitsOf(prototype: Methods): void {
  for (const name of WAITS) {
    const method = prototype[name] as Methods[string]
    if (method.isWatched) continue
    const watched: Methods[string] = function (this: { page(): Page }, ...args) {
      return unlessStill(this.page(), method.apply(this, args), `${this}.${name}`)
    }
    watched.isWatched = true
    prototype[name] = watched
  }
}

class PageWatch {
  readonly #page: Page
  readonly #faults: readonly string[]
  readonly #asked = new Set<Request>()
  /** Of the document that is shown, and of the one that will be. */
  #answer: Response | null = null
  #next: Response | null = null
  #events = 0

  constructor(page: Page, faults: readonly string[]) {
    this.#page = page
    this.#faults = faults
    page.on('request', (request) => {
      this.#events++
      this.#asked.add(request)
      if (request.isNavigationRequest()) this.#next = null
    })
    const answered = (request: Request) => {
      this.#events++
      this.#asked.delete(request)
    }
    page.on('requestfinished', answered)
    page.on('requestfailed', answered)
    page.on('response', (response) => {
      if (response.request().isNavigationRequest()) this.#next = response
    })
    page.on('framenavigated', (frame) => {
      this.#events++
      if (frame !== page.mainFrame()) return
      if (this.#next !== null || frame.url().startsWith('chrome-error:')) this.#answer = this.#next
      this.#next = null
    })
  }

  /** @returns true when nothing more comes, false when `isSettled` before */
  async stillUnless(isSettled: () => boolean): Promise<boolean> {
    const stillness = new Stillness()
    for (;;) {
      await wait(LOOK_EVERY_MS, undefined, { ref: false })
      if (isSettled() || this.#page.isClosed()) return false
      const there = await this.#page
        .evaluate<string>(
          '[document.readyState, document.activeElement?.id, document.documentElement.outerHTML.length].join()',
        )
        .catch((error: Error) => error.message)
      const state = `${this.#events} ${this.#page.url()} ${there}`
      const isUnderWay =
        this.#asked.size > 0 || this.#answer?.headers().refresh !== undefined || !there.startsWith('complete')
      if (stillness.afterLook({ state, isUnderWay })) return !isSettled()
    }
  }

  /** The page as somebody reads it, what it complained of, and what went wrong in services of this process. */
  async shown(): Promise<string> {
    const text = await this.#page
      .evaluate<string>(`[
        ...[...document.querySelectorAll('h1, [role=alert], [role=status]')].map((box) => box.innerText),
        document.body.innerText,
      ].join('\\n')`)
      .catch((error: Error) => error.message)
    const lines = text.split('\n').filter((line) => line.trim() !== '')
    return [
      `${this.#answer?.status() ?? 'no answer from'} ${this.#page.url()}`,
      ...lines.slice(0, SHOWN_LINES).map((line) => `  | ${line}`),
      ...this.#faults.slice(-5).map((fault) => `the page ${fault}`),
      ...thrown,
    ].join('\n')
  }
}

/** The last errors that routes of services in this process threw, which log nothing. */
const thrown: string[] = []
const KEPT = 5
subscribe('tracing:fastify.request.handler:error', (message) => {
  const { error, request } = message as { error?: Error; request?: { method: string; url: string } }
  thrown.push(`${request?.method} ${request?.url}: ${error?.stack?.split('\n').slice(0, 3).join('\n')}`)
  if (thrown.length > KEPT) thrown.shift()
})
