import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Program } from '../../appliance/chores/child.ts'
import { writeWhole } from '../../base/write-whole.ts'
import type { Tickets } from '../../cli/tickets.ts'
import { type Config, dataFiles } from '../../config/config.ts'
import type { PaymentReport } from '../mobile-money/brief.ts'
import { type DeskSteps, type DeskUpload, type StepFault, UploadDesk } from './upload-desk.ts'

/** Reads operators' files for the office page: each step is `granary payment read`. */

type Reported = {
  readonly report: PaymentReport
  readonly isWritten: boolean
  readonly looked: string | null
}

/** What a step of the command prints. */
export type PaymentStep = StepFault | Reported

export interface PaymentUpload extends DeskUpload<DeskSteps> {
  /** The report of the last dry run, or of what was written. */
  readonly report: PaymentReport | null
}

export interface OperatorFileSent {
  readonly name: string
  readonly bytes: Uint8Array
  /** The map and our own copy of the list, as texts. */
  readonly map: string
  readonly list: string
}

export class PaymentDesk extends UploadDesk<DeskSteps, PaymentUpload, Reported> {
  constructor(program: Program, config: Config, tickets: Tickets) {
    super({ program, config, tickets, folder: dataFiles(config.data).paymentFiles })
  }

  /**
   * Stores the operator's file, and shows what it would do.
   * @throws {OperatorFault} if there are too many uploads
   */
  async add(account: string, sent: OperatorFileSent, language: string): Promise<PaymentUpload> {
    const { name, bytes, map, list } = sent
    const files = { sheet: bytes, 'map.json': map, 'list.json': list }
    return this.start(account, name, files, language, (steps, begun) => ({ ...begun, steps, report: null }))
  }

  /** Returns the rows left to a person as CSV; null if there are none. */
  rejects(account: string, id: string): string | null {
    const upload = this.find(account, id)
    if (upload?.report == null || upload.report.counts.left + upload.report.counts.refused === 0) return null
    return readFileSync(upload.steps.rejects, 'utf8')
  }

  /** Returns the map that the office uploaded last; null if there is none. */
  keptMap(): string | null {
    try {
      return readFileSync(dataFiles(this.config.data).paymentMap, 'utf8')
    } catch {
      return null
    }
  }

  /** Keeps the office's own map, for the next file of its operator. */
  keepMap(map: string): void {
    writeWhole(dataFiles(this.config.data).paymentMap, map)
  }

  protected command(folder: string): readonly string[] {
    const at = (file: string) => join(folder, file)
    return ['payment', 'read', at('sheet'), '--map', at('map.json'), '--list', at('list.json')]
  }

  protected outcome(
    _upload: PaymentUpload,
    steps: DeskSteps,
    { report, isWritten, looked }: Reported,
  ): Partial<PaymentUpload> {
    return {
      report,
      isWritten,
      hasChanged: steps.write && !isWritten,
      steps: { ...steps, write: false, looked },
    }
  }
}
