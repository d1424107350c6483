import { allows } from '../../domain/staff.ts'
import { Form } from '../frame/form.tsx'
import { useWords } from '../frame/reader.tsx'
import type { StaffVisit } from '../frame/visit.ts'

/** The statements that a person can withdraw at any time. */
export const ENDED = ['grant', 'delegation', 'objection'] as const
export type Ended = (typeof ENDED)[number]

interface EndingProps {
  readonly visit: StaffVisit
  readonly party: string
  readonly kind: Ended
  readonly target: string
}

/** The first of two clicks: it opens the page that asks for confirmation. */
export const EndingButton = ({ visit: { session }, party, kind, target }: EndingProps) => {
  const { say } = useWords()
  return allows(session.person.role, 'write') ? (
    <Form action={`/consent/${party}/ending`} session={session}>
      <input type="hidden" name="kind" value={kind} />
      <input type="hidden" name="target" value={target} />
      <button type="submit" class="quiet">
        {say(`ending.${kind}`)}
      </button>
    </Form>
  ) : null
}
