import { randomBytes } from 'node:crypto'

/** What stands before the coded data of a grey JPEG of one block: tables, frame, scan header (ITU-T T.81, annex B). */
const JPEG_HEAD = Buffer.concat([
  Buffer.from('ffd8ffdb004300', 'hex'),
  Buffer.alloc(64, 1),
  Buffer.from('ffc0000b080008000801011100', 'hex'),
  Buffer.from(`ffc400140001${'00'.repeat(16)}`, 'hex'),
  Buffer.from(`ffc400141001${'00'.repeat(16)}`, 'hex'),
  Buffer.from('ffda0008010100003f00', 'hex'),
])
const JPEG_END = Buffer.from('ffd9', 'hex')

/** A JPEG of so many bytes that nobody has seen before, nearly all of it coded data. */
export function largePicture(bytes: number): Buffer {
  const coded = randomBytes(bytes - JPEG_HEAD.length - JPEG_END.length)
  // This byte begins a marker, and no marker may stand in coded data.
  for (let at = coded.indexOf(0xff); at >= 0; at = coded.indexOf(0xff, at)) coded[at] = 0x7f
  return Buffer.concat([JPEG_HEAD, coded, JPEG_END])
}
