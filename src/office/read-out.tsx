import { say } from '../text/catalogue/say.ts'
import { Calendar } from '../text/phrases.ts'
import { LastLook } from './last-look.tsx'
import type { Filled } from './layout.tsx'
import type { StaffVisit } from './visit.ts'

/** What is read out to somebody at the counter; printed, the paper that they sign. */

export const Sentences = ({ name, sentences }: { name: string | null; sentences: readonly string[] }) => (
  <>
    <h2>{say('consent.readOut', { name: name ?? '' })}</h2>
    <blockquote>
      {sentences.map((sentence) => (
        <p>{sentence}</p>
      ))}
    </blockquote>
  </>
)

/** The signed paper, if one was named. */
export const evidenceIn = ({ evidence = '' }: StaffVisit['form']): { readonly evidence?: string } =>
  evidence.trim() === '' ? {} : { evidence: evidence.trim() }

interface ReadOutProps {
  readonly visit: StaffVisit
  readonly name: string
  readonly sentences: readonly string[]
  /** Of what will be written, which is on the paper too. */
  readonly id: string
  /** Of the form, which come along. */
  readonly values: Filled['values']
  readonly names: readonly string[]
  /** What the button sends. */
  readonly sure: string
  /** The button of somebody who agreed. */
  readonly agreed: string
  /** Where somebody who did not goes. */
  readonly back: string
}

/** The last look before it is written: they agree, or something is changed once more. */
export const ReadOut = ({ visit, name, sentences, id, values, names, sure, agreed, back }: ReadOutProps) => (
  <>
    <Sentences name={name} sentences={sentences} />
    <Paper visit={visit} name={name} id={id} />
    <LastLook {...{ visit, id, values, names, sure }} button={agreed}>
      <a href={back}>{say('consent.notAgreed')}</a>
    </LastLook>
  </>
)

/** @param id of what is written about it */
export function Paper({ visit, name, id }: { visit: StaffVisit; name: string; id: string }) {
  const { cooperative, timeZone } = visit
  const day = new Calendar(timeZone).day(Date.now())
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
