import type { RecordType } from '../../domain/types/index.ts'
import { actedBy } from '../../store/acts/doer.ts'
import type { StoredRecord } from '../../store/log/records.ts'
import type { GateCore, Requester } from './core.ts'
import type { GatedRecord } from './gated.ts'

/** What the audit log needs of a record shown. It is kept in place of records that need much memory. */
export interface ShownRecord {
  readonly seq: number
  readonly type: RecordType
  readonly own: boolean
  /** Seqs of the grants relied on. */
  readonly grants: readonly number[]
  /** The keys under which the entry is indexed. */
  readonly keys: readonly number[]
}

/** Records that were read by the same grants. */
interface Group {
  readonly grants: readonly number[]
  readonly seqs: number[]
}

/** Writes into the audit log what one requester was shown or refused. Inside a job of the writer. */
export class DisclosureLog {
  readonly #gate: GateCore
  readonly #requester: Requester
  readonly #purpose: string

  /** @param purpose empty only for a party's own changes */
  constructor(gate: GateCore, requester: Requester, purpose: string) {
    this.#gate = gate
    this.#requester = requester
    this.#purpose = purpose
  }

  /**
   * Notes the records shown, and the grants relied on: first the records read without a grant, then those
   * read by the same grants, with `groups` listing the size and the grants of each group. A single group is
   * noted with its grants alone.
   */
  shown(action: string, found: readonly ShownRecord[]): void {
    const keysOf = new Map<number, readonly number[]>()
    const own: number[] = []
    const groups = new Map<string, Group>()
    let last: Group | undefined
    for (const one of found) {
      keysOf.set(one.seq, one.keys)
      if (one.own) own.push(one.seq)
      // Neighbours mostly share one decision, and so one list of grants.
      else if (last?.grants === one.grants) last.seqs.push(one.seq)
      else {
        const key = one.grants.join(' ')
        last = groups.get(key) ?? { grants: one.grants, seqs: [] }
        last.seqs.push(one.seq)
        groups.set(key, last)
      }
    }
    this.#gate.store.audit.index.hold(keysOf)
    const given = [...groups.values()]
    const seqs = [...own, ...given.flatMap((group) => group.seqs)]
    const [first] = given
    if (given.length === 1 && own.length === 0) this.note(action, 'disclosed', seqs, first?.grants ?? [])
    else if (first === undefined) this.note(action, 'disclosed', seqs, [])
    else {
      const counted = given.map((group) => [group.seqs.length, ...group.grants])
      this.note(action, 'disclosed', seqs, [], { groups: counted })
    }
  }

  shownOf({ record, own, grants }: Pick<GatedRecord, 'own' | 'grants' | 'record'>): ShownRecord {
    const { seq, type } = record
    const keys = record.aboutKeys ?? this.#gate.store.audit.index.aboutKeys(record)
    // The text of the reply is remembered, so most readers do not need the body.
    if (record.remembered?.behind != null) record.forgetBody()
    return { seq, type, own, grants, keys }
  }

  /** Gives the audit log the index keys of this record, so that it need not read the record again. */
  keep(record: StoredRecord): void {
    const { index } = this.#gate.store.audit
    index.hold(new Map([[record.seq, index.aboutKeys(record)]]))
  }

  note(
    action: string,
    outcome: string,
    records: readonly number[],
    grants: readonly number[],
    more?: object,
  ): void {
    const { store } = this.#gate
    const { operator, party, credential } = this.#requester
    if (outcome === 'disclosed' && credential !== null) this.#gate.noteShown(party, records.length)
    const detail = {
      ...(grants.length > 0 ? { grants } : {}),
      ...actedBy(operator),
      ...more,
    }
    store.audit.append(store.writer.nowMs, {
      credential,
      action,
      ...(this.#purpose === '' ? {} : { purpose: this.#purpose }),
      outcome,
      records,
      ...(Object.keys(detail).length > 0 ? { detail } : {}),
    })
  }
}
