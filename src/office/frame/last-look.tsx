import type { ComponentChildren } from 'preact'

import { type Filled, Form } from './form.tsx'
import { Carried } from './picks.tsx'
import type { StaffVisit } from './visit.ts'

interface LastLookProps {
  readonly visit: StaffVisit
  /** The id of the record that will be written. */
  readonly id: string
  /** Values of the form, sent along so that the person can change them again. */
  readonly values: Filled['values']
  readonly names: readonly string[]
  /** The seal that the button for writing sends. */
  readonly sure: string
  readonly button: string
  /** Whether the values may exceed the size limit of a plain form. */
  readonly isLarge?: boolean
  /** Whether the button for writing has the focus. */
  readonly isNext?: boolean
  /** Shown next to the buttons. */
  readonly children?: ComponentChildren
}

/** The form below a preview: write it, or change something first. */
export const LastLook = ({
  visit,
  id,
  values,
  names,
  sure,
  button,
  isLarge = false,
  isNext = false,
  children,
}: LastLookProps) => {
  const { say } = visit.words
  return (
    <Form action={visit.path} session={visit.session} isLarge={isLarge}>
      <input type="hidden" name="id" value={id} />
      <Carried values={values} names={names} />
      <div class="buttons">
        <button type="submit" name="sure" value={sure} autofocus={isNext}>
          {button}
        </button>
        <button type="submit" class="quiet" name="edit" value="1">
          {say('entry.change')}
        </button>
        {children}
      </div>
    </Form>
  )
}
