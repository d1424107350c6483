import { uuidv7 } from 'uuidv7'
import { Problem } from '../../base/problem.ts'
import { given } from '../../base/typed.ts'
import { isId } from '../../domain/id.ts'
import { allows } from '../../domain/staff.ts'
import { CONFIRMATION_OF, isConfirmableType } from '../../domain/types/index.ts'
import { distinctNames } from '../../identity/party-names.ts'
import { cropNames, whatOf } from '../../records/crop-names.ts'
import { SIGNED_BY, signatureFields } from '../../records/entry/fields.ts'
import { usualDay } from '../../records/entry/read.ts'
import type { Account } from '../../records/payments/account.ts'
import type { Voucher } from '../../records/payments/voucher-tasks.ts'
import type { CounterRecord } from '../../records/record-tasks.ts'
import { codeOf, type Shown } from '../../text/kinds.ts'
import { OperatorFault } from '../../words/fault.ts'
import type { Words } from '../../words/words.ts'
import { idOf, officeOf, quantityOf, readEntry } from '../frame/entry-form.tsx'
import { problemWords } from '../frame/fault-words.ts'
import { Form } from '../frame/form.tsx'
import { Box, Card, Empty } from '../frame/parts.tsx'
import { pageText } from '../frame/shell.tsx'
import { Table } from '../frame/tables.tsx'
import type { Answer, StaffVisit } from '../frame/visit.ts'
import { couldSign } from './confirmation-parts.tsx'
import { PrintVoucher } from './receipt.tsx'

/** Vouchers that nobody signed yet, each with a button to print it and one that records the signature (contract §23). */

/** The page on which the button stands, to which it leads back. */
type Back = 'member' | 'payments' | 'list'

/** Vouchers on the page of a member, and on that of all. */
const MOST_OF_MEMBER = 10
const MOST_LISTED = 100
/** Pages of records that are read for the list of all. */
const MOST_PAGES = 10

interface OfMember {
  readonly party: string
  readonly account: Account
  readonly back: Back
  /** How wide the card is. */
  readonly span?: 5
}

/** Returns the card of what a member could sign for; null without any. The newest first. */
export async function vouchersOf(visit: StaffVisit, { party, account, back, span }: OfMember) {
  const { cooperative } = account
  const unsigned = [
    ...account.payments
      .filter(({ acknowledgement, claimant }) => acknowledgement === 'claimed' && claimant === 'cooperative')
      .map(({ record }) => record),
    ...account.debts
      .filter(({ paid, way }) => !paid.agreed && way === 'in')
      .map(({ record }) => record)
      .reverse(),
  ].filter(({ asserted_by }) => asserted_by === cooperative)
  if (unsigned.length === 0) return null
  const newest = unsigned
    .toSorted((a, b) => (a.occurred_at < b.occurred_at ? 1 : -1))
    .slice(0, MOST_OF_MEMBER)
  const { signers } = await visit.run('voucher.signers', { ids: newest.map(({ id }) => id) })
  const vouchers = newest.flatMap((record) => {
    const found = signers.find(({ id }) => id === record.id)
    return found === undefined ? [] : [{ record, signer: found.signer }]
  })
  if (vouchers.length === 0) return null
  return (
    <Card title={visit.words.say('vouchers.toSign')} {...given({ span })}>
      {await voucherTable(visit, { vouchers, back, party, isNarrow: span !== undefined })}
      {unsigned.length > newest.length && (
        <p>{visit.words.say('vouchers.older', { count: unsigned.length - newest.length })}</p>
      )}
    </Card>
  )
}

interface Listed {
  readonly vouchers: readonly Voucher[]
  readonly back: Back
  /** The member on whose page they stand. */
  readonly party?: string
  /** Whether the amount and the buttons stand below what it is for, because the card has no room for columns. */
  readonly isNarrow?: boolean
}

async function voucherTable(visit: StaffVisit, { vouchers, back, party, isNarrow = false }: Listed) {
  const { words, session } = visit
  const { calendar, say } = words
  const mayWrite = allows(session.person.role, 'write')
  const cropOf = await cropNames(words, visit.run)
  const nameOf = await distinctNames(
    visit,
    vouchers.map(({ signer }) => signer),
  )
  const isOfMember = party !== undefined
  const buttons = (one: Voucher) => (
    <div class="buttons">
      <PrintVoucher visit={visit} id={one.record.id} isReceipt={one.record.type === 'delivery'} />
      <Form action="/vouchers" session={session} class="buttons">
        <input type="hidden" name="id" value={uuidv7()} />
        <input type="hidden" name="record" value={one.record.id} />
        <input type="hidden" name="signed_by" value={one.signer} />
        <input type="hidden" name="back" value={back} />
        {isOfMember && <input type="hidden" name="party" value={party} />}
        <button type="submit">{say('vouchers.signed')}</button>
      </Form>
    </div>
  )
  const what = (one: Voucher) => (
    <>
      {say('vouchers.what', { what: whatOf(words, one.record, cropOf), type: one.record.type })}
      {one.record.method !== undefined && (
        <span class="label block">{words.worded(codeOf(one.record.method))}</span>
      )}
      {isNarrow && <p>{sumShown(words, one.record)}</p>}
      {isNarrow && mayWrite && buttons(one)}
    </>
  )
  return (
    <Table
      columns={[
        'member.day',
        ...(isOfMember ? [] : ['members.name' as const]),
        'money.what',
        ...(isNarrow ? [] : [{ right: 'entry.amount' } as const, '' as const]),
      ]}
      rows={vouchers.map((one) => [
        <a href={`/records/${one.record.id}`}>{calendar.asRecorded(one.record)}</a>,
        ...(isOfMember ? [] : [<a href={`/members/${one.signer}`}>{nameOf(one.signer)}</a>]),
        what(one),
        ...(isNarrow ? [] : [sumShown(words, one.record), mayWrite && buttons(one)]),
      ])}
    />
  )
}

/** The amount of a record, or its price. */
const sumShown = (words: Words, record: CounterRecord): Shown =>
  record.agreed_price === undefined ? quantityOf(words, record) : words.money(record.agreed_price)

/** All vouchers that nobody signed, newest first. */
export async function vouchersPage(visit: StaffVisit, fault?: string): Promise<Answer> {
  const { say } = visit.words
  const { vouchers, more } = await visit.run('voucher.out', { most: MOST_LISTED, pages: MOST_PAGES })
  return {
    status: fault === undefined ? 200 : 422,
    html: pageText(
      visit,
      { title: say('vouchers.title'), line: say('vouchers.line') },
      <>
        {await signedBox(visit)}
        {fault !== undefined && <Box kind="bad">{fault}</Box>}
        {vouchers.length === 0 ? (
          <Empty text={say('vouchers.none')} />
        ) : (
          <section class="card">{await voucherTable(visit, { vouchers, back: 'list' })}</section>
        )}
        {more && <p>{say('vouchers.more')}</p>}
      </>,
    ),
  }
}

/** What was just signed for, with the way to take that back. */
export async function signedBox(visit: StaffVisit) {
  const { signed } = visit.query
  if (signed === undefined || !isId(signed)) return null
  const record = await recordCalled(visit, signed)
  const { words } = visit
  if (record?.derived.confirmation == null) return null
  return (
    <Box kind="good">
      <p>
        {words.say('vouchers.done', {
          amount: sumShown(words, record),
          day: words.calendar.asRecorded(record),
        })}
      </p>
      <p class="links">
        <a href={`/records/${signed}`}>{words.say('vouchers.undo')}</a>
      </p>
    </Box>
  )
}

const recordCalled = ({ run }: StaffVisit, id: string): Promise<CounterRecord | null> =>
  run('record.get', { id }).catch((error: unknown) => {
    if (error instanceof OperatorFault) return null
    throw error
  })

/** Records that a person signed for a record, as its row says it: one press, sent twice it is written once. */
export async function signVoucher(visit: StaffVisit): Promise<Answer> {
  const { say } = visit.words
  const { form, run } = visit
  const { record: target = '', signed_by = '' } = form
  const record = isId(target) ? await recordCalled(visit, target) : null
  if (record === null || !isConfirmableType(record.type)) return vouchersPage(visit, say('vouchers.gone'))
  const id = idOf(form.id)
  const { confirmations, confirmers } = await run('record.confirmations', { id: record.id })
  if (confirmations.some((one) => one.id === id)) return { to: backTo(visit, record.id) }
  const isTip = record.derived.standing === 'tip'
  if (!isTip || !confirmers.some((one) => one.party === signed_by && couldSign(one)))
    return vouchersPage(visit, say('vouchers.gone'))
  const confirmation = CONFIRMATION_OF[record.type]
  const asked = { occurred_at: usualDay(visit.words), channel: SIGNED_BY[0], signed_by }
  const office = officeOf(visit, id, null)
  const { members, faults } = await readEntry(visit.words, office, signatureFields(confirmation.type), asked)
  const [fault] = Object.values(faults)
  if (fault !== undefined) return vouchersPage(visit, fault)
  try {
    const draft = { id, type: confirmation.type, [confirmation.member]: record.id, ...members }
    await run('record.append', { draft })
    return { to: backTo(visit, record.id) }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return vouchersPage(visit, problemWords(visit.words, error))
  }
}

function backTo({ form }: StaffVisit, signed: string): string {
  const { back, party = '' } = form
  if (back === 'member' && isId(party)) return `/members/${party}?${new URLSearchParams({ signed })}`
  if (back === 'payments' && isId(party)) return `/payments?${new URLSearchParams({ who: party, signed })}`
  return `/vouchers?${new URLSearchParams({ signed })}`
}
