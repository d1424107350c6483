import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Config, publisherPlace } from '../config.ts'
import { NoteFault, parseVkey, type Vkey } from '../domain/note.ts'
import { OperatorFault } from '../problem.ts'
import type { Published } from './published.ts'

/** What is known outside the database. */
export interface Outside {
  readonly published: readonly Published[]
  /** What should be known and is not, in sentences. */
  readonly unchecked: readonly string[]
  /** That a rollback could not be seen, in a sentence, where nothing outside is known. */
  readonly remarks: readonly string[]
  readonly vkeys: readonly Vkey[]
}

/**
 * Finds the checkpoints that somebody outside has kept: the file that was named, and the newest of the publisher's folder.
 * @throws {OperatorFault} when the file that was named cannot be read
 */
export function findOutside(config: Config, file: string | undefined): Outside {
  const published: Published[] = []
  const unchecked: string[] = []
  const remarks: string[] = []
  if (file !== undefined) published.push({ place: file, note: read(file) })
  const place = publisherPlace(config.anchorPublisher)
  if (place?.kind === 'folder') {
    const newest = join(resolve(place.path), 'checkpoint')
    if (existsSync(newest)) published.push({ place: newest, note: read(newest) })
    else unchecked.push(`${newest} is not there, so the log was not compared with what was published last.`)
  }
  if (published.length === 0 && unchecked.length === 0)
    remarks.push(
      'A database that was put back as a whole to an earlier day fits in itself: that was not looked for, because no checkpoint outside is known. Name one that somebody has kept with --checkpoint, or publish to a folder (GRANARY_ANCHOR_PUBLISHER).',
    )
  return { published, unchecked, remarks, vkeys: vkeysOf(config.anchorPublisherKey) }
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new OperatorFault(
      `The checkpoint ${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`,
      'Name the file of a checkpoint that this user may read.',
    )
  }
}

function vkeysOf(text: string): Vkey[] {
  if (text === '') return []
  try {
    return [parseVkey(text)]
  } catch (error) {
    if (!(error instanceof NoteFault)) throw error
    throw new OperatorFault(
      `GRANARY_ANCHOR_PUBLISHER_KEY is no verifier key: ${error.message}`,
      'Copy it whole from whoever runs the witness; it is written as name+digits+base64.',
      2,
    )
  }
}
