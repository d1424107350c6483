import type { ChildProcess } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { uuidv7 } from 'uuidv7'
import { begin, type Program, stopAll } from '../../appliance/chores/child.ts'
import { errorCode } from '../../base/error-kinds.ts'
import { fromJson, must } from '../../base/typed.ts'
import { writeWhole } from '../../base/write-whole.ts'
import type { Tickets } from '../../cli/tickets.ts'
import { type Config, dataFiles } from '../../config/config.ts'
import { OperatorFault, type Told } from '../../words/fault.ts'
import { message } from '../../words/message.ts'
import type { GivenAnswers, Question } from './guess/replay.ts'
import { OWN_COLUMNS } from './own-columns.ts'
import type { BriefReport } from './report.ts'

/**
 * Runs imports for the office page. Each step is `granary import` in its own process, so that the page
 * imports by the same rules as the command, and a sheet that takes long or crashes the process affects nobody
 * else.
 */

/** The state that the command reads for a step. */
export interface ImportSteps {
  /** The sheet's original file name. */
  readonly name: string
  readonly given: GivenAnswers
  /** The map as text; null if it is to be guessed. */
  readonly map: string | null
  readonly write: boolean
  readonly correct: boolean
  readonly acceptMatches: boolean
  /**
   * The digest of the dry run that the person saw: nothing is written if the result differs from it. Null if
   * an import is continued.
   */
  readonly looked: string | null
  /** The file for faulty rows. */
  readonly rejects: string
}

/** What a step of the command prints. */
export type StepResult =
  | { readonly question: Question }
  | { readonly fault: readonly Told[] }
  | {
      readonly map: string
      readonly report: BriefReport
      readonly isWritten: boolean
      readonly looked: string | null
    }

export interface Upload {
  readonly id: string
  /** The account of the person who uploaded it. */
  readonly account: string
  readonly name: string
  readonly steps: ImportSteps
  /** The progress of the running step; null if no step is running. */
  readonly running: { readonly progress: Told } | null
  readonly question: Question | null
  /** The headings of the sheet's columns; null until they were read. */
  readonly headings: readonly string[] | null
  /** The number of answers before the question what the columns are. */
  readonly beforeColumns: number
  /** The report of the last dry run, or of the import. */
  readonly report: BriefReport | null
  readonly isWritten: boolean
  /** Whether nothing was written because the result was no longer the one that the person saw. */
  readonly hasChanged: boolean
  /** Why the last step had no result, in sentences. */
  readonly fault: readonly Told[] | null
  /** Whether the last step was stopped before it had a result. The upload is as it was before that step. */
  readonly wasStopped: boolean
}

interface KeptMap {
  readonly headings: readonly string[]
  readonly map: string
}

/** The largest sheet, of about a hundred thousand rows. */
export const MOST_SHEET_BYTES = 8 * 1024 * 1024
const MOST_UPLOADS = 8
const MOST_OF_ACCOUNT = 2
/** A sheet is deleted if nobody opens it for this time. */
const FORGOTTEN_MS = 60 * 60_000
const MOST_MAPS = 50
/** A limit that no normal sheet reaches: the largest one is read in well under a minute. */
const LONGEST_READING_MS = 5 * 60_000
/** The largest sheet needs less than half of it, for the rows, the file and its unpacked content. */
const MOST_MEGABYTES = 1_536
/** Long enough for most steps, so that a page shows the result at once. */
const AT_ONCE_MS = 4_000

export class ImportDesk {
  readonly #program: Program
  readonly #config: Config
  readonly #tickets: Tickets
  readonly #uploads = new Map<string, Upload>()
  readonly #seenAtMs = new Map<string, number>()
  readonly #running = new Map<string, ChildProcess>()
  /** Uploads whose step was stopped by their person. */
  readonly #stopped = new Set<string>()
  readonly #cleaning: NodeJS.Timeout

  constructor(program: Program, config: Config, tickets: Tickets) {
    this.#program = program
    this.#config = config
    this.#tickets = tickets
    rmSync(dataFiles(config.data).imports, { recursive: true, force: true })
    // Sheets name people, so old ones are deleted even if nobody opens the page again.
    this.#cleaning = setInterval(() => this.#forget(), FORGOTTEN_MS / 12).unref()
  }

  /**
   * Stores the sheet and reads it.
   * @param map a map from the person, as text
   * @param language code of the language of questions and errors
   * @throws {OperatorFault} if there are too many uploads
   */
  async add(
    account: string,
    name: string,
    bytes: Uint8Array,
    map: string | null,
    language: string,
  ): Promise<Upload> {
    this.#forget()
    const own = [...this.#uploads.values()].filter((one) => one.account === account)
    if (own.length >= MOST_OF_ACCOUNT) this.close(account, must(own[0]).id)
    if (this.#uploads.size >= MOST_UPLOADS)
      throw new OperatorFault(message('import.tooMany'), message('import.tooMany.remedy'))
    const id = uuidv7()
    const folder = this.#folder(id)
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    writeFileSync(join(folder, 'sheet'), bytes, { mode: 0o600 })
    const rejects = join(folder, 'rejects.csv')
    const given = { answers: [] }
    const steps = {
      name,
      given,
      map,
      write: false,
      correct: false,
      acceptMatches: false,
      looked: null,
      rejects,
    }
    const fresh = {
      running: null,
      question: null,
      headings: null,
      report: null,
      isWritten: false,
      hasChanged: false,
      fault: null,
      wasStopped: false,
    }
    this.#uploads.set(id, { id, account, name, steps, beforeColumns: 0, ...fresh })
    await this.step(account, id, {}, language)
    return must(this.find(account, id))
  }

  /** Returns null if there is no such upload, or it is another person's. */
  find(account: string, id: string): Upload | null {
    this.#forget()
    const upload = this.#uploads.get(id)
    if (upload?.account !== account) return null
    this.#seenAtMs.set(id, performance.now())
    return upload
  }

  own(account: string): readonly Upload[] {
    this.#forget()
    return [...this.#uploads.values()].filter((one) => one.account === account)
  }

  /** Runs the next step, with the changes. Resolves when it is done, or after AT_ONCE_MS. */
  async step(account: string, id: string, change: Partial<ImportSteps>, language: string): Promise<void> {
    const upload = this.find(account, id)
    if (upload === null || upload.running !== null) return
    const folder = this.#folder(id)
    const steps = { ...upload.steps, ...change }
    const stepsFile = join(folder, 'steps.json')
    writeFileSync(stepsFile, JSON.stringify(steps), { mode: 0o600 })
    this.#change(id, { steps, running: { progress: '' }, fault: null, hasChanged: false, wasStopped: false })
    this.#stopped.delete(id)
    const ticket = this.#tickets.issue(account)
    const { child, ended } = begin(this.#program, {
      config: this.#config,
      language,
      args: [
        'import',
        join(folder, 'sheet'),
        '--steps',
        stepsFile,
        '--data',
        dataFiles(this.#config.data).root,
      ],
      ticket,
      onReport: (report) => {
        if ('progress' in report) this.#change(id, { running: { progress: report.progress } })
      },
      mostMegabytes: MOST_MEGABYTES,
    })
    this.#running.set(id, child)
    // Writing has no time limit, but can be stopped.
    let tookLong = false
    const tooLong = steps.write
      ? undefined
      : setTimeout(() => {
          tookLong = true
          child.kill('SIGKILL')
        }, LONGEST_READING_MS).unref()
    const done = ended.then(({ exitStatus, output, lastWords, lackedMemory }) => {
      clearTimeout(tooLong)
      this.#running.delete(id)
      this.#tickets.end(ticket)
      const result = exitStatus === 0 ? resultIn(output) : null
      if (result === null && this.#stopped.delete(id))
        this.#change(id, { running: null, steps: upload.steps, wasStopped: true })
      else if (result === null)
        this.#change(id, {
          running: null,
          fault: [!tookLong && lackedMemory ? TOO_MUCH_MEMORY : withoutStack(lastWords) || TOO_LONG],
        })
      else if ('fault' in result) this.#change(id, { running: null, fault: result.fault })
      else if ('question' in result)
        this.#change(id, { running: null, report: null, ...asked(result.question) })
      else
        this.#change(id, {
          running: null,
          question: null,
          report: result.report,
          isWritten: result.isWritten,
          hasChanged: steps.write && !result.isWritten,
          steps: { ...steps, map: result.map, write: false, looked: result.looked },
        })
    })
    await Promise.race([done, new Promise((resolve) => setTimeout(resolve, AT_ONCE_MS).unref())])
  }

  /** Stops the step as Ctrl-C does: written records stay, and the import can be continued. */
  stop(account: string, id: string): void {
    const child = this.#running.get(id)
    if (this.find(account, id) === null || child === undefined) return
    this.#stopped.add(id)
    child.kill('SIGINT')
  }

  close(account: string, id: string): void {
    if (this.find(account, id) === null) return
    this.#running.get(id)?.kill('SIGINT')
    this.#remove(id)
  }

  /** Returns the rows at fault as CSV; null if there are none. */
  rejects(account: string, id: string): string | null {
    const upload = this.find(account, id)
    if (upload?.report == null || upload.report.rows.at_fault === 0) return null
    return readFileSync(upload.steps.rejects, 'utf8')
  }

  /** Returns the newest map of a sheet with these headings; null if there is none. */
  keptMap(headings: readonly string[]): string | null {
    const key = JSON.stringify(headings.filter((name) => !OWN_COLUMNS.includes(name)))
    return this.#maps().find((kept) => JSON.stringify(kept.headings) === key)?.map ?? null
  }

  keepMap(headings: readonly string[], map: string): void {
    const key = JSON.stringify(headings)
    const others = this.#maps().filter((kept) => JSON.stringify(kept.headings) !== key)
    writeWhole(
      dataFiles(this.#config.data).importMaps,
      `${JSON.stringify([{ headings, map }, ...others].slice(0, MOST_MAPS), null, 2)}\n`,
    )
  }

  /** Stops all running steps, and resolves when they have ended. */
  async end(): Promise<void> {
    clearInterval(this.#cleaning)
    await stopAll([...this.#running.values()])
    rmSync(dataFiles(this.#config.data).imports, { recursive: true, force: true })
  }

  #maps(): KeptMap[] {
    try {
      return fromJson<KeptMap[]>(readFileSync(dataFiles(this.#config.data).importMaps, 'utf8'))
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return []
      throw new OperatorFault(
        message('import.mapsUnread'),
        message('import.mapsUnread.remedy', { file: dataFiles(this.#config.data).importMaps }),
      )
    }
  }

  #forget(): void {
    for (const [id, atMs] of this.#seenAtMs)
      if (performance.now() - atMs > FORGOTTEN_MS && !this.#running.has(id)) this.#remove(id)
  }

  #remove(id: string): void {
    this.#uploads.delete(id)
    this.#seenAtMs.delete(id)
    this.#stopped.delete(id)
    rmSync(this.#folder(id), { recursive: true, force: true })
  }

  #change(id: string, more: Partial<Upload>): void {
    const upload = this.#uploads.get(id)
    if (upload !== undefined) this.#uploads.set(id, { ...upload, ...more })
  }

  readonly #folder = (id: string): string => join(dataFiles(this.#config.data).imports, id)
}

const asked = (question: Question): Partial<Upload> => ({
  question,
  ...(question.kind === 'columns'
    ? { headings: question.columns.map(({ name }) => name), beforeColumns: question.answered }
    : {}),
})

const TOO_LONG = message('import.tooLong')

const TOO_MUCH_MEMORY = message('import.tooMuchMemory')

/** Removes the stack trace, which is only for the log. */
const withoutStack = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !/^\s+at /.test(line))
    .join('\n')
    .trim()

function resultIn(output: string): StepResult | null {
  try {
    return fromJson<StepResult>(output)
  } catch {
    return null
  }
}
