import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Program } from '../../appliance/chores/child.ts'
import { errorCode } from '../../base/error-kinds.ts'
import { fromJson } from '../../base/typed.ts'
import { writeWhole } from '../../base/write-whole.ts'
import type { Tickets } from '../../cli/tickets.ts'
import type { Question } from '../../clients/importer/guess/replay.ts'
import type { BriefReport } from '../../clients/importer/report.ts'
import type { ImportSteps, StepQuestion, StepReport } from '../../clients/importer/steps.ts'
import { OWN_COLUMNS } from '../../clients/sheets/own-columns.ts'
import { type Config, dataFiles } from '../../config/config.ts'
import { OperatorFault, withRemedy } from '../../words/fault.ts'
import { type DeskUpload, UploadDesk } from './upload-desk.ts'

/** Runs imports for the office page: each step is `granary import`. */

export interface Upload extends DeskUpload<ImportSteps> {
  readonly question: Question | null
  /** The headings of the sheet's columns; null until they were read. */
  readonly headings: readonly string[] | null
  /** The number of answers before the question what the columns are. */
  readonly beforeColumns: number
  /** The report of the last dry run, or of the import. */
  readonly report: BriefReport | null
}

interface KeptMap {
  readonly headings: readonly string[]
  readonly map: string
}

const MOST_MAPS = 50

export class ImportDesk extends UploadDesk<ImportSteps, Upload, StepQuestion | StepReport> {
  constructor(program: Program, config: Config, tickets: Tickets) {
    super({ program, config, tickets, folder: dataFiles(config.data).imports })
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
    return this.start(account, name, { sheet: bytes }, language, (steps, begun) => ({
      ...begun,
      steps: { ...steps, given: { answers: [] }, map, correct: false, acceptMatches: false },
      question: null,
      headings: null,
      beforeColumns: 0,
      report: null,
    }))
  }

  protected command(folder: string): readonly string[] {
    return ['import', join(folder, 'sheet')]
  }

  protected outcome(_upload: Upload, steps: ImportSteps, result: StepQuestion | StepReport): Partial<Upload> {
    if ('question' in result) return { report: null, ...asked(result.question) }
    const { map, report, isWritten, looked } = result
    return {
      question: null,
      report,
      isWritten,
      hasChanged: steps.write && !isWritten,
      steps: { ...steps, map, write: false, looked },
    }
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
      dataFiles(this.config.data).importMaps,
      `${JSON.stringify([{ headings, map }, ...others].slice(0, MOST_MAPS), null, 2)}\n`,
    )
  }

  #maps(): KeptMap[] {
    try {
      return fromJson<KeptMap[]>(readFileSync(dataFiles(this.config.data).importMaps, 'utf8'))
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return []
      throw new OperatorFault(
        ...withRemedy('import.mapsUnread', null, { file: dataFiles(this.config.data).importMaps }),
      )
    }
  }
}

const asked = (question: Question): Partial<Upload> => ({
  question,
  ...(question.kind === 'columns'
    ? { headings: question.columns.map(({ name }) => name), beforeColumns: question.answered }
    : {}),
})
