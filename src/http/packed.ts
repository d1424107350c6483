import { gunzipSync } from 'node:zlib'

/** A file that the program carries along (`packaging/packed.mjs`). It is unpacked anew each time: nothing holds it. */
export interface Packed {
  /** Of the file as it was, in hexadecimal digits. */
  readonly sha256: string
  readonly gzippedBase64: () => string
}

export const gzipped = ({ gzippedBase64 }: Packed): Buffer => Buffer.from(gzippedBase64(), 'base64')

export const unpacked = (file: Packed): Buffer => gunzipSync(gzipped(file))
