import { uuidv7 } from 'uuidv7'
import { Problem } from '../../base/problem.ts'
import { given } from '../../base/typed.ts'
import { hasLetter, unnamed } from '../../domain/nobody.ts'
import { PARTY_KINDS, type PartyKind } from '../../domain/shapes.ts'
import { type ListedParty, partiesFor } from '../../identity/party-search.ts'
import { OperatorFault } from '../../words/fault.ts'

import { idOf, LanguageSelect } from '../frame/entry-form.tsx'
import { formStatus, problemWords } from '../frame/fault-words.ts'
import { Field, type Filled, Form, Select } from '../frame/form.tsx'
import { lookedAt } from '../frame/look.tsx'
import { Action, Actions, Box } from '../frame/parts.tsx'
import { useWords } from '../frame/reader.tsx'
import { pageText } from '../frame/shell.tsx'
import type { Answer, StaffVisit } from '../frame/visit.ts'

/** A new member. People who may be the same person are shown first; a name that no one has is asked about. */

/** What a person decides before a party is added. */
interface Doubts {
  /** Parties that may be the same person, each as its id and a description. */
  readonly alike: readonly (readonly string[])[]
  /** A name such as "various" or "cash"; null if it is no word of those. */
  readonly noName: string | null
}

const NO_DOUBTS: Doubts = { alike: [], noName: null }
const hasDoubts = ({ alike, noName }: Doubts): boolean => alike.length > 0 || noName !== null

export const newMemberPage = (
  visit: StaffVisit,
  filled: Filled = { values: visit.form, faults: {} },
  fault?: string,
  doubts = NO_DOUBTS,
  sure = '',
  kind = kindOf(visit),
): Answer => {
  const { say } = visit.words
  return {
    status: hasDoubts(doubts) ? 422 : formStatus(filled.faults, fault),
    html: pageText(
      visit,
      {
        title: say(kind === null ? 'newMember.title' : 'newMember.party'),
        line: say(kind === null ? 'newMember.line' : 'newMember.partyLine'),
      },
      <>
        {fault !== undefined && <Box kind="bad">{fault}</Box>}
        <section class="card">
          <Form action="/new-member" session={visit.session}>
            <input type="hidden" name="id" value={idOf(filled.values.id)} />
            <div class="fields">
              <Field name="name" label={say('members.name')} filled={filled} autofocus />
              {kind !== null && (
                <Select name="kind" label={say('entry.kind')} words={PARTY_KINDS} chosen={kind} />
              )}
              <Field name="number" label={say('newMember.number')} filled={filled} optional />
              <Field
                name="phone"
                label={say('newMember.phone')}
                filled={filled}
                help={say('newMember.phoneHelp')}
                optional
              />
              <LanguageSelect label={say('entry.language')} filled={filled} />
            </div>
            {visit.habits.sendsMessages && kind === null && (
              <div class="apart">
                <label class="box-label">
                  <input
                    type="checkbox"
                    name="messages"
                    value="1"
                    checked={filled.values.messages !== undefined}
                  />
                  {say('question.messages')}
                </label>
              </div>
            )}
            {doubts.noName !== null && <NoNameBox name={doubts.noName} kind={kind} />}
            {doubts.alike.length > 0 && <AlikeBox alike={doubts.alike} />}
            <div class="buttons">
              <button type="submit" class={hasDoubts(doubts) ? 'quiet' : undefined}>
                {say('newMember.do')}
              </button>
              {hasDoubts(doubts) && (
                <button type="submit" class="quiet" name="sure" value={sure}>
                  {say(sureText(doubts))}
                </button>
              )}
            </div>
          </Form>
        </section>
      </>,
    ),
  }
}

const sureText = ({ alike, noName }: Doubts) =>
  noName === null ? 'newMember.sure' : alike.length === 0 ? 'newMember.sureName' : 'newMember.sureBoth'

/** A name that means nobody, several people or the one above. */
function NoNameBox({ name, kind }: { name: string; kind: PartyKind | null }) {
  const { say } = useWords()
  const isOfPerson = kind === null || kind === 'person'
  return (
    <div class="apart">
      <Box kind="warn">
        <p>
          <strong>{say(isOfPerson ? 'newMember.noName' : 'newMember.noNameParty', { name })}</strong>
        </p>
      </Box>
    </div>
  )
}

/** People who may be the one that is entered. */
function AlikeBox({ alike }: Pick<Doubts, 'alike'>) {
  const { say } = useWords()
  return (
    <div class="apart">
      <Box kind="warn">
        <p>
          <strong>{say('newMember.alike')}</strong>
        </p>
        <Actions>
          {alike.map(([party, words]) => (
            <Action href={`/members/${party}`} icon="member" isMain={alike.length === 1}>
              {words}
            </Action>
          ))}
        </Actions>
      </Box>
    </div>
  )
}

/** The kind of a party that is not a member; null on the form for members, who are people. */
const kindOf = ({ query, form }: StaffVisit): PartyKind | null =>
  PARTY_KINDS.find((kind) => kind === (form.kind ?? query.kind)) ?? null

const MOST_ALIKE = 8

/** Parties that may be the same person, each as its id and a description. */
async function alikeTo({ run }: StaffVisit, name: string, phone: string | null): Promise<string[][]> {
  const found = [
    ...(await partiesFor(run, { alike: name })),
    ...(phone === null ? [] : await partiesFor(run, { phone })),
  ]
  const alike = [...new Map(found.map((one) => [one.party, one])).values()]
  const words = ({ member_no, name: called, phone: number }: ListedParty) =>
    [member_no, called, number].filter(Boolean).join(', ')
  return alike.slice(0, MOST_ALIKE).map((party) => [party.party, words(party)])
}

export async function addMember(visit: StaffVisit): Promise<Answer> {
  const { say } = visit.words
  const { form: values, run } = visit
  if (values.edit !== undefined) return newMemberPage(visit)
  const name = (values.name ?? '').trim()
  const faults: Record<string, string> = {}
  if (name === '') faults.name = say('field.required')
  else if (!hasLetter(name)) faults.name = say('party.noLetter')
  const phone = await phoneIn(visit, faults)
  const wants = values.messages !== undefined
  if (wants && phone === null) faults.phone ??= say('field.required')
  const filled: Filled = { values, faults }
  if (Object.keys(faults).length > 0) return newMemberPage(visit, filled)
  const kind = kindOf(visit)
  const number = (values.number ?? '').trim()
  const write = async (): Promise<Answer> => {
    const { party } = await run('party.add', {
      id: idOf(values.id),
      kind: kind ?? 'person',
      name,
      basis: 'contract_performance',
      ...(wants && { messages: true as const }),
      ...given({
        phone: phone ?? undefined,
        memberNo: number || undefined,
        language: values.language || undefined,
      }),
    })
    return { to: kind === null ? `/members/${party}?added` : `/readers/${party}` }
  }
  try {
    const doubts: Doubts = {
      alike: await alikeTo(visit, name, phone),
      noName: unnamed(name) === null ? null : name,
    }
    if (!hasDoubts(doubts)) return await write()
    return await lookedAt(visit, {
      // Both questions, whether it is a name and whether it is the same person, depend on these two alone.
      writes: { name, phone },
      chosen: [values.id, kind, number, values.language, values.messages],
      show: async () => doubts,
      linesOf: (shown) => shown.alike.map(([, words = '']) => words),
      page: (seen, shown, sure) => newMemberPage(seen, filled, undefined, shown, sure),
      write,
    })
  } catch (error) {
    if (error instanceof OperatorFault) return newMemberPage(visit, filled, visit.words.tell(error.what))
    if (error instanceof Problem && error.code === 'id_conflict')
      return newMemberPage(visit, { values: { ...values, id: uuidv7() }, faults }, say('weigh.used'))
    if (error instanceof Problem) return newMemberPage(visit, filled, problemWords(visit.words, error))
    throw error
  }
}

async function phoneIn(
  { form, run, words }: StaffVisit,
  faults: Record<string, string>,
): Promise<string | null> {
  const text = (form.phone ?? '').trim()
  if (text === '') return null
  try {
    return (await run('party.phone', { text })).phone
  } catch (error) {
    if (!(error instanceof OperatorFault)) throw error
    faults.phone = error.toldIn(words)
    return null
  }
}
