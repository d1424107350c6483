import { isOneOf } from '../../base/typed.ts'
import { whyLeft } from '../../clients/mobile-money/report.ts'
import { referenceKey } from '../../domain/payment.ts'
import { allows } from '../../domain/staff.ts'
import type { WaitingLine } from '../../records/payments/waiting-tasks.ts'
import type { CounterRecord } from '../../records/record-tasks.ts'
import { Form } from '../frame/form.tsx'
import { Box } from '../frame/parts.tsx'
import { pageText } from '../frame/shell.tsx'
import { Table } from '../frame/tables.tsx'
import type { Answer, StaffVisit } from '../frame/visit.ts'

/** Lines of operators' files that a person must decide about: pay a member's debts with them, or set them aside. */

/** Rows of a page. A payment is looked up for each that waits. */
const SHOWN = 50

export async function waitingPaymentsPage(visit: StaffVisit): Promise<Answer> {
  const { say, count } = visit.words
  const { lines, setAside } = await visit.run('payment.waiting', {})
  const from = placeIn(visit, 'from', lines)
  const asideFrom = placeIn(visit, 'aside', setAside)
  const shown = [...lines].sort(byFile).slice(from, from + SHOWN)
  const recorded = await recordedOf(visit, shown)
  const mayWrite = allows(visit.session.person.role, 'write')
  return {
    html: pageText(
      visit,
      say('many.waiting'),
      <>
        <p class="links">
          <a href="/payments/many">{say('many.title')}</a>
        </p>
        <p>{say('many.waitingHelp')}</p>
        <Table
          none={say('many.noneWaits')}
          columns={[
            'many.fromFile',
            { title: say('import.row'), right: true },
            'many.lineSays',
            { right: 'entry.amount' },
            'members.phone',
            'record.number',
            'payment.open.why',
            '',
          ]}
          rows={shown.map((one) => {
            const { own: payment, cameBack } = recorded(one)
            const about = one.of?.id ?? cameBack?.id
            return [
              one.file,
              count(one.line.row),
              stateShown(visit, one),
              one.line.amount && visit.words.money(one.line.amount),
              payeeShown(one),
              <span class="word">{one.line.transaction}</span>,
              <>
                {whyLeft(visit.words, one)}
                {about && payment === undefined && (
                  <p>
                    <a href={`/records/${about}`}>{say('many.paymentOf')}</a>
                  </p>
                )}
                {payment !== undefined && (
                  <p>
                    <a href={`/records/${payment.id}`}>{say('many.recordedAs')}</a>
                  </p>
                )}
              </>,
              mayWrite && (
                <Form action="/payments/waiting" session={visit.session}>
                  <input type="hidden" name="key" value={one.key} />
                  <div class="buttons">
                    {payment === undefined && one.line.state !== 'reversed' && !one.line.isIn && (
                      <a href={`/payments?${new URLSearchParams({ waiting: one.key })}`}>
                        {say('many.settle')}
                      </a>
                    )}
                    <button type="submit" class="quiet" name="act" value="set_aside">
                      {say('many.setAside')}
                    </button>
                  </div>
                </Form>
              ),
            ]
          })}
        />
        <OtherRows visit={visit} name="from" from={from} count={lines.length} />
        {setAside.length > 0 && (
          <details open={asideFrom > 0}>
            <summary>{say('many.asideCount', { count: setAside.length })}</summary>
            <Table
              columns={['many.fromFile', { right: 'entry.amount' }, 'members.phone', 'record.number', '']}
              rows={setAside.slice(asideFrom, asideFrom + SHOWN).map((one) => [
                one.file,
                one.line.amount && visit.words.money(one.line.amount),
                payeeShown(one),
                <span class="word">{one.line.transaction}</span>,
                mayWrite && (
                  <Form action="/payments/waiting" session={visit.session}>
                    <input type="hidden" name="key" value={one.key} />
                    <button type="submit" class="quiet" name="act" value="put_back">
                      {say('many.putBack')}
                    </button>
                  </Form>
                ),
              ])}
            />
            <OtherRows visit={visit} name="aside" from={asideFrom} count={setAside.length} />
          </details>
        )}
      </>,
    ),
  }
}

/** The place of the first row shown; the last page if there are fewer rows now. */
function placeIn({ query }: StaffVisit, name: 'from' | 'aside', rows: readonly unknown[]): number {
  const asked = /^\d{1,9}$/.test(query[name] ?? '') ? Number(query[name]) : 0
  return Math.max(0, Math.min(asked, rows.length - (rows.length % SHOWN || SHOWN)))
}

function OtherRows(props: { visit: StaffVisit; name: 'from' | 'aside'; from: number; count: number }) {
  const { visit, name, from, count } = props
  const { say } = visit.words
  const shown = Math.min(SHOWN, count - from)
  if (count <= shown) return null
  return (
    <p class="links">
      {say('many.moreRows', { count: count - shown })}
      {from > 0 && <a href={`?${name}=${Math.max(0, from - SHOWN)}`}>{say('many.earlierRows')}</a>}
      {from + shown < count && <a href={`?${name}=${from + shown}`}>{say('many.laterRows')}</a>}
    </p>
  )
}

const byFile = (a: WaitingLine, b: WaitingLine): number =>
  a.since < b.since ? -1 : a.since > b.since ? 1 : a.line.row - b.line.row

const stateShown = ({ words: { say } }: StaffVisit, { line: { state, isIn } }: WaitingLine) =>
  isIn ? say('many.state.in') : say(`many.state.${state ?? 'unknown'}`)

/** The telephone number and the name that the operator wrote. */
const payeeShown = ({ line: { phone, mask, name } }: WaitingLine) =>
  [phone ?? mask, name].filter(Boolean).join(' ')

/**
 * Finds the cooperative's payments that have the number of a line, so that no one pays it a second time, and those whose
 * number is in the text of money that came in: their file may have been read after it.
 */
async function recordedOf(visit: StaffVisit, lines: readonly WaitingLine[]) {
  const references = [
    ...new Set(
      lines.flatMap(({ line }) => [line.transaction, ...namedIn(line)]).filter((text) => text !== ''),
    ),
  ]
  const { records } =
    references.length === 0 ? { records: [] } : await visit.run('payment.named', { references })
  const own = records.filter(({ derived }: CounterRecord) => derived.standing === 'tip')
  const byNumber = new Map(own.map((record) => [referenceKey(String(record.reference)), record]))
  const called = (number: string) => byNumber.get(referenceKey(number))
  return ({ line }: WaitingLine) => ({
    own: called(line.transaction),
    cameBack: namedIn(line)
      .map(called)
      .find((payment) => payment !== undefined),
  })
}

/** Numbers in the text of money that came in. Any text may have many. */
const namedIn = ({ isIn, names = [] }: WaitingLine['line']): readonly string[] =>
  isIn ? names.slice(0, MOST_NAMED) : []
const MOST_NAMED = 5

const HOW = ['set_aside', 'put_back'] as const

export async function decideWaiting(visit: StaffVisit): Promise<Answer> {
  const { act, key = '' } = visit.form
  if (act === 'finished') {
    await visit.run('payment.finished', { key })
    return { to: '/payments/many' }
  }
  if (isOneOf(HOW, act)) await visit.run('payment.decide', { key, how: act })
  return { to: '/payments/waiting' }
}

/** Returns the line that a payment is recorded for; null if it no longer waits. */
export async function waitingLine(visit: StaffVisit, key: string | undefined): Promise<WaitingLine | null> {
  if (key === undefined || key === '') return null
  const { lines } = await visit.run('payment.waiting', {})
  return lines.find((one) => one.key === key) ?? null
}

/** What the operator's file says in a line. */
export const LineShown = ({ visit, waiting }: { visit: StaffVisit; waiting: WaitingLine }) => {
  const { say, money } = visit.words
  const { line, file } = waiting
  return (
    <Box kind="warn">
      <p>{say('many.settles')}</p>
      <p>
        {[file, line.amount && money(line.amount), payeeShown(waiting), line.transaction]
          .filter(Boolean)
          .join(', ')}
      </p>
    </Box>
  )
}
