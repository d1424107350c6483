import type { RecordMember } from '../../domain/types/index.ts'
import type { Field as EntryField } from '../../records/entry/fields.ts'
import { EntryFields, type Offered } from '../frame/entry-form.tsx'
import type { Filled } from '../frame/form.tsx'
import { useWords } from '../frame/reader.tsx'

/** The fields of a correction: how much it was, which is corrected most, and the others folded below. */

const MOST_CORRECTED: readonly RecordMember[] = ['quantity', 'amount']

interface CorrectedFieldsProps {
  readonly fields: readonly EntryField[]
  readonly filled: Filled
  readonly offered: Offered
  /** Whether something may be amiss in any field. */
  readonly isShownAgain: boolean
  /** What is known to be wrong, in place of how much it was. */
  readonly wrong?: RecordMember | undefined
}

export function CorrectedFields({ fields, filled, offered, isShownAgain, wrong }: CorrectedFieldsProps) {
  const { say } = useWords()
  const first = [...(wrong === undefined ? [] : [wrong]), ...MOST_CORRECTED].find((member) =>
    fields.some((field) => field.member === member),
  )
  if (first === undefined) return <EntryFields fields={fields} filled={filled} offered={offered} />
  const others = fields.filter(({ member }) => member !== first)
  const isOpen = isShownAgain || others.some(({ member }) => filled.faults[member] !== undefined)
  return (
    <>
      <EntryFields
        fields={fields.filter(({ member }) => member === first)}
        filled={filled}
        offered={offered}
        first={first}
      />
      <details open={isOpen}>
        <summary>{say('change.others')}</summary>
        <EntryFields fields={others} filled={filled} offered={offered} />
      </details>
    </>
  )
}
