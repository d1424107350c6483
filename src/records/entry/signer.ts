import { distinctNames, withName } from '../../identity/party-names.ts'
import { distinctName } from '../../identity/party-search.ts'
import { OperatorFault, withRemedy } from '../../words/fault.ts'
import type { CounterRecord } from '../record-tasks.ts'
import type { EntrySession } from './session.ts'

/**
 * Finds the person who signed on paper for a record.
 * @param signer the id of any entry of the person
 * @returns the party as the record names it, which may be another entry of the person, its name, and whether it has signed already
 * @throws {OperatorFault} if they could not sign
 */
export async function signerOf(session: EntrySession, { id }: CounterRecord, signer: string) {
  const { run, office } = session
  const called = await run('party.resolve', { text: signer })
  const name = distinctName(withName(office.words, called))
  const { confirmers } = await run('record.confirmations', { id })
  const confirmer = confirmers.find(({ party }) => party === called.party || called.also.includes(party))
  if (confirmer === undefined) {
    const able = confirmers.filter(({ obstacle }) => obstacle === null).map(({ party }) => party)
    const nameOf = await distinctNames(office, able)
    throw able.length === 0
      ? new OperatorFault(...withRemedy('signature.nobody', { name }))
      : new OperatorFault(
          ...withRemedy('signature.stranger', { name }, { names: able.map(nameOf).join(', ') }),
        )
  }
  const { party, agreed, obstacle } = confirmer
  if (obstacle === 'no_person') throw new OperatorFault(...withRemedy('signature.organisation', { name }))
  if (obstacle === 'own_word') throw new OperatorFault(...withRemedy('signature.ownWord', { name }))
  return { party, name, hasSigned: agreed === 'on_paper' }
}
