import { LastLook } from './last-look.tsx'
import type { Filled } from './layout.tsx'
import { Unreviewed, useWords } from './reader.tsx'
import type { StaffVisit } from './visit.ts'

/** The sentences read out to a person at the counter. Printed, they are the paper that the person signs. */

export const Sentences = ({ name, sentences }: { name: string | null; sentences: readonly string[] }) => {
  const { say } = useWords()
  return (
    <>
      <h2>{say('consent.readOut', { name: name ?? '' })}</h2>
      <Unreviewed texts="readOut" />
      <blockquote>
        {sentences.map((sentence) => (
          <p>{sentence}</p>
        ))}
      </blockquote>
    </>
  )
}

/** The signed paper, if one was named. */
export const evidenceIn = ({ evidence = '' }: StaffVisit['form']): { readonly evidence?: string } =>
  evidence.trim() === '' ? {} : { evidence: evidence.trim() }

interface ReadOutProps {
  readonly visit: StaffVisit
  readonly name: string
  readonly sentences: readonly string[]
  /** The id of the act that will be written; it is printed on the paper too. */
  readonly id: string
  /** Values of the form, sent along to the next step. */
  readonly values: Filled['values']
  readonly names: readonly string[]
  /** The seal that the button sends. */
  readonly sure: string
  /** The label of the button that confirms the person's agreement. */
  readonly agreed: string
  /** The address to go to if the person does not agree. */
  readonly back: string
}

/** The preview of an act: the person agrees, or something is changed first. */
export const ReadOut = ({ visit, name, sentences, id, values, names, sure, agreed, back }: ReadOutProps) => {
  const { say } = visit.words
  return (
    <>
      <Sentences name={name} sentences={sentences} />
      <Paper visit={visit} name={name} id={id} />
      <LastLook {...{ visit, id, values, names, sure }} button={agreed}>
        <a href={back}>{say('consent.notAgreed')}</a>
      </LastLook>
    </>
  )
}

/** The lines for date and signature on the printed paper. @param id the id of the act that is written */
export function Paper({ visit, name, id }: { visit: StaffVisit; name: string; id: string }) {
  const { calendar, say } = visit.words
  const { cooperative } = visit
  const day = calendar.day(Date.now())
  return (
    <>
      <div class="paper">
        <p>{say('paper.by', { name, cooperative, day })}</p>
        {(['paper.sign', 'paper.witness', 'paper.clerk'] as const).map((line) => (
          <p class="line">{say(line)}</p>
        ))}
        <p>{say('paper.number', { id })}</p>
      </div>
      <p class="help">{say('paper.help')}</p>
    </>
  )
}
