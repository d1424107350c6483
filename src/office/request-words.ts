import type { ListedRequest } from '../consent/access-request-tasks.ts'
import type { About } from '../domain/access-request.ts'
import { say } from '../text/catalogue/say.ts'

/** Whether there is a person to ask. One that is named by an id may turn up after the office put the request aside. */
export const isKnown = ({ about, person_name, is_nobody }: ListedRequest): boolean =>
  person_name !== null && ('party' in about || !is_nobody)

/** Whom an asker means, in its own terms. */
export function aboutWords(about: About): string {
  if ('phone' in about) return say('requests.aboutPhone', { phone: about.phone })
  if ('member_no' in about) return say('requests.aboutNumber', { number: about.member_no })
  return say('requests.aboutParty', { party: about.party })
}
