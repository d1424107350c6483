import type { Page } from 'playwright-core'

/**
 * A stand-in for a scale at a serial port, for pages: Web Serial as far as the page uses it. What the scale shows, and whether the
 * page may use it, lasts from page to page of one window; it sends what it shows twenty times a second, or by its key.
 */

const STAND_IN = `(() => {
  const kept = (name) => JSON.parse(localStorage.getItem('stand-in-' + name) ?? 'null')
  const keep = (name, value) => localStorage.setItem('stand-in-' + name, JSON.stringify(value))
  const bytesOf = (text) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
  let stream = null
  let sender = null
  let isOpen = false
  const begin = () => {
    stream = new ReadableStream({ start: (controller) => { sender = controller }, cancel: () => { stream = null } })
  }
  const port = {
    get readable() {
      if (isOpen && stream === null) begin()
      return isOpen ? stream : null
    },
    async open(options) {
      if (isOpen) throw new DOMException('already open', 'InvalidStateError')
      if (kept('busy')) throw new DOMException('busy', 'NetworkError')
      keep('opened', [...(kept('opened') ?? []), options])
      isOpen = true
      begin()
    },
    async close() {
      if (!isOpen) throw new DOMException('not open', 'InvalidStateError')
      if (stream?.locked) throw new TypeError('locked')
      isOpen = false
      stream = null
    },
    async forget() {
      keep('granted', false)
      isOpen = false
    },
  }
  const serial = Object.assign(new EventTarget(), {
    getPorts: async () => (kept('granted') && !kept('unplugged') ? [port] : []),
    async requestPort() {
      if (kept('refused')) throw new DOMException('nothing chosen', 'NotFoundError')
      keep('granted', true)
      return port
    },
  })
  Object.defineProperty(navigator, 'serial', { value: serial })
  window.standIn = {
    keep, kept,
    send(text) { if (isOpen && sender !== null) sender.enqueue(bytesOf(text)) },
    spoil() {
      const was = sender
      stream = null
      was.error(new DOMException('noise', 'FramingError'))
    },
    unplug() {
      keep('unplugged', true)
      isOpen = false
      sender?.error(new DOMException('lost', 'NetworkError'))
    },
    plug() {
      keep('unplugged', false)
      serial.dispatchEvent(new Event('connect'))
    },
  }
  setInterval(() => {
    const shown = kept('shows')
    if (shown !== null && port.readable !== null) standIn.send(shown)
  }, 50)
})()`

export class ScalePort {
  readonly #page: Page

  private constructor(page: Page) {
    this.#page = page
  }

  /** Of pages that are opened from now on. */
  static async at(page: Page): Promise<ScalePort> {
    await page.addInitScript(STAND_IN)
    return new ScalePort(page)
  }

  #do(what: string): Promise<unknown> {
    return this.#page.evaluate(`standIn.${what}`)
  }

  /** What it sends all the time; null for nothing. */
  shows = (line: string | null) => this.#do(`keep('shows', ${JSON.stringify(line)})`)
  send = (text: string) => this.#do(`send(${JSON.stringify(text)})`)
  spoil = () => this.#do('spoil()')
  unplug = () => this.#do('unplug()')
  plug = () => this.#do('plug()')
  isBusy = (isBusy: boolean) => this.#do(`keep('busy', ${isBusy})`)
  isRefused = (isRefused: boolean) => this.#do(`keep('refused', ${isRefused})`)
  opened = () => this.#do("kept('opened')")
}

export const stable = (kg: number): string => `ST,GS,+${kg.toFixed(2).padStart(7, '0')}kg\r\n`
export const moving = (kg: number): string => `US,GS,+${kg.toFixed(2).padStart(7, '0')}kg\r\n`
