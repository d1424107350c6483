import type { Progress } from '../appliance/backup/progress.ts'
import type { Check } from '../appliance/doctor/check.ts'

const MIB = 1024 * 1024
const BAR_CELLS = 24
/** Minimum time between two updates. */
const EVERY_MS = 100

/** A progress bar on standard error for each step of long work. */
export class Bar implements Progress {
  readonly #terminal: { write(text: string): unknown }
  #what = ''
  #of = 0
  #done = 0
  #unit: Parameters<Progress['step']>[2] = 'bytes'
  #drawnAt = 0

  constructor(terminal: { write(text: string): unknown }) {
    this.#terminal = terminal
  }

  step(what: string, of: number, unit: Parameters<Progress['step']>[2]): void {
    this.end()
    this.#what = what
    this.#of = of
    this.#done = 0
    this.#unit = unit
    if (of > 0) this.#draw()
  }

  add(amount: number): void {
    this.#done += amount
    if (performance.now() - this.#drawnAt >= EVERY_MS) this.#draw()
  }

  /** Leaves the last line in place. */
  end(): void {
    if (this.#what === '' || this.#of === 0) return
    this.#draw()
    this.#terminal.write('\n')
    this.#what = ''
  }

  #draw(): void {
    this.#drawnAt = performance.now()
    const share = this.#of === 0 ? 1 : Math.min(1, this.#done / this.#of)
    const full = Math.round(share * BAR_CELLS)
    const cells = `${'#'.repeat(full)}${'.'.repeat(BAR_CELLS - full)}`
    const figure = (n: number) => (this.#unit === 'bytes' ? (n / MIB).toFixed(1) : String(n))
    const unit = this.#unit === 'bytes' ? 'MiB' : this.#unit
    this.#terminal.write(
      `\r${this.#what.padEnd(28)} [${cells}] ${figure(this.#done)} of ${figure(this.#of)} ${unit} `,
    )
  }
}

/** Shows progress on a terminal, or else reports it to the program that started this one, if that listens. */
export function progressOnTerminal(): Progress & { end(): void } {
  if (process.stderr.isTTY) return new Bar(process.stderr)
  return process.send === undefined
    ? { step: () => {}, add: () => {}, end: () => {} }
    : new Bar({ write: reportToParent })
}

/** Sends progress to the program that started this one, if it opened a channel for that. */
export function reportToParent(text: string): void {
  const progress = text.trim()
  if (progress !== '') sendToParent({ progress })
}

/** What a program reports to the one that started it. */
export type Report = { readonly progress: string } | { readonly checks: readonly Check[] }

/** Reports to the program that started this one, if it opened a channel for that. */
export function sendToParent(report: Report): void {
  if (!process.connected) return
  // Without a callback, an error would end this program before it cleans up, if its parent has just ended.
  process.send?.(report, undefined, undefined, () => {})
}

/** The finished share of work that has many parts. */
export interface Share {
  /** The current work, in a few words. */
  readonly doing: string
  readonly done: number
  readonly of: number
}

const SHARE_CELLS = 30

/**
 * Shows a progress bar on standard error for work of many parts, and removes it at the end. Without a
 * terminal, reports to the parent program.
 */
export function shareBar() {
  let shown = ''
  return {
    show({ doing, done, of }: Share) {
      const share = of === 0 ? 1 : done / of
      const full = Math.floor(share * SHARE_CELLS)
      const percent = `${String(Math.floor(100 * share)).padStart(3)} %  ${doing}`
      const bar = process.stderr.isTTY ? `${'#'.repeat(full)}${'.'.repeat(SHARE_CELLS - full)} ` : ''
      const text = bar + percent
      if (text === shown) return
      if (bar === '') reportToParent(text)
      else process.stderr.write(`\r${text.padEnd(shown.length)}`)
      shown = text
    },
    end() {
      if (shown !== '' && process.stderr.isTTY) process.stderr.write(`\r${' '.repeat(shown.length)}\r`)
    },
  }
}

/**
 * Shows a line on standard error for work whose length is not known. Without a terminal, reports to the
 * parent program.
 */
export function countLine() {
  let shown = ''
  let shownAt = Number.NEGATIVE_INFINITY
  return {
    show(text: string) {
      if (performance.now() - shownAt < EVERY_MS || text === shown) return
      if (process.stderr.isTTY) process.stderr.write(`\r${text.padEnd(shown.length)}`)
      else reportToParent(text)
      shown = text
      shownAt = performance.now()
    },
    end() {
      if (shown !== '' && process.stderr.isTTY) process.stderr.write(`\r${' '.repeat(shown.length)}\r`)
      shown = ''
    },
  }
}
