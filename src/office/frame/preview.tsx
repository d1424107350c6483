import type { ComponentChildren } from 'preact'
import type { Filled } from './form.tsx'
import { LastLook } from './last-look.tsx'
import { lookedAt } from './look.tsx'
import { Box } from './parts.tsx'
import { useWords } from './reader.tsx'
import { pageText } from './shell.tsx'
import { Table } from './tables.tsx'
import type { Answer, StaffVisit } from './visit.ts'

/** The page that previews a record before it is written. */

interface PreviewShown {
  readonly rows: readonly (readonly string[])[]
  readonly warnings: readonly string[]
  /** The consequences of writing the record. */
  readonly follows: readonly string[]
  /** Shown above the table, such as a drawing. */
  readonly above?: ComponentChildren
}

interface Previewed {
  readonly title: string
  /** The id of the record, which the form carries. */
  readonly id: string
  /** What will be written. */
  readonly writes: unknown
  /** Values of the form, sent along so that the person can change them again. */
  readonly values: Filled['values']
  readonly names: readonly string[]
  readonly columns: readonly string[]
  readonly show: () => Promise<PreviewShown>
  readonly button: string
  /** Whether the values may exceed the size limit of a plain form. */
  readonly isLarge?: boolean
  /** Whether Enter writes, so that a short correction takes no mouse. */
  readonly isNext?: boolean
  readonly write: () => Promise<Answer>
}

/** Shows the preview, or writes the record once the person has agreed to it. */
export const previewed = (visit: StaffVisit, what: Previewed): Promise<Answer> => {
  const {
    title,
    id,
    writes,
    values,
    names,
    columns,
    show,
    button,
    isLarge = false,
    isNext = false,
    write,
  } = what
  return lookedAt(visit, {
    writes,
    show,
    linesOf: ({ rows, warnings, follows }) => [
      title,
      ...rows.map(([name, ...texts]) => `${name}: ${texts.join(' → ')}`),
      ...warnings,
      ...follows,
    ],
    page: (seen, { rows, warnings, follows, above }, sure) => ({
      html: pageText(
        seen,
        { title, line: visit.words.say('look.notYet') },
        <>
          {warnings.length > 0 && <LookAgain warnings={warnings} />}
          {above}
          <Table columns={columns.map((name) => ({ title: name }))} rows={rows} />
          {follows.map((text) => (
            <p>{text}</p>
          ))}
          <LastLook {...{ visit, id, values, names, sure, button, isLarge, isNext }} />
        </>,
      ),
    }),
    write,
  })
}

export const LookAgain = ({ warnings }: { warnings: readonly string[] }) => {
  const { say } = useWords()
  return (
    <Box kind="warn">
      <p>
        <strong>{say('weigh.lookAgain')}</strong>
      </p>
      {warnings.map((warning) => (
        <p>{warning}</p>
      ))}
    </Box>
  )
}
