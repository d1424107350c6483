import { randomBytes } from 'node:crypto'
import { type ComponentChildren, Fragment, h } from 'preact'

import { rendered } from '../text/rendered.ts'
import { Form, pageText, Submit } from './layout.tsx'
import { sealOf } from './look.tsx'
import { paperChoice, paperFor } from './paper.tsx'
import { renderedFor } from './reader.tsx'
import { isSame } from './sessions.ts'
import type { Answer, StaffVisit } from './visit.ts'

/** The answer to a subject access request, as a page to print. The page is made while it is sent. */

export async function accessAnswerPage(visit: StaffVisit): Promise<Answer> {
  const id = visit.path.split('/')[2] ?? ''
  const { party } = await visit.run('subject-access.party', { id })
  const paper = await paperFor(visit, party)
  const pieces = visit
    .stream('subject-access.answer', {
      id,
      form: 'text',
      language: paper.words.language.code,
    })
    [Symbol.asyncIterator]()
  // A faulty request throws here, before any of the page is sent.
  const first = await pieces.next()
  const choice = await paperChoice({ visit, paper, party })
  return { pieces: page(visit, paper, choice, id, first, pieces) }
}

type Pieces = AsyncIterator<{ readonly text: string; readonly counts: Counts }>
interface Counts {
  readonly records: number
  readonly redactions: number
  readonly disclosures: number
}
const COUNTED = ['records', 'redactions', 'disclosures'] as const
const countsIn = (counts: Counts): number[] => COUNTED.map((name) => counts[name])

async function* page(
  visit: StaffVisit,
  paper: StaffVisit,
  choice: ComponentChildren,
  id: string,
  first: Awaited<ReturnType<Pieces['next']>>,
  pieces: Pieces,
): AsyncGenerator<string> {
  const { say } = visit.words
  // Random, so that no recorded text can contain it.
  const mark = randomBytes(16).toString('hex')
  const whole = pageText(
    visit,
    say('access.title'),
    <>
      <p class="help">{say('access.help')}</p>
      {choice}
      {mark}
    </>,
    {},
  )
  const [before, after] = whole.split(mark)
  yield `${before}<pre class="letter sheet" lang="${paper.words.language.locale}">`
  let counts: Counts = { records: 0, redactions: 0, disclosures: 0 }
  try {
    for (let piece = first; !piece.done; piece = await pieces.next()) {
      counts = piece.value.counts
      yield rendered(h(Fragment, null, piece.value.text))
    }
  } finally {
    await pieces.return?.()
  }
  const path = `/access/${id}`
  const handedOver = (
    <Form action={path} session={visit.session}>
      <input type="hidden" name="sure" value={sealOf(visit.session, [path, ...countsIn(counts)])} />
      {COUNTED.map((name) => (
        <input type="hidden" name={name} value={counts[name]} />
      ))}
      <Submit>{say('access.handedOver')}</Submit>
    </Form>
  )
  yield `</pre>${renderedFor(visit.words, handedOver)}${after}`
}

/** Records that the answer was handed over, and what it counted. */
export async function accessAnswered(visit: StaffVisit): Promise<Answer> {
  const { form, path, run, session } = visit
  const [records = 0, redactions = 0, disclosures = 0] = COUNTED.map((name) => Number(form[name]))
  // Only an answer that this session printed can be recorded as handed over.
  if (!isSame(sealOf(session, [path, ...countsIn({ records, redactions, disclosures })]), form.sure))
    return { to: path }
  const { party } = await run('subject-access.answered', {
    id: path.split('/')[2] ?? '',
    counts: { records, redactions, disclosures },
  })
  return { to: `/consent/${party}?written=answer` }
}
