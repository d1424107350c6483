import { isZip, partsNamed } from './workbook.ts'

/** Tells map files of plots, which `outlines/` reads, from sheets. */

/** Returns the first KML in a KMZ file (OGC 12-007r2, annex C). Returns any other file unchanged. */
export function unpackedKml(bytes: Uint8Array): Uint8Array {
  if (!isZip(bytes)) return bytes
  const [first] = partsNamed(bytes, /\.kml$/i, 1).values()
  return first ?? bytes
}

/** Returns whether it is a map file. */
export const isOfFeatures = (bytes: Uint8Array): boolean => kindOf(unpackedKml(bytes)) !== null

/** Returns the kind of a map file by its first character, with which no sheet starts. */
export function kindOf(bytes: Uint8Array): 'geojson' | 'kml' | null {
  const beginning = new TextDecoder()
    .decode(bytes.subarray(0, 4_096))
    .replace(/^\uFEFF/, '')
    .trimStart()
  if (beginning.startsWith('{') || beginning.startsWith('[')) return 'geojson'
  return beginning.startsWith('<') ? 'kml' : null
}
