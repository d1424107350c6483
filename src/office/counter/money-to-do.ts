import { SIGNED_WITHIN_DAYS } from '../../domain/money/vouchers.ts'
import { allows } from '../../domain/staff.ts'
import { DAY_MS } from '../../domain/time.ts'
import type { StaffVisit } from '../frame/visit.ts'

/** What waits about money, each in a line with a button. */

/** Older vouchers are on the pages of the members. */
const LOOKED_BACK_DAYS = 60
/** Vouchers that are counted; of more, the line says so. */
const MOST_COUNTED = 20
/** Pages of records that are read to count them, whenever somebody opens the page. */
const MOST_PAGES = 2

interface MoneyItem {
  readonly text: string
  readonly since: string | null
  readonly to: string
  readonly kind: 'warn'
  readonly todo: string
  readonly button: string
}

export async function moneyItems({ run, words, session }: StaffVisit): Promise<MoneyItem[]> {
  const { calendar, say } = words
  if (!allows(session.person.role, 'write')) return []
  const daysAgo = (days: number) => calendar.nowMs - days * DAY_MS
  const [waiting, { vouchers, more }] = await Promise.all([
    run('payment.waiting-count', {}),
    run('voucher.out', {
      ...{ fromMs: daysAgo(LOOKED_BACK_DAYS), toMs: daysAgo(SIGNED_WITHIN_DAYS) },
      ...{ most: MOST_COUNTED, pages: MOST_PAGES },
    }),
  ])
  const item = (to: string, text: string, since: string | null, todo: string): MoneyItem => ({
    ...{ to, text, since, todo },
    kind: 'warn',
    button: to,
  })
  const [oldest] = vouchers.map(({ record }) => record.received_at).sort()
  return [
    ...(waiting.lines === 0
      ? []
      : [
          item(
            '/payments/waiting',
            say('today.rowsWait', { count: waiting.lines }),
            waiting.since,
            say('today.decide'),
          ),
        ]),
    ...(oldest === undefined
      ? []
      : [
          item(
            '/vouchers',
            say('today.unsigned', { count: vouchers.length, more: more ? 'yes' : 'no' }),
            oldest,
            say('today.vouchers'),
          ),
        ]),
  ]
}
