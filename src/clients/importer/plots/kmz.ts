import { isZip, partsNamed } from '../workbook.ts'

/** The KML in a KMZ file (OGC 12-007r2, annex C): the first one in it. Anything else as it is. */
export function unpackedKml(bytes: Uint8Array): Uint8Array {
  if (!isZip(bytes)) return bytes
  const [first] = partsNamed(bytes, /\.kml$/i, 1).values()
  return first ?? bytes
}
