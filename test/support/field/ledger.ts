import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import { hashedText } from '../../../src/clients/field/rules/digest.ts'
import type { Says, SentRecord } from '../../../src/clients/field/rules/entry.ts'

/** What the farmers were shown when their records were saved, and what the service has of it in the evening. */

/** A version of a record, as its receipt shows it. */
export interface Version {
  readonly record: SentRecord
  readonly figure: string
  readonly digest: string
}

export interface Told {
  readonly note: string
  /** In their order; the last one stands. */
  readonly versions: Version[]
  /** Ids of versions that the service has answered for. */
  readonly answered: Set<string>
  /** `gone`: before it was sent. `back`: after it may have been. */
  takenBack: 'no' | 'gone' | 'back'
}

/** What the service adds to a record. */
const ADDED = ['derived', 'received_at', 'record_class', 'asserted_by', 'device_id']

const sha256 = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex')

/** Returns the digest of a record as the phone wrote it. */
export const digestOf = (record: object): string =>
  sha256(hashedText(Object.fromEntries(Object.entries(record).filter(([name]) => !ADDED.includes(name)))))

export class Ledger {
  readonly told = new Map<string, Told>()
  /** Photographs by their digest. */
  readonly pictures = new Map<string, Buffer>()

  of(note: string): Told {
    const told = this.told.get(note) ?? { note, versions: [], answered: new Set(), takenBack: 'no' }
    this.told.set(note, told)
    return told
  }

  lastOf(note: string): Version {
    const last = this.of(note).versions.at(-1)
    if (last === undefined) throw new Error(`${note} was never shown`)
    return last
  }

  /** Notes of the records that stand. */
  get standing(): string[] {
    return [...this.told.values()].filter(({ takenBack }) => takenBack === 'no').map(({ note }) => note)
  }

  /** Each record is in the service exactly once, as it was shown. @param stored all observations of the service */
  compare(stored: readonly SentRecord[]): void {
    const own = stored.filter(({ note }) => typeof note === 'string' && this.told.has(note))
    const ids = own.map(({ id }) => id)
    expect(
      ids.filter((id, i) => ids.indexOf(id) !== i),
      'records that are there twice',
    ).toEqual([])
    const faults: string[] = []
    for (const told of this.told.values()) {
      const found = own.filter(({ note }) => note === told.note)
      faults.push(...faultsOf(told, found, stored).map((fault) => `${told.note}: ${fault}`))
    }
    expect(faults).toEqual([])
  }
}

/** @param found the versions that the service has, in any order */
function faultsOf(
  { versions, answered, takenBack }: Told,
  found: readonly SentRecord[],
  stored: readonly SentRecord[],
): string[] {
  const faults: string[] = []
  const shown = new Map(versions.map((version) => [version.record.id, version]))
  for (const record of found) {
    const version = shown.get(record.id)
    if (version === undefined) faults.push(`${record.id} was never shown`)
    else if (digestOf(record) !== version.digest) faults.push(`${record.id} is not what was shown`)
    else if (record.type === 'delivery' && figureOf(record) !== version.figure)
      faults.push(`${figureOf(record)} is not ${version.figure}`)
  }
  const ids = new Set(found.map(({ id }) => id))
  for (const id of answered) if (!ids.has(id)) faults.push(`${id} was answered for, and is missing`)
  const last = versions.at(-1)?.record.id ?? ''
  const replaced = new Set(found.map(({ supersedes }) => supersedes))
  const standing = found.filter(({ id }) => !replaced.has(id)).map(({ id }) => id)
  const retracted = stored.filter(
    ({ type, target_id }) => type === 'retraction' && shown.has(String(target_id)),
  )
  const targets = retracted.map(({ target_id }) => String(target_id))
  if (takenBack === 'gone' && found.length > 0) faults.push('was taken back before it was sent, and is there')
  if (takenBack === 'no' && String(standing) !== last) faults.push(`${standing} stands, not ${last}`)
  if (takenBack === 'no' && targets.length > 0) faults.push('was never taken back, and is retracted')
  if (takenBack === 'back' && found.length > 0 && String(targets) !== String(standing))
    faults.push(`${standing} stands, and ${targets.length} retractions are there of ${targets}`)
  return faults
}

/** The figure of a record as the phone shows it. */
export function figureOf({ quantity }: Says): string {
  if (quantity === undefined) return ''
  const { value, unit } = quantity
  return `${value.toLocaleString('en-GB', { maximumFractionDigits: 6 })} ${unit}`
}
