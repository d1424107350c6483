import { renameSync, writeFileSync } from 'node:fs'
import { libraryOfFakedTime, seeingClockOf } from '../trials/clock/faked-time.ts'
import type { Clock } from './actors.ts'

/**
 * The clock of the machine as one program sees it, standing still at a moment that the test sets: by libfaketime, for
 * which a date without an "@" before it is a clock that stands. What measures spans of time goes on.
 */
export class StoppedClock implements Clock {
  readonly environment: Readonly<Record<string, string>>
  readonly #file: string
  #nowMs = 0

  /** @param file where it is written what the clock shows */
  constructor(file: string, nowMs: number) {
    const library = libraryOfFakedTime()
    if (library === null) throw new Error('libfaketime is not installed')
    this.#file = file
    this.environment = {
      ...seeingClockOf(library, file),
      FAKETIME_FMT: '%Y-%m-%dT%H:%M:%S',
      TZ: 'UTC',
    }
    this.nowMs = nowMs
  }

  get nowMs(): number {
    return this.#nowMs
  }

  set nowMs(ms: number) {
    this.#nowMs = ms
    // Half a millisecond more: the library reckons with a fraction that may come out a trifle less.
    const text = new Date(ms).toISOString().replace('Z', '5')
    writeFileSync(`${this.#file}.new`, `${text}\n`)
    renameSync(`${this.#file}.new`, this.#file)
  }
}
