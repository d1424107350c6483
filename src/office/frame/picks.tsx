import type { ComponentChildren } from 'preact'
import { isId } from '../../domain/id.ts'
import type { Filled } from './form.tsx'

/**
 * A name or number can move from one party to another, so once a party is found the form carries its id and
 * the words typed.
 */

const pickName = (name: string): string => `${name}_is`
const pick = (party: string, typed: string): string => `${party} ${typed}`

/** Returns the id of the party that was found earlier for exactly these words; otherwise the words. */
export function pickedIn(values: Filled['values'], name: string): string {
  const typed = (values[name] ?? '').trim()
  const sent = values[pickName(name)]
  const party = (sent ?? '').split(' ')[0] ?? ''
  return isId(party) && sent === pick(party, typed) ? party : typed
}

/** Returns the values without the ids of found parties: a link may name a party in words only. */
export const withoutPicks = (values: Filled['values']): Filled['values'] =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !name.endsWith(pickName(''))))

/** Returns the values with the ids of the parties that were found, by field. */
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

export interface CarriedProps {
  readonly values: Filled['values']
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
