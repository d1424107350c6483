import type { VNode } from 'preact'
import type { Text } from '../../text/kinds.ts'
import type { PlainKey } from '../../words/language.ts'
import type { Words } from '../../words/words.ts'
import { renderedFor, useWords } from './reader.tsx'

/** Tables: figures stand under each other and are never broken; on phones each row is a list. */

interface Titled {
  readonly title: string
  /** Whether the column has figures, aligned right. */
  readonly right?: boolean
}
/** Columns by the key of their title, or '' for no title; `right` marks a column of figures. */
type Columns = readonly (PlainKey | '' | { readonly right: PlainKey } | Titled)[]

const titled = (words: Words, columns: Columns): readonly Titled[] => {
  const { say } = words
  return columns.map((column) => {
    if (typeof column === 'string') return { title: column === '' ? '' : say(column) }
    return 'title' in column ? column : { title: say(column.right), right: true }
  })
}

/** The content of a cell. Figures and codes must go through their formatters first. */
export type Cell = Text | VNode | false | null | undefined
type Row = readonly Cell[]

interface TableProps {
  readonly columns: Columns
  readonly rows: readonly Row[]
  /** Shown in place of a table without rows. */
  readonly none?: Text
  /** A marker in place of the rows, which `withRows` inserts. */
  readonly mark?: string
}

export function Table({ columns, rows, none, mark }: TableProps) {
  const words = useWords()

  if (none !== undefined && rows.length === 0) return <p>{none}</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard (WCAG 2.1.1)
    <div class="wide" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {titled(words, columns).map(({ title, right }) => (
              <th scope="col" class={right ? 'right' : undefined}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {mark}
          <Rows columns={titled(words, columns)} rows={rows} />
        </tbody>
      </table>
    </div>
  )
}

const Rows = ({ columns, rows }: { columns: readonly Titled[]; rows: readonly Row[] }) => (
  <>
    {rows.map((cells) => (
      <tr>
        {columns.map(({ title, right }, i) => (
          <td class={right ? 'right' : undefined} data-title={title || undefined}>
            <span>{cells[i]}</span>
          </td>
        ))}
      </tr>
    ))}
  </>
)

/** A few milliseconds of work. */
const ROWS_AT_ONCE = 20

/**
 * Makes a page with a long table while it is sent, so that other requests get their turn.
 * @param mark where the rows go
 */
export async function* withRows(
  words: Words,
  page: string,
  mark: string,
  columns: Columns,
  rows: Iterable<Row>,
): AsyncGenerator<string> {
  const [before = '', after = ''] = page.split(mark)
  yield before
  let some: Row[] = []
  const its = titled(words, columns)
  const made = () => renderedFor(words, <Rows columns={its} rows={some} />)
  for (const row of rows) {
    some.push(row)
    if (some.length < ROWS_AT_ONCE) continue
    yield made()
    some = []
    await new Promise((resolve) => setImmediate(resolve))
  }
  yield `${made()}${after}`
}
