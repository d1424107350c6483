import { kindWords } from '../../base/error-kinds.ts'
import { readOperatorFile } from '../../cli/operator-files.ts'
import { type PublisherPlace, publisherPlace } from '../../config/addresses.ts'
import type { Config } from '../../config/config.ts'
import { parseCheckpoint } from '../../domain/checkpoint.ts'
import { NoteFault, openNote, type Vkey } from '../../domain/note.ts'
import { witnessKey } from '../../domain/witness-key.ts'
import { extentOf } from '../../store/inspect/extent.ts'
import type { Inspection } from '../../store/inspect/inspection.ts'
import { OperatorFault } from '../../words/fault.ts'
import { type Message, message } from '../../words/message.ts'
import { policyIn } from '../anchor/open.ts'
import { PublicationFault } from '../anchor/publisher.ts'
import { type Examination, instantIn } from './faults.ts'
import { type Comparison, compareWithFolder, compareWithPublished, type Published } from './published.ts'

/** What is known about the log outside its database. */
export interface Outside {
  /** Checkpoints named by the operator. */
  readonly published: readonly Published[]
  /** The publisher in the settings. */
  readonly publisher: PublisherPlace
  /** Keys of witnesses whose receipts can be verified. */
  readonly vkeys: readonly Vkey[]
  /** Why the witnesses of the policy file are unknown; null if they are known, or none was named. */
  readonly badPolicy: PublicationFault | null
}

/**
 * Collects what the operator and the settings name.
 * @throws {OperatorFault} if the named file is unreadable or not a checkpoint, or the witness's key is
 * malformed
 */
export function findOutside(config: Config, file: string | undefined): Outside {
  const publisher = publisherPlace(config.anchorPublisher)
  const policy = publisher?.kind === 'policy' ? policyIn(publisher.path) : null
  const badPolicy = policy instanceof PublicationFault ? policy : null
  const witnesses = policy instanceof PublicationFault ? [] : (policy?.witnesses ?? [])
  return {
    published: file === undefined ? [] : [{ place: file, note: read(file) }],
    publisher,
    vkeys: [
      ...(config.anchorPublisherKey === '' ? [] : [witnessKey(config.anchorPublisherKey)]),
      ...witnesses.map(({ vkey }) => vkey),
    ],
    badPolicy,
  }
}

const REMEDY = message('verify.checkpoint.remedy')

function read(file: string): string {
  const unreadable = (error: unknown) =>
    new OperatorFault(message('verify.checkpointUnreadable', { file, code: kindWords(error) }), REMEDY)
  const note = readOperatorFile(file, { unreadable }).toString()
  try {
    parseCheckpoint(openNote(note).text)
    return note
  } catch (error) {
    if (!(error instanceof NoteFault)) throw error
    throw new OperatorFault(message('verify.notACheckpoint', { file, why: error.what }), REMEDY, 2)
  }
}

/** Compares the log with everything known about it outside. */
export function compareOutside(exam: Examination, outside: Outside): Comparison {
  const { published, publisher, badPolicy } = outside
  const { inspection } = exam
  const now = () => ({ ...exam, extent: extentOf(inspection.db) })
  const all = published.map((one) => compareWithPublished(now(), one))
  if (publisher?.kind === 'folder') all.push(compareWithFolder(exam, publisher.path))
  const owed = all.flatMap((one) => one.owed)
  const remarks = all.flatMap((one) => one.remarks)
  if (badPolicy !== null)
    owed.push(message('value.sentences', { first: badPolicy.what, next: message('anchor.badPolicy.remedy') }))
  if (all.length === 0)
    if (publisher === null && inspection.isPublished() === 1) owed.push(message('verify.notNamed'))
    else remarks.push(message('verify.nothingOutside'))
  return { owed, remarks, compared: all.reduce((sum, { compared }) => sum + compared, 0) }
}

/**
 * Returns a remark on every restore. A restore renames the store, so checkpoints published under the
 * earlier name do not cover later entries. A restore that no operator knows of suggests an attack.
 */
export function restoreRemarks({ restores }: Inspection): Message[] {
  const stamp = (ms: number) => instantIn(ms, (at) => ({ stamp: at }))
  return restores().map(({ seq, backup, madeAtMs, atMs }) => {
    const restored = { seq, backup, made: stamp(madeAtMs) }
    return atMs === null
      ? message('verify.restoredSometime', restored)
      : message('verify.restored', { ...restored, at: stamp(atMs) })
  })
}
