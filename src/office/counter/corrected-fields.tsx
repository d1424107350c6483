import type { RecordMember } from '../../domain/types/index.ts'
import type { Field as EntryField } from '../../records/entry/fields.ts'
import type { NamedRow } from '../../words/words.ts'
import { EntryFields } from '../frame/entry-form.tsx'
import type { Filled } from '../frame/form.tsx'
import { useWords } from '../frame/reader.tsx'

/** The fields of a correction: how much it was, which is corrected most, and the others folded below. */

const MOST_CORRECTED: readonly RecordMember[] = ['quantity', 'amount']

interface CorrectedFieldsProps {
  readonly fields: readonly EntryField[]
  readonly filled: Filled
  readonly crops: readonly NamedRow[]
  /** Whether something may be amiss in any field. */
  readonly isShownAgain: boolean
  /** What is known to be wrong, in place of how much it was. */
  readonly wrong?: RecordMember | undefined
}

export function CorrectedFields({ fields, filled, crops, isShownAgain, wrong }: CorrectedFieldsProps) {
  const { say } = useWords()
  const first = [...(wrong === undefined ? [] : [wrong]), ...MOST_CORRECTED].find((member) =>
    fields.some((field) => field.member === member),
  )
  if (first === undefined) return <EntryFields fields={fields} filled={filled} crops={crops} />
  const others = fields.filter(({ member }) => member !== first)
  const isOpen = isShownAgain || others.some(({ member }) => filled.faults[member] !== undefined)
  return (
    <>
      <EntryFields
        fields={fields.filter(({ member }) => member === first)}
        filled={filled}
        crops={crops}
        first={first}
      />
      <details open={isOpen}>
        <summary>{say('change.others')}</summary>
        <EntryFields fields={others} filled={filled} crops={crops} />
      </details>
    </>
  )
}
