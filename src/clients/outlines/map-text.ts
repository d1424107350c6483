import { orNull } from '../../base/or-null.ts'
import { withRemedy } from '../../words/fault.ts'
import { ImportFault } from '../sheets/fault.ts'
import { beginningOf, utf16Of } from '../sheets/map-file.ts'

/** Decodes map files, which state their encoding themselves (XML 1.0, 4.3.3) or are UTF-8 (RFC 8259, 8.1). */

const DECLARED = /^<\?xml\s[^>]*?encoding\s*=\s*["']([\w.:-]{1,40})["']/

/** @throws {ImportFault} if the letters are in another encoding than the file says */
export function mapText(bytes: Uint8Array, kind: 'geojson' | 'kml'): string {
  const declared = kind === 'kml' ? DECLARED.exec(beginningOf(bytes))?.[1] : undefined
  const encoding = utf16Of(bytes) ?? declared ?? 'utf-8'
  const text = orNull(() => new TextDecoder(encoding, { fatal: true }).decode(bytes))
  if (text === null) throw new ImportFault(...withRemedy('import.file.mapLetters', { encoding }))
  return text.replace(/^\uFEFF/, '')
}
