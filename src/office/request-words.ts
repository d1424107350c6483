import type { About } from '../domain/access-request.ts'
import { say } from '../text/catalogue/say.ts'

/** Whom an asker means, in its own terms. */
export function aboutWords(about: About): string {
  if ('phone' in about) return say('requests.aboutPhone', { phone: about.phone })
  if ('member_no' in about) return say('requests.aboutNumber', { number: about.member_no })
  return say('requests.aboutParty', { party: about.party })
}
