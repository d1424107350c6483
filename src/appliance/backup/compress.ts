import { promisify } from 'node:util'
import zlib from 'node:zlib'

/** Compresses with zstd, which its standard tool opens too. */

const fromZstd = promisify<Uint8Array, zlib.ZstdOptions, Buffer>(zlib.zstdDecompress)

export const compress = promisify<Uint8Array, Buffer>(zlib.zstdCompress)

/**
 * @param mostBytes limit for the uncompressed length
 * @throws {Error} when the data is damaged or too long
 */
export const decompress = (packed: Buffer, mostBytes: number): Promise<Buffer> =>
  fromZstd(packed, { maxOutputLength: Math.max(1, mostBytes) })
