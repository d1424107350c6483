import type { Told } from '../words/fault.ts'
import { figure } from '../words/figure.ts'
import { type Message, message } from '../words/message.ts'
import type { Words } from '../words/words.ts'

const MIB = 1024 * 1024
const BAR_CELLS = 24
/** Minimum time between two updates. */
const EVERY_MS = 100

/** Receives reports about the progress of long work. */
export interface Progress {
  /** @param what a few words; each call starts a new count */
  step(what: Message, of: number, unit: Unit): void
  add(amount: number): void
}

type Unit = 'bytes' | 'pictures' | 'objects'

interface ProgressStep {
  readonly what: Message
  readonly done: number
  readonly of: number
  readonly unit: Unit
}

/** Counts the work of each step, and shows it from time to time. */
class Steps implements Progress {
  readonly #show: (step: ProgressStep) => void
  readonly #leave: () => void
  #step: ProgressStep | null = null
  #shownAt = 0

  /** @param leave is called when a step that was shown has ended */
  constructor(show: (step: ProgressStep) => void, leave: () => void) {
    this.#show = show
    this.#leave = leave
  }

  step(what: Message, of: number, unit: Unit): void {
    this.end()
    if (of === 0) return
    this.#step = { what, of, done: 0, unit }
    this.#draw(this.#step)
  }

  add(amount: number): void {
    if (this.#step === null) return
    this.#step = { ...this.#step, done: this.#step.done + amount }
    if (performance.now() - this.#shownAt >= EVERY_MS) this.#draw(this.#step)
  }

  /** Leaves the last line in place. */
  end(): void {
    if (this.#step === null) return
    this.#draw(this.#step)
    this.#leave()
    this.#step = null
  }

  #draw(step: ProgressStep): void {
    this.#shownAt = performance.now()
    this.#show(step)
  }
}

const WHAT_WIDTH = 28

/** A progress bar on standard error for each step of long work. */
export class Bar extends Steps {
  constructor({ language, say, tell }: Words, terminal: { write(text: string): unknown }) {
    super(
      ({ what, done, of, unit }) => {
        const full = Math.round(Math.min(1, done / of) * BAR_CELLS)
        const cells = '#'.repeat(full).padEnd(BAR_CELLS, '.')
        const shown = (n: number) =>
          unit === 'bytes' ? figure(inMib(n), language.signs, 1) : figure(n, language.signs)
        const figures = say(`progress.of.${unit}`, { done: shown(done), of: shown(of) })
        terminal.write(`\r${tell(what).padEnd(WHAT_WIDTH)} [${cells}] ${figures} `)
      },
      () => terminal.write('\n'),
    )
  }
}

const inMib = (bytes: number) => Math.round((bytes / MIB) * 10) / 10

/** Shows progress on a terminal, or else reports it to the program that started this one, if that listens. */
export function progressOnTerminal(words: Words): Progress & { end(): void } {
  if (process.stderr.isTTY) return new Bar(words, process.stderr)
  if (process.send === undefined) return { step: () => {}, add: () => {}, end: () => {} }
  return new Steps(
    ({ what, done, of, unit }) => {
      const shown = (n: number) => ({ amount: unit === 'bytes' ? inMib(n) : n })
      reportToParent(message(`progress.${unit}`, { what, done: shown(done), of: shown(of) }))
    },
    () => {},
  )
}

/** Sends progress to the program that started this one, if it opened a channel for that. */
export const reportToParent = (progress: Told): void => sendToParent({ progress })

/** What a program reports to the one that started it. */
export type Report =
  | { readonly progress: Told }
  /** What the doctor found: its `Check`s. */
  | { readonly checks: readonly object[] }
  /** Why the program ends. */
  | { readonly fault: { readonly what: Told; readonly cure: Told } }

/** Reports to the program that started this one, if it opened a channel for that. */
export function sendToParent(report: Report): void {
  if (!process.connected) return
  // Without a callback, an error would end this program before it cleans up, if its parent has just ended.
  process.send?.(report, undefined, undefined, () => {})
}

/** The finished share of work that has many parts. */
export interface Share {
  /** The current work, in a few words. */
  readonly doing: Told
  readonly done: number
  readonly of: number
}

const SHARE_CELLS = 30

/**
 * A line on standard error that is written over, and removed at the end. Without a terminal, each state is
 * reported to the parent program.
 */
function line<T>(textOf: (state: T) => string, reportOf: (state: T) => Told, everyMs: number) {
  let shown = ''
  let shownAt = Number.NEGATIVE_INFINITY
  return {
    show(state: T) {
      const text = textOf(state)
      if (text === shown || performance.now() - shownAt < everyMs) return
      if (process.stderr.isTTY) process.stderr.write(`\r${text.padEnd(shown.length)}`)
      else reportToParent(reportOf(state))
      shown = text
      shownAt = performance.now()
    },
    end() {
      if (shown !== '' && process.stderr.isTTY) process.stderr.write(`\r${' '.repeat(shown.length)}\r`)
      shown = ''
    },
  }
}

const percentOf = ({ done, of }: Share) => (of === 0 ? 100 : Math.floor((100 * done) / of))

/** Shows a progress bar for work of many parts. */
export const shareBar = ({ tell }: Words) =>
  line<Share>(
    (share) => {
      const percent = percentOf(share)
      const full = '#'.repeat(Math.floor((percent * SHARE_CELLS) / 100))
      return `${full.padEnd(SHARE_CELLS, '.')} ${String(percent).padStart(3)} %  ${tell(share.doing)}`
    },
    (share) => message('progress.share', { percent: percentOf(share), doing: share.doing }),
    0,
  )

/** Shows a line for work whose length is not known. */
export const countLine = () => line<string>(String, String, EVERY_MS)
