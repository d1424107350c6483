/** Ids are UUID version 7 (RFC 9562 §5.7) in lower case, made by the client that makes the record. */

export const UUID_V7_PATTERN = '^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$'
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
export const idHex = (id: string): string => id.replaceAll('-', '').toUpperCase()

export function idOfHex(digits: string): string {
  const hex = digits.toLowerCase()
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
