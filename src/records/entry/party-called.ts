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
