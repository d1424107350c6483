import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { errorCode, errorMessage } from '../../base/error-kinds.ts'
import { syncFolder } from '../../base/sync-folder.ts'
import { parseCheckpoint } from '../../domain/checkpoint.ts'
import { NoteFault, openNote } from '../../domain/note.ts'
import { contradicted, type Publication, PublicationFault, type Publisher } from './publisher.ts'

/** The newest checkpoint of anyone who publishes there; this name never changes. */
export const NEWEST = 'checkpoint'

/** Where a checkpoint is kept permanently, relative to the folder. */
export function placeOf({
  origin,
  treeSize,
  auditN,
}: Pick<Publication, 'origin' | 'treeSize' | 'auditN'>): string {
  const digits = (n: number) => String(n).padStart(12, '0')
  return join(folderOf(origin), `${digits(treeSize)}-${digits(auditN)}${SUFFIX}`)
}

export const SUFFIX = '.checkpoint'
/** The subfolder of one origin. */
export const folderOf = (origin: string): string => origin.slice(origin.indexOf('/') + 1)

/**
 * Writes checkpoints into a folder that somebody takes outside, such as a git checkout or a synced disk. Never makes the
 * folder: its disk may not be mounted.
 */
export class FolderPublisher implements Publisher {
  readonly name = 'folder'
  readonly words: string
  readonly #path: string

  constructor(path: string) {
    this.#path = resolve(path)
    this.words = `the folder ${this.#path}`
  }

  /** @returns the file's name, relative to the folder */
  async publish(publication: Publication): Promise<string> {
    try {
      await this.#checkFolder()
      await this.#checkNewest(publication)
      const place = placeOf(publication)
      await this.#keep(place, publication.checkpoint)
      await write(join(this.#path, NEWEST), publication.checkpoint)
      return place
    } catch (error) {
      if (error instanceof PublicationFault) throw error
      throw new PublicationFault(`${this.words} cannot be written to (${codeOf(error)})`)
    }
  }

  async #checkFolder(): Promise<void> {
    const found = await stat(this.#path).catch((error) => {
      if (codeOf(error) === 'ENOENT') return null
      throw error
    })
    if (!found?.isDirectory())
      throw new PublicationFault(`${this.words} does not exist: make it, or mount its disk`)
  }

  /** The newest checkpoint in the folder must be of an earlier state of this log, also if a copy of the log wrote it. */
  async #checkNewest(publication: Publication): Promise<void> {
    const { origin, treeSize, rootAt } = publication
    const kept = await namesIn(join(this.#path, folderOf(origin)))
    const last = kept.sort().at(-1)
    const places = [NEWEST, ...(last === undefined ? [] : [join(folderOf(origin), last)])]
    for (const place of places) {
      const text = await readIfThere(join(this.#path, place))
      if (text === null) continue
      const told = checkpointIn(text)
      if (told === null) throw new PublicationFault(`the file ${place} in ${this.words} is no checkpoint`)
      if (told.origin !== origin) continue
      if (told.size > treeSize)
        throw contradicted(`${this.words} holds a tree of ${told.size} entries, and the log has ${treeSize}`)
      if (!rootAt(told.size).equals(told.root))
        throw contradicted(`${this.words} holds another tree of ${told.size} entries`)
    }
  }

  /** A published checkpoint never changes. */
  async #keep(place: string, checkpoint: string): Promise<void> {
    const path = join(this.#path, place)
    const kept = await readIfThere(path)
    if (kept === checkpoint) return
    if (kept !== null) throw contradicted(`${path} holds another checkpoint`)
    await mkdir(dirname(path), { recursive: true })
    await write(path, checkpoint)
    await syncFolder(this.#path)
  }
}

function checkpointIn(text: string) {
  try {
    return parseCheckpoint(openNote(text).text)
  } catch (error) {
    if (error instanceof NoteFault) return null
    throw error
  }
}

/** Names of checkpoints; empty if the folder does not exist. */
async function namesIn(path: string): Promise<string[]> {
  try {
    return (await readdir(path)).filter((name) => name.endsWith(SUFFIX))
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  }
}

async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
}

/** Atomic, also in a power cut. All users may read the file: another user may take it outside. */
async function write(path: string, text: string): Promise<void> {
  const unfinished = join(dirname(path), `.${randomUUID()}`)
  try {
    const file = await open(unfinished, 'wx', 0o644)
    try {
      await file.writeFile(text)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(unfinished, path)
    await syncFolder(dirname(path))
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => {})
    throw error
  }
}

const codeOf = (error: unknown): string => errorCode(error) ?? errorMessage(error)
