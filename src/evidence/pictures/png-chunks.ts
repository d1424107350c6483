import { refused } from './picture.ts'
import { PALETTE_COLOUR_TYPE, type PngHeader } from './png-header.ts'

/**
 * Ancillary chunks that are copied: they state what samples mean as colours and transparency, and their
 * lengths leave no room for other data. pHYs (resolution of a screen or scanner) and mDCV (display on which a
 * film was made) are dropped; iCCP and eXIf are rewritten.
 */
type Kept = 'tRNS' | 'gAMA' | 'cHRM' | 'sRGB' | 'cICP' | 'sBIT' | 'bKGD'

/** PNG third edition, "Ancillary chunks": lengths in bytes, by colour type if needed; -1: not allowed. */
const LENGTHS: Readonly<Record<Kept, (header: PngHeader) => number>> = {
  tRNS: ({ colourType }) => ({ 0: 2, 2: 6 })[colourType] ?? -1,
  gAMA: () => 4,
  cHRM: () => 32,
  sRGB: () => 1,
  cICP: () => 4,
  sBIT: ({ colourType }) => ({ 0: 1, 2: 3, 3: 3, 4: 2 })[colourType] ?? 4,
  bKGD: ({ colourType }) => ({ 0: 2, 3: 1, 4: 2 })[colourType] ?? 6,
}

/** "Chunk ordering": chunks before the palette, and after it. */
const BEFORE_PALETTE: readonly string[] = ['gAMA', 'cHRM', 'sRGB', 'cICP', 'sBIT', 'iCCP']
const AFTER_PALETTE: readonly string[] = ['tRNS', 'bKGD']

const damaged = (what: string) => refused(`The PNG file is damaged: ${what}.`)

export type Fate = 'kept' | 'data' | 'profile' | 'exif' | 'dropped' | 'end'

/** Checks the order and lengths of the chunks after the header, and decides what to do with each. */
export class PngChunks {
  readonly #header: PngHeader
  readonly #seen = new Set<string>()
  #paletteColours = 0
  #last = 'IHDR'

  constructor(header: PngHeader) {
    this.#header = header
  }

  /**
   * @param type four letters; a lower-case first letter means that viewers can do without the chunk
   * @param length of the content, in bytes
   * @throws {Problem} evidence_refused
   */
  take(type: string, length: number): Fate {
    const fate = this.#fate(type, length)
    const isRepeated = this.#seen.has(type) && !(type === 'IDAT' && this.#last === 'IDAT')
    if (fate !== 'dropped' && fate !== 'exif' && isRepeated) throw damaged(`it has ${type} in two places`)
    this.#seen.add(type)
    this.#last = type
    return fate
  }

  #fate(type: string, length: number): Fate {
    if (type === 'IDAT') return this.#data()
    if (type === 'PLTE') return this.#palette(length)
    if (type === 'IEND') return this.#end(length)
    if (type === 'eXIf') return 'exif'
    if (type === 'iCCP' || isKept(type)) {
      this.#checkOrder(type)
      if (type === 'iCCP') return 'profile'
      if (!this.#isLengthOf(type, length)) throw damaged(`${type} has a wrong length`)
      return 'kept'
    }
    if (!/^[A-Za-z]{4}$/.test(type)) throw damaged('a chunk has a malformed type')
    if (/^[A-Z]/.test(type)) throw damaged('a chunk that viewers need has an unknown type')
    return 'dropped'
  }

  #data(): Fate {
    if (this.#header.colourType === PALETTE_COLOUR_TYPE && !this.#seen.has('PLTE'))
      throw damaged('its palette is missing')
    return 'data'
  }

  #palette(length: number): Fate {
    const { colourType, bitsPerSample } = this.#header
    this.#paletteColours = length / 3
    const mayHavePalette = colourType === PALETTE_COLOUR_TYPE || colourType === 2 || colourType === 6
    const maxColours = colourType === PALETTE_COLOUR_TYPE ? 2 ** bitsPerSample : 256
    if (!mayHavePalette || length === 0 || length % 3 !== 0 || this.#paletteColours > maxColours)
      throw damaged('its palette has a wrong length')
    if (this.#seen.has('IDAT') || AFTER_PALETTE.some((type) => this.#seen.has(type)))
      throw damaged('its palette is in the wrong place')
    return 'kept'
  }

  #end(length: number): Fate {
    if (length !== 0) throw damaged('its end has a wrong length')
    if (!this.#seen.has('IDAT')) throw damaged('it has no pixels')
    return 'end'
  }

  #checkOrder(type: string): void {
    const isLate = this.#seen.has('IDAT') || (BEFORE_PALETTE.includes(type) && this.#seen.has('PLTE'))
    if (isLate) throw damaged(`${type} is in the wrong place`)
  }

  #isLengthOf(type: Kept, length: number): boolean {
    if (type === 'tRNS' && this.#header.colourType === PALETTE_COLOUR_TYPE)
      return length > 0 && length <= this.#paletteColours
    return length === LENGTHS[type](this.#header)
  }
}

const isKept = (type: string): type is Kept => Object.hasOwn(LENGTHS, type)
