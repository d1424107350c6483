import { UUID_V7_PATTERN } from './shapes.ts'

/** Ids, which `shapes.ts` describes: how they are checked, and how they are stored. */

const UUID_V7 = new RegExp(UUID_V7_PATTERN)

export function isId(text: string): boolean {
  return UUID_V7.test(text)
}

/** Returns the 16 bytes of an id, as stored. */
export function idBytes(id: string): Buffer {
  return Buffer.from(id.replaceAll('-', ''), 'hex')
}

export function idText(bytes: Uint8Array): string {
  return idOfHex(Buffer.from(bytes.buffer, bytes.byteOffset, 16).toString('hex'))
}

/** Returns the 32 hexadecimal digits of an id, as SQLite writes them. */
export const idHex = (id: string): string =>
  (id.slice(0, 8) + id.slice(9, 13) + id.slice(14, 18) + id.slice(19, 23) + id.slice(24)).toUpperCase()

export function idOfHex(digits: string): string {
  const hex = digits.toLowerCase()
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
