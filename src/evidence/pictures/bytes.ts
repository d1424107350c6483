import { refused } from './picture.ts'

/**
 * A view of a part of a file in which any length may be a lie.
 * @throws {Problem} evidence_refused when the file ends before the part
 */
export function partOf(file: Buffer, at: number, length: number): Buffer {
  if (at + length > file.length)
    throw refused('The picture is cut off or damaged: a part of it ends too early.')
  return file.subarray(at, at + length)
}

/** Whether these Latin-1 characters are at an offset; false past the end. */
export const hasText = (bytes: Buffer, text: string, at = 0): boolean =>
  bytes.toString('latin1', at, at + text.length) === text

export const totalBytes = (parts: readonly Uint8Array[]): number =>
  parts.reduce((sum, part) => sum + part.length, 0)

/** Adds a range of the file to the kept views. Adjacent ranges become one view; nothing is copied. */
export function keep(kept: Buffer[], file: Buffer, start: number, end: number): void {
  const last = kept.at(-1)
  const isNext = last?.buffer === file.buffer && last.byteOffset + last.length === file.byteOffset + start
  if (isNext) kept.pop()
  kept.push(file.subarray(isNext ? last.byteOffset - file.byteOffset : start, end))
}
