import { fromJson } from '../base/typed.ts'
import type { View } from '../domain/shapes.ts'
import type { ProblemShape } from '../http/refusals.ts'
import { Box, pageText } from './layout.tsx'
import type { Lender, LenderAnswer, LenderVisit } from './lender-visit.ts'
import { useWords } from './reader.tsx'
import type { Session } from './sessions.ts'

/** Parts that the lender's pages share. */

export const frameOf = ({ cooperative, words }: LenderVisit) => ({
  cooperative,
  words,
  session: null,
  path: '/lender',
})

/** Links to the lender's other pages, and the button to sign out. */
export const LenderMenu = ({ session }: { session: Session<Lender> }) => {
  const { say } = useWords()
  return (
    <nav aria-label={say('lender.title')}>
      <a href="/lender">{say('ask.view')}</a> <a href="/lender/requests">{say('ask.nav')}</a>
      <form method="post" action="/lender/sign-out">
        <input type="hidden" name="form_token" value={session.formToken} />
        <button type="submit">{say('page.signOut')}</button>
      </form>
    </nav>
  )
}

/** Shows the API's refusal as a page. If the token has ended, signs the lender out. */
export function failed(visit: LenderVisit, status: number, text: string): LenderAnswer {
  const { say } = visit.words
  if (status === 401) {
    visit.sessions.end(visit.cookie)
    return { to: '/lender?ended', cookie: null }
  }
  const { title = '', detail = '' } = fromJson<Partial<View<typeof ProblemShape>>>(text)
  const text_ = [title, detail].filter(Boolean).join('. ')
  return { status, html: pageText(frameOf(visit), say('fault.title'), <Box kind="bad">{text_}</Box>) }
}
