import { sha256Of } from '../rules/digest.ts'
import { type Cited, citedBy, type Entry, type Refusal } from '../rules/entry.ts'
import { PART_BYTES, PHOTOGRAPH_KEPT_MS } from '../rules/sending.ts'
import { type Database, ifNoRoom, type Write, writeAll } from './database.ts'
import { NoAnswer, Refused, type Service } from './service.ts'
import type { Vault } from './vault.ts'

/**
 * Photographs: stored with their record in one transaction, sent after the service has the record, and resumable (tus 1.0,
 * contract §11). A record may cite a picture that is not there yet.
 */

export interface Photograph {
  readonly key: string
  readonly sha256: string
  readonly media_type: Cited['media_type']
  readonly bytes: number
  readonly madeAt: number
  /** Where its upload was begun. */
  readonly url?: string
  /** Why the service does not want it. */
  readonly refusal?: Refusal
}

interface Link {
  readonly service: Service
  readonly token: string
  /** Is called after each part. */
  readonly advanced: () => void
}

const dataKey = (key: string) => `${key}.data`

/** As which each photograph is stored: `shrunk` makes it so. */
const MEDIA_TYPE = 'image/jpeg'
const TUS = { 'tus-resumable': '1.0.0' }
/** Reasons to give a photograph up: the same bytes would be refused again. */
const FOR_GOOD = new Set(['evidence_refused', 'body_too_large', 'id_conflict'])

export class Photographs {
  readonly #database: Database
  readonly #vault: Vault
  readonly #all = new Map<string, Photograph>()
  /** Bytes that the service has of those under way, by key. */
  readonly #sent = new Map<string, number>()

  constructor(database: Database, vault: Vault) {
    this.#database = database
    this.#vault = vault
  }

  /** Those that the service does not have yet. */
  get all(): readonly Photograph[] {
    return [...this.#all.values()]
  }

  /** Bytes that the service has already, as far as this page knows. */
  sentOf({ key }: Photograph): number {
    return this.#sent.get(key) ?? 0
  }

  async load(): Promise<void> {
    const keys = (await this.#database.getAllKeys('photographs')).filter((key) => !key.endsWith('.data'))
    const read = await Promise.all(
      keys.map((key) => this.#vault.read<Photograph>(this.#database, 'photographs', key)),
    )
    this.#all.clear()
    for (const one of read) if (one !== undefined) this.#all.set(one.key, one)
  }

  /** Returns the rows of a new photograph, and how a record cites it. `done` follows the transaction. */
  async taken(picture: Blob, key: string, madeAt: number) {
    const bytes = await picture.arrayBuffer()
    const sha256 = await sha256Of(bytes)
    const photograph: Photograph = { key, sha256, media_type: MEDIA_TYPE, bytes: bytes.byteLength, madeAt }
    const writes = [
      await this.#vault.write('photographs', key, photograph),
      await this.#vault.write('photographs', dataKey(key), bytes),
    ]
    const done = () => void this.#all.set(key, photograph)
    return { cited: { sha256, media_type: MEDIA_TYPE } as const, writes, done }
  }

  /** Returns the deletions of photographs whose records went before they were sent. */
  withoutRecord(uncited: ReadonlySet<string>): { writes: Write[]; done: () => void } {
    const gone = this.all.filter(({ sha256 }) => uncited.has(sha256))
    return {
      writes: gone.flatMap(({ key }) =>
        [key, dataKey(key)].map((each) => ({ store: 'photographs', key: each, row: null }) as const),
      ),
      done: () => {
        for (const { key } of gone) this.#all.delete(key)
      },
    }
  }

  /** Returns those to send now, the smallest first: all but those whose record the service does not have yet. */
  due(entries: readonly Entry[]): Photograph[] {
    const held = new Set(
      entries
        .filter(({ state }) => state !== 'accepted')
        .flatMap(({ record }) => citedBy(record).map(({ sha256 }) => sha256)),
    )
    return this.all
      .filter(({ sha256, refusal }) => !held.has(sha256) && refusal === undefined)
      .sort((a, b) => a.bytes - b.bytes)
  }

  /** Reads a photograph, also one that was sent. */
  async read(sha256: string): Promise<Blob | null> {
    const one = this.all.find((each) => each.sha256 === sha256)
    return one === undefined ? null : new Blob([await this.#bytesOf(one)], { type: one.media_type })
  }

  async #bytesOf({ key }: Photograph): Promise<ArrayBuffer> {
    const row = await this.#database.get('photographs', dataKey(key))
    if (row === undefined) throw new NoAnswer('another tab sent it')
    return this.#vault.bytes('photographs', dataKey(key), row)
  }

  /**
   * Sends a photograph, from where an earlier attempt stopped.
   * @param serviceMs the time by the service's clock
   * @throws {Refused} for now @throws {NoAnswer}
   */
  async send(photograph: Photograph, link: Link, serviceMs: () => number): Promise<void> {
    try {
      await this.#upload(photograph, link)
    } catch (error) {
      if (!(error instanceof Refused) || !FOR_GOOD.has(error.refusal.code)) throw error
      await this.#note({ ...photograph, refusal: error.refusal })
      return
    }
    await this.#moveToSent(photograph, serviceMs())
  }

  async #upload(photograph: Photograph, { service, token, advanced }: Link): Promise<void> {
    const data = await this.#bytesOf(photograph)
    const begun = await this.#resumed(photograph, service, token)
    let { url, offset } = begun ?? (await this.#begun(photograph, service, token))
    while (offset < data.byteLength) {
      const part = data.slice(offset, offset + PART_BYTES)
      const answer = await service.ask(url, {
        method: 'PATCH',
        token,
        body: new Blob([part]),
        bytes: part.byteLength,
        headers: {
          ...TUS,
          'content-type': 'application/offset+octet-stream',
          'upload-offset': String(offset),
        },
      })
      const next = Number(answer.headers.get('upload-offset'))
      if (!(next > offset)) throw new NoAnswer('the upload does not advance')
      offset = next
      this.#sent.set(photograph.key, offset)
      advanced()
    }
  }

  /** Returns where an earlier upload stopped; null if there is none to go on with. */
  async #resumed({ url, bytes }: Photograph, service: Service, token: string) {
    if (url === undefined) return null
    try {
      const { headers } = await service.ask(url, { method: 'HEAD', token, headers: TUS })
      const offset = Number(headers.get('upload-offset'))
      return offset <= bytes ? { url, offset } : null
    } catch (error) {
      if (error instanceof Refused && [404, 409, 410, 422].includes(error.status)) return null
      throw error
    }
  }

  async #begun(photograph: Photograph, service: Service, token: string) {
    const { headers } = await service.ask('/v1/uploads', {
      method: 'POST',
      token,
      headers: {
        ...TUS,
        'upload-length': String(photograph.bytes),
        'upload-metadata': `sha256 ${btoa(photograph.sha256)}`,
      },
    })
    const url = new URL(headers.get('location') ?? '', location.origin).pathname
    await this.#note({ ...photograph, url })
    return { url, offset: 0 }
  }

  async #note(photograph: Photograph): Promise<void> {
    const { key } = photograph
    await writeAll(this.#database, [await this.#vault.write('photographs', key, photograph)])
    this.#all.set(key, photograph)
  }

  /** Keeps it for a service that is restored, as long as there is room. */
  async #moveToSent({ url: _, ...photograph }: Photograph, nowMs: number): Promise<void> {
    const { key } = photograph
    const data = await this.#database.get('photographs', dataKey(key))
    if (data === undefined) return
    // Sealed for the first place, so that the row can move as it is.
    const row = await this.#vault.seal('photographs', key, { ...photograph, madeAt: nowMs })
    const writes: Write[] = [key, dataKey(key)].flatMap((each, i) => [
      { store: 'photographs', key: each, row: null },
      { store: 'sentPhotographs', key: each, row: i === 0 ? row : data },
    ])
    // The service has it: on a full phone, it makes room for what was not sent.
    const deletions = writes.filter(({ row }) => row === null)
    await ifNoRoom(writeAll(this.#database, writes), () => writeAll(this.#database, deletions))
    this.#all.delete(key)
  }

  /** Returns the rows that put all sent photographs back among those to send. */
  async sentOnceMore(): Promise<Write[]> {
    const [keys, rows] = await Promise.all([
      this.#database.getAllKeys('sentPhotographs'),
      this.#database.getAll('sentPhotographs'),
    ])
    return keys.flatMap((key, i): Write[] => [
      { store: 'photographs', key, row: rows[i] ?? null },
      { store: 'sentPhotographs', key, row: null },
    ])
  }

  /** Drops a photograph that the service does not want. */
  async drop(photograph: Photograph): Promise<void> {
    const { writes, done } = this.withoutRecord(new Set([photograph.sha256]))
    await writeAll(this.#database, writes)
    done()
  }

  /** A full phone gives up photographs that were sent before it refuses to write. @throws {NoRoom} */
  withRoom<T>(write: () => Promise<T>): Promise<T> {
    return ifNoRoom(write(), async () => {
      await this.prune(Date.now(), true)
      return write()
    })
  }

  /** Drops sent photographs that are old; all of them if the phone has no room. */
  async prune(nowMs: number, all = false): Promise<void> {
    const keys = (await this.#database.getAllKeys('sentPhotographs')).filter((key) => !key.endsWith('.data'))
    const writes: Write[] = []
    for (const key of keys) {
      const row = await this.#database.get('sentPhotographs', key)
      const sent = row && (await this.#vault.open<Photograph>('photographs', key, row))
      if (all || sent === undefined || sent.madeAt < nowMs - PHOTOGRAPH_KEPT_MS)
        for (const each of [key, dataKey(key)])
          writes.push({ store: 'sentPhotographs', key: each, row: null })
    }
    await writeAll(this.#database, writes)
  }
}

const LONGEST_SIDE = 1600
const MOST_BYTES = 400_000
/** Tried one after the other until the photograph is small enough: leaves and grass need a great many bytes. */
const TRIED = [
  [1, 0.8],
  [1, 0.6],
  [0.75, 0.6],
  [0.5, 0.6],
  [0.25, 0.5],
] as const

/** Makes a photograph small enough to send: JPEG of at most 1,600 pixels a side and 400 kB. It also drops place and camera. */
export async function shrunk(picture: Blob): Promise<Blob> {
  const image = await createImageBitmap(picture)
  const largest = Math.min(1, LONGEST_SIDE / Math.max(image.width, image.height))
  const canvas = document.createElement('canvas')
  try {
    for (const [part, quality] of TRIED) {
      canvas.width = Math.max(1, Math.round(image.width * largest * part))
      canvas.height = Math.max(1, Math.round(image.height * largest * part))
      canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
      const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, MEDIA_TYPE, quality))
      if (blob !== null && blob.size <= MOST_BYTES) return blob
    }
  } finally {
    image.close()
  }
  throw new Error('no picture')
}
