import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { originOf } from '../../domain/checkpoint.ts'
import type { LifeRow } from '../../store/inspect/anchor-rows.ts'
import { several } from '../../text/phrases.ts'
import { checkpointIn } from './anchors.ts'
import { Faults } from './faults.ts'
import type { Inspection } from './inspection.ts'
import { asItStands, type Comparison, compareWithPublished, type Published } from './published.ts'

/** Newest checkpoints read of each life; as many older ones are read, evenly spread. */
const NEWEST_READ = 1_000

/** The newest checkpoint of anyone who publishes there, under a permanent name. */
const NEWEST = 'checkpoint'

/**
 * Compares the log with the checkpoints in a publisher's folder, for every life of the log found there. Others may publish
 * to the same folder: another cooperative, or a copy restored as a drill.
 * @param path of the folder
 */
export function compareWithFolder(inspection: Inspection, path: string): Comparison {
  const folder = resolve(path)
  const { found, owed } = readFolder(folder, inspection.anchors.lives())
  const against = asItStands(inspection)
  const all = found.map((published) => compareWithPublished(inspection, published, against))
  const faults = new Faults()
  for (const { findings } of all) faults.merge(findings)
  const compared = all.filter((one) => one.compared > 0)
  const remarks = [...(compared.at(-1)?.remarks ?? [])]
  if (compared.length > 1) remarks.push(`${compared.length} checkpoints in ${folder} were compared.`)
  const beyond = all.flatMap((one) => one.owed)
  if (compared.length === 0) owed.push(...beyond.slice(-1))
  else if (beyond.length > 0)
    remarks.push(
      `${several(beyond.length, 'checkpoint', 'checkpoints')} in ${folder} ${beyond.length === 1 ? 'is' : 'are'} of the time before a backup was restored, and ${beyond.length === 1 ? 'tells' : 'tell'} of entries that were not in that backup.`,
    )
  return {
    findings: { listed: faults.listed, counts: faults.counts },
    owed,
    remarks,
    compared: compared.length,
  }
}

interface PublishedFile {
  readonly found: Published[]
  /** Remarks on what is missing or belongs to others, in sentences. */
  readonly owed: string[]
}

/** The checkpoints of the given lives. */
function readFolder(folder: string, lives: readonly LifeRow[]): PublishedFile {
  const found: Published[] = []
  const owed: string[] = []
  try {
    for (const life of lives)
      for (const place of placesOf(folder, life)) found.push({ place, note: readFileSync(place, 'utf8') })
    const place = join(folder, NEWEST)
    const note = textOf(place)
    const said = note === null ? 'It is not there.' : checkpointIn(note)
    if (typeof said !== 'string') {
      if (lives.some(({ incarnation }) => originOf(incarnation) === said.origin))
        found.push({ place, note: note as string })
      else owed.push(`${place} is of ${said.origin}, ${NOT_OURS}`)
    } else if (found.length === 0)
      owed.push(`${place}: ${said} So the log was not compared with what was published last.`)
  } catch (error) {
    owed.push(`Not all that was published could be read: ${(error as Error).message}.`)
  }
  return { found, owed }
}

const NOT_OURS =
  'a name that this log never had: of another log that is published to the same folder, of another copy that was restored, or of what this log was before it was put back. Give each log a folder of its own, or name one of its checkpoints with --checkpoint.'

/** Where checkpoints of a life are kept, oldest first: their names begin with the size of the tree, in twelve digits. */
function placesOf(folder: string, { incarnation }: LifeRow): string[] {
  const own = join(folder, incarnation.toString('hex'))
  const names = namesIn(own)
    .filter((name) => name.endsWith('.checkpoint'))
    .sort()
  const older = names.slice(0, Math.max(0, names.length - NEWEST_READ))
  const step = Math.max(1, Math.ceil(older.length / NEWEST_READ))
  return [...older.filter((_, i) => i % step === 0), ...names.slice(older.length)].map((name) =>
    join(own, name),
  )
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/** Null if there is no such file. */
export function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
