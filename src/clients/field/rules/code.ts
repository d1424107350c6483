/** What the phone scans: the office's code to enrol, and members' cards. */

export interface Enrolment {
  readonly code: string
  /** SHA-256 of the certificate or authority, in lower-case hexadecimal digits. */
  readonly fingerprint?: string
}

const CODE = /^gryenr_[0-9a-z]{20}$/

/** Returns an enrolment code as people type it, in the one form that is sent; null if it is none. */
export function typedCode(text: string): string | null {
  const letters = text.toLowerCase().replace(/[\s\-–—]/g, '')
  const code = letters.startsWith('gryenr_') ? letters : `gryenr_${letters}`
  return CODE.test(code) ? code : null
}

/** Reads the fragment of the address that the office shows: `#code=gryenr_…&fingerprint=HEX`. */
export function enrolmentIn(fragment: string): Enrolment | null {
  const members = new URLSearchParams(fragment.replace(/^#/, ''))
  const code = typedCode(members.get('code') ?? '')
  if (code === null) return null
  const fingerprint = (members.get('fingerprint') ?? '').replaceAll(':', '').toLowerCase()
  return /^[0-9a-f]{64}$/.test(fingerprint) ? { code, fingerprint } : { code }
}

/**
 * Reads what was scanned or typed to enrol: a whole address or a bare code.
 * @param origin of this page
 * @returns `other` for a code of another office, to which this page cannot speak
 */
export function scannedEnrolment(text: string, origin: string): Enrolment | 'other' | null {
  const trimmed = text.trim()
  if (!/^https?:/i.test(trimmed)) {
    const code = typedCode(trimmed)
    return code === null ? null : { code }
  }
  let url: URL
  try {
    url = new URL(trimmed)
  } catch {
    return null
  }
  const enrolment = enrolmentIn(url.hash)
  if (enrolment === null) return null
  return url.origin === origin ? enrolment : 'other'
}

const CARD = /^granary-member:([0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12})$/

/** Returns the party of a member's card; null for any other code. */
export const partyOfCard = (text: string): string | null => CARD.exec(text.trim())?.[1] ?? null

export const cardOf = (party: string): string => `granary-member:${party}`
