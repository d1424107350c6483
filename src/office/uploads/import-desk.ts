import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Program } from '../../appliance/chores/child.ts'
import { errorCode } from '../../base/error-kinds.ts'
import { orNull } from '../../base/or-null.ts'
import { checkedList, fromJson } from '../../base/typed.ts'
import { writeWhole } from '../../base/write-whole.ts'
import type { Tickets } from '../../cli/tickets.ts'
import type { BriefReport } from '../../clients/importer/report.ts'
import {
  choicesToKeep,
  type ImportSteps,
  type KeptChoices,
  type ShownProposal,
  type StepProposal,
  type StepReport,
} from '../../clients/importer/steps.ts'
import { OWN_COLUMNS } from '../../clients/sheets/own-columns.ts'
import { type Config, dataFiles } from '../../config/config.ts'
import { OperatorFault, withRemedy } from '../../words/fault.ts'
import { type DeskUpload, UploadDesk } from './upload-desk.ts'

/** Runs imports for the office page: each step is `granary import`. */

export interface Upload extends DeskUpload<ImportSteps> {
  /** What the sheet seems to mean; null for a sheet that came with its map. */
  readonly proposal: ShownProposal | null
  /** The map of the last check, as text. */
  readonly map: string | null
  /** The report of the last check, or of the import. */
  readonly report: BriefReport | null
}

/** A map of an earlier import. One that was made on the page also has what was chosen for it. */
interface KeptMap {
  readonly headings: readonly string[]
  readonly map: string
  readonly choices?: KeptChoices['choices']
}

const MOST_MAPS = 50

export class ImportDesk extends UploadDesk<ImportSteps, Upload, StepProposal | StepReport> {
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
      steps: {
        ...{ ...steps, choices: null, map, check: map !== null, correct: false, acceptMatches: false },
        kept: this.#maps().flatMap(({ headings, choices }) =>
          choices === undefined ? [] : [{ headings, choices }],
        ),
      },
      ...{ proposal: null, map, report: null },
    }))
  }

  protected command(folder: string): readonly string[] {
    return ['import', join(folder, 'sheet')]
  }

  protected outcome(upload: Upload, steps: ImportSteps, result: StepProposal | StepReport): Partial<Upload> {
    const { proposal = upload.proposal, choices = steps.choices } = result
    if (!('report' in result)) return { proposal, report: null, steps: { ...steps, choices, check: false } }
    const { map, report, isWritten, looked } = result
    // The records are written, which a map that cannot be kept, as on a full disk, must not hide.
    if (isWritten && proposal !== null && steps.map === null) orNull(() => this.#keep(proposal, map))
    return {
      ...{ proposal, map, report, isWritten },
      hasChanged: steps.write && !isWritten,
      steps: { ...steps, choices, write: false, looked },
    }
  }

  /** Returns the rows at fault as CSV; null if there are none. */
  rejects(account: string, id: string): string | null {
    const upload = this.find(account, id)
    if (upload?.report == null || upload.report.rows.at_fault === 0) return null
    return readFileSync(upload.steps.rejects, 'utf8')
  }

  /** Returns the newest map of a sheet with these headings that was kept without what was chosen, by an earlier version. */
  keptMap({ columns }: ShownProposal): string | null {
    const key = JSON.stringify(columns.map(({ name }) => name).filter((name) => !OWN_COLUMNS.includes(name)))
    const found = this.#maps().find((kept) => JSON.stringify(kept.headings) === key)
    return found === undefined || found.choices !== undefined ? null : found.map
  }

  /** Keeps the map of a sheet that was proposed, for the next one with these headings. */
  #keep(proposal: ShownProposal, map: string): void {
    const headings = proposal.columns.map(({ name }) => name)
    const key = JSON.stringify(headings)
    const others = this.#maps().filter((kept) => JSON.stringify(kept.headings) !== key)
    const kept = { headings, map, choices: choicesToKeep(proposal) }
    writeWhole(
      dataFiles(this.config.data).importMaps,
      `${JSON.stringify([kept, ...others].slice(0, MOST_MAPS), null, 2)}\n`,
    )
  }

  #maps(): KeptMap[] {
    try {
      return checkedList(fromJson<KeptMap[]>(readFileSync(dataFiles(this.config.data).importMaps, 'utf8')))
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return []
      throw new OperatorFault(
        ...withRemedy('import.mapsUnread', null, { file: dataFiles(this.config.data).importMaps }),
      )
    }
  }
}
