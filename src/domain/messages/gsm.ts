/**
 * The alphabet of text messages (GSM 03.38): what fits in one part, and how text is written so that it fits. A single
 * letter outside the alphabet makes a message of one part one of three.
 */

const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
/** These take the place of two. */
const EXTENDED = new Set('^{}\\[~]|€\f')

/** What stands for letters and signs that do not become plain by leaving out their marks. */
const INSTEAD: Readonly<Record<string, string>> = {
  ...{ '’': "'", '‘': "'", ʼ: "'", '“': '"', '”': '"', '«': '"', '»': '"', '–': '-', '—': '-', '‑': '-' },
  ...{ '…': '...', '×': 'x', '·': '.', '•': '-', œ: 'oe', Œ: 'OE', ı: 'i', ł: 'l', Ł: 'L', đ: 'd', Đ: 'D' },
}

const isIn = (sign: string): boolean => BASIC.has(sign) || EXTENDED.has(sign)

/** Returns a text in the alphabet as far as it goes: other letters without their marks, every space a plain one. */
export function folded(text: string): string {
  const signs = [...text.normalize('NFC').replace(/\s+/gu, ' ')].map((sign) => {
    if (isIn(sign)) return sign
    const other = INSTEAD[sign] ?? sign.normalize('NFKD').replace(/\p{M}/gu, '')
    return other !== '' && [...other].every(isIn) ? other : sign.replace(/[\p{C}\p{M}]/gu, '')
  })
  return signs.join('').trim()
}

export interface Measured {
  readonly parts: number
  /** Whether all of it is in the alphabet; otherwise a part holds less than half. */
  readonly isInAlphabet: boolean
}

const SINGLE = { alphabet: 160, other: 70 }
/** A message of several parts states in each which one it is. */
const OF_SEVERAL = { alphabet: 153, other: 67 }

/** @param text as it is sent */
export function measured(text: string): Measured {
  const signs = [...text]
  const isInAlphabet = signs.every(isIn)
  const width = isInAlphabet ? (sign: string) => (EXTENDED.has(sign) ? 2 : 1) : (sign: string) => sign.length
  const kind = isInAlphabet ? 'alphabet' : 'other'
  const length = signs.reduce((sum, sign) => sum + width(sign), 0)
  if (length <= SINGLE[kind]) return { parts: 1, isInAlphabet }
  // A sign is never split between two parts.
  let [parts, room] = [1, OF_SEVERAL[kind]]
  for (const sign of signs) {
    if (width(sign) > room) [parts, room] = [parts + 1, OF_SEVERAL[kind]]
    room -= width(sign)
  }
  return { parts, isInAlphabet }
}

/** Returns the first of these texts that is one part; otherwise the last. */
export function firstOfOnePart(texts: readonly (() => string)[]): string {
  let last = ''
  for (const make of texts) {
    last = folded(make())
    if (measured(last).parts === 1) return last
  }
  return last
}
