import { refused } from './picture.ts'

/**
 * Reads a file in which any length may be a lie. Offsets and lengths are in bytes; numbers are unsigned and
 * big-endian unless `littleEndian`.
 * @throws {Problem} evidence_refused from every method that would read past the end
 */
export class BytesReader {
  readonly length: number
  readonly #bytes: Uint8Array
  readonly #view: DataView

  constructor(bytes: Uint8Array) {
    this.length = bytes.length
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  /** Whether the part is within the file; the only method that does not throw. */
  fits(at: number, length: number): boolean {
    return at >= 0 && length >= 0 && at + length <= this.length
  }

  u8(at: number): number {
    this.#need(at, 1)
    return this.#view.getUint8(at)
  }

  u16(at: number, littleEndian = false): number {
    this.#need(at, 2)
    return this.#view.getUint16(at, littleEndian)
  }

  u32(at: number, littleEndian = false): number {
    this.#need(at, 4)
    return this.#view.getUint32(at, littleEndian)
  }

  /** The bytes as Latin-1 characters, so that any byte can be compared. */
  text(at: number, length: number): string {
    this.#need(at, length)
    return String.fromCharCode(...this.#bytes.subarray(at, at + length))
  }

  /** A view, not a copy. */
  part(at: number, length: number): Uint8Array {
    this.#need(at, length)
    return this.#bytes.subarray(at, at + length)
  }

  #need(at: number, length: number): void {
    if (!this.fits(at, length))
      throw refused('The picture is cut off or damaged: a part of it ends too early.')
  }
}

/** Whether these Latin-1 characters are at an offset; false past the end. */
export function hasText(bytes: Uint8Array, text: string, at = 0): boolean {
  for (let i = 0; i < text.length; i++) if (bytes[at + i] !== text.charCodeAt(i)) return false
  return true
}

export const latin1 = (text: string): Uint8Array => Uint8Array.from(text, (c) => c.charCodeAt(0))

/** Joins small arrays. */
export function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(totalBytes(parts))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

export const totalBytes = (parts: readonly Uint8Array[]): number =>
  parts.reduce((sum, part) => sum + part.length, 0)
