import { createHmac, timingSafeEqual } from 'node:crypto'
import { must } from '../base/typed.ts'

/** Codes of a second factor: TOTP (RFC 6238) with SHA-1, six digits, a new code every 30 seconds. */

const STEP_MS = 30_000
const DIGITS = 6
/** Steps that a phone's clock may be ahead or behind. */
const DRIFT = 1

/** The code of a step (RFC 4226 §5.3). @param key at least 16 bytes */
export function totpCode(key: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', key).update(counter).digest()
  const from = must(mac.at(-1)) & 15
  return String((mac.readUInt32BE(from) & 0x7fff_ffff) % 10 ** DIGITS).padStart(DIGITS, '0')
}

export const totpStep = (atMs: number): number => Math.floor(atMs / STEP_MS)

/**
 * The step that a code belongs to; null if it is not right now.
 * @param typed spaces in it do not matter
 * @param usedStep the newest step of which a code was taken: each counts once, and so does each before it
 */
export function totpStepOf(key: Uint8Array, typed: string, atMs: number, usedStep: number): number | null {
  const code = Buffer.from(typed.replace(/\s/g, ''))
  const now = totpStep(atMs)
  for (let step = Math.max(0, now - DRIFT); step <= now + DRIFT; step++) {
    const right = Buffer.from(totpCode(key, step))
    if (step > usedStep && code.length === right.length && timingSafeEqual(code, right)) return step
  }
  return null
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Base32 (RFC 4648 §6) of whole groups of five bytes, as apps take a key. */
export function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{5}/g) ?? []).map((five) => LETTERS[Number.parseInt(five, 2)]).join('')
}

/** What the QR code says to an app (the key URI format). */
export const totpUri = (key: Uint8Array, issuer: string, name: string): string =>
  `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(name)}?secret=${base32(key)}&issuer=${encodeURIComponent(issuer)}`
