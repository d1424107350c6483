import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { OperatorFault, withRemedy } from '../../words/fault.ts'

/** Compresses with zstd or gzip. The first bytes identify the format, for the standard tools too. */

const ZSTD_MAGIC = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])
const GZIP_MAGIC = Buffer.from([0x1f, 0x8b])

// Node before 22.15 has no zstd; gzip only makes larger files.
const toZstd = zlib.zstdCompress ? promisify<Uint8Array, Buffer>(zlib.zstdCompress) : null
const fromZstd = zlib.zstdDecompress
  ? promisify<Uint8Array, zlib.ZstdOptions, Buffer>(zlib.zstdDecompress)
  : null
const toGzip = promisify<Uint8Array, Buffer>(zlib.gzip)
const fromGzip = promisify<Uint8Array, zlib.ZlibOptions, Buffer>(zlib.gunzip)

export const compress = (plain: Uint8Array): Promise<Buffer> => (toZstd ?? toGzip)(plain)

/**
 * @param mostBytes limit for the uncompressed length
 * @throws {Error} when the data is damaged or too long
 * @throws {OperatorFault} when this version of Node does not support the format
 */
export function decompress(packed: Buffer, mostBytes: number): Promise<Buffer> {
  const limit = { maxOutputLength: Math.max(1, mostBytes) }
  if (packed.subarray(0, GZIP_MAGIC.length).equals(GZIP_MAGIC)) return fromGzip(packed, limit)
  if (!packed.subarray(0, ZSTD_MAGIC.length).equals(ZSTD_MAGIC))
    return Promise.reject(new Error('neither zstd nor gzip'))
  if (fromZstd === null)
    throw new OperatorFault(...withRemedy('backup.oldNode', { version: process.versions.node }), 78)
  return fromZstd(packed, limit)
}
