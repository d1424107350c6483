import { createHmac } from 'node:crypto'
import { idText } from '../../domain/id.ts'
import type { PartyKind } from '../../domain/shapes.ts'

/**
 * The ids that an import gives: a row that is imported again, in another order or in another file, gets the same.
 *
 * Ids are shown to everyone who may read a record. They are made from names and member numbers, which can be guessed, so a
 * secret of the appliance goes into them: without it nobody can test a guess, or claim an id before the import does.
 */

/**
 * The time inside every id made here. A constant, because an id must not move when a cell is corrected or a date is
 * read better; the records say themselves when things happened.
 */
const ID_EPOCH_MS = Date.UTC(2001, 0, 1)
const epochDigits = ID_EPOCH_MS.toString(16).padStart(12, '0')
const BEGINNING = `${epochDigits.slice(0, 8)}-${epochDigits.slice(8)}-`

/** Did an import give this id? Everything else has the time in it at which it was made. */
export const isImportId = (id: string): boolean => id.startsWith(BEGINNING)

export class ImportIds {
  readonly #secret: Uint8Array

  /** @param secret of the appliance, the same for every import into it */
  constructor(secret: Uint8Array) {
    this.#secret = secret
  }

  /** The record that a row makes in this role. */
  record(mapName: string, rowKey: string, role: string): string {
    return this.#idOf(['record', mapName, rowKey, role])
  }

  /** The party of this key in a book of parties. */
  party(book: string, kind: PartyKind, key: readonly string[]): string {
    return this.#idOf(['party', book, kind, ...key])
  }

  /** What sheets say of a party that they made known. */
  statement(party: string): string {
    return this.#idOf(['statement', party])
  }

  /** The correction of a version. There is one: two imports at a time cannot make a fork. */
  correction(corrected: string): string {
    return this.#idOf(['correction', corrected])
  }

  /** UUID version 7 (RFC 9562 §5.7): a constant time, and 74 bits of the digest. */
  #idOf(parts: readonly string[]): string {
    const mac = createHmac('sha256', this.#secret).update(JSON.stringify(parts), 'utf8').digest()
    const bytes = mac.subarray(0, 16)
    bytes.writeUIntBE(ID_EPOCH_MS, 0, 6)
    bytes[6] = ((bytes[6] as number) & 0x0f) | 0x70
    bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80
    return idText(bytes)
  }
}

/** A name or word as it is compared: composed letters, lower case, single spaces. */
export function normalized(text: string): string {
  return text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim()
}
