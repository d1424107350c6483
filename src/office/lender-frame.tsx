import { fromJson } from '../base/typed.ts'
import type { View } from '../domain/shapes.ts'
import type { ProblemShape } from '../http/refusals.ts'
import { say } from '../text/catalogue/say.ts'
import { Box, pageText } from './layout.tsx'
import type { Lender, LenderAnswer, LenderVisit } from './lender-visit.ts'
import type { Session } from './sessions.ts'

/** What the lender's pages share. */

export const frameOf = ({ cooperative }: LenderVisit) => ({ cooperative, session: null, path: '/lender' })

/** To the lender's other pages, and out. */
export const LenderMenu = ({ session }: { session: Session<Lender> }) => (
  <nav aria-label={say('lender.title')}>
    <a href="/lender">{say('ask.view')}</a> <a href="/lender/requests">{say('ask.nav')}</a>
    <form method="post" action="/lender/sign-out">
      <input type="hidden" name="form_token" value={session.formToken} />
      <button type="submit">{say('page.signOut')}</button>
    </form>
  </nav>
)

/** The API's refusal as a page. A token that has ended signs out. */
export function failed(visit: LenderVisit, status: number, text: string): LenderAnswer {
  if (status === 401) {
    visit.sessions.end(visit.cookie)
    return { to: '/lender?ended', cookie: null }
  }
  const { title = '', detail = '' } = fromJson<Partial<View<typeof ProblemShape>>>(text)
  const words = [title, detail].filter(Boolean).join('. ')
  return { status, html: pageText(frameOf(visit), say('fault.title'), <Box kind="bad">{words}</Box>) }
}
