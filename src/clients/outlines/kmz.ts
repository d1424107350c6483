import { isZip, partsNamed } from '../sheets/workbook.ts'

/** Returns the first KML in a KMZ file (OGC 12-007r2, annex C). Returns any other file unchanged. */
export function unpackedKml(bytes: Uint8Array): Uint8Array {
  if (!isZip(bytes)) return bytes
  const [first] = partsNamed(bytes, /\.kml$/i, 1).values()
  return first ?? bytes
}
