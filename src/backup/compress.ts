import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { OperatorFault } from '../problem.ts'

/** What is compressed says by its first bytes how, so that the standard tools know it too: zstd, or gzip. */

const ZSTD_MAGIC = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])
const GZIP_MAGIC = Buffer.from([0x1f, 0x8b])

// An engine older than Node 22.15 has no zstd; what it writes is as good, and larger.
const toZstd = zlib.zstdCompress ? promisify<Uint8Array, Buffer>(zlib.zstdCompress) : null
const fromZstd = zlib.zstdDecompress
  ? promisify<Uint8Array, zlib.ZstdOptions, Buffer>(zlib.zstdDecompress)
  : null
const toGzip = promisify<Uint8Array, Buffer>(zlib.gzip)
const fromGzip = promisify<Uint8Array, zlib.ZlibOptions, Buffer>(zlib.gunzip)

export const compress = (plain: Uint8Array): Promise<Buffer> => (toZstd ?? toGzip)(plain)

/**
 * @param mostBytes what is longer once unpacked is refused
 * @throws {Error} when it is damaged or too long
 * @throws {OperatorFault} when this engine does not know the way it was compressed
 */
export function decompress(packed: Buffer, mostBytes: number): Promise<Buffer> {
  const limit = { maxOutputLength: Math.max(1, mostBytes) }
  if (packed.subarray(0, GZIP_MAGIC.length).equals(GZIP_MAGIC)) return fromGzip(packed, limit)
  if (!packed.subarray(0, ZSTD_MAGIC.length).equals(ZSTD_MAGIC))
    return Promise.reject(new Error('neither zstd nor gzip'))
  if (fromZstd === null)
    throw new OperatorFault(
      `Node ${process.versions.node} cannot unpack this backup.`,
      'Run Granary with Node 24.',
      78,
    )
  return fromZstd(packed, limit)
}
