import type { Machine } from './machine.ts'
import type { Phone } from './phone.ts'
import type { Transcript } from './transcript.ts'

/** What the steps share. */
export interface Scene {
  readonly transcript: Transcript
  /** In the order of their versions; the later ones hold the same program. */
  readonly packages: readonly [first: string, second: string]
  readonly office: Machine
}

/** An office that serves a phone. */
export interface Serving extends Scene {
  readonly phone: Phone
  readonly farmer: string
  /** The line that opens the backups, and the key of the log, as they stand on paper. */
  readonly paper: { readonly identity: string; readonly vkey: string }
}

export const USB = '/mnt/usb/granary-backups'
export const SETTINGS = '/etc/granary/granary.env'
