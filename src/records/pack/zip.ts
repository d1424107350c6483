import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { Zip, ZipPassThrough } from 'fflate'
import type { PackText } from './plot-parts.ts'

/** A pack as one file: a ZIP archive with the same files, made while it is sent. */

const deflateRaw = promisify<Uint8Array, zlib.ZlibOptions, Buffer<ArrayBuffer>>(zlib.deflateRaw)
/** Characters that are compressed at once, on a separate thread. */
const CHUNK = 256 * 1024
/** Each chunk ends at a byte and leaves the file open (RFC 1951 §3.2.4), so that the next one can follow. */
const AND_MORE: zlib.ZlibOptions = { finishFlush: zlib.constants.Z_SYNC_FLUSH }
/** An empty last block, which ends the file. */
const THE_END = Uint8Array.of(3, 0)
/** The years that an archive can state. A clock that has not been set must not spoil it. */
const FIRST_MS = Date.UTC(1981, 0)
const LAST_MS = Date.UTC(2099, 0)

/** A file of the archive. Its content arrives uncompressed and is compressed here. */
class ZipMember extends ZipPassThrough {
  override compression = 8
  #texts = ''

  constructor(name: string, nowMs: number) {
    super(name)
    this.mtime = Math.min(Math.max(nowMs, FIRST_MS), LAST_MS)
  }

  async add(text: string): Promise<void> {
    this.#texts += text
    if (this.#texts.length >= CHUNK) await this.#pack()
  }

  async end(): Promise<void> {
    await this.#pack()
    this.push(new Uint8Array(), true)
    this.ondata(null, THE_END, true)
  }

  async #pack(): Promise<void> {
    if (this.#texts === '') return
    const plain = Buffer.from(this.#texts)
    this.#texts = ''
    this.push(plain)
    this.ondata(null, await deflateRaw(plain, AND_MORE), false)
  }

  /**
   * Does nothing: the library only counts and checks the bytes that are pushed; the calls of `ondata` above
   * add the compressed ones.
   */
  protected override process(): void {}
}

/** Yields the archive of a pack. @param nowMs the time that the archive states for its files */
export async function* zipped(texts: AsyncIterable<PackText>, nowMs: number): AsyncGenerator<Buffer> {
  let made: Uint8Array[] = []
  const zip = new Zip((error, bytes) => {
    if (error) throw error
    made.push(bytes)
  })
  const taken = (): Buffer => {
    const all = Buffer.concat(made)
    made = []
    return all
  }
  let member: ZipMember | null = null
  for await (const { file, text } of texts) {
    if (member?.filename !== file) {
      await member?.end()
      member = new ZipMember(file, nowMs)
      zip.add(member)
    }
    await member.add(text)
    if (made.length > 0) yield taken()
  }
  await member?.end()
  zip.end()
  yield taken()
}
