import { bytes, type Part } from './parts.ts'

/** Writes Exif as cameras do: directories in either byte order, long values and further directories behind them. */

export interface Entry {
  readonly tag: number
  /** TIFF 6.0: 2 text, 3 short, 4 long, 5 rational, 7 bytes of any kind. */
  readonly type: number
  readonly count: number
  /** Up to four bytes stand in the entry itself; a list of entries is a directory of its own. */
  readonly value: Buffer | readonly Entry[]
  /** Whether the entry is a number that tells where the value stands. */
  readonly isPointer: boolean
}

export type Order = 'II' | 'MM'

export interface TiffWriter {
  readonly short: (tag: number, value: number) => Entry
  readonly long: (tag: number, value: number) => Entry
  readonly text: (tag: number, value: string) => Entry
  readonly blob: (tag: number, ...value: readonly Part[]) => Entry
  /** Points at another directory, or at bytes such as a thumbnail. */
  readonly pointer: (tag: number, target: Buffer | readonly Entry[]) => Entry
  /** The whole structure; each directory points at the one after it. */
  readonly tiff: (...directories: readonly (readonly Entry[])[]) => Buffer
}

export function tiffWriter(order: Order): TiffWriter {
  const little = order === 'II'
  const u16 = (value: number) => {
    const held = Buffer.alloc(2)
    little ? held.writeUInt16LE(value) : held.writeUInt16BE(value)
    return held
  }
  const u32 = (value: number) => {
    const held = Buffer.alloc(4)
    little ? held.writeUInt32LE(value) : held.writeUInt32BE(value)
    return held
  }
  const blob = (tag: number, ...value: readonly Part[]): Entry => {
    const held = bytes(...value)
    return { tag, type: 7, count: held.length, value: held, isPointer: false }
  }
  /** A directory that stands at this offset, with all it points at; `next` follows from its length. */
  const laidOut = (entries: readonly Entry[], at: number, hasNext: boolean): Buffer => {
    const fixedEnd = at + 2 + entries.length * 12 + 4
    let behind: Buffer = Buffer.alloc(0)
    const written = entries.map(({ tag, type, count, value, isPointer }) => {
      const held = Buffer.isBuffer(value)
        ? value
        : laidOut(value as readonly Entry[], fixedEnd + behind.length, false)
      const isInside = !isPointer && held.length <= 4
      const field = isInside ? bytes(held, new Uint8Array(4 - held.length)) : u32(fixedEnd + behind.length)
      if (!isInside) behind = bytes(behind, held)
      return bytes(u16(tag), u16(type), u32(count), field)
    })
    const next = hasNext ? fixedEnd + behind.length : 0
    return bytes(u16(entries.length), ...written, u32(next), behind)
  }
  return {
    short: (tag, value) => ({ tag, type: 3, count: 1, value: u16(value), isPointer: false }),
    long: (tag, value) => ({ tag, type: 4, count: 1, value: u32(value), isPointer: false }),
    text: (tag, value) => ({
      tag,
      type: 2,
      count: value.length + 1,
      value: bytes(value, [0]),
      isPointer: false,
    }),
    blob,
    pointer: (tag, target) => ({ tag, type: 4, count: 1, value: target, isPointer: true }),
    tiff: (...directories) => {
      let whole: Buffer = bytes(order, u16(42), u32(8))
      directories.forEach((entries, i) => {
        whole = bytes(whole, laidOut(entries, whole.length, i < directories.length - 1))
      })
      return whole
    },
  }
}
