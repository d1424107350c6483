import { isSignatureDue } from '../../domain/money/vouchers.ts'
import { frontOffice } from '../../identity/who.ts'
import { tasksOn } from '../../registry/kernel.ts'
import type { StoredRecord } from '../../store/log/stored-record.ts'
import { confirmersOf } from '../confirmation-tasks.ts'
import type { GatedRecord } from '../gate/gated.ts'
import type { RecordKernel } from '../kernel.ts'
import { type CounterRecord, gatedFor, type PagePosition, pageOf } from '../record-tasks.ts'
import { recordJson } from '../views/record-view.ts'

/** A record of the cooperative's that a person has not signed for. */
export interface Voucher {
  readonly record: CounterRecord
  /** Who could sign. */
  readonly signer: string
}

/** Returns the person who has not agreed to a record and could sign for it; null for nobody. Call it inside a job. */
function signerOf(kernel: RecordKernel, cooperative: string, record: StoredRecord): string | null {
  if (record.body.asserted_by !== cooperative) return null
  const confirmers = confirmersOf(kernel, record)
  if (!confirmers.some(({ party }) => party === cooperative)) return null
  return confirmers.find(({ agreed, obstacle }) => agreed === null && obstacle === null)?.party ?? null
}

export const voucherTasks = tasksOn<RecordKernel>()({
  /** Returns who could sign for each of these records; none for a record that nobody is to sign for. */
  'voucher.signers': (kernel, operator, { ids }: { readonly ids: readonly string[] }) => {
    const { partyId } = frontOffice(kernel, operator)
    return {
      signers: ids.flatMap((id) => {
        const signer = signerOf(kernel, partyId, gatedFor(kernel, operator, id).record)
        return signer === null ? [] : [{ id, signer }]
      }),
    }
  },
})

interface VouchersAsked {
  /** Only records of events from `fromMs` (inclusive) to `toMs` (exclusive). */
  readonly fromMs?: number
  readonly toMs?: number
  /** At most this many, and how many pages of records are read for them. */
  readonly most: number
  readonly pages: number
}

/** Tasks that run as several jobs, with other work between them. */
export const longVoucherTasks = tasksOn<RecordKernel>()({
  /** Returns the newest vouchers that nobody signed, as far as a signature is due (`isSignatureDue`); and whether there may be more. */
  'voucher.out': async (kernel, operator, { most, pages, ...period }: VouchersAsked) => {
    const { partyId } = frontOffice(kernel, operator)
    const render = (gated: GatedRecord): string => {
      const { record } = gated
      const signer = signerOf(kernel, partyId, record)
      const isDue = signer !== null && isSignatureDue({ ...record.body, type: record.type }, signer)
      return !isDue ? NOTHING : `{"signer":${JSON.stringify(signer)},"record":${recordJson(gated)}}`
    }
    const asked = { ...period, types: ['payment', 'obligation'], subject: partyId, standing: 'tip' } as const
    const vouchers: Voucher[] = []
    let after: PagePosition | undefined
    for (let page = 0; page < pages && vouchers.length <= most; page++) {
      const walked = { ...asked, word: 'parties', ...(after && { after }) } as const
      const { found, next } = await pageOf<Voucher>(kernel, operator, walked, render)
      vouchers.push(...found)
      after = next
      if (after === undefined) break
    }
    return { vouchers: vouchers.slice(0, most), more: vouchers.length > most || after !== undefined }
  },
})

const NOTHING = 'null'
