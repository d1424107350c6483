import { existsSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The clock of the machine as one process sees it, set forward and back while it runs: by libfaketime, which is loaded
 * before the system's own library. What measures spans of time (CLOCK_MONOTONIC) is left alone, as it is by a real clock
 * that is set.
 */

const NAMES = ['libfaketimeMT.so.1', 'libfaketime.so.1']

/** @returns null where it is not installed; Debian's package is called faketime */
export function libraryOfFakedTime(): string | null {
  const folders = ['/usr/lib', ...readdirSync('/usr/lib').map((name) => `/usr/lib/${name}`), '/usr/local/lib']
  const paths = folders.flatMap((folder) => NAMES.map((name) => join(folder, 'faketime', name)))
  return paths.find((path) => existsSync(path)) ?? null
}

/** For a program that is to see the clock of the file. */
export const seeingClockOf = (library: string, file: string) => ({
  LD_PRELOAD: library,
  FAKETIME_TIMESTAMP_FILE: file,
  FAKETIME_NO_CACHE: '1',
  FAKETIME_DONT_FAKE_MONOTONIC: '1',
  NO_FAKE_STAT: '1',
})

export class FakedTime {
  readonly #file: string
  readonly environment: Readonly<Record<string, string>>
  #offsetMs = 0
  #highestMs = Date.now()
  #isTrusted = true
  /** How far the clock was off when it was trusted last. */
  #trustedOffsetMs = 0

  /** @param file where it is written how far the clock is off */
  constructor(library: string, file: string) {
    this.#file = file
    this.environment = seeingClockOf(library, file)
    this.set(0)
  }

  /** What the clock shows, milliseconds since 1970. */
  get nowMs(): number {
    return Date.now() + this.#offsetMs
  }

  /** The latest that it ever showed while the service trusted it. */
  get highestMs(): number {
    if (this.#isTrusted) this.#highestMs = Math.max(this.#highestMs, this.nowMs)
    return this.#highestMs
  }

  /** How far it is ahead of the latest that was trusted. */
  get aheadMs(): number {
    const { highestMs } = this
    return this.nowMs - highestMs
  }

  /** Until it is said to be trusted, what it shows does not count. */
  distrust(): void {
    void this.highestMs
    this.#isTrusted = false
  }

  trust(): void {
    this.#isTrusted = true
    this.#trustedOffsetMs = this.#offsetMs
  }

  get isTrusted(): boolean {
    return this.#isTrusted
  }

  /** Shows again what was trusted last. */
  putRight(): void {
    this.set(this.#trustedOffsetMs)
  }

  /** @param offsetMs from the real time; whole seconds count */
  set(offsetMs: number): void {
    // What it shows until now counts, too.
    void this.highestMs
    const seconds = Math.round(offsetMs / 1_000)
    writeFileSync(`${this.#file}.new`, `${seconds < 0 ? '' : '+'}${seconds}\n`)
    renameSync(`${this.#file}.new`, this.#file)
    this.#offsetMs = seconds * 1_000
  }
}
