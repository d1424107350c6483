import { createHmac } from 'node:crypto'
import { idText } from '../../domain/id.ts'
import type { PartyKind } from '../../domain/shapes.ts'

/**
 * Ids of imported records: importing a row again, in another order or file, gives the same ids.
 *
 * Every reader of a record sees its id. Ids are made from names and member numbers, which can be guessed, so they include a
 * secret of the appliance: without it, nobody can test a guess, or use an id before the import does.
 */

/** The time in every id made here. Constant, because correcting a cell or a date must not change the id. */
const ID_EPOCH_MS = Date.UTC(2001, 0, 1)
const epochDigits = ID_EPOCH_MS.toString(16).padStart(12, '0')
const BEGINNING = `${epochDigits.slice(0, 8)}-${epochDigits.slice(8)}-`

/** Whether an import made this id; other ids contain the time of their making. */
export const isImportId = (id: string): boolean => id.startsWith(BEGINNING)

export class ImportIds {
  readonly #secret: Uint8Array

  /** @param secret the appliance's; the same for every import */
  constructor(secret: Uint8Array) {
    this.#secret = secret
  }

  /** The record that a row makes in a role. */
  record(mapName: string, rowKey: string, role: string): string {
    return this.#idOf(['record', mapName, rowKey, role])
  }

  /** The party with this key in a book of parties. */
  party(book: string, kind: PartyKind, key: readonly string[]): string {
    return this.#idOf(['party', book, kind, ...key])
  }

  /** The plot with this key in a book of parties. */
  plot(book: string, key: readonly string[]): string {
    return this.#idOf(['plot', book, ...key])
  }

  /** The sheets' statement about a new party. */
  statement(party: string): string {
    return this.#idOf(['statement', party])
  }

  /** The correction of a version. Only one: concurrent imports cannot fork the chain. */
  correction(corrected: string): string {
    return this.#idOf(['correction', corrected])
  }

  /** UUID version 7 (RFC 9562 §5.7) with a constant time and 74 bits of the digest. */
  #idOf(parts: readonly string[]): string {
    const mac = createHmac('sha256', this.#secret).update(JSON.stringify(parts), 'utf8').digest()
    const bytes = mac.subarray(0, 16)
    bytes.writeUIntBE(ID_EPOCH_MS, 0, 6)
    bytes[6] = ((bytes[6] as number) & 0x0f) | 0x70
    bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80
    return idText(bytes)
  }
}

/** Normalized for comparison: NFC, lower case, single spaces. */
export function normalized(text: string): string {
  return text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim()
}
