import type { AnswerPorts } from '../ports.ts'
import { beginProof, slowed } from './sign-in.tsx'
import type { StaffVisit } from './visit.ts'

/** A second proof by a person who is signed in: for some acts an unattended screen must not be enough. */

/** Why an act is refused. `isWrong` is true if the proof was wrong, and false if it was not checked. */
export interface Refused {
  readonly words: string
  readonly status: 422 | 429 | 503
  readonly isWrong: boolean
}

/** Checks a proof. Wrong ones are slowed and audited as at sign-in. @returns null if the proof is right */
export async function refusedUnless(
  { session, words }: StaffVisit,
  ports: AnswerPorts,
  isCode: boolean,
  isRight: () => Promise<boolean>,
): Promise<Refused | null> {
  const { say } = words
  const { staff, line, submit } = ports
  const { person } = session
  const attempt = beginProof(ports, person)
  if (attempt.seconds > 0)
    return { words: slowed(words, ports, attempt.seconds), status: 429, isWrong: false }
  const answer = await line.run(person.id, true, isRight)
  if (answer === 'busy' || answer) attempt.takeBack()
  if (answer === 'busy') return { words: say('signIn.busy'), status: 503, isWrong: false }
  if (answer) return null
  await staff.noteRefused(submit, person.name, isCode)
  return { words: say('account.wrongProof'), status: 422, isWrong: true }
}

/**
 * Checks the password and, if the person has a second factor, its code. One refusal covers both, so that it
 * does not reveal which was wrong. The code is used up only if the password was right.
 */
export function refusedFully(
  visit: StaffVisit,
  ports: AnswerPorts,
  { password, code }: { readonly password: string | undefined; readonly code: string | undefined },
): Promise<Refused | null> {
  const { staff, submit } = ports
  const { person } = visit.session
  return refusedUnless(visit, ports, false, async () => {
    if (!(await staff.isPasswordOf(person, (password ?? '').slice(0, 1000)))) return false
    return !staff.hasFactor(person) || submit(() => staff.takeCode(person, (code ?? '').slice(0, 100)))
  })
}
