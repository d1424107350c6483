import { createHmac, timingSafeEqual } from 'node:crypto'
import { must } from '../base/typed.ts'

/** Second-factor codes: TOTP (RFC 6238) with SHA-1, six digits, a new code every 30 seconds. */

const STEP_MS = 30_000
const DIGITS = 6
/** Number of steps that a phone's clock may be ahead or behind. */
const DRIFT = 1

/** Returns the code of a step (RFC 4226 §5.3). @param key at least 16 bytes */
export function totpCode(key: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', key).update(counter).digest()
  const from = must(mac.at(-1)) & 15
  return String((mac.readUInt32BE(from) & 0x7fff_ffff) % 10 ** DIGITS).padStart(DIGITS, '0')
}

export const totpStep = (atMs: number): number => Math.floor(atMs / STEP_MS)

/**
 * Returns the step that a code belongs to; null if the code is not valid now.
 * @param typed the code as typed; spaces do not matter
 * @param usedStep the newest step whose code was used; codes of it and of earlier steps are refused
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

/** Encodes whole groups of five bytes as base32 (RFC 4648 §6), in which authenticator apps accept a key. */
export function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{5}/g) ?? []).map((five) => LETTERS[Number.parseInt(five, 2)]).join('')
}

/** Returns the URI in the QR code for an authenticator app (the key URI format). */
export const totpUri = (key: Uint8Array, issuer: string, name: string): string =>
  `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(name)}?secret=${base32(key)}&issuer=${encodeURIComponent(issuer)}`
