import { crc32 } from 'node:zlib'
import { latin1, totalBytes } from './bytes-reader.ts'

/** Returns a PNG chunk: length, type, content, and the checksum of type and content. */
export function pngChunk(type: string, ...parts: readonly Uint8Array[]): readonly Uint8Array[] {
  const name = latin1(type)
  const crc = parts.reduce((sum, part) => crc32(part, sum), crc32(name))
  return [u32(totalBytes(parts)), name, ...parts, u32(crc)]
}

function u32(value: number): Uint8Array {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, value)
  return bytes
}
