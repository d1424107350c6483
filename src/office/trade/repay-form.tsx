import { must } from '../../base/typed.ts'
import { OBLIGATION_KINDS } from '../../domain/types/obligation.ts'
import { cropNames, whatOf } from '../../records/crop-names.ts'
import type { Field as EntryField } from '../../records/entry/fields.ts'
import type { AccountDebt } from '../../records/payments/account.ts'
import { atStart } from '../../words/party-name.ts'
import { EntryFields, labelled, mustUnfold, NOTHING_OFFERED } from '../frame/entry-form.tsx'
import { Field, type Filled, Select } from '../frame/form.tsx'
import { useWords } from '../frame/reader.tsx'
import type { StaffVisit } from '../frame/visit.ts'
import { debtsTable, minorShown } from '../people/account-parts.tsx'
import { partName } from './payment-parts.ts'

/** The form by which a member repays: everything is filled in, so that Enter saves it. */

interface RepayProps {
  readonly visit: StaffVisit
  /** The agreed debts of the member that are open. */
  readonly debts: readonly AccountDebt[]
  readonly fields: readonly EntryField[]
  readonly filled: Filled
  /** Where the amount for each of several debts is typed. */
  readonly last: NonNullable<Parameters<typeof debtsTable>[0]['last']>
  /** Whether the amount is what the person types next. */
  readonly isNext: boolean
}

export async function repayFields({ visit, debts, fields, filled, last, isNext }: RepayProps) {
  const { say } = visit.words
  const [only, another] = debts
  const folded = fields.filter(({ member }) => member !== 'method')
  const method = (
    <Select
      name="method"
      label={labelled(visit.words, 'method')}
      words={fields.find(({ member }) => member === 'method')?.words ?? []}
      chosen={filled.values.method ?? ''}
      isNeeded
      fault={filled.faults.method}
    />
  )
  return (
    <>
      {only !== undefined && another === undefined ? (
        <>
          <div class="fields big">
            <Field
              name={partName(only)}
              label={say('repay.amount', { currency: only.paid.currency })}
              filled={filled}
              autofocus={isNext}
              optional
            />
            {method}
          </div>
          <p class="help">
            {await debtLine(visit, only)} {say('repay.all')}
          </p>
        </>
      ) : (
        <>
          {await debtsTable({ visit, debts, last })}
          <div class="fields">{method}</div>
        </>
      )}
      <details open={mustUnfold(folded, filled)}>
        <summary>{say('repay.more')}</summary>
        <EntryFields fields={folded} filled={filled} offered={NOTHING_OFFERED} />
      </details>
      <RepayButtons />
    </>
  )
}

/** The first button is the one that Enter presses. */
const RepayButtons = () => {
  const { say } = useWords()
  return (
    <div class="buttons">
      <button type="submit" name="now" value="1">
        {say('repay.save')}
      </button>
      <button type="submit" class="quiet">
        {say('change.look')}
      </button>
    </div>
  )
}

/** What a debt is for, of which day, how much of it is open, and when it falls due. */
export async function debtLine({ words, run }: StaffVisit, { record, paid }: AccountDebt): Promise<string> {
  const { calendar, say } = words
  const { kind } = record
  const owed = OBLIGATION_KINDS.find((one) => one === kind)
  const what =
    owed === undefined ? whatOf(words, record, await cropNames(words, run)) : say(`view.debts.${owed}`)
  const said = {
    what: atStart(what),
    day: calendar.asRecorded(record),
    owed: minorShown(words, paid.currency, paid.owed_minor),
    remaining: minorShown(words, paid.currency, paid.remaining_minor),
  }
  const { due_at: due } = record
  return due === undefined
    ? say('repay.debt', said)
    : say('repay.debtDue', { ...said, due: calendar.day(must(due)) })
}
