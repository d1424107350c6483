import { OperatorFault } from '../../base/problem.ts'
import type { Run } from '../../cli/context.ts'
import { type ListedParty, partiesWith } from '../../identity/party-search.ts'
import { shortList } from './short-list.ts'

/**
 * A party as people call it: by id, member number, telephone number, or name.
 * @throws {Error|OperatorFault} nobody is called so, or several are
 */
export async function partyCalled(run: Run, text: string): Promise<{ party: string; name: string | null }> {
  const unknown = await run('party.resolve', { text }).catch((fault: unknown) => {
    if (fault instanceof OperatorFault) return fault
    throw fault
  })
  if (!(unknown instanceof OperatorFault)) return unknown
  const alike = (await partiesWith(run, text)).filter(({ name }) => name !== null)
  const same = alike.filter(({ name }) => name?.toLowerCase() === text.toLowerCase())
  const [only, another] = same.length === 1 ? same : alike
  if (only === undefined) throw unknown
  if (another === undefined) return only
  throw new Error(`Which one? ${shortList(alike.map(inWords), '; ')}. Give the number.`)
}

const inWords = ({ party, name, member_no, region }: ListedParty): string =>
  `${member_no ?? party} ${name}${region === null ? '' : ` (${region})`}`

/** @throws {OperatorFault} when the member number of a party is another's */
export async function mustBeFreeNumber(
  run: Run,
  { type, party, member_no }: Readonly<Record<string, unknown>>,
): Promise<void> {
  if (type !== 'party' || typeof member_no !== 'string') return
  const owner = await run('party.member', { memberNo: member_no })
  if (owner.party === null || owner.party === party) return
  const { name } = await run('party.resolve', { text: owner.party })
  throw new OperatorFault(
    `Member number ${member_no} belongs to ${name ?? 'a party without a name'} already.`,
    'Give another number.',
  )
}

/** The cooperative's own record about a party: others' are theirs to correct. */
export async function statementAbout(run: Run, text: string): Promise<string> {
  const { party, name } = await partyCalled(run, text)
  const { party: cooperative } = await run('party.resolve', { text: 'cooperative' })
  const { records } = await run('record.recent', { type: 'party', subject: party, standing: 'tip' })
  const own = records.find(
    (record) => record.asserted_by === cooperative && record.party === party && record.same_as === undefined,
  )
  if (own !== undefined) return own.id
  throw new OperatorFault(
    `The cooperative has written nothing about ${name ?? party}.`,
    'What a party says about itself it corrects itself; to describe it too: granary record list party',
  )
}
