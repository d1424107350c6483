import { fromJson } from '../../base/typed.ts'
import type { View } from '../../domain/shapes.ts'
import type { ProblemShape } from '../../http/refusals.ts'
import { Form } from '../frame/form.tsx'
import { Icon } from '../frame/icons.tsx'
import { Group, MenuFrame } from '../frame/menu.tsx'
import { Box } from '../frame/parts.tsx'
import { useWords } from '../frame/reader.tsx'
import type { Session } from '../frame/sessions.ts'
import { type Frame, pageText } from '../frame/shell.tsx'
import type { Lender, LenderAnswer, LenderVisit } from './lender-visit.ts'

/** Parts that the lender's pages share. */

export const frameOf = ({ cooperative, look, words, session, path }: LenderVisit): Frame => ({
  cooperative,
  look,
  words,
  session: null,
  // A link to another language must not depend on what a page was asked for.
  path: PLAIN.find((page) => path.startsWith(page)) ?? '/lender',
  ...(session === null ? {} : { menu: <LenderMenu session={session} path={path} /> }),
})

/** Pages that are the same without what was asked for. */
const PLAIN = ['/lender/requests', '/lender/ended']

/** The lender's pages, and the button to sign out. */
const LenderMenu = ({ session, path }: { session: Session<Lender>; path: string }) => {
  const { say } = useWords()
  return (
    <MenuFrame>
      <Group
        title="lender.reading"
        entries={[
          ['/lender', 'ask.view', 'read', 'record'],
          ['/lender/requests', 'ask.nav', 'read', 'inbox'],
          ['/lender/ended', 'lender.ended', 'read', 'takeBack'],
          ['/docs', 'lender.reference', 'read', 'consent'],
        ]}
        path={path}
      />
      <Form action="/lender/sign-out" session={session} class="who">
        <button type="submit" class="quiet">
          <Icon name="signOut" />
          {say('page.signOut')}
        </button>
      </Form>
    </MenuFrame>
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
