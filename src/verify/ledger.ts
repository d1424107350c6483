import { ROLE } from '../store/records.ts'

/**
 * Takes the rows that follow from records, each with the place of its record in the log. Ids and hashes are hexadecimal
 * digits of either case, with dashes or without. Some rows are called for by records, some stand in tables: both are told in these words.
 */
export interface Ledger {
  link(seq: number, target: string, relation: number): void
  mention(seq: number, target: string, relation: number, party: number): void
  involvement(seq: number, party: number, type: number, occurredAt: number, id: string, role: number): void
  /** A change that the record itself brings to a party. */
  change(seq: number, party: number, type: number): void
  partyStatement(seq: number, party: number, assertedBy: number): void
  memberNumber(seq: number, memberNo: string, party: number): void
  citation(seq: number, sha256: string, assertedBy: number): void
  natureChange(seq: number, party: number): void
}

/** One row, or one role of an involvement, in full. */
export type DerivedRow =
  | { readonly table: 'link'; readonly seq: number; readonly target: string; readonly relation: number }
  | {
      readonly table: 'mention'
      readonly seq: number
      readonly target: string
      readonly relation: number
      readonly party: number
    }
  | {
      readonly table: 'involvement'
      readonly seq: number
      readonly party: number
      readonly type: number
      readonly occurredAt: number
      readonly id: string
      readonly role: number
    }
  | { readonly table: 'change'; readonly seq: number; readonly party: number; readonly type: number }
  | {
      readonly table: 'party_statement'
      readonly seq: number
      readonly party: number
      readonly assertedBy: number
    }
  | {
      readonly table: 'member_number'
      readonly seq: number
      readonly memberNo: string
      readonly party: number
    }
  | {
      readonly table: 'evidence_citation'
      readonly seq: number
      readonly sha256: string
      readonly assertedBy: number
    }
  | { readonly table: 'nature_change'; readonly seq: number; readonly party: number }

/** Rows of some entries word for word, for where their sums differ: those of one side less those of the other. */
export class RowList implements Ledger {
  readonly #isMeant: (seq: number) => boolean
  readonly #step: () => 1 | -1
  readonly #rows = new Map<string, { readonly row: DerivedRow; count: number }>()

  /**
   * @param isMeant of which entries
   * @param step 1 while rows are told that records call for, -1 for those that stand in tables
   */
  constructor(isMeant: (seq: number) => boolean, step: () => 1 | -1) {
    this.#isMeant = isMeant
    this.#step = step
  }

  link(seq: number, target: string, relation: number): void {
    this.#note({ table: 'link', seq, target: digits(target), relation })
  }

  mention(seq: number, target: string, relation: number, party: number): void {
    this.#note({ table: 'mention', seq, target: digits(target), relation, party })
  }

  involvement(seq: number, party: number, type: number, occurredAt: number, id: string, role: number): void {
    for (const bit of Object.values(ROLE))
      if ((role & bit) !== 0)
        this.#note({ table: 'involvement', seq, party, type, occurredAt, id: digits(id), role: bit })
  }

  change(seq: number, party: number, type: number): void {
    this.#note({ table: 'change', seq, party, type })
  }

  partyStatement(seq: number, party: number, assertedBy: number): void {
    this.#note({ table: 'party_statement', seq, party, assertedBy })
  }

  memberNumber(seq: number, memberNo: string, party: number): void {
    this.#note({ table: 'member_number', seq, memberNo, party })
  }

  citation(seq: number, sha256: string, assertedBy: number): void {
    this.#note({ table: 'evidence_citation', seq, sha256: digits(sha256), assertedBy })
  }

  natureChange(seq: number, party: number): void {
    this.#note({ table: 'nature_change', seq, party })
  }

  /** Called for, and not there. */
  get missing(): DerivedRow[] {
    return this.#left((count) => count > 0)
  }

  /** There, and not called for. */
  get unasked(): DerivedRow[] {
    return this.#left((count) => count < 0)
  }

  #left(isMeant: (count: number) => boolean): DerivedRow[] {
    return [...this.#rows.values()].filter(({ count }) => isMeant(count)).map(({ row }) => row)
  }

  #note(row: DerivedRow): void {
    if (!this.#isMeant(row.seq)) return
    const key = JSON.stringify(row)
    const known = this.#rows.get(key)
    if (known === undefined) this.#rows.set(key, { row, count: this.#step() })
    else known.count += this.#step()
    if (known?.count === 0) this.#rows.delete(key)
  }
}

const digits = (text: string): string => text.replaceAll('-', '').toLowerCase()
