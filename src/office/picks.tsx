import type { ComponentChildren } from 'preact'
import { isId } from '../domain/id.ts'
import type { Filled } from './layout.tsx'

/** Names and numbers move from one party to another, so once a party was found the form has its id beside what was typed. */

const pickName = (name: string): string => `${name}_is`
const pick = (party: string, typed: string): string => `${party} ${typed}`

/** What a field says: the party that was found for these very words before, else the words. */
export function pickedIn(values: Filled['values'], name: string): string {
  const typed = (values[name] ?? '').trim()
  const sent = values[pickName(name)]
  const party = (sent ?? '').split(' ')[0] ?? ''
  return isId(party) && sent === pick(party, typed) ? party : typed
}

/** What a link says of a form: who is meant it may say in words alone. */
export const withoutPicks = (values: Filled['values']): Filled['values'] =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !name.endsWith(pickName(''))))

/** With the parties that were found, by field. */
export const withPicks = (
  values: Filled['values'],
  found: Readonly<Record<string, string>>,
): Filled['values'] => ({
  ...values,
  ...Object.fromEntries(
    Object.entries(found).map(([name, party]) => [pickName(name), pick(party, (values[name] ?? '').trim())]),
  ),
})

export const Pick = ({ values, name }: { values: Filled['values']; name: string }): ComponentChildren =>
  values[pickName(name)] !== undefined && (
    <input type="hidden" name={pickName(name)} value={values[pickName(name)]} />
  )

interface CarriedProps {
  readonly values: Filled['values']
  readonly names: readonly string[]
}

/** Fields that come along to the next step, hidden. */
export const Carried = ({ values, names }: CarriedProps): ComponentChildren =>
  names.map((name) => (
    <>
      {values[name] !== undefined && <input type="hidden" name={name} value={values[name]} />}
      <Pick values={values} name={name} />
    </>
  ))
