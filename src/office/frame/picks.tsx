import type { ComponentChildren } from 'preact'
import type { FrontOffice } from '../../records/entry/read.ts'
import type { Choice } from '../../words/fault.ts'
import { useWords } from './reader.tsx'

/**
 * A name or number can move from one party to another, so once a party is found the form carries its id and
 * the words typed. The same form carries what a person chose where their words fit several parties, crops or units.
 */

type Values = Readonly<Record<string, string | undefined>>

const pickName = (name: string): string => `${name}_is`
const pick = (id: string, typed: string): string => `${id} ${typed}`

/** Returns the id that was found or chosen earlier for exactly these words; null if none was. */
export function chosenIn(values: Values, name: string): string | null {
  const sent = values[pickName(name)] ?? ''
  const id = sent.split(' ')[0] ?? ''
  return id !== '' && sent === pick(id, (values[name] ?? '').trim()) ? id : null
}

/** Returns the id that was found or chosen earlier for exactly these words; otherwise the words. */
export const pickedIn = (values: Values, name: string): string =>
  chosenIn(values, name) ?? (values[name] ?? '').trim()

/** The office that reads a quantity in the unit that was chosen for it, if its word fits several. */
export function withChosenUnit(office: FrontOffice, values: Values, name: string): FrontOffice {
  const chosenUnit = chosenIn(values, name)
  return chosenUnit === null ? office : { ...office, chosenUnit }
}

/** Returns the values without the ids of found parties: a link may name a party in words only. */
export const withoutPicks = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !name.endsWith(pickName(''))))

/** Returns the values with the ids of the parties that were found, by field. */
export const withPicks = (values: Values, found: Readonly<Record<string, string>>): Values => ({
  ...values,
  ...Object.fromEntries(
    Object.entries(found).map(([name, party]) => [pickName(name), pick(party, (values[name] ?? '').trim())]),
  ),
})

export const Pick = ({ values, name }: { values: Values; name: string }): ComponentChildren =>
  values[pickName(name)] !== undefined && (
    <input type="hidden" name={pickName(name)} value={values[pickName(name)]} />
  )

/** More than this are chosen from a list that is searched by typing. */
const MOST_BUTTONS = 12

interface ChoicesProps {
  readonly values: Values
  readonly name: string
  readonly label: string
  readonly choices: readonly Choice[]
}

/** What the words of a field may mean. None is chosen for a person, so that Enter alone takes none for another. */
export function Choices({ values, name, label, choices }: ChoicesProps) {
  const { say } = useWords()
  const typed = (values[name] ?? '').trim()
  if (choices.length > MOST_BUTTONS)
    return (
      <select name={pickName(name)} aria-label={`${label}: ${say('pick.which')}`} autofocus>
        <option value="">{say('pick.choose')}</option>
        {choices.map(({ id, name: called }) => (
          <option value={pick(id, typed)}>{called}</option>
        ))}
      </select>
    )
  return (
    <fieldset>
      <legend>{say('pick.which')}</legend>
      {choices.map(({ id, name: called }, i) => (
        <label class="box-label">
          <input type="radio" name={pickName(name)} value={pick(id, typed)} autofocus={i === 0} />
          {called}
        </label>
      ))}
    </fieldset>
  )
}

export interface CarriedProps {
  readonly values: Values
  readonly names: readonly string[]
}

/** Hidden fields that carry values to the next step. */
export const Carried = ({ values, names }: CarriedProps): ComponentChildren =>
  names.map((name) => (
    <>
      {values[name] !== undefined && <input type="hidden" name={name} value={values[name]} />}
      <Pick values={values} name={name} />
    </>
  ))
