import { fromJson } from '../../base/typed.ts'
import type { Run, Stream } from '../../cli/context.ts'
import { RECORD_TYPES, type RecordType } from '../../domain/types/index.ts'
import { OperatorFault, withRemedy } from '../../words/fault.ts'
import { type RecordView, recordSchemas } from '../views/record-schema.ts'
import { CLOSED_COLUMNS, closedBetween } from './closed.ts'
import { columnsOf, type FileColumn } from './columns.ts'
import type { ReadAs } from './export-tasks.ts'
import {
  type Begun,
  CLOSED,
  type ExportedFile,
  type ExportFolder,
  fileName,
  type Manifest,
} from './folder.ts'
import { ParquetFile, rowsOf, sha256Of } from './parquet-file.ts'

/** One run of an export, from the program that holds the data folder into a folder of files. */

export interface ExportAsked extends ReadAs {
  /** The start of a month, in milliseconds; null for everything. */
  readonly sinceMs: number | null
}

/** The program that the records are read from. */
export interface Source {
  readonly run: Run
  readonly stream: Stream
}

/** An interrupted run continues within this time. Later, what its files state of other records is too old. */
const GOES_ON_MS = 24 * 60 * 60 * 1000
/** Ids in one request. */
const IDS_AT_ONCE = 2_000

export class ExportRun {
  readonly #folder: ExportFolder
  readonly #source: Source
  readonly #asked: ExportAsked
  readonly #progress: (doing: string, rows: number) => void
  readonly #files = new Map<string, ExportedFile>()
  #rows = 0

  constructor(
    folder: ExportFolder,
    source: Source,
    asked: ExportAsked,
    progress: (doing: string, rows: number) => void = () => {},
  ) {
    this.#folder = folder
    this.#source = source
    this.#asked = asked
    this.#progress = progress
  }

  /**
   * Runs the export.
   * @throws {OperatorFault} if the folder holds another export, or its files were changed
   */
  async all(): Promise<Manifest> {
    const earlier = this.#folder.manifest
    const begun = await this.#begin(earlier)
    if (earlier !== null) this.#checkFiles(earlier)
    const beginning = await this.#continue(begun)
    for (const type of RECORD_TYPES) await this.#rest(type)
    if (earlier !== null) await this.#keep(earlier.files)
    const files = [...this.#files.values()].filter(({ rows }) => rows > 0).sort(byName)
    const closed = earlier === null ? null : await this.#close(earlier, files)
    const manifest = { ...beginning, files, closed }
    this.#folder.complete(manifest)
    return manifest
  }

  async #begin(earlier: Manifest | null): Promise<Begun> {
    const { run } = this.#source
    const { sinceMs, ...reading } = this.#asked
    const { at, ...begun } = await run('export.begin', reading)
    if (earlier !== null && (earlier.for !== begun.for || earlier.purpose !== begun.purpose))
      throw new OperatorFault(...withRemedy('export.ofAnother', { path: this.#folder.path }))
    const since = sinceMs === null ? null : new Date(sinceMs).toISOString()
    return { ...begun, since, made_at: at }
  }

  /** Throws if files were changed or lost: they would hide which records were closed. */
  #checkFiles({ files, closed }: Manifest): void {
    for (const { name, sha256 } of [...files, ...(closed === null ? [] : [closed])])
      if (sha256Of(this.#folder.placeOf(name)) !== sha256)
        throw new OperatorFault(...withRemedy('export.changed', { path: this.#folder.placeOf(name) }))
  }

  /**
   * Uses the files that an interrupted run has finished, and writes those again of which a record may no
   * longer be read.
   * @returns how the run began: records that arrived since then may be missing from its files
   */
  async #continue(begun: Begun): Promise<Begun> {
    const interrupted = this.#folder.interrupted()
    if (interrupted === null || !isSame(interrupted.begun, begun)) {
      this.#folder.begin(begun)
      return begun
    }
    for (const file of interrupted.files) this.#files.set(file.name, file)
    for (const file of this.#files.values()) {
      const place = this.#folder.placeFor(file.name)
      const isWhole = file.rows === 0 || sha256Of(place) === file.sha256
      if (!isWhole || (file.rows > 0 && (await this.#isClosed(place)))) await this.#again(file)
      else this.#rows += file.rows
    }
    return interrupted.begun
  }

  /** Writes the months of a type that are not in a file yet. */
  async #rest(type: RecordType): Promise<void> {
    const months = [...this.#files.values()].filter((file) => file.type === type).map(({ month }) => month)
    const last = months.sort().at(-1)
    const { sinceMs } = this.#asked
    const fromMs = last === undefined ? sinceMs : Math.max(endOf(last), sinceMs ?? endOf(last))
    await this.#write(type, fromMs, null)
  }

  /** Keeps the files of months before `since`, unless a record in them may no longer be read. */
  async #keep(files: readonly ExportedFile[]): Promise<void> {
    const { sinceMs } = this.#asked
    for (const file of files) {
      if (sinceMs === null || beginningOf(file.month) >= sinceMs || this.#files.has(file.name)) continue
      if (await this.#isClosed(this.#folder.placeOf(file.name))) await this.#again(file)
      else this.#files.set(file.name, file)
    }
  }

  /** Writes a month again. It may have no records left. */
  async #again({ name, type, month }: ExportedFile): Promise<void> {
    this.#files.delete(name)
    await this.#write(type, beginningOf(month), endOf(month))
    if (!this.#files.has(name)) this.#note({ name, type, month, rows: 0, sha256: '' })
  }

  async #isClosed(place: string): Promise<boolean> {
    const ask = async (ids: readonly string[]) =>
      (await this.#source.run('export.closed', { ...this.#reading, ids })).ids.length > 0
    let ids: string[] = []
    for await (const { id } of rowsOf(place, ['id'])) {
      ids.push(id as string)
      if (ids.length < IDS_AT_ONCE) continue
      if (await ask(ids)) return true
      ids = []
    }
    return ask(ids)
  }

  async #write(type: RecordType, fromMs: number | null, toMs: number | null): Promise<void> {
    const columns = columnsOfType(type)
    let month = ''
    let file: ParquetFile | null = null
    const finish = (written: ParquetFile) =>
      this.#note({ name: fileName(type, month), type, month, ...written.finish() })
    try {
      for await (const { texts } of this.#source.stream('export.records', {
        ...this.#reading,
        type,
        fromMs,
        toMs,
      })) {
        for (const text of texts) {
          const record = fromJson<RecordView>(text)
          if (file === null || record.occurred_at.slice(0, 7) !== month) {
            if (file !== null) finish(file)
            month = record.occurred_at.slice(0, 7)
            file = new ParquetFile(this.#folder.placeFor(fileName(type, month)), columns)
          }
          file.add(record, text.length)
        }
        this.#rows += texts.length
        this.#progress(`${type} ${month}`, this.#rows)
      }
      if (file !== null) finish(file)
    } catch (error) {
      file?.giveUp()
      throw error
    }
  }

  async #close(earlier: Manifest, files: readonly ExportedFile[]): Promise<Manifest['closed']> {
    const placeOf = (name: string) => this.#folder.placeOf(name)
    const written = new Set([...this.#files.values()].map(({ name }) => name))
    const kept = new Map(earlier.files.map(({ name, sha256 }) => [name, sha256]))
    const after = {
      files,
      placeOf: (name: string) =>
        written.has(name) && kept.get(name) !== this.#files.get(name)?.sha256
          ? this.#folder.placeFor(name)
          : placeOf(name),
    }
    const file = new ParquetFile(this.#folder.placeFor(CLOSED), CLOSED_COLUMNS)
    const closedBefore = earlier.closed === null ? null : placeOf(earlier.closed.name)
    for await (const { occurred_at, ...held } of closedBetween(
      { files: earlier.files, placeOf },
      after,
      closedBefore,
    ))
      file.add({ ...held, occurred_at: occurred_at.toISOString() }, 0)
    return { name: CLOSED, ...file.finish() }
  }

  #note(file: ExportedFile): void {
    this.#folder.note(file)
    this.#files.set(file.name, file)
  }

  get #reading(): ReadAs {
    const { for: party, purpose } = this.#asked
    return { for: party, purpose }
  }
}

const known = new Map<RecordType, FileColumn[]>()

export function columnsOfType(type: RecordType): FileColumn[] {
  const columns = known.get(type) ?? columnsOf(recordSchemas[type])
  known.set(type, columns)
  return columns
}

const byName = (a: ExportedFile, b: ExportedFile): number => (a.name < b.name ? -1 : 1)

const beginningOf = (month: string): number => Date.parse(`${month}-01T00:00:00.000Z`)

function endOf(month: string): number {
  const end = new Date(beginningOf(month))
  end.setUTCMonth(end.getUTCMonth() + 1)
  return end.getTime()
}

const isSame = (interrupted: Begun, begun: Begun): boolean =>
  interrupted.for === begun.for &&
  interrupted.purpose === begun.purpose &&
  interrupted.since === begun.since &&
  interrupted.log_size <= begun.log_size &&
  Date.parse(begun.made_at) - Date.parse(interrupted.made_at) < GOES_ON_MS
