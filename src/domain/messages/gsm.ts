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
  ...{ '`': "'", '´': "'", ʻ: "'", ʹ: "'", ˈ: "'", '′': "'", '″': '"', '‚': "'", '„': '"', '−': '-' },
  ...{ ɓ: 'b', Ɓ: 'B', ɖ: 'd', Ɖ: 'D', ɗ: 'd', Ɗ: 'D', ɛ: 'e', Ɛ: 'E', ǝ: 'e', Ǝ: 'E', ɣ: 'g', Ɣ: 'G' },
  ...{
    ɨ: 'i',
    Ɨ: 'I',
    ƙ: 'k',
    Ƙ: 'K',
    ŋ: 'ng',
    Ŋ: 'Ng',
    ɲ: 'ny',
    Ɲ: 'Ny',
    ɔ: 'o',
    Ɔ: 'O',
    ʉ: 'u',
    ƴ: 'y',
    Ƴ: 'Y',
  },
  ...{ '…': '...', '×': 'x', '·': '.', '•': '-', œ: 'oe', Œ: 'OE', ı: 'i', ł: 'l', Ł: 'L', đ: 'd', Đ: 'D' },
}

const isIn = (sign: string): boolean => BASIC.has(sign) || EXTENDED.has(sign)

/** Returns a text in the alphabet as far as it goes: other letters without their marks, every space a plain one. */
export function folded(text: string): string {
  const signs = [...text.normalize('NFC').replace(/\s+/gu, ' ')].map((sign) => {
    if (isIn(sign)) return sign
    // A fraction that is one sign becomes several: 2½ is 2 1/2.
    const parts = sign.normalize('NFKD').replace(/(\d*)\u2044/u, ' $1/')
    const other = INSTEAD[sign] ?? parts.replace(/\p{M}/gu, '')
    return other !== '' && [...other].every(isIn) ? other : sign.replace(/[\p{C}\p{M}]/gu, '')
  })
  return signs.join('').replace(/ +/g, ' ').trim()
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

/** Returns the first of these texts that is one part; the first of all if none is, since leaving something out saves nothing. */
export function firstOfOnePart(texts: readonly (() => string)[]): string {
  let first: string | undefined
  for (const make of texts) {
    const text = folded(make())
    if (measured(text).parts === 1) return text
    first ??= text
  }
  return first ?? ''
}
