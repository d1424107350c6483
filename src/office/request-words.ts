import type { ListedRequest } from '../consent/access-request-tasks.ts'
import type { About } from '../domain/access-request.ts'
import type { Words } from '../words/words.ts'

/**
 * Whether there is a person to ask. A person named by id may be recorded after the office marked the request
 * as about no one.
 */
export const isKnown = ({ about, person_name, is_nobody }: ListedRequest): boolean =>
  person_name !== null && ('party' in about || !is_nobody)

/** The person that a lender asks about, by the number or id that the lender gave. */
export function aboutWords(words: Words, about: About): string {
  const { say } = words
  if ('phone' in about) return say('requests.aboutPhone', { phone: about.phone })
  if ('member_no' in about) return say('requests.aboutNumber', { number: about.member_no })
  return say('requests.aboutParty', { party: about.party })
}
