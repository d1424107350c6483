import type { ComponentChildren } from 'preact'
import type { Filled } from '../frame/form.tsx'
import { LastLook } from '../frame/last-look.tsx'
import { PAPER_LANGUAGE, paperChoice, Sheet } from '../frame/paper.tsx'
import { Action } from '../frame/parts.tsx'
import { Unreviewed } from '../frame/reader.tsx'
import type { StaffVisit } from '../frame/visit.ts'
import { AgreeingSteps } from './said-beside.tsx'

interface SentencesProps {
  readonly visit: StaffVisit
  readonly paper: StaffVisit
  /** The person as the clerk's pages call them, and as the paper does. */
  readonly called: string
  readonly name: string
  readonly title: string
  readonly sentences: readonly string[]
  /** What follows them on the paper. */
  readonly children?: ComponentChildren
}

/** The sentences read out to a person at the counter. Printed, they are the paper that the person signs. */
export const Sentences = ({
  visit,
  paper,
  called,
  title,
  sentences,
  children,
}: Omit<SentencesProps, 'name'>) => (
  <>
    <p>
      <strong>{visit.words.say('consent.readOut', { name: called })}</strong>
    </p>
    <Sheet paper={paper} title={title}>
      <Unreviewed texts="readOut" />
      <blockquote>
        {sentences.map((sentence) => (
          <p>{sentence}</p>
        ))}
      </blockquote>
      {children}
    </Sheet>
  </>
)

/** The signed paper, if one was named. */
export const evidenceIn = ({ evidence = '' }: StaffVisit['form']): { readonly evidence?: string } =>
  evidence.trim() === '' ? {} : { evidence: evidence.trim() }

interface ReadOutProps extends Omit<SentencesProps, 'children'> {
  /** The id of the act that will be written; it is printed on the paper too. */
  readonly id: string
  readonly party: string
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
export async function readOut({ id, party, values, names, sure, agreed, back, ...told }: ReadOutProps) {
  const { visit, paper, name } = told
  const { say } = visit.words
  return (
    <>
      <AgreeingSteps now="readOut" />
      <Sentences {...told}>
        <Signatures paper={paper} name={name} id={id} />
      </Sentences>
      <p class="help">{say('paper.help')}</p>
      {
        await paperChoice({
          visit,
          paper,
          party,
          sent: { values: { ...values, id }, names: ['id', ...names] },
        })
      }
      <LastLook {...{ visit, id, values, sure }} names={[...names, PAPER_LANGUAGE]} button={agreed}>
        <Action href={back}>{say('consent.notAgreed')}</Action>
      </LastLook>
    </>
  )
}

interface SignaturesProps {
  readonly paper: StaffVisit
  readonly name: string
  /** The id of the act that is written. */
  readonly id: string
}

/** The lines for date and signature on the printed paper. */
export function Signatures({ paper: { cooperative, words }, name, id }: SignaturesProps) {
  const { calendar, say } = words
  const day = calendar.day(calendar.nowMs)
  return (
    <div class="signatures">
      <p class="by">{say('paper.by', { name, cooperative, day })}</p>
      <p class="thumb">{say('paper.sign')}</p>
      {(['paper.witness', 'paper.clerk'] as const).map((line) => (
        <p class="line">{say(line)}</p>
      ))}
      <p class="number">{say('paper.number', { id })}</p>
    </div>
  )
}
