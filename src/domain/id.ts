/** Ids are UUID version 7 (RFC 9562 §5.7), lower case, made by whoever makes the record. */

export const UUID_V7_PATTERN = '^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$'
const UUID_V7 = new RegExp(UUID_V7_PATTERN)

export function isId(text: string): boolean {
  return UUID_V7.test(text)
}

/** 16 bytes as stored. */
export function idBytes(id: string): Buffer {
  return Buffer.from(id.replaceAll('-', ''), 'hex')
}

export function idText(bytes: Uint8Array): string {
  return idOfHex(Buffer.from(bytes.buffer, bytes.byteOffset, 16).toString('hex'))
}

/** 32 hexadecimal digits, as SQLite writes them. */
export const idHex = (id: string): string => id.replaceAll('-', '').toUpperCase()

export function idOfHex(digits: string): string {
  const hex = digits.toLowerCase()
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
