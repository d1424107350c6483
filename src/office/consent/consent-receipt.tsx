import { receiptSentences } from '../../consent/receipt-words.ts'
import { paperChoice, paperFor, paperPage, Sheet } from '../frame/paper.tsx'
import { Action } from '../frame/parts.tsx'
import { Unreviewed } from '../frame/reader.tsx'
import type { Answer, StaffVisit } from '../frame/visit.ts'
import { memberCalled, noSuchMember } from '../people/member.tsx'

/** A consent as a receipt on paper, for the person whose page it is, to take home. */
export async function consentReceiptPage(visit: StaffVisit): Promise<Answer> {
  const { run, words } = visit
  const [, , party = '', , id = ''] = visit.path.split('/')
  if ((await memberCalled(visit, party)) === null) return noSuchMember(visit)
  const [theirs] = (await run('grant.list', { subject: party, id })).grants
  if (theirs === undefined) return noSuchMember(visit)
  const [{ told }, paper, { kept }] = await Promise.all([
    run('grant.receipt', { grant: id }),
    paperFor(visit, party),
    run('grant.has-paper', { grant: id }),
  ])
  const [name, choice] = await Promise.all([memberCalled(paper, party), paperChoice({ visit, paper, party })])
  const { say } = paper.words
  const { given, said, now } = receiptSentences(paper.words, told)
  const title = say('consentReceipt.for', { name: name ?? party })
  return paperPage(
    visit,
    {
      title: words.say('consentReceipt.title'),
      actions: (
        <>
          {kept && <Action href={`${visit.path}/paper`}>{words.say('grant.pictureShown')}</Action>}
          <Action href={`/consent/${party}`}>{words.say('consent.back')}</Action>
        </>
      ),
    },
    title,
    <>
      <p class="help">{words.say('statement.print')}</p>
      {choice}
      <Sheet paper={paper} title={title}>
        <Unreviewed texts="readOut" />
        <Sentences texts={given} />
        <p>{say('consentReceipt.says')}</p>
        <blockquote>
          <Sentences texts={said} />
        </blockquote>
        <Sentences texts={now} />
        <div class="signatures">
          <p class="line">{say('paper.clerk')}</p>
          <p class="number">{say('consentReceipt.id', { id })}</p>
        </div>
      </Sheet>
    </>,
  )
}

const Sentences = ({ texts }: { readonly texts: readonly string[] }) => (
  <>
    {texts.map((text) => (
      <p>{text}</p>
    ))}
  </>
)
