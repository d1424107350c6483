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

/** Returns the beginning of a text without spaces before it, in UTF-8 or UTF-16. */
export function beginningOf(bytes: Uint8Array): string {
  const encoding = utf16Of(bytes) ?? 'utf-8'
  return new TextDecoder(encoding)
    .decode(bytes.subarray(0, 4_096))
    .replace(/^\uFEFF/, '')
    .trimStart()
}

/** Returns in which UTF-16 a text is, by its byte order mark or the zeros between its first letters; null if in none. */
export function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const begin = bytes.subarray(0, 64)
  const zerosAt = (rest: number) => begin.filter((byte, i) => i % 2 === rest && byte === 0).length
  const half = Math.floor(begin.length / 2)
  if (half < 4) return null
  if (zerosAt(1) === half && zerosAt(0) === 0) return 'utf-16le'
  return zerosAt(0) >= half && zerosAt(1) === 0 ? 'utf-16be' : null
}

/** Returns the kind of a map file by its first character, with which no sheet starts. */
export function kindOf(bytes: Uint8Array): 'geojson' | 'kml' | null {
  const beginning = beginningOf(bytes)
  if (beginning.startsWith('{') || beginning.startsWith('[')) return 'geojson'
  return beginning.startsWith('<') ? 'kml' : null
}
