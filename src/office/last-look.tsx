import type { ComponentChildren } from 'preact'
import { say } from '../text/catalogue/say.ts'
import { type Filled, Form } from './layout.tsx'
import { Carried } from './picks.tsx'
import type { StaffVisit } from './visit.ts'

interface LastLookProps {
  readonly visit: StaffVisit
  /** Of what will be written. */
  readonly id: string
  /** Of the form, which come along, so that they can be changed once more. */
  readonly values: Filled['values']
  readonly names: readonly string[]
  /** What the button that writes sends. */
  readonly sure: string
  readonly button: string
  /** More than a form of plain fields may have comes along. */
  readonly isLarge?: boolean
  /** Beside the buttons. */
  readonly children?: ComponentChildren
}

/** The form under what was shown: write it, or change something once more. */
export const LastLook = ({
  visit,
  id,
  values,
  names,
  sure,
  button,
  isLarge = false,
  children,
}: LastLookProps) => (
  <Form action={visit.path} session={visit.session} isLarge={isLarge}>
    <input type="hidden" name="id" value={id} />
    <Carried values={values} names={names} />
    <div class="buttons">
      <button type="submit" name="sure" value={sure}>
        {button}
      </button>
      <button type="submit" class="quiet" name="edit" value="1">
        {say('entry.change')}
      </button>
      {children}
    </div>
  </Form>
)
