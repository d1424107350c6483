import { serviceMs } from '../rules/clock.ts'
import { type Installed, install } from './install.ts'

/** What the page finds around it: the browser, its storage, the service worker and the service's clock. */

/** Why the page cannot be a device here. */
export type Missing = 'secure_connection' | 'worker' | 'storage' | 'crypto'

export interface StorageUse {
  readonly usedBytes: number
  readonly quotaBytes: number
  readonly isLasting: boolean
}

/** Set by the build: whether the service takes a phone's report. */
declare const TAKES_REPORT: boolean

/** Not all that WebKit drives has it, and older Safari has a part. */
const { storage } = navigator as { storage?: Partial<StorageManager> }

export class PageSurroundings {
  /** The version of the page, for reports. */
  readonly version = /-([A-Z0-9]+)\.js$/.exec(new URL(import.meta.url).pathname)?.[1] ?? 'unknown'
  clockAheadMs: number | null = null
  storage: StorageUse | null = null
  worker: Installed = { state: 'none' }
  takesReport = TAKES_REPORT
  useNewVersion = () => {}
  readonly #changed: () => void

  constructor(changed: () => void) {
    this.#changed = changed
  }

  /** The time by the service's clock, as its last reply gave it. */
  get serviceMs(): number {
    return serviceMs(Date.now(), this.clockAheadMs)
  }

  setClock(aheadMs: number): void {
    this.clockAheadMs = aheadMs
    this.#changed()
  }

  async install(): Promise<void> {
    this.useNewVersion = await install((worker) => {
      this.worker = worker
      this.#changed()
    })
  }

  /** Without this, the browser may drop everything when its disk is nearly full. */
  async makeStorageLast(): Promise<void> {
    await storage?.persist?.().catch(() => false)
  }

  async measureStorage(): Promise<void> {
    const { usage = 0, quota = 0 } = (await storage?.estimate?.()) ?? {}
    const isLasting = (await storage?.persisted?.()) ?? false
    this.storage = { usedBytes: usage, quotaBytes: quota, isLasting }
    this.#changed()
  }
}

export function whatIsMissing(): Missing | null {
  if (!isSecureContext) return 'secure_connection'
  if (!('serviceWorker' in navigator)) return 'worker'
  if (!('indexedDB' in globalThis) || !('locks' in navigator)) return 'storage'
  return crypto.subtle === undefined ? 'crypto' : null
}

/** Such as `Android 14`; what a browser tells of itself, at most. */
export function platformName(): string {
  const found = /Android [\d.]+|iPhone OS [\d_]+|iPad|Windows NT [\d.]+|Mac OS X [\d_.]+|CrOS|Linux/.exec(
    navigator.userAgent,
  )
  return (found?.[0] ?? 'Phone').replaceAll('_', '.')
}
