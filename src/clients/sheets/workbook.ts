import { inflateRawSync } from 'node:zlib'
import { mapped } from '../../base/typed.ts'
import { message } from '../../words/message.ts'
import { ImportFault } from './fault.ts'
import { checkMarkup, MarkupCounts } from './workbook-markup.ts'

/**
 * Unpacks a workbook (XLSX: a ZIP file of XML, ECMA-376), and checks its size before its cells are read: a
 * small file may unpack to gigabytes, or place one cell a million rows from the next.
 */

/**
 * Four times the size of the workbook that a spreadsheet program writes for the largest CSV file to import.
 */
const MOST_BYTES = 128 * 1024 * 1024
/** Enough for a part for each sheet and picture, and some others. */
const MOST_PARTS = 5_000

export const SAVE_AS = message('import.file.saveAs.remedy')
const SMALLER = message('import.file.smaller.remedy')

const damaged = () => new ImportFault(message('import.file.damaged'), SAVE_AS)
const tooLarge = () =>
  new ImportFault(message('import.file.unpacked', { most: MOST_BYTES / 1024 / 1024 }), SMALLER)

/**
 * Returns the unpacked parts of a workbook that contain its cells, by name.
 * @throws {ImportFault} if it is damaged or too large
 */
export function unpacked(bytes: Uint8Array): Record<string, Uint8Array> {
  const parts = partsNamed(bytes, /\.(xml|rels)$/)
  const counted = new MarkupCounts()
  for (const part of parts.values()) {
    const outcome = checkMarkup(part, counted)
    if (outcome === 'malformed') throw damaged()
    if (outcome !== null) throw new ImportFault(outcome, SMALLER)
  }
  return Object.fromEntries(parts)
}

interface ZipEntry {
  readonly name: string
  readonly isDeflated: boolean
  /** The range of its packed bytes. */
  readonly from: number
  readonly to: number
  /** As stated in the directory. */
  readonly unpackedBytes: number
}

/** XLSX and KMZ are ZIP files. */
const ZIP = [0x50, 0x4b, 0x03, 0x04]
export const isZip = (bytes: Uint8Array): boolean => ZIP.every((byte, i) => bytes[i] === byte)

/** @throws {ImportFault} if the file is damaged or too large */
export function partsNamed(bytes: Uint8Array, pattern: RegExp, most = MOST_PARTS): Map<string, Uint8Array> {
  const entries = entriesOf(bytes)
    .filter(({ name }) => pattern.test(name))
    .slice(0, most)
  if (entries.reduce((sum, { unpackedBytes }) => sum + unpackedBytes, 0) > MOST_BYTES) throw tooLarge()
  return new Map(entries.map((entry) => [entry.name, inflated(bytes, entry)]))
}

/** Returns the names of the parts. @throws {ImportFault} if the file is damaged */
export const namesIn = (bytes: Uint8Array): string[] => entriesOf(bytes).map(({ name }) => name)

/** Unpacks an entry, up to the size that the directory states. */
function inflated(bytes: Uint8Array, { isDeflated, from, to, unpackedBytes }: ZipEntry): Uint8Array {
  const packed = bytes.subarray(from, to)
  try {
    const part = isDeflated ? inflateRawSync(packed, { maxOutputLength: Math.max(unpackedBytes, 1) }) : packed
    if (part.length === unpackedBytes) return part
  } catch {
    // The entry is damaged, or longer than stated.
  }
  throw damaged()
}

function entriesOf(bytes: Uint8Array): readonly ZipEntry[] {
  try {
    const directory = directoryOf(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength))
    if (directory.count > MOST_PARTS)
      throw new ImportFault(
        message('import.file.tooMany', { most: { count: MOST_PARTS }, what: 'parts' }),
        SMALLER,
      )
    return [...listed(bytes, directory)]
  } catch (error) {
    // An address is beyond the end of the file.
    if (error instanceof RangeError) throw damaged()
    throw error
  }
}

interface Directory {
  readonly view: DataView
  readonly at: number
  readonly count: number
}

/**
 * Finds the directory (APPNOTE.TXT 4.3.16), which is at the end, before a comment of at most 64 KiB. If its
 * numbers are too small, they are in the records of 4.3.14 and 4.3.15.
 */
function directoryOf(view: DataView): Directory {
  const last = view.byteLength - 22
  for (let at = last; at >= Math.max(last - 0xffff, 0); at--) {
    if (view.getUint32(at, true) !== 0x06054b50) continue
    if (at >= 20 && view.getUint32(at - 20, true) === 0x07064b50) {
      const large = longAt(view, at - 12)
      if (view.getUint32(large, true) === 0x06064b50)
        return { view, count: longAt(view, large + 32), at: longAt(view, large + 48) }
    }
    return { view, count: view.getUint16(at + 10, true), at: view.getUint32(at + 16, true) }
  }
  throw damaged()
}

const longAt = (view: DataView, at: number): number => Number(view.getBigUint64(at, true))

/** Reads the entries of the directory (APPNOTE.TXT 4.3.12). */
function* listed(bytes: Uint8Array, { view, count, at: start }: Directory): Generator<ZipEntry> {
  let at = start
  for (let n = 0; n < count; n++) {
    if (view.getUint32(at, true) !== 0x02014b50) throw damaged()
    const [nameLength, extraLength, commentLength] = mapped([28, 30, 32], (field) =>
      view.getUint16(at + field, true),
    )
    const extraAt = at + 46 + nameLength
    const large = largeNumbers(view, extraAt, extraLength)
    const number = (field: number): number => {
      const small = view.getUint32(at + field, true)
      return small === 0xffffffff ? (large.next().value ?? small) : small
    }
    // The large numbers are in this order (4.5.3).
    const [unpackedBytes, packedBytes, headAt] = [number(24), number(20), number(42)]
    const method = view.getUint16(at + 10, true)
    if (method !== 0 && method !== 8) throw damaged()
    const from = headAt + 30 + view.getUint16(headAt + 26, true) + view.getUint16(headAt + 28, true)
    const name = new TextDecoder().decode(bytes.subarray(at + 46, extraAt))
    yield { name, isDeflated: method === 8, from, to: from + packedBytes, unpackedBytes }
    at = extraAt + extraLength + commentLength
  }
}

/** Reads the numbers that do not fit into 32 bits (APPNOTE.TXT 4.5.3). */
function* largeNumbers(view: DataView, from: number, length: number): Generator<number, undefined> {
  for (let at = from; at + 4 <= from + length; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) !== 1) continue
    for (let field = at + 4; field + 8 <= at + 4 + view.getUint16(at + 2, true); field += 8)
      yield longAt(view, field)
    return undefined
  }
  return undefined
}
