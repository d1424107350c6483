import { unzipSync } from 'fflate'

/** The files of a pack from the office page, as text. */
export const filesIn = (archive: Uint8Array): Record<string, string> =>
  Object.fromEntries(
    Object.entries(unzipSync(archive)).map(([name, bytes]) => [name, Buffer.from(bytes).toString()]),
  )
