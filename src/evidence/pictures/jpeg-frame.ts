import { huffmanBytes, JpegTables, quantizationBytes } from './jpeg-tables.ts'
import { checkDimensions, damaged, refused } from './picture.ts'

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
/** There are four slots; cameras fill two, once. */
const MAX_QUANTIZATION_TABLES = 16
/** A progressive picture has about a dozen scans, each with at most eight. */
const MAX_HUFFMAN_TABLES = 256

/** Follows tables, frame and scans, and refuses those that a decoder cannot follow. Sections: ITU-T T.81. */
export class JpegFrame {
  #dimensions: { readonly width: number; readonly height: number } | undefined
  #components: readonly Component[] = []
  #isProgressive = false
  #scans = 0
  readonly #quantization = new JpegTables(MAX_QUANTIZATION_TABLES, quantizationBytes)
  readonly #huffman = new JpegTables(MAX_HUFFMAN_TABLES, huffmanBytes)

  get hasScans(): boolean {
    return this.#scans > 0
  }

  /**
   * Cameras write, and browsers show, baseline, extended and progressive frames. Hardly any viewer opens the
   * other frames of T.81 (lossless, hierarchical, arithmetic coding, height stated after the first scan).
   * @param code of the segment's marker (table B.1)
   * @param segment the content, after marker and length
   * @throws {Problem} evidence_refused
   */
  take(code: number, segment: Buffer): void {
    if (code >= 0xc0 && code <= PROGRESSIVE) this.#takeFrame(code, segment)
    else if (code === 0xda) this.#takeScan(segment)
    else if (code === 0xdb) this.#quantization.take(segment)
    else if (code === 0xc4) this.#huffman.take(segment)
    else if (code > 0xc0 && code <= 0xcf)
      throw refused('The JPEG picture is coded in a way that few viewers open.')
    else if (code !== 0xdd) throw damaged('JPEG', 'a segment begins with an unknown marker')
    else if (segment.length !== 2) throw damaged('JPEG', 'the restart interval has a wrong length')
  }

  /**
   * The dimensions of a complete picture.
   * @throws {Problem} evidence_refused when a part is missing
   */
  whole(): { readonly width: number; readonly height: number } {
    if (this.#dimensions === undefined || !this.#components.every(({ hasScan }) => hasScan))
      throw damaged('JPEG', 'it ends before the picture is complete')
    return this.#dimensions
  }

  /** §B.2.2. */
  #takeFrame(code: number, frame: Buffer): void {
    if (this.#dimensions !== undefined) throw damaged('JPEG', 'it contains two pictures')
    const count = frame[5] ?? 0
    if (frame.length !== 6 + 3 * count) throw damaged('JPEG', 'the frame header has a wrong length')
    if (frame[0] !== 8)
      throw refused('The JPEG picture does not have 8 bits for each sample; few viewers open it.')
    if (![1, 3, 4].includes(count)) throw damaged('JPEG', 'it has an impossible number of colour components')
    const [height, width] = [frame.readUInt16BE(1), frame.readUInt16BE(3)]
    checkDimensions(width, height)
    this.#components = Array.from({ length: count }, (_, i) => componentAt(frame, 6 + 3 * i))
    if (new Set(this.#components.map(({ id }) => id)).size < count)
      throw damaged('JPEG', 'it has a colour component twice')
    this.#dimensions = { width, height }
    this.#isProgressive = code === PROGRESSIVE
  }

  /** §B.2.3, and for progressive scans §G.1.1.1. */
  #takeScan(scan: Buffer): void {
    const count = scan[0] ?? 0
    const end = 1 + 2 * count
    if (scan.length !== end + 3) throw damaged('JPEG', 'a scan header has a wrong length')
    if (++this.#scans > MAX_SCANS) throw refused(`The JPEG picture has more than ${MAX_SCANS} scans.`)
    // Only progressive scans have parts; decoders ignore these fields of a sequential scan.
    const first = this.#isProgressive ? scan.readUInt8(end) : 0
    const shifts = this.#isProgressive ? scan.readUInt8(end + 2) : 0
    const [before, shift] = [shifts >> 4, shifts & 15]
    if (this.#isProgressive && !isProgression(count, first, scan.readUInt8(end + 1), before, shift))
      throw damaged('JPEG', 'a progressive scan has an unknown kind')
    const hasDc = first === 0
    const hasAc = !this.#isProgressive || first > 0
    const components = new Set<Component>()
    for (let at = 1; at < end; at += 2) {
      const component = this.#components.find(({ id }) => id === scan[at])
      if (component === undefined || components.has(component))
        throw damaged('JPEG', 'a scan has an unknown or repeated colour component')
      components.add(component)
      const { quantization } = component
      const tables = scan.readUInt8(at + 1)
      if (
        !(this.#quantization.has(quantization) || this.#quantization.has(0x10 | quantization)) ||
        (hasDc && before === 0 && !this.#huffman.has(tables >> 4)) ||
        (hasAc && !this.#huffman.has(0x10 | (tables & 15)))
      )
        throw damaged('JPEG', 'a scan needs a missing table')
      component.hasScan ||= hasDc
    }
    const blocks = [...components].reduce((sum, component) => sum + component.blocks, 0)
    if (count === 0 || (count > 1 && blocks > MAX_BLOCKS_IN_UNIT))
      throw damaged('JPEG', 'a scan has an impossible size')
  }
}

function componentAt(frame: Buffer, at: number): Component {
  const sampling = frame.readUInt8(at + 1)
  const [across, down, quantization] = [sampling >> 4, sampling & 15, frame.readUInt8(at + 2)]
  if (across < 1 || across > MAX_SAMPLING || down < 1 || down > MAX_SAMPLING || quantization > 3)
    throw damaged('JPEG', 'a colour component has an impossible size or table')
  return { id: frame.readUInt8(at), blocks: across * down, quantization, hasScan: false }
}

/** Whether a scan of `count` components may have these coefficients with these bit positions. */
function isProgression(count: number, first: number, last: number, before: number, shift: number): boolean {
  const isBand = first === 0 ? last === 0 : count === 1 && last >= first && last <= LAST_COEFFICIENT
  return isBand && shift <= MAX_SHIFT && (before === 0 || shift === before - 1)
}
