import { receiversOf } from '../domain/derived/lot-owners.ts'
import { subjectsOf } from '../domain/derived/subjects.ts'
import type { World } from '../domain/derived/world.ts'
import { typeCode } from '../domain/types/index.ts'
import { Unfollowable } from '../store/act-rows.ts'
import { type DerivedTable, derivedRows } from '../store/inspect/derived-rows.ts'
import type { StoredRecord } from '../store/records.ts'
import { Balance, bucketOf, type Secret } from './balance.ts'
import { Faults, type Findings } from './faults.ts'
import type { Inspection } from './inspection.ts'
import type { Ledger } from './ledger.ts'
import { rowWords } from './row-words.ts'

export interface WalkOrder {
  readonly table: DerivedTable
  /** The log's newest entry that counts. */
  readonly newest: number
  readonly secret: Secret
}

export interface WalkOutcome {
  readonly findings: Findings
  /** Sums of the rows that stand in the table, all buckets of the log. */
  readonly sums: Int32Array
  readonly rows: number
}

/** Walks one table, in the order of its key, and adds every row to the sums of its record. */
export function walkTable(inspection: Inspection, { table, newest, secret }: WalkOrder): WalkOutcome {
  const faults = new Faults()
  const balance = new Balance(secret, -1, 0, newest === 0 ? 0 : bucketOf(newest) + 1)
  const rows = tellRows(inspection, table, balance, { newest, faults })
  return { findings: { listed: faults.listed, counts: faults.counts }, sums: balance.sums, rows }
}

interface Watching {
  readonly newest: number
  readonly faults: Faults
}

/**
 * Tells the rows of a table to a ledger.
 * @param watching also looks at each row by itself
 * @returns how many there are
 */
export function tellRows(
  inspection: Inspection,
  table: DerivedTable,
  ledger: Ledger,
  watching: Watching | null,
): number {
  const { db } = inspection
  let count = 0
  const each = <T>(slices: Iterable<readonly T[]>, seqOf: (row: T) => number, tell: (row: T) => void) => {
    for (const slice of slices) {
      count += slice.length
      for (const row of slice) {
        const seq = seqOf(row)
        if (watching !== null && (seq > watching.newest || seq < 1))
          checkTarget(inspection, table, seq, watching)
        tell(row)
      }
      inspection.forget()
    }
  }
  switch (table) {
    case 'link':
      each(
        derivedRows(db, table),
        (row) => row[2],
        ([target, relation, seq]) => ledger.link(seq, target, relation),
      )
      break
    case 'mention':
      each(
        derivedRows(db, table),
        (row) => row[3],
        ([target, relation, party, seq]) => ledger.mention(seq, target, relation, party),
      )
      break
    case 'involvement':
      each(
        derivedRows(db, table),
        (row) => row[5],
        ([party, type, occurredAt, id, role, seq]) => {
          ledger.involvement(seq, party, type, occurredAt, id, role)
          if (watching !== null && !(role >= 1 && role <= 15))
            watching.faults.add(
              'derived_row_without_record',
              rowWords(inspection, { table, seq, party, type, occurredAt, id, role }),
              `There is no role ${role}.`,
            )
        },
      )
      break
    case 'change':
      each(
        derivedRows(db, table),
        (row) => row[3],
        ([party, type, at, seq]) => {
          if (watching !== null && at > watching.newest) checkTarget(inspection, table, at, watching)
          if (at === seq) ledger.change(seq, party, type)
          else if (watching !== null && at <= watching.newest && seq <= watching.newest) {
            const wrong = laterChangeFault(inspection, [party, type, at, seq])
            if (wrong !== null)
              watching.faults.add(
                'derived_row_without_record',
                rowWords(inspection, { table, seq, party, type }),
                wrong,
              )
          }
        },
      )
      break
    case 'party_statement':
      each(
        derivedRows(db, table),
        (row) => row[2],
        ([party, assertedBy, seq]) => ledger.partyStatement(seq, party, assertedBy),
      )
      break
    case 'member_number':
      each(
        derivedRows(db, table),
        (row) => row[1],
        ([memberNo, seq, party]) => ledger.memberNumber(seq, memberNo, party),
      )
      break
    case 'evidence_citation':
      each(
        derivedRows(db, table),
        (row) => row[2],
        ([sha256, assertedBy, seq]) => ledger.citation(seq, sha256, assertedBy),
      )
      break
    case 'nature_change':
      each(
        derivedRows(db, table),
        (row) => row[0],
        ([seq, party]) => ledger.natureChange(seq, party),
      )
  }
  return count
}

/** A row of an entry that came after this look began is for the next one; there must be such an entry. */
function checkTarget(inspection: Inspection, table: string, seq: number, { faults }: Watching): void {
  if (inspection.records.bySeq(seq) === undefined)
    faults.add(
      'derived_row_without_record',
      `table ${table}, entry ${seq}`,
      'There is no record of this number.',
    )
}

/**
 * A later entry made somebody an owner: such an entry must be able to, and he must have become one with it.
 * @returns what is wrong with the row, in a sentence
 */
function laterChangeFault(
  inspection: Inspection,
  [party, type, at, seq]: readonly [number, number, number, number],
): string | null {
  try {
    const record = inspection.records.bySeq(seq)
    const cause = inspection.records.bySeq(at)
    if (record === undefined || cause === undefined || typeCode(record.type) !== type)
      return `There is no record of type ${type} at entry ${seq}, or nothing at entry ${at}.`
    if (at < seq || !MOVES_LOTS.has(cause.type) || !MOVED_WITH_LOTS.has(record.type))
      return `Entry ${at} cannot have brought it.`
    const id = inspection.partyId(party)
    return isOwner(inspection.world(at), id, record) && !isOwner(inspection.world(at - 1), id, record)
      ? null
      : `With entry ${at} it did not become the party's own.`
  } catch (error) {
    return error instanceof Unfollowable
      ? `It cannot be followed: ${error.message}.`
      : 'It cannot be followed.'
  }
}

/** As subject or receiver: what a party asserted is its own from the start. */
const isOwner = (world: World, party: string, record: StoredRecord): boolean =>
  subjectsOf(world, record).parties.includes(party) ||
  (record.type === 'lot' && receiversOf(world, record.root).has(party))

const MOVES_LOTS: ReadonlySet<string> = new Set(['lot', 'custody_transfer', 'retraction'])
const MOVED_WITH_LOTS: ReadonlySet<string> = new Set(['lot', 'loss', 'retraction'])
