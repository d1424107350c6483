import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Program } from '../../appliance/chores/child.ts'
import { orNull } from '../../base/or-null.ts'
import { writeWhole } from '../../base/write-whole.ts'
import type { Tickets } from '../../cli/tickets.ts'
import type { PaymentReport } from '../../clients/mobile-money/brief.ts'
import type { Brought, PaymentSteps, Reported } from '../../clients/mobile-money/steps.ts'
import { type Config, dataFiles } from '../../config/config.ts'
import { type DeskUpload, UploadDesk } from './upload-desk.ts'

/** Reads operators' files for the office page: each step is `granary payment read`. */

export interface PaymentUpload extends DeskUpload<PaymentSteps> {
  /** The report of the last dry run, or of what was written. */
  readonly report: PaymentReport | null
  /** The id of the list that was brought, once it is kept. */
  readonly broughtList: string | null
  /** The office's own map, until it has read a file. */
  readonly ownMap: string | null
}

export interface OperatorFileSent {
  readonly name: string
  readonly bytes: Uint8Array
  /** The map and our own copy of the list, as texts. */
  readonly map: string
  readonly list: string
  /** Whether the office brought the map: it is kept for the next file if it reads this one. */
  readonly isOwnMap: boolean
}

export class PaymentDesk extends UploadDesk<PaymentSteps, PaymentUpload, Reported | Brought> {
  constructor(program: Program, config: Config, tickets: Tickets) {
    super({ program, config, tickets, folder: dataFiles(config.data).paymentFiles })
  }

  /**
   * Stores the operator's file, and shows what it would do.
   * @throws {OperatorFault} if there are too many uploads
   */
  async add(account: string, sent: OperatorFileSent, language: string): Promise<PaymentUpload> {
    const { name, bytes, map, list, isOwnMap } = sent
    const files = { sheet: bytes, 'map.json': map, 'list.json': list }
    return this.start(account, name, files, language, (steps, begun) => ({
      ...{ ...begun, steps: { ...steps, bring: null }, report: null, broughtList: null },
      ownMap: isOwnMap ? map : null,
    }))
  }

  /**
   * Stores the copy of a list that was made elsewhere, compares it with its seals, and keeps it.
   * @param id the id of the list
   * @throws {OperatorFault} if there are too many uploads
   */
  async bring(
    account: string,
    { name, bytes, id }: { readonly name: string; readonly bytes: Uint8Array; readonly id: string },
    language: string,
  ): Promise<PaymentUpload> {
    return this.start(account, name, { 'list.json': bytes }, language, (steps, begun) => ({
      ...{ ...begun, steps: { ...steps, bring: id }, report: null, broughtList: null, ownMap: null },
    }))
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

  protected command(folder: string): readonly string[] {
    const at = (file: string) => join(folder, file)
    return ['payment', 'read', at('sheet'), '--map', at('map.json'), '--list', at('list.json')]
  }

  protected outcome(
    { ownMap }: PaymentUpload,
    steps: PaymentSteps,
    result: Reported | Brought,
  ): Partial<PaymentUpload> {
    if ('broughtList' in result) return result
    const { report, isWritten, looked } = result
    // What became of the payments is shown even if the map cannot be kept, as on a full disk.
    if (ownMap !== null) orNull(() => writeWhole(dataFiles(this.config.data).paymentMap, ownMap))
    return {
      ownMap: null,
      report,
      isWritten,
      hasChanged: steps.write && !isWritten,
      steps: { ...steps, write: false, looked },
    }
  }
}
