import {
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { errorCode } from '../../base/error-kinds.ts'
import { makeFolders } from '../../base/make-folders.ts'
import { orNull } from '../../base/or-null.ts'
import { readRegular } from '../../base/read-regular.ts'
import { syncFolderNow } from '../../base/sync-folder.ts'
import { fromJson, must } from '../../base/typed.ts'
import { writeWhole } from '../../base/write-whole.ts'
import { asOperator, isOtherProgram, refuseLink } from '../../cli/operator-files.ts'
import type { RecordType } from '../../domain/types/index.ts'
import { OperatorFault, withRemedy } from '../../words/fault.ts'
import { message } from '../../words/message.ts'

/** The description of an export, in `manifest.json`. */
export interface Manifest extends Begun {
  readonly files: readonly ExportedFile[]
  /** Lists records that earlier exports into this folder held and this one does not; null in the first. */
  readonly closed: { readonly name: string; readonly rows: number; readonly sha256: string } | null
}

export interface Begun {
  /** The party that may read everything in the export. */
  readonly for: string
  readonly purpose: string
  /** Months before this instant were not read again; null if all were. */
  readonly since: string | null
  /** When the export started. */
  readonly made_at: string
  /** Size of the log: every entry up to it is in the files, if it may be read. */
  readonly log_size: number
  /** Root of the log of that size, in base64. */
  readonly root: string
  /** Signed note over that root; null if none could be signed. */
  readonly checkpoint: string | null
}

export interface ExportedFile {
  readonly name: string
  readonly type: RecordType
  /** Month of `occurred_at` in UTC, such as 2026-10. */
  readonly month: string
  readonly rows: number
  readonly sha256: string
}

export const CLOSED = 'closed.parquet'
const MANIFEST = 'manifest.json'
const UNFINISHED = '.unfinished'
const BEGUN = 'begun.json'
const LIST = 'files.jsonl'
const LOCK = 'running'
const APPENDED = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW

export const fileName = (type: RecordType, month: string): string => `${type}-${month}.parquet`

/** Names of files that an export makes. A manifest from elsewhere may name files outside the folder. */
const OWN_NAME = /^[a-z_]+(?:-[-+]?\d+-\d\d)?\.parquet$/

/** Returns the file that a line notes; null if the line is damaged. */
function notedIn(line: string): ExportedFile | null {
  const file = orNull(() => fromJson<ExportedFile>(line))
  if (file === null) return null
  const { name, type, month, rows } = file
  const isOwn = name === fileName(type, month) && OWN_NAME.test(name)
  return isOwn && Number.isSafeInteger(rows) ? file : null
}

/**
 * The folder of an export. A run writes into an inner folder, and moves its files out when all are complete.
 * If it is killed before that, the earlier export is untouched, and the next run continues with the complete
 * files. If it is killed while it moves, the next run moves the rest: the new manifest is written to the
 * inner folder first, and moved last.
 */
export class ExportFolder {
  readonly path: string
  #manifest: Manifest | null = null

  /** @throws {OperatorFault} if the folder cannot be used */
  constructor(path: string) {
    this.path = resolve(path)
    this.#make()
    this.#lock()
    try {
      this.#publish()
      this.#manifest = this.#manifestAt(MANIFEST)
    } catch (error) {
      this.release()
      throw error
    }
  }

  /** The last complete export. */
  get manifest(): Manifest | null {
    return this.#manifest
  }

  /**
   * Returns an interrupted run and the files that it finished; null if there is none. A power cut or a full
   * disk may have cut a line short: the list then ends before it, so that the next line is not joined to it.
   */
  interrupted(): { readonly begun: Begun; readonly files: readonly ExportedFile[] } | null {
    const begun = this.#read<Begun>(join(UNFINISHED, BEGUN))
    if (begun === null) return null
    const list = this.placeFor(LIST)
    return asOperator(() => {
      const text = existsSync(list) ? readRegular(list).toString() : ''
      const files: ExportedFile[] = []
      let whole = ''
      for (const line of text.split('\n').slice(0, -1)) {
        const file = notedIn(line)
        // A run goes on after the last month, so that later lines would hide that this one is missing.
        if (file === null) break
        files.push(file)
        whole += `${line}\n`
      }
      if (whole !== text) writeWhole(list, whole)
      return { begun, files }
    })
  }

  begin(begun: Begun): void {
    asOperator(() => {
      rmSync(join(this.path, UNFINISHED), { recursive: true, force: true })
      mkdirSync(join(this.path, UNFINISHED), { mode: 0o700 })
      writeWhole(join(this.path, UNFINISHED, BEGUN), JSON.stringify(begun))
      syncFolderNow(this.path)
    })
  }

  /** Returns the path at which this run writes a file. */
  placeFor(name: string): string {
    return join(this.path, UNFINISHED, name)
  }

  /** Returns the path of a file of the last complete export. */
  placeOf(name: string): string {
    return join(this.path, name)
  }

  /** Notes that this run has finished a file. */
  note(file: ExportedFile): void {
    const fd = asOperator(() => openSync(join(this.path, UNFINISHED, LIST), APPENDED, 0o600))
    try {
      writeFileSync(fd, `${JSON.stringify(file)}\n`)
      fsyncSync(fd)
    } finally {
      closeSync(fd)
    }
  }

  /** Makes the files of this run the export of this folder. */
  complete(manifest: Manifest): void {
    asOperator(() =>
      writeWhole(join(this.path, UNFINISHED, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`),
    )
    this.#publish()
    this.#manifest = manifest
  }

  release(): void {
    asOperator(() => rmSync(join(this.path, LOCK), { force: true }))
  }

  /** Moves the files of a run that has its manifest. After a power cut, the next start does the rest. */
  #publish(): void {
    const next = this.#manifestAt(join(UNFINISHED, MANIFEST))
    asOperator(() => {
      if (next === null) return
      const names = [...next.files, ...(next.closed === null ? [] : [next.closed])].map(({ name }) => name)
      const unchanged = new Map(this.#manifestAt(MANIFEST)?.files.map((file) => [file.name, file.sha256]))
      for (const { name, sha256 } of next.files)
        if (unchanged.get(name) === sha256) rmSync(this.placeFor(name), { force: true })
      for (const name of names)
        if (existsSync(this.placeFor(name))) renameSync(this.placeFor(name), this.placeOf(name))
      for (const name of unchanged.keys())
        if (!names.includes(name)) rmSync(this.placeOf(name), { force: true })
      syncFolderNow(this.path)
      renameSync(this.placeFor(MANIFEST), this.placeOf(MANIFEST))
      syncFolderNow(this.path)
      rmSync(join(this.path, UNFINISHED), { recursive: true, force: true })
    })
  }

  #manifestAt(name: string): Manifest | null {
    const manifest = this.#read<Manifest>(name)
    if (manifest === null) return null
    const { files, closed } = manifest
    const isOwn = (file: { readonly name: string }) => OWN_NAME.test(file?.name)
    if (Array.isArray(files) && files.every(isOwn) && (!closed || isOwn(closed))) return manifest
    throw new OperatorFault(
      message('export.strangeFiles', { path: join(this.path, name) }),
      message('export.newFolder'),
    )
  }

  #read<T>(name: string): T | null {
    const path = join(this.path, name)
    return asOperator(() => {
      if (!existsSync(path)) return null
      try {
        return must(fromJson<T | null>(readRegular(path).toString()))
      } catch {
        throw new OperatorFault(message('export.damaged', { path }), message('export.newFolder'))
      }
    })
  }

  #make(): void {
    try {
      asOperator(() => {
        makeFolders(this.path, 0o700)
        for (const folder of [this.path, join(this.path, UNFINISHED)]) refuseLink(folder)
        const names = readdirSync(this.path)
        if (names.length > 0 && !names.some((name) => [MANIFEST, UNFINISHED].includes(name)))
          throw new OperatorFault(...withRemedy('export.noExport', { path: this.path }))
      })
    } catch (error) {
      if (error instanceof OperatorFault) throw error
      throw new OperatorFault(
        ...withRemedy('export.unusable', { path: this.path, code: String(errorCode(error)) }),
      )
    }
  }

  /** Locks the folder: two runs at once would move each other's files. */
  #lock(): void {
    const lock = join(this.path, LOCK)
    asOperator(() => {
      if (existsSync(lock) && isOtherProgram(Number(readRegular(lock).toString())))
        throw new OperatorFault(...withRemedy('export.underWay', { path: this.path }, { lock }))
      writeWhole(lock, String(process.pid))
    })
  }
}
