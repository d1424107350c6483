import { must } from '../../base/typed.ts'
import { type RecordType, typeOfCode } from '../../domain/types/index.ts'
import type { Db } from '../file/open.ts'
import type { Behind } from '../jobs/behind.ts'
import { IS_RECORD } from './entry-kinds.ts'

/** The type and chain of a record. */
export interface RecordPlace {
  readonly type: RecordType
  /** Seq of the first version of its chain. */
  readonly root: number
}

/** The place of a record, and whether a given party has any role in any version of its chain. */
export interface Whereabouts extends RecordPlace {
  readonly isInvolved: boolean
}

/** Characters of an id. */
export const ID_LENGTH = 36
/** The number of entries from an id on that are searched for a record: many acts may lie between records. */
const NEAR = 8

/** SQL: seq of the record with an id, or of its neighbour; of the first record if only acts are near. */
export const near = (id: string): string =>
  `coalesce((SELECT n.seq FROM (SELECT e.seq, e.kind FROM entry e WHERE e.id >= ${id} ORDER BY e.id LIMIT ${NEAR}) n
     WHERE n.kind ${IS_RECORD} LIMIT 1),
   (SELECT seq FROM entry WHERE kind ${IS_RECORD} ORDER BY seq LIMIT 1))`

const OTHER_VERSIONS = 'SELECT 1 FROM entry v WHERE v.root = o.root AND v.root <> v.seq'

/** Returns SQL: whether a party has, in the file, a role in any version of a chain. */
const isInvolvedInChain = (party: string): string => {
  const any = (isVersion: string) =>
    `EXISTS (SELECT 1 FROM entry v CROSS JOIN record_party i
        ON i.party = ${party} AND i.type = v.kind AND i.occurred_at = v.occurred_at AND i.id = v.id WHERE ${isVersion})`
  return `(${any('v.seq = o.root')} OR ${any('v.root = o.root AND v.root <> v.seq')})`
}

/** Finds types, chains and involved parties of records without loading the records. */
export class Places {
  readonly #behind: Behind
  readonly #near
  readonly #whoseOne
  readonly #whose
  readonly #otherVersions

  constructor(db: Db, behind: Behind) {
    this.#behind = behind
    const at = (id: string) => `entry o ON o.seq = ${near(id)}`
    this.#near = db
      .prepare<[string], [number, number]>(
        `SELECT o.kind, o.root FROM (SELECT 1) j JOIN ${at("unhex(?, '-')")}`,
      )
      .raw()
    this.#whoseOne = db
      .prepare<{ id: string; party: number }, LocationRow>(
        `SELECT 0, o.kind, o.root, ${isInvolvedInChain(':party')}, EXISTS (${OTHER_VERSIONS})
         FROM (SELECT 1) j CROSS JOIN ${at("unhex(:id, '-')")}`,
      )
      .raw()
    this.#whose = db
      .prepare<[string], LocationRow>(
        `WITH j AS MATERIALIZED (
           SELECT key, unhex(substr(value, 1, ${ID_LENGTH}), '-') AS id,
             CAST(substr(value, ${ID_LENGTH + 1}) AS INTEGER) AS party FROM json_each(?))
         SELECT j.key, o.kind, o.root, ${isInvolvedInChain('j.party')}, EXISTS (${OTHER_VERSIONS})
         FROM j CROSS JOIN ${at('j.id')}`,
      )
      .raw()
    this.#otherVersions = db
      .prepare<[number], number>('SELECT seq FROM entry WHERE root = ? AND root <> seq')
      .pluck()
  }

  /** The place of the record with this id or of a neighbour (`Records.near`); undefined in an empty store. */
  near(id: string): RecordPlace | undefined {
    const row = this.#near.get(id)
    return row && { type: typeOfCode(row[0]), root: row[1] }
  }

  /**
   * Like `near` for many ids, in order, each with whether the party has a role in any version of the chain.
   * @param asked each an id, followed by the number of a party
   */
  whose(asked: readonly string[]): (Whereabouts | undefined)[] {
    const [only] = asked
    if (only === undefined) return []
    const rows =
      asked.length === 1
        ? this.#whoseOne.all({ id: only.slice(0, ID_LENGTH), party: Number(only.slice(ID_LENGTH)) })
        : this.#whose.all(JSON.stringify(asked))
    const found: (Whereabouts | undefined)[] = []
    for (const [i, type, root, isInvolved, hasOthers] of rows)
      found[i] = {
        type: typeOfCode(type),
        root,
        isInvolved:
          isInvolved === 1 ||
          this.#isInvolvedInMemory(root, hasOthers === 1, Number(must(asked[i]).slice(ID_LENGTH))),
      }
    return found
  }

  #isInvolvedInMemory(root: number, hasOthers: boolean, party: number): boolean {
    const isIn = (version: number) => this.#behind.ofRecord(version, (numbers, row) => numbers[row] === party)
    return isIn(root) || (hasOthers && this.#otherVersions.all(root).some(isIn))
  }
}

type LocationRow = [at: number, type: number, root: number, isInvolved: number, hasOtherVersions: number]
