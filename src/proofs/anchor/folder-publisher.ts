import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { syncFolder } from '../../base/sync-folder.ts'
import { parseCheckpoint } from '../../domain/checkpoint.ts'
import { NoteFault, openNote } from '../../domain/note.ts'
import { contradicted, type Publication, PublicationFault, type Publisher } from './publisher.ts'

/** The newest checkpoint, under a name that stays. */
export const NEWEST = 'checkpoint'

/** Where a checkpoint is kept for good, below the folder. */
export function placeOf({ origin, treeSize, auditN }: Publication): string {
  const digits = (n: number) => String(n).padStart(12, '0')
  return join(folderOf(origin), `${digits(treeSize)}-${digits(auditN)}${SUFFIX}`)
}

const SUFFIX = '.checkpoint'
/** Of one life of the log. */
const folderOf = (origin: string): string => origin.slice(origin.indexOf('/') + 1)

/**
 * Writes checkpoints into a folder that somebody carries outside: a checkout of git, a disk that is synced. It is never
 * made here: a disk that is not mounted must not be taken for it.
 */
export class FolderPublisher implements Publisher {
  readonly name = 'folder'
  readonly words: string
  readonly #path: string

  constructor(path: string) {
    this.#path = resolve(path)
    this.words = `the folder ${this.#path}`
  }

  /** @returns the name of the file below the folder */
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
      throw new PublicationFault(`${this.words} is not there: make it, or mount its disk`)
  }

  /** Whatever was told last must be the beginning of what is told now: of this log by whomever, a copy of it too. */
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

  /** What was told once stays as it was. */
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

/** Names of checkpoints; none where the folder is not there. */
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

/** Whole or not at all, through power cuts too. Whoever carries it outside may be another user, so all may read it. */
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

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? (error as Error).message
