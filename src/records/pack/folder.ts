import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { systemCode } from '../../base/error-kinds.ts'
import { makeFolders } from '../../base/make-folders.ts'
import { syncFolderNow } from '../../base/sync-folder.ts'
import { asOperator, isOtherProgram, refuseLink } from '../../cli/operator-files.ts'
import { OperatorFault, withRemedy } from '../../words/fault.ts'
import type { PackText } from './plot-parts.ts'

/**
 * The folder of a pack. Its files are first written into a temporary folder next to it, which is renamed once
 * all of them are on the disk: the final name holds a whole pack, or nothing.
 */
export class PackFolder {
  readonly path: string
  readonly #unfinished: string
  #open: { readonly file: string; readonly fd: number } | null = null

  /** @throws {OperatorFault} if the folder has something in it already, or cannot be made */
  constructor(path: string) {
    this.path = resolve(path)
    // Named after this process: two packs made at once would mix.
    this.#unfinished = join(dirname(this.path), `.${basename(this.path)}.unfinished-${process.pid}`)
    this.#try(() => {
      refuseLink(this.path)
      if (existsSync(this.path) && readdirSync(this.path).length > 0)
        throw new OperatorFault(...withRemedy('pack.folderNotEmpty', { path: this.path }))
      makeFolders(dirname(this.path))
      this.#tidyUp()
      mkdirSync(this.#unfinished, { mode: 0o700 })
    })
  }

  /** Adds a text. Texts of one file must follow each other. */
  add({ file, text }: PackText): void {
    this.#try(() => {
      if (this.#open?.file !== file) {
        this.#finish()
        this.#open = { file, fd: openSync(join(this.#unfinished, file), 'wx', 0o600) }
      }
      writeFileSync(this.#open.fd, text)
    })
  }

  complete(): void {
    this.#try(() => {
      this.#finish()
      syncFolderNow(this.#unfinished)
      if (existsSync(this.path)) rmdirSync(this.path)
      renameSync(this.#unfinished, this.path)
      syncFolderNow(dirname(this.path))
    })
  }

  /** Removes the unfinished folder after a failure. */
  discard(): void {
    if (this.#open !== null) closeSync(this.#open.fd)
    this.#open = null
    asOperator(() => rmSync(this.#unfinished, { recursive: true, force: true }))
  }

  #finish(): void {
    if (this.#open === null) return
    fsyncSync(this.#open.fd)
    closeSync(this.#open.fd)
    this.#open = null
  }

  /** Removes what killed runs left for the same folder. Leaves those of running programs alone. */
  #tidyUp(): void {
    const start = `.${basename(this.path)}.unfinished-`
    for (const name of readdirSync(dirname(this.path))) {
      const pid = name.startsWith(start) ? Number(name.slice(start.length)) : Number.NaN
      if (Number.isSafeInteger(pid) && pid > 0 && !isOtherProgram(pid))
        rmSync(join(dirname(this.path), name), { recursive: true, force: true })
    }
  }

  #try(work: () => void): void {
    try {
      asOperator(work)
    } catch (error) {
      const code = systemCode(error)
      if (code === undefined) throw error
      throw new OperatorFault(...withRemedy('pack.folderFault', { path: this.path, code }))
    }
  }
}
