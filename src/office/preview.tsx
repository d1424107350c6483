import type { ComponentChildren } from 'preact'
import { say } from '../text/catalogue/say.ts'
import { LastLook } from './last-look.tsx'
import { Box, type Filled, pageText, Table } from './layout.tsx'
import { lookedAt } from './look.tsx'
import type { Answer, StaffVisit } from './visit.ts'

/** The page that shows a record once more before it is written. */

interface Shown {
  readonly rows: readonly (readonly string[])[]
  readonly warnings: readonly string[]
  /** What follows from it. */
  readonly follows: readonly string[]
  /** A drawing, say. */
  readonly above?: ComponentChildren
}

interface Previewed {
  readonly title: string
  /** Of the record, which the form carries. */
  readonly id: string
  /** What will be written. */
  readonly writes: unknown
  /** The values of the form, which come along, so that they can be changed once more. */
  readonly values: Filled['values']
  readonly names: readonly string[]
  readonly columns: readonly string[]
  readonly show: () => Promise<Shown>
  readonly button: string
  /** More than a form of plain fields may have comes along. */
  readonly isLarge?: boolean
  readonly write: () => Promise<Answer>
}

/** Shows what will be written, or writes it once the person has agreed to that. */
export const previewed = (visit: StaffVisit, what: Previewed): Promise<Answer> => {
  const { title, id, writes, values, names, columns, show, button, isLarge, write } = what
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
        title,
        <>
          {above}
          <Table columns={columns.map((name) => ({ title: name }))} rows={rows} />
          {warnings.length > 0 && <LookAgain warnings={warnings} />}
          {follows.map((text) => (
            <p>{text}</p>
          ))}
          <LastLook {...{ visit, id, values, names, sure, button }} isLarge={isLarge ?? false} />
        </>,
      ),
    }),
    write,
  })
}

export const LookAgain = ({ warnings }: { warnings: readonly string[] }) => (
  <Box kind="warn">
    <p>
      <strong>{say('weigh.lookAgain')}</strong>
    </p>
    {warnings.map((warning) => (
      <p>{warning}</p>
    ))}
  </Box>
)
