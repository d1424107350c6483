import type { Page } from 'playwright-core'

/**
 * A stand-in for scales at two serial ports, for pages: Web Serial as far as the page uses it. What each scale shows, and whether
 * the page may use it, lasts from page to page of one window; it sends what it shows twenty times a second, or by its key.
 */

const STAND_IN = `(() => {
  const kept = (name) => JSON.parse(localStorage.getItem('stand-in-' + name) ?? 'null')
  const keep = (name, value) => localStorage.setItem('stand-in-' + name, JSON.stringify(value))
  const bytesOf = (text) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
  const portOf = (name) => {
    let stream = null
    let sender = null
    let isOpen = false
    const begin = () => {
      stream = new ReadableStream({ start: (controller) => { sender = controller }, cancel: () => { stream = null } })
    }
    return {
      name,
      get readable() {
        if (isOpen && stream === null) begin()
        return isOpen ? stream : null
      },
      async open(options) {
        if (isOpen) throw new DOMException('already open', 'InvalidStateError')
        if (kept('busy')) throw new DOMException('busy', 'NetworkError')
        keep('opened', [...(kept('opened') ?? []), options])
        keep('at', name)
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
        keep('granted', (kept('granted') ?? []).filter((one) => one !== name))
        this.lose()
      },
      send(text) { if (isOpen && sender !== null) sender.enqueue(bytesOf(text)) },
      lose() {
        if (isOpen) sender?.error(new DOMException('lost', 'NetworkError'))
        isOpen = false
      },
    }
  }
  const ports = { first: portOf('first'), second: portOf('second') }
  const picked = () => ports[kept('picks') ?? 'first']
  const serial = Object.assign(new EventTarget(), {
    // In the order in which the system finds them.
    getPorts: async () =>
      kept('unplugged') ? [] : Object.values(ports).filter(({ name }) => kept('granted')?.includes(name)),
    async requestPort() {
      if (kept('refused')) throw new DOMException('nothing chosen', 'NotFoundError')
      const { name } = picked()
      keep('granted', [...new Set([...(kept('granted') ?? []), name])])
      return picked()
    },
  })
  Object.defineProperty(navigator, 'serial', { value: serial })
  window.standIn = {
    keep, kept,
    send(text) { picked().send(text) },
    unplug() {
      keep('unplugged', true)
      picked().lose()
    },
    plug() {
      keep('unplugged', false)
      serial.dispatchEvent(new Event('connect'))
    },
  }
  setInterval(() => {
    for (const port of Object.values(ports)) {
      const shown = kept(port.name === 'first' ? 'shows' : 'shows-second')
      if (shown !== null && port.readable !== null) port.send(shown)
    }
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
  secondShows = (line: string | null) => this.#do(`keep('shows-second', ${JSON.stringify(line)})`)
  /** Which of its ports the person picks when the browser asks. */
  picks = (port: 'first' | 'second') => this.#do(`keep('picks', '${port}')`)
  /** The port that was opened last. */
  at = () => this.#do("kept('at')")
  send = (text: string) => this.#do(`send(${JSON.stringify(text)})`)
  unplug = () => this.#do('unplug()')
  plug = () => this.#do('plug()')
  isBusy = (isBusy: boolean) => this.#do(`keep('busy', ${isBusy})`)
  isRefused = (isRefused: boolean) => this.#do(`keep('refused', ${isRefused})`)
  opened = () => this.#do("kept('opened')")
}

export const stable = (kg: number): string => `ST,GS,+${kg.toFixed(2).padStart(7, '0')}kg\r\n`
export const moving = (kg: number): string => `US,GS,+${kg.toFixed(2).padStart(7, '0')}kg\r\n`
