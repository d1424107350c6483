import { say } from '../text/catalogue/say.ts'
import { beginProof, type SignInPorts, slowed } from './sign-in.tsx'
import type { StaffVisit } from './visit.ts'

/** What somebody who is signed in proves once more: an unattended screen must not be enough for some acts. */

/** Why an act is refused; `isWrong`: the proof was not right, else it was not looked at. */
export interface Refused {
  readonly words: string
  readonly status: 422 | 429 | 503
  readonly isWrong: boolean
}

/** Wrong ones are slowed and audited as at sign-in. @returns null if it is right */
export async function refusedUnless(
  { session }: StaffVisit,
  ports: SignInPorts,
  isCode: boolean,
  isRight: () => Promise<boolean>,
): Promise<Refused | null> {
  const { staff, line, submit } = ports
  const { person } = session
  const attempt = beginProof(ports, person)
  if (attempt.seconds > 0) return { words: slowed(ports, attempt.seconds), status: 429, isWrong: false }
  const answer = await line.run(person.id, true, isRight)
  if (answer === 'busy' || answer) attempt.takeBack()
  if (answer === 'busy') return { words: say('signIn.busy'), status: 503, isWrong: false }
  if (answer) return null
  await staff.noteRefused(submit, person.name, isCode)
  return { words: say('account.wrongProof'), status: 422, isWrong: true }
}

/**
 * The password, and a code of the second factor where the person has one. They are refused together: neither tells of the other. The
 * code counts no more only if the password was right.
 */
export function refusedFully(
  visit: StaffVisit,
  ports: SignInPorts,
  { password, code }: { readonly password: string | undefined; readonly code: string | undefined },
): Promise<Refused | null> {
  const { staff, submit } = ports
  const { person } = visit.session
  return refusedUnless(visit, ports, false, async () => {
    if (!(await staff.isPasswordOf(person, (password ?? '').slice(0, 1000)))) return false
    return !staff.hasFactor(person) || submit(() => staff.takeCode(person, (code ?? '').slice(0, 100)))
  })
}
