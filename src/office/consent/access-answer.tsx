import { randomBytes } from 'node:crypto'
import type { JSX } from 'preact'
import { Blocks } from '../../text/html.tsx'
import type { Part } from '../../text/parts.ts'
import { Form, Submit } from '../frame/form.tsx'
import { sealOf } from '../frame/look.tsx'
import { Letterhead, paperChoice, paperFor, paperPage } from '../frame/paper.tsx'
import { renderedFor } from '../frame/reader.tsx'
import { isSame } from '../frame/sessions.ts'
import type { Answer, StaffVisit } from '../frame/visit.ts'

/** The answer to a subject access request, as a page to print. The page is made while it is sent. */

export async function accessAnswerPage(visit: StaffVisit): Promise<Answer> {
  const id = visit.path.split('/')[2] ?? ''
  const { party } = await visit.run('subject-access.party', { id })
  const paper = await paperFor(visit, party)
  const pieces = visit
    .stream('subject-access.answer', {
      id,
      form: 'parts',
      language: paper.words.language.code,
    })
    [Symbol.asyncIterator]()
  // A faulty request throws here, before any of the page is sent.
  const first = await pieces.next()
  const choice = await paperChoice({ visit, paper, party })
  // Random, so that no recorded text can contain it.
  const mark = randomBytes(16).toString('hex')
  const { html, style } = paperPage(
    visit,
    { title: visit.words.say('access.title'), line: visit.words.say('access.help') },
    paper.words.say('answer.page'),
    <>
      {choice}
      {mark}
    </>,
  )
  const [before = '', after = ''] = html.split(mark)
  return { style, pieces: page(visit, paper, { before, after }, id, first, pieces) }
}

type Pieces = AsyncIterator<{ readonly parts?: readonly Part[]; readonly counts: AnswerCounts }>
interface AnswerCounts {
  readonly records: number
  readonly redactions: number
  readonly disclosures: number
}
const COUNTED = ['records', 'redactions', 'disclosures'] as const
const countsIn = (counts: AnswerCounts): number[] => COUNTED.map((name) => counts[name])

async function* page(
  visit: StaffVisit,
  paper: StaffVisit,
  { before, after }: { readonly before: string; readonly after: string },
  id: string,
  first: Awaited<ReturnType<Pieces['next']>>,
  pieces: Pieces,
): AsyncGenerator<string> {
  const { say } = visit.words
  const made = (content: JSX.Element) => renderedFor(paper.words, content)
  yield `${before}<div class="sheet answer" lang="${paper.words.language.locale}">`
  yield made(<Letterhead paper={paper} title={paper.words.say('answer.page')} />)
  let counts: AnswerCounts = { records: 0, redactions: 0, disclosures: 0 }
  try {
    for (let piece = first; !piece.done; piece = await pieces.next()) {
      counts = piece.value.counts
      // The letterhead has the title.
      const parts = (piece.value.parts ?? []).filter(({ kind }) => kind !== 'title')
      if (parts.length > 0) yield made(<Blocks parts={parts} />)
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
  yield `</div>${renderedFor(visit.words, handedOver)}${after}`
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
