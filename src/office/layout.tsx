import type { ComponentChildren, VNode } from 'preact'
import { allows, type Permission } from '../domain/staff.ts'
import { codeOf, type Text } from '../text/kinds.ts'
import type { PlainKey } from '../words/language.ts'
import { languages } from '../words/language.ts'
import type { Words } from '../words/words.ts'
import { renderedFor, useWords } from './reader.tsx'
import type { Session } from './sessions.ts'

/** The frame and the parts that all pages share. `rendered` escapes every text. */

export interface Frame {
  readonly words: Words
  readonly cooperative: string
  readonly session: Session | null
  /** The address of the page, for the menu. */
  readonly path: string
  /** Shown above the page's content. */
  readonly notice?: ComponentChildren
}

type Menu = readonly (readonly [path: string, text: PlainKey, permission: Permission])[]
/** The pages used all day. */
const MENU: Menu = [
  ['/today', 'nav.today', 'read'],
  ['/weigh-in', 'nav.weigh', 'write'],
  ['/members', 'nav.members', 'read'],
  ['/records', 'nav.records', 'read'],
  ['/lots', 'nav.lots', 'read'],
  ['/payments', 'nav.payments', 'write'],
  ['/consent', 'nav.consent', 'read'],
]
const MORE: Menu = [
  ['/reports', 'nav.reports', 'read'],
  ['/requests', 'nav.requests', 'read'],
  ['/readers', 'nav.readers', 'read'],
  ['/devices', 'nav.devices', 'read'],
  ['/import', 'nav.import', 'write'],
  ['/audit', 'nav.audit', 'read'],
  ['/machine', 'nav.machine', 'manage'],
  ['/cooperative', 'nav.cooperative', 'manage'],
  ['/staff', 'nav.staff', 'manage'],
]

/** Options of a page for printing. Only elements of class `sheet` are printed. */
interface ToPrint {
  /** CSS of this page alone, without `<`. The page's `Answer` must have it too. */
  readonly style?: string
}

export function pageText(frame: Frame, title: string, content: ComponentChildren, toPrint?: ToPrint): string {
  const page = <Page frame={frame} title={title} content={content} toPrint={toPrint} />
  return `<!doctype html>\n${renderedFor(frame.words, page)}\n`
}

interface PageProps {
  readonly frame: Frame
  readonly title: string
  readonly content: ComponentChildren
  readonly toPrint: ToPrint | undefined
}

function Page({ frame, title, content, toPrint }: PageProps) {
  const { say } = frame.words
  const { session, cooperative, path, notice } = frame
  return (
    <html lang={frame.words.language.locale}>
      <head>
        <meta charset="utf-8" />
        <title>{say('page.title', { page: title, cooperative })}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/office.css" />
        {toPrint?.style !== undefined && <style dangerouslySetInnerHTML={{ __html: toPrint.style }} />}
        {session !== null && <script src="/office.js" defer />}
      </head>
      <body>
        <a class="skip" href="#content">
          {say('page.skip')}
        </a>
        <header>
          <strong>{cooperative}</strong>
          {session !== null && (
            <>
              <nav>
                <Links menu={MENU} session={session} path={path} />
                <details open={MORE.some(([href]) => href === path)}>
                  <summary>{say('nav.more')}</summary>
                  <div class="more">
                    <Links menu={MORE} session={session} path={path} />
                  </div>
                </details>
              </nav>
              <Form action="/sign-out" session={session}>
                <a href="/account">
                  {say('page.signedInAs', {
                    name: session.person.name,
                    role: say(`role.${session.person.role}`),
                  })}
                </a>
                <button type="submit" class="quiet">
                  {say('page.signOut')}
                </button>
              </Form>
            </>
          )}
        </header>
        <main id="content" class={toPrint && 'printed'}>
          <h1>{title}</h1>
          {notice}
          {content}
        </main>
        {session === null && <LanguageLinks path={path} />}
      </body>
    </html>
  )
}

/** Other languages, for readers without an account; the choice stays in their browser. */
const LanguageLinks = ({ path }: { path: string }) => {
  const { language, say } = useWords()
  return (
    <nav class="languages" aria-label={say('page.languages')}>
      {languages().map(({ code, locale, name }) =>
        code === language.code ? (
          <span aria-current="true">{name}</span>
        ) : (
          <a href={`${path}?language=${code}`} lang={locale} hreflang={locale}>
            {name}
          </a>
        ),
      )}
    </nav>
  )
}

const Links = ({ menu, session, path }: { menu: Menu; session: Session; path: string }) => {
  const { say } = useWords()
  return (
    <>
      {menu
        .filter(([, , permission]) => allows(session.person.role, permission))
        .map(([href, text]) => (
          <a href={href} aria-current={href === path ? 'page' : undefined}>
            {say(text)}
          </a>
        ))}
    </>
  )
}

interface FormProps {
  readonly action: string
  readonly session: Pick<Session, 'formToken'> | null
  readonly class?: string
  /** Sends the form as multipart, as forms with files do. */
  readonly isLarge?: boolean
  /** The text that a script shows next to the button while a file is made. */
  readonly busy?: string
  readonly children?: ComponentChildren
}

/** The answer for an address that names nothing. */
export const nothingThere = (frame: Frame, title: string, text: string) => ({
  status: 404,
  html: pageText(frame, title, <Box kind="bad">{text}</Box>),
})

/** A form that carries the session's token. */
export function Form({ action, session, class: name, isLarge, busy, children }: FormProps) {
  return (
    <form
      method="post"
      action={action}
      class={name}
      enctype={isLarge ? 'multipart/form-data' : undefined}
      data-busy={busy}
    >
      {session !== null && <input type="hidden" name="form_token" value={session.formToken} />}
      {children}
    </form>
  )
}

/** What was typed, and the faults, by field. */
export interface Filled {
  readonly values: Readonly<Record<string, string | undefined>>
  readonly faults: Readonly<Record<string, string | undefined>>
}
export const EMPTY: Filled = { values: {}, faults: {} }

interface FieldProps {
  readonly name: string
  readonly label: string
  readonly filled: Filled
  readonly type?: 'text' | 'password'
  readonly help?: string
  readonly autofocus?: boolean
  readonly autocomplete?: string
  readonly optional?: boolean
  /** Whether the field names a member. With scripts, members are suggested while typing. */
  readonly isMember?: boolean
  /** Whether the field accepts several options, separated by semicolons. */
  readonly isSeveral?: boolean
  /** Values suggested while typing. */
  readonly options?: readonly { readonly value: string; readonly label?: string }[]
}

export function Field({
  name,
  label,
  filled,
  type = 'text',
  help,
  autofocus,
  autocomplete,
  optional,
  isMember,
  isSeveral,
  options,
}: FieldProps) {
  const fault = filled.faults[name]
  const about = [fault === undefined ? '' : `${name}-fault`, help === undefined ? '' : `${name}-help`]
  const describedBy = about.filter(Boolean).join(' ')
  const common = {
    id: name,
    name,
    required: !optional,
    autofocus,
    autocomplete: autocomplete ?? 'off',
    dir: 'auto',
    'data-members': isMember,
    'data-several': isSeveral,
    'aria-invalid': fault === undefined ? undefined : true,
    'aria-describedby': describedBy === '' ? undefined : describedBy,
  } as const
  return (
    <div>
      <label for={name}>{label}</label>
      {type === 'password' ? (
        <input type="password" {...common} />
      ) : options === undefined ? (
        <input value={filled.values[name]} {...common} />
      ) : (
        <input value={filled.values[name]} list={`${name}-list`} {...common} />
      )}
      {options !== undefined && (
        <datalist id={`${name}-list`}>
          {options.map(({ value, label: shown }) => (
            <option value={value}>{shown}</option>
          ))}
        </datalist>
      )}
      <Fault name={name} fault={fault} />
      {help !== undefined && (
        <p class="help" id={`${name}-help`}>
          {help}
        </p>
      )}
    </div>
  )
}

export function Box({ kind, children }: { kind: 'good' | 'warn' | 'bad'; children: ComponentChildren }) {
  return (
    <div class={`box ${kind}`} role={kind === 'bad' ? 'alert' : 'status'}>
      {children}
    </div>
  )
}

/** A field that hides what is typed. */
export const Secret = (props: Omit<FieldProps, 'type'>) => <Field {...props} type="password" />

interface SubmitProps {
  readonly name?: string
  readonly value?: string
  readonly class?: string
  readonly children: ComponentChildren
}

/** The only button of a form. */
export const Submit = ({ children, ...its }: SubmitProps) => (
  <div class="buttons">
    <button type="submit" {...its}>
      {children}
    </button>
  </div>
)

interface SelectProps<Word extends string> {
  readonly name: string
  readonly label: string
  readonly words: readonly Word[]
  readonly chosen: string
  /** Returns the label of an option. */
  readonly called?: (word: Word) => string
  readonly isNeeded?: boolean
  readonly fault?: string | undefined
}

export const Select = <Word extends string>({
  name,
  label,
  words,
  chosen,
  called,
  isNeeded = false,
  fault,
}: SelectProps<Word>) => {
  const { worded } = useWords()
  const shown = called ?? ((word: Word) => worded(codeOf(word)))
  return (
    <div>
      <label for={name}>{label}</label>
      <select
        id={name}
        name={name}
        required={isNeeded}
        aria-invalid={fault === undefined ? undefined : true}
        aria-describedby={fault === undefined ? undefined : `${name}-fault`}
      >
        {words.map((word) => (
          <option value={word} selected={word === chosen}>
            {shown(word)}
          </option>
        ))}
      </select>
      <Fault name={name} fault={fault} />
    </div>
  )
}

const Fault = ({ name, fault }: { name: string; fault: string | undefined }) =>
  fault === undefined ? null : (
    <p class="fault" id={`${name}-fault`}>
      {fault}
    </p>
  )

interface CheckboxesProps<Word extends string> {
  readonly legend: string
  /** The start of each box's name, which is `name_word`. */
  readonly name: string
  readonly words: readonly Word[]
  readonly called: (word: Word) => string
  readonly filled: Filled
}

export function Checkboxes<Word extends string>({
  legend,
  name,
  words,
  called,
  filled,
}: CheckboxesProps<Word>) {
  const fault = filled.faults[name]
  return (
    <fieldset aria-describedby={fault === undefined ? undefined : `${name}-fault`}>
      <legend>{legend}</legend>
      {words.map((word) => (
        <label class="box-label">
          <input
            type="checkbox"
            name={`${name}_${word}`}
            value="1"
            checked={filled.values[`${name}_${word}`] !== undefined}
          />
          {called(word)}
        </label>
      ))}
      <Fault name={name} fault={fault} />
    </fieldset>
  )
}

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
