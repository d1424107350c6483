import { type ComponentChildren, createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { codeOf } from '../../text/kinds.ts'
import type { Choice } from '../../words/fault.ts'
import { Choices, Pick } from './picks.tsx'
import { useWords } from './reader.tsx'
import type { Session } from './sessions.ts'

/** Forms and their fields. */

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
  /** What the words of a field may mean, by field, where they fit several. */
  readonly choices?: Readonly<Record<string, readonly Choice[]>>
}
export const EMPTY: Filled = { values: {}, faults: {} }

/** Begins the ids of a form's fields, where a page has several forms with the same fields. */
const IdPrefix = createContext('')

export const OwnIds = ({ prefix, children }: { prefix: string; children: ComponentChildren }) => (
  <IdPrefix.Provider value={prefix}>{children}</IdPrefix.Provider>
)

const useFieldId = (name: string): string => `${useContext(IdPrefix)}${name}`

/** Values that a field suggests while a person types. */
export const asOptions = (values: readonly string[]) => values.map((value) => ({ value }))

interface FieldProps {
  readonly name: string
  readonly label: string
  readonly filled: Filled
  readonly type?: 'text' | 'password'
  readonly help?: string
  readonly autofocus?: boolean
  /** Whether what is in it is selected when the page is opened, so that what is typed replaces it. */
  readonly isReplaced?: boolean
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
  isReplaced = false,
  autocomplete,
  optional,
  isMember,
  isSeveral,
  options,
}: FieldProps) {
  const id = useFieldId(name)
  const fault = filled.faults[name]
  const choices = filled.choices?.[name]
  // Where a person is to choose, no field takes the focus from that; else the first one with a fault has it.
  const isChoosing = Object.keys(filled.choices ?? {}).length > 0
  const isFaulty = Object.keys(filled.faults).length > 0
  const isNext = isFaulty ? fault !== undefined : autofocus || isReplaced
  const about = [fault === undefined ? '' : `${id}-fault`, help === undefined ? '' : `${id}-help`]
  const describedBy = about.filter(Boolean).join(' ')
  const common = {
    id,
    name,
    required: !optional,
    autofocus: isNext && !isChoosing,
    'data-replaced': (isReplaced && !isChoosing) || undefined,
    autocomplete: autocomplete ?? 'off',
    dir: 'auto',
    'data-members': isMember,
    'data-several': isSeveral,
    'aria-invalid': fault === undefined ? undefined : true,
    'aria-describedby': describedBy === '' ? undefined : describedBy,
  } as const
  return (
    <div>
      <label for={id}>{label}</label>
      {type === 'password' ? (
        <input type="password" {...common} />
      ) : options === undefined ? (
        <input value={filled.values[name]} {...common} />
      ) : (
        <input value={filled.values[name]} list={`${id}-list`} {...common} />
      )}
      {options !== undefined && (
        <datalist id={`${id}-list`}>
          {options.map(({ value, label: shown }) => (
            <option value={value}>{shown}</option>
          ))}
        </datalist>
      )}
      <Fault name={name} fault={fault} />
      {choices === undefined ? (
        <Pick values={filled.values} name={name} />
      ) : (
        <Choices values={filled.values} name={name} label={label} choices={choices} />
      )}
      {help !== undefined && (
        <p class="help" id={`${id}-help`}>
          {help}
        </p>
      )}
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
  const id = useFieldId(name)
  const shown = called ?? ((word: Word) => worded(codeOf(word)))
  return (
    <div>
      <label for={id}>{label}</label>
      <select
        id={id}
        name={name}
        required={isNeeded}
        aria-invalid={fault === undefined ? undefined : true}
        aria-describedby={fault === undefined ? undefined : `${id}-fault`}
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

const Fault = ({ name, fault }: { name: string; fault: string | undefined }) => {
  const id = useFieldId(name)
  return fault === undefined ? null : (
    <p class="fault" id={`${id}-fault`}>
      {fault}
    </p>
  )
}

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

interface FiltersProps {
  readonly action: string
  readonly children: ComponentChildren
  /** Beside the button that asks. */
  readonly more?: ComponentChildren
}

/** What narrows a list. It needs no token, because it changes nothing. */
export const Filters = ({ action, children, more }: FiltersProps) => {
  const { say } = useWords()
  return (
    <form method="get" action={action} class="card filters">
      <div class="fields">{children}</div>
      <div class="buttons">
        <button type="submit" class="quiet">
          {say('records.do')}
        </button>
        {more}
      </div>
    </form>
  )
}
