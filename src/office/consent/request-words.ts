import type { ListedRequest } from '../../consent/access-request-tasks.ts'
import type { About } from '../../domain/access-request.ts'
import type { Words } from '../../words/words.ts'

/**
 * Whether there is a person to ask. A person named by id may be recorded after the office marked the request
 * as about no one.
 */
export const isKnown = ({ about, person_name, is_nobody }: ListedRequest): boolean =>
  person_name !== null && ('party' in about || !is_nobody)

export const askerOf = ({ told }: Words, { grantee, grantee_name }: ListedRequest): string =>
  grantee_name === null ? grantee : told(grantee_name)

/** Returns the full name of the person; null if it is not known. */
export const personOf = ({ told }: Words, { person_name }: ListedRequest): string | null =>
  person_name === null ? null : told(person_name)

/** The person that a lender asks about, by the number or id that the lender gave. */
export function aboutWords(words: Words, about: About): string {
  const { say } = words
  if ('phone' in about) return say('requests.aboutPhone', { phone: about.phone })
  if ('member_no' in about) return say('requests.aboutNumber', { number: about.member_no })
  return say('requests.aboutParty', { party: about.party })
}
