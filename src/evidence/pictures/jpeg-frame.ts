import { must } from '../../base/typed.ts'
import { BytesReader } from './bytes-reader.ts'
import { HuffmanTables } from './jpeg-huffman.ts'
import type { Segment } from './jpeg-markers.ts'
import { checkDimensions, refused } from './picture.ts'

interface Component {
  readonly id: number
  readonly blocks: number
  readonly quantization: number
  hasScan: boolean
}

const PROGRESSIVE = 0xc2
const MAX_SAMPLING = 4
/** §B.2.3: total of the components interleaved in a scan. */
const MAX_BLOCKS_IN_UNIT = 10
const LAST_COEFFICIENT = 63
const MAX_SHIFT = 13
/** Most scans of a picture. Progressive ones have about ten; viewers process each over the whole picture. */
const MAX_SCANS = 128
/** There are four slots; cameras fill two, once. Filling slots again and again could hide data. */
const MAX_QUANTIZATION_TABLES = 16

const damaged = (what: string) => refused(`The JPEG file is damaged: ${what}.`)

/** Follows tables, frame and scans, and refuses those that a decoder cannot follow. Sections: ITU-T T.81. */
export class JpegFrame {
  #dimensions: { readonly width: number; readonly height: number } | undefined
  #components: readonly Component[] = []
  #isProgressive = false
  #scans = 0
  #quantizationTables = 0
  readonly #quantization = new Set<number>()
  readonly #huffman = new HuffmanTables()

  get hasScans(): boolean {
    return this.#scans > 0
  }

  /**
   * @param segment the content, after marker and length
   * @throws {Problem} evidence_refused
   */
  take(kind: Exclude<Segment, 'application' | 'dropped'>, code: number, segment: Uint8Array): void {
    if (kind === 'frame') this.#takeFrame(code, new BytesReader(segment))
    else if (kind === 'scan') this.#takeScan(segment)
    else if (kind === 'quantization') this.#takeQuantization(segment)
    else if (kind === 'huffman') this.#huffman.take(segment)
    else if (segment.length !== 2) throw damaged('the restart interval has a wrong length')
  }

  /**
   * The dimensions of a complete picture.
   * @throws {Problem} evidence_refused when a part is missing
   */
  whole(): { readonly width: number; readonly height: number } {
    if (this.#dimensions === undefined || !this.#components.every(({ hasScan }) => hasScan))
      throw damaged('it ends before the picture is complete')
    return this.#dimensions
  }

  /** §B.2.2. */
  #takeFrame(code: number, frame: BytesReader): void {
    if (this.#dimensions !== undefined) throw damaged('it contains two pictures')
    const count = frame.u8(5)
    if (frame.length !== 6 + 3 * count) throw damaged('the frame header has a wrong length')
    if (frame.u8(0) !== 8)
      throw refused('The JPEG picture does not have 8 bits for each sample; few viewers open it.')
    if (![1, 3, 4].includes(count)) throw damaged('it has an impossible number of colour components')
    const [height, width] = [frame.u16(1), frame.u16(3)]
    checkDimensions(width, height)
    this.#components = Array.from({ length: count }, (_, i) => componentAt(frame, 6 + 3 * i))
    if (new Set(this.#components.map(({ id }) => id)).size < count)
      throw damaged('it has a colour component twice')
    this.#dimensions = { width, height }
    this.#isProgressive = code === PROGRESSIVE
  }

  /** §B.2.3, and for progressive scans §G.1.1.1. */
  #takeScan(scan: Uint8Array): void {
    const reader = new BytesReader(scan)
    const count = reader.u8(0)
    if (scan.length !== 4 + 2 * count) throw damaged('a scan header has a wrong length')
    if (++this.#scans > MAX_SCANS) throw refused(`The JPEG picture has more than ${MAX_SCANS} scans.`)
    const [first, last, shifts] = [
      reader.u8(scan.length - 3),
      reader.u8(scan.length - 2),
      reader.u8(scan.length - 1),
    ]
    // Only progressive scans have parts; decoders ignore these fields of a sequential scan.
    const [before, shift] = this.#isProgressive ? [shifts >> 4, shifts & 15] : [0, 0]
    if (this.#isProgressive && !isProgression(count, first, last, before, shift))
      throw damaged('a progressive scan has an unknown kind')
    const hasDc = !this.#isProgressive || first === 0
    const hasAc = !this.#isProgressive || first > 0
    const components = new Set<Component>()
    for (let at = 1; at < 1 + 2 * count; at += 2) {
      const component = this.#components.find(({ id }) => id === reader.u8(at))
      if (component === undefined || components.has(component))
        throw damaged('a scan has an unknown or repeated colour component')
      components.add(component)
      const tables = reader.u8(at + 1)
      if (
        !this.#quantization.has(component.quantization) ||
        (hasDc && before === 0 && !this.#huffman.hasDc(tables >> 4)) ||
        (hasAc && !this.#huffman.hasAc(tables & 15))
      )
        throw damaged('a scan needs a missing table')
      component.hasScan ||= hasDc
    }
    const blocks = [...components].reduce((sum, component) => sum + component.blocks, 0)
    if (count === 0 || (count > 1 && blocks > MAX_BLOCKS_IN_UNIT))
      throw damaged('a scan has an impossible size')
  }

  /** §B.2.4.1: tables, each of 64 bytes or 64 pairs of bytes. */
  #takeQuantization(segment: Uint8Array): void {
    let at = 0
    while (at < segment.length) {
      const head = must(segment[at])
      if (head >> 4 > 1 || (head & 15) > 3) throw damaged('a quantization table has an unknown kind')
      if (++this.#quantizationTables > MAX_QUANTIZATION_TABLES)
        throw refused('The JPEG picture has tables that it does not need.')
      this.#quantization.add(head & 15)
      at += 1 + 64 * (1 + (head >> 4))
    }
    if (at !== segment.length || at === 0) throw damaged('a quantization table has a wrong length')
  }
}

function componentAt(frame: BytesReader, at: number): Component {
  const sampling = frame.u8(at + 1)
  const [across, down] = [sampling >> 4, sampling & 15]
  if (across < 1 || across > MAX_SAMPLING || down < 1 || down > MAX_SAMPLING)
    throw damaged('a colour component has an impossible size')
  return { id: frame.u8(at), blocks: across * down, quantization: frame.u8(at + 2), hasScan: false }
}

/** Whether a scan of `count` components may have these coefficients with these bit positions. */
function isProgression(count: number, first: number, last: number, before: number, shift: number): boolean {
  const isBand = first === 0 ? last === 0 : count === 1 && last >= first && last <= LAST_COEFFICIENT
  return isBand && shift <= MAX_SHIFT && (before === 0 || shift === before - 1)
}
