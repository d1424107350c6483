import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { errorCode, errorMessage } from '../../base/error-kinds.ts'
import { readRegularLater } from '../../base/read-regular.ts'
import { syncFolder } from '../../base/sync-folder.ts'
import { parseCheckpoint } from '../../domain/checkpoint.ts'
import { NoteFault, openNote } from '../../domain/note.ts'
import { type Message, message } from '../../words/message.ts'
import { Contradiction, type Publication, PublicationFault, type Publisher } from './publisher.ts'

/** Name of the newest checkpoint, whichever log published it there; the name never changes. */
export const NEWEST = 'checkpoint'

/** Returns where a checkpoint is kept permanently, relative to the folder. */
export function placeOf({
  origin,
  treeSize,
  auditN,
}: Pick<Publication, 'origin' | 'treeSize' | 'auditN'>): string {
  const digits = (n: number) => String(n).padStart(12, '0')
  return join(folderOf(origin), `${digits(treeSize)}-${digits(auditN)}${SUFFIX}`)
}

export const SUFFIX = '.checkpoint'
/** Returns the subfolder of an origin. */
export const folderOf = (origin: string): string => origin.slice(origin.indexOf('/') + 1)

/**
 * Writes checkpoints into a folder that is copied elsewhere, such as a git checkout or a synced disk. Never
 * makes the folder: its disk may not be mounted.
 */
export class FolderPublisher implements Publisher {
  readonly name = 'folder'
  readonly words: Message
  readonly #path: string

  constructor(path: string) {
    this.#path = resolve(path)
    this.words = message('publisher.folder', { path: this.#path })
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
      const [path, code] = [this.#path, codeOf(error)]
      throw new PublicationFault(
        code === 'ENOENT'
          ? message('publisher.noFolder', { path })
          : message('publisher.folderNotWritable', { path, code }),
      )
    }
  }

  async #checkFolder(): Promise<void> {
    const found = await stat(this.#path).catch((error) => {
      if (codeOf(error) === 'ENOENT') return null
      throw error
    })
    if (!found?.isDirectory()) throw new PublicationFault(message('publisher.noFolder', { path: this.#path }))
  }

  /** Checks that the newest checkpoints are of earlier states of this log, even if a copy wrote them. */
  async #checkNewest(publication: Publication): Promise<void> {
    const { origin, treeSize, rootAt } = publication
    const path = this.#path
    const kept = await namesIn(join(path, folderOf(origin)))
    const last = kept.sort().at(-1)
    const places = [NEWEST, ...(last === undefined ? [] : [join(folderOf(origin), last)])]
    for (const place of places) {
      const text = await readIfThere(join(path, place))
      if (text === null) continue
      const found = checkpointIn(text)
      if (found === null) throw new PublicationFault(message('publisher.folderFile', { file: place, path }))
      if (found.origin !== origin) continue
      if (found.size > treeSize)
        throw new Contradiction(
          message('publisher.folderLater', { path, size: found.size, entries: treeSize }),
        )
      if (!rootAt(found.size).equals(found.root))
        throw new Contradiction(message('publisher.folderOther', { path, size: found.size }))
    }
  }

  /** Writes a checkpoint under its permanent name. A published checkpoint never changes. */
  async #keep(place: string, checkpoint: string): Promise<void> {
    const path = join(this.#path, place)
    const kept = await readIfThere(path)
    if (kept === checkpoint) return
    if (kept !== null) throw new Contradiction(message('publisher.fileOther', { file: path }))
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

/** Returns the names of checkpoints in a folder; none if the folder does not exist. */
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
    return (await readRegularLater(path)).toString()
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
}

/** Writes a file atomically, even in a power cut. All may read it: another user may copy it elsewhere. */
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
