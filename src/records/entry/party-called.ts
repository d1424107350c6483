import { must } from '../../base/typed.ts'
import type { Run } from '../../cli/context.ts'
import { withName } from '../../identity/party-names.ts'
import { type ListedParty, partiesFor } from '../../identity/party-search.ts'
import { AnswerFault, type Choice, OperatorFault } from '../../words/fault.ts'
import { message, type Value } from '../../words/message.ts'
import { nounMessage } from '../../words/party-name.ts'
import { typedWord } from '../../words/typed.ts'
import type { Words } from '../../words/words.ts'
import type { CounterRecord } from '../record-tasks.ts'
import { shortList } from './short-list.ts'

/**
 * Finds a party as people call it: by id or, if the cooperative has recorded it, by member number, telephone
 * number or name. It never guesses between two that fit, even if one has exactly the name.
 * @throws {OperatorFault} if no party fits, or several do
 */
export async function partyCalled(
  { run, words }: { readonly run: Run; readonly words: Words },
  typed: string,
): Promise<Pick<ListedParty, 'party' | 'name' | 'member_no' | 'region'>> {
  const text = typedWord(words, typed) === 'cooperative' ? 'cooperative' : typed
  const unknown = await run('party.resolve', { text }).catch((fault: unknown) => {
    if (fault instanceof OperatorFault) return fault
    throw fault
  })
  if (!(unknown instanceof OperatorFault)) return withName(words, unknown)
  // If several have one number, such as 17 and 00017, only the id names one of them.
  const numbered = await partiesFor(run, { member_no: text })
  const alike = numbered.length > 1 ? numbered : await partiesFor(run, { called: text })
  const [only, another] = alike
  if (only === undefined) throw unknown
  if (another === undefined) return withName(words, await run('party.resolve', { text: only.party }))
  const parties = shortList(
    alike.map((one) => inWords(one, numbered.length > 1)),
    '; ',
  )
  throw new AnswerFault(
    numbered.length > 1
      ? message('reading.whichPartyById', { parties })
      : message('reading.whichParty', { parties }),
    '',
    choicesAmong(alike.slice(0, MOST_CHOICES)),
  )
}

/** The parties as a person chooses among them: with their ids only where nothing else tells two apart. */
function choicesAmong(parties: readonly ListedParty[]): readonly Choice[] {
  const called = parties.map(({ member_no, name, region, phone }) => {
    const more = [region, phone].filter((word) => word !== null).join(', ')
    return `${member_no === null ? '' : `${member_no} `}${name}${more === '' ? '' : ` (${more})`}`
  })
  return parties.map(({ party }, i) => {
    const name = must(called[i])
    const isAlone = called.indexOf(name) === called.lastIndexOf(name)
    return { id: party, name: isAlone ? name : `${name} ${party}` }
  })
}

/** A person looks through no more. */
const MOST_CHOICES = 100

/** Returns what tells people of one name apart: number, region and telephone. */
function inWords({ party, name, member_no, region, phone }: ListedParty, byId: boolean): string {
  const more = [region, phone, byId ? member_no : null].filter((word) => word !== null)
  return `${byId ? party : (member_no ?? party)} ${name}${more.length === 0 ? '' : ` (${more.join(', ')})`}`
}

/** Checks the member number of a `party` record. @throws {OperatorFault} if it belongs to another party */
export async function mustBeFreeNumber(
  run: Run,
  { type, party, member_no }: Readonly<Record<string, unknown>>,
): Promise<void> {
  if (type !== 'party' || typeof member_no !== 'string') return
  const owner = await run('party.member', { memberNo: member_no })
  if (owner.party === null || owner.party === party) return
  const { called } = await run('party.resolve', { text: owner.party })
  throw new OperatorFault(
    message('party.numberTaken', {
      number: member_no,
      party: nounMessage(called),
    }),
    message('party.otherNumber'),
  )
}

/** Returns the id of the cooperative's own record about a party, as people call it. */
export async function statementAbout(
  at: { readonly run: Run; readonly words: Words },
  text: string,
): Promise<string> {
  const { party, name } = await partyCalled(at, text)
  return statementOf(at.run, party, name ?? party)
}

/** Returns the id of the cooperative's own record about a party. Only others can correct theirs. */
export async function statementOf(run: Run, party: string, name: Value): Promise<string> {
  const { record_id } = await run('party.statement', { party })
  if (record_id !== null) return record_id
  throw new OperatorFault(message('party.nothingWritten', { name }), message('party.onlyItself'))
}

/** Whether the record gives the cooperative its own name. */
export async function isItself(run: Run, { id, type }: CounterRecord): Promise<boolean> {
  if (type !== 'party') return false
  const { party } = await run('party.resolve', { text: 'cooperative' })
  return (await run('party.statement', { party })).record_id === id
}
