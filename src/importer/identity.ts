import { createHash, createHmac } from 'node:crypto'
import { canonicalJson } from '../domain/canonical.ts'
import { idText } from '../domain/id.ts'
import type { PartyKind } from '../domain/shapes.ts'

/**
 * Who a row is, whatever its number: importing a file twice, in another order, or in parts gives the same ids, so the
 * service answers that it has the records already.
 *
 * Ids are shown to everyone who may read a record. They are made from names and member numbers, which can be guessed, so a
 * secret of the appliance goes into them: without it nobody can test a guess, or claim an id before the import does.
 */

export const IMPORT_ID_PATTERN = /^row-[0-9a-f]{32}$/

/**
 * The time inside every id made here. A constant, because an id must not move when a cell is corrected or a date is
 * read better; the records say themselves when things happened.
 */
export const ID_EPOCH_MS = Date.UTC(2001, 0, 1)
/** The same in ids that older versions made, without the secret. */
export const OLD_ID_EPOCH_MS = Date.UTC(2000, 0, 1)

const hash = (value: unknown): Buffer => createHash('sha256').update(JSON.stringify(value), 'utf8').digest()

/**
 * What a row says, whatever the order of its columns and whatever empty columns were added since.
 * @param named its cells beside their columns' names
 */
export function contentKey(named: readonly (readonly [column: string, cell: string])[]): string {
  const filled = named.filter(([, cell]) => cell !== '').map(([column, cell]) => [column, cell] as const)
  filled.sort((a, b) => compare(a[0], b[0]) || compare(a[1], b[1]))
  return hash(filled).toString('hex')
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/**
 * Who the row is, as a rejects file names it beside the row's own cells; no record shows it.
 * @param occurrence 0 for the first of several rows that say the same
 */
export function importId(mapName: string, key: string, occurrence: number): string {
  return `row-${hash(['row', mapName, key, occurrence]).toString('hex').slice(0, 32)}`
}

/** The ids of one import. */
export class ImportIds {
  readonly #secret: Uint8Array
  readonly #isOld: ((id: string) => boolean) | null

  /**
   * @param secret of the appliance, the same for every import into it
   * @param isOld whether an id of the old kind stands for something that this appliance imported: it keeps that id then.
   *   Left out where nothing was imported by an older version
   */
  constructor(secret: Uint8Array, isOld: ((id: string) => boolean) | null = null) {
    this.#secret = secret
    this.#isOld = isOld
  }

  /** The record that a row makes in this role. */
  record(mapName: string, row: string, role: string): string {
    return this.#idOf(['record', mapName, row, role])
  }

  /** The party of this key in a book of parties. */
  party(book: string, kind: PartyKind, key: readonly string[]): string {
    return this.#idOf(['party', book, kind, ...key])
  }

  /** A statement about a party: the same words are the same record, whichever row says them first. */
  statement(statement: object): string {
    return this.#idOf(['statement', canonicalJson(statement)])
  }

  #idOf(parts: readonly string[]): string {
    if (this.#isOld !== null) {
      const old = asId(hash(parts), OLD_ID_EPOCH_MS)
      if (this.#isOld(old)) return old
    }
    const mac = createHmac('sha256', this.#secret).update(JSON.stringify(parts), 'utf8').digest()
    return asId(mac, ID_EPOCH_MS)
  }
}

/** UUID version 7 (RFC 9562 §5.7): a constant time, and 74 bits of the digest. */
function asId(digest: Buffer, epochMs: number): string {
  const bytes = digest.subarray(0, 16)
  bytes.writeUIntBE(epochMs, 0, 6)
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x70
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80
  return idText(bytes)
}

/** A name or word as it is compared: composed letters, lower case, single spaces. */
export function normalized(text: string): string {
  return text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim()
}
