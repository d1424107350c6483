import type { ChildProcess } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { uuidv7 } from 'uuidv7'
import { begin, type Program, stopAll } from '../../appliance/chores/child.ts'
import { orNull } from '../../base/or-null.ts'
import { fromJson, must } from '../../base/typed.ts'
import type { Tickets } from '../../cli/tickets.ts'
import type { DeskSteps, StepFault } from '../../clients/sheets/steps.ts'
import { type Config, dataFiles } from '../../config/config.ts'
import { OperatorFault, type Told, withRemedy } from '../../words/fault.ts'
import { message } from '../../words/message.ts'

/**
 * Uploads of the office page that a command reads. Each step is the command in its own process, so that the page works
 * by the same rules as the command, and a file that takes long or crashes the process affects nobody else.
 */

export interface DeskUpload<Steps extends DeskSteps> {
  readonly id: string
  /** The account of the person who uploaded it. */
  readonly account: string
  readonly name: string
  readonly steps: Steps
  /** The progress of the running step; null if no step is running. */
  readonly running: { readonly progress: Told } | null
  readonly isWritten: boolean
  /** Whether nothing was written because the result was no longer the one that the person saw. */
  readonly hasChanged: boolean
  /** Why the last step had no result, in sentences. */
  readonly fault: readonly Told[] | null
  /** Whether the last step was stopped before it had a result. The upload is as it was before that step. */
  readonly wasStopped: boolean
}

/** The largest file, of about a hundred thousand rows. */
export const MOST_SHEET_BYTES = 8 * 1024 * 1024
const MOST_UPLOADS = 8
const MOST_OF_ACCOUNT = 2
/** A file is deleted if nobody opens it for this time. */
const FORGOTTEN_MS = 60 * 60_000
/** A limit that no normal file reaches: the largest one is read in well under a minute. */
const LONGEST_READING_MS = 5 * 60_000
/** The largest file needs less than half of it, for the rows, the file and its unpacked content. */
const MOST_MEGABYTES = 1_536
/** Long enough for most steps, so that a page shows the result at once. */
const AT_ONCE_MS = 4_000

const NOT_STARTED = {
  running: null,
  isWritten: false,
  hasChanged: false,
  fault: null,
  wasStopped: false,
}

interface Room {
  readonly program: Program
  readonly config: Config
  readonly tickets: Tickets
  /** The folder for uploads, emptied at every start. */
  readonly folder: string
}

export abstract class UploadDesk<
  Steps extends DeskSteps,
  Upload extends DeskUpload<Steps>,
  Result extends object,
> {
  readonly #room: Room
  readonly #uploads = new Map<string, Upload>()
  readonly #seenAtMs = new Map<string, number>()
  readonly #running = new Map<string, ChildProcess>()
  /** Uploads whose step was stopped by their person. */
  readonly #stopped = new Set<string>()
  readonly #cleaning: NodeJS.Timeout

  constructor(room: Room) {
    this.#room = room
    rmSync(room.folder, { recursive: true, force: true })
    // Files name people, so old ones are deleted even if nobody opens the page again.
    this.#cleaning = setInterval(() => this.#forget(), FORGOTTEN_MS / 12).unref()
  }

  /** Returns the command that reads the files of a folder, without `--steps`. */
  protected abstract command(folder: string): readonly string[]

  /** Returns what a step that has a result changes. */
  protected abstract outcome(upload: Upload, steps: Steps, result: Result): Partial<Upload>

  protected get config(): Config {
    return this.#room.config
  }

  /**
   * Stores the files and does the first step.
   * @param files by their names in the folder
   * @param language code of the language of questions and errors
   * @throws {OperatorFault} if there are too many uploads
   */
  protected async start(
    account: string,
    name: string,
    files: Readonly<Record<string, Uint8Array | string>>,
    language: string,
    made: (steps: DeskSteps, begun: Omit<DeskUpload<Steps>, 'steps'>) => Upload,
  ): Promise<Upload> {
    this.#forget()
    const own = [...this.#uploads.values()].filter((one) => one.account === account)
    if (own.length >= MOST_OF_ACCOUNT) this.close(account, must(own[0]).id)
    if (this.#uploads.size >= MOST_UPLOADS) throw new OperatorFault(...withRemedy('import.tooMany'))
    const id = uuidv7()
    const folder = this.#folder(id)
    const steps = { name, write: false, looked: null, rejects: join(folder, 'rejects.csv') }
    const upload = made(steps, { ...NOT_STARTED, id, account, name })
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    for (const [file, content] of Object.entries(files))
      writeFileSync(join(folder, file), content, { mode: 0o600 })
    this.#uploads.set(id, upload)
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
  async step(account: string, id: string, change: Partial<Steps>, language: string): Promise<void> {
    const upload = this.find(account, id)
    if (upload === null || upload.running !== null) return
    const { program, config, tickets } = this.#room
    const folder = this.#folder(id)
    const steps = { ...upload.steps, ...change }
    const stepsFile = join(folder, 'steps.json')
    writeFileSync(stepsFile, JSON.stringify(steps), { mode: 0o600 })
    this.#change(id, { ...NOT_STARTED, steps, running: { progress: '' }, isWritten: upload.isWritten })
    this.#stopped.delete(id)
    const ticket = tickets.issue(account)
    const { child, ended } = begin(program, {
      config,
      language,
      args: [...this.command(folder), '--steps', stepsFile, '--data', dataFiles(config.data).root],
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
      tickets.end(ticket)
      const result = exitStatus === 0 ? orNull(() => fromJson<Result | StepFault>(output)) : null
      if (result === null && this.#stopped.delete(id))
        this.#change(id, { running: null, steps: upload.steps, wasStopped: true })
      else if (result === null)
        this.#change(id, {
          running: null,
          fault: [!tookLong && lackedMemory ? TOO_MUCH_MEMORY : withoutStack(lastWords) || TOO_LONG],
        })
      else if ('fault' in result) this.#change(id, { running: null, fault: result.fault })
      else this.#change(id, { running: null }, this.outcome(upload, steps, result as Result))
    })
    await Promise.race([done, new Promise((resolve) => setTimeout(resolve, AT_ONCE_MS).unref())])
  }

  /** Stops the step as Ctrl-C does: written records stay, and the work can be continued. */
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

  /** Stops all running steps, and resolves when they have ended. */
  async end(): Promise<void> {
    clearInterval(this.#cleaning)
    await stopAll([...this.#running.values()])
    rmSync(this.#room.folder, { recursive: true, force: true })
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

  #change(id: string, more: Partial<DeskUpload<Steps>>, own: Partial<Upload> = {}): void {
    const upload = this.#uploads.get(id)
    if (upload !== undefined) this.#uploads.set(id, { ...upload, ...more, ...own })
  }

  readonly #folder = (id: string): string => join(this.#room.folder, id)
}

const TOO_LONG = message('import.tooLong')

const TOO_MUCH_MEMORY = message('import.tooMuchMemory')

/** Removes the stack trace, which is only for the log. */
const withoutStack = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !/^\s+at /.test(line))
    .join('\n')
    .trim()
