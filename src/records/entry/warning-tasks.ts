import { must } from '../../base/typed.ts'
import { dayOf } from '../../cli/day.ts'
import { canonicalJson } from '../../domain/canonical.ts'
import { isDebtOfLoan, isForLoan } from '../../domain/money/lending.ts'
import { kgOf } from '../../domain/quantity.ts'
import { instantOf, parseInstant } from '../../domain/time.ts'
import { RECORD_TYPES, type RecordType } from '../../domain/types/index.ts'
import { usualOf } from '../../domain/usual.ts'
import { frontOffice } from '../../identity/who.ts'
import { tasksOn } from '../../registry/kernel.ts'
import { Calendar } from '../../words/calendar.ts'
import type { Message } from '../../words/message.ts'
import { paymentsNamed } from '../debt-tasks.ts'
import type { RecordKernel } from '../kernel.ts'
import { type CounterRecord, type Members, recentRecords } from '../record-tasks.ts'
import { isReferenceAgain, warningsOf } from './warnings.ts'

/** A record as the clerk would write it. */
type CheckedDraft = Readonly<Members>

/** Tasks that run as several jobs, with other work between them. */
export const warningTasks = tasksOn<RecordKernel>()({
  /**
   * Returns what to check once more before this record is written. Reads the newest records of its type about
   * the same party.
   * @param args.withDebt whether the debt that a payment needs is written with it
   */
  'record.warnings': async (
    kernel,
    operator,
    { draft, withDebt = false }: { readonly draft: CheckedDraft; readonly withDebt?: boolean },
  ): Promise<{ readonly warnings: readonly Message[] }> => {
    const { store, people, config } = kernel
    const { nowMs } = store.writer
    const type = RECORD_TYPES.find((known) => known === draft.type)
    const subject = WHOSE.map((member) => draft[member]).find((id) => typeof id === 'string')
    const n = subject === undefined ? undefined : store.parties.find(subject)
    const recent =
      n === undefined || type === undefined
        ? []
        : (
            await recentRecords(kernel, operator, {
              type,
              subject: must(subject),
              standing: 'tip',
              word: 'parties',
            })
          ).records
    const isByAPerson = n === undefined || people.facts(n).isNaturalPerson
    const [giver, taker] = GIVE_AND_TAKE.map((members) =>
      members.map((member) => draft[member]).find(Boolean),
    )
    const { timeZone } = new Calendar(config.timeZone)
    const today = dayOf(timeZone, nowMs)
    const asBrought = (record: CounterRecord) => ({
      kg: record.derived.kg,
      crop: record.crop,
      isOfToday: dayOf(timeZone, instantOf(record.occurred_at)) === today,
    })
    // A form that is sent twice finds its own record, which is not an earlier one.
    const earlier = recent
      .filter(({ id }) => id !== draft.supersedes && id !== draft.id)
      .map((record) => ({ ...earlierOf(record), ...asBrought(record) }))
    const { crop } = draft
    const kg = kgOf(draft)
    const mayBeMuch = !isByAPerson || type !== 'delivery'
    const others =
      kg === null ||
      !isByAPerson ||
      type === undefined ||
      !LIMITED.has(type) ||
      usualOf(crop, earlier, []) !== null
        ? []
        : (await broughtByOthers(kernel, operator, type, draft)).map(asBrought)
    const { reference } = draft
    const { payer } = draft
    const paid =
      type !== 'payment' || typeof reference !== 'string' || typeof payer !== 'string'
        ? { records: [], others: [] }
        : await store.jobs.submit(frontOffice(kernel, operator), () =>
            paymentsNamed(kernel, operator, [reference], payer),
          )
    const warnings = warningsOf({
      nowMs,
      isBehind: store.time.isBehind,
      occurredAtMs: parseInstant(String(draft.occurred_at)) ?? nowMs,
      kg,
      crop,
      content: contentOf(draft),
      isToOneself: giver !== undefined && giver === taker,
      implausibleAboveKg: isByAPerson && LIMITED.has(type) ? config.implausibleAboveKg : null,
      earlier,
      others,
      hasReferenceAgain: isReferenceAgain(
        draft,
        paid.records.filter(({ derived }) => derived.standing === 'tip'),
      ),
      hasReferenceOfOther: isReferenceAgain(draft, paid.others),
      lacksDebt: !withDebt && (await lacksDebt(kernel, operator, draft)),
      mayBeMuch,
    })
    return { warnings }
  },
})

/** Returns whether a payment is for something lent that the payee does not owe by any record. */
async function lacksDebt(kernel: RecordKernel, operator: string, draft: CheckedDraft): Promise<boolean> {
  const { payee } = draft
  if (!isForLoan(draft) || draft.settles !== undefined || typeof payee !== 'string') return false
  const asked = { type: 'obligation', subject: payee, standing: 'tip', word: 'parties' } as const
  const { records } = await recentRecords(kernel, operator, asked)
  return !records.some((record) => isDebtOfLoan(draft, record))
}

/** Members with the party whose other records show what is usual. */
const WHOSE = ['producer', 'from_party', 'holder', 'obligor', 'payer']
const GIVE_AND_TAKE = [
  ['from_party', 'obligor'],
  ['to_party', 'obligee'],
]
/** Types with a limit on mass, as for the flag `implausible_quantity` (contract §8). */
const LIMITED: ReadonlySet<RecordType | undefined> = new Set(['harvest', 'delivery'])

/** Maximum records of others: enough for a day at a counter with several crops. */
const MOST_OF_OTHERS = 100

/** Returns what others recently brought to the same party; not read if the party's own records are enough. */
async function broughtByOthers(
  kernel: RecordKernel,
  operator: string,
  type: RecordType,
  draft: CheckedDraft,
): Promise<readonly CounterRecord[]> {
  const subject = typeof draft.to_party === 'string' ? draft.to_party : null
  const asked = { type, subject, standing: 'tip', word: 'parties', most: MOST_OF_OTHERS } as const
  const whose = (of: CheckedDraft) => WHOSE.map((member) => of[member]).find((id) => typeof id === 'string')
  const { records } = await recentRecords(kernel, operator, asked)
  return records.filter((record) => whose(record) !== whose(draft))
}

const earlierOf = (record: CounterRecord) => ({
  receivedAtMs: instantOf(record.received_at),
  content: contentOf(record),
})

const CONTENT = [...WHOSE, 'to_party', 'obligee', 'payee', 'crop', 'quantity', 'amount', 'lot_id', 'geometry']
const contentOf = (record: CheckedDraft): string =>
  canonicalJson(CONTENT.map((member) => record[member] ?? null))
