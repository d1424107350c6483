import { readFileSync } from 'node:fs'
import { OperatorFault } from '../../base/problem.ts'
import { publisherPlace } from '../../config/addresses.ts'
import type { Config } from '../../config/config.ts'
import type { Vkey } from '../../domain/note.ts'
import { witnessKey } from '../../domain/witness-key.ts'
import { checkpointIn } from './anchors.ts'
import type { OutsideOrder } from './compare-outside.ts'

export interface Outside extends OutsideOrder {
  /** Keys of witnesses whose receipts can be verified. */
  readonly vkeys: readonly Vkey[]
}

/**
 * What is known outside the database: the checkpoint that the operator named, and the publisher in the settings.
 * @throws {OperatorFault} if the named file cannot be read or is no checkpoint, or the witness's key is malformed
 */
export function findOutside(config: Config, file: string | undefined): Outside {
  return {
    published: file === undefined ? [] : [{ place: file, note: read(file) }],
    publisher: publisherPlace(config.anchorPublisher),
    vkeys: config.anchorPublisherKey === '' ? [] : [witnessKey(config.anchorPublisherKey)],
  }
}

const REMEDY =
  'Name the file of a checkpoint, such as one that a publisher was given, that this user may read.'

function read(file: string): string {
  const note = textOf(file)
  const said = checkpointIn(note)
  if (typeof said === 'string') throw new OperatorFault(`${file} is no checkpoint. ${said}`, REMEDY, 2)
  return note
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new OperatorFault(`The checkpoint ${file} cannot be read (${code}).`, REMEDY)
  }
}
