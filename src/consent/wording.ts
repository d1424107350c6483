import { mayBeNamed } from '../domain/party.ts'
import type { BaseKernel } from '../registry/kernel.ts'
import { saidBy } from '../store/acts/acts.ts'
import { unitWords } from '../words/words.ts'
import { type GrantView, mayNameGrantee } from './grants.ts'
import type { TextWording } from './subject-access/record-words.ts'

/** Names and codes, for what is told to a subject about their own records. */
export function makeWording({ store, people, registry, config }: BaseKernel): TextWording {
  const countryOfLaw = () => {
    const { cooperative } = store.appliance
    return (
      config.country || (cooperative === null ? undefined : people.facts(cooperative).region?.slice(0, 2))
    )
  }
  const idOfCooperative = () =>
    store.appliance.cooperative === null ? null : store.parties.id(store.appliance.cooperative)
  const called = (party: string) => {
    const n = store.parties.find(party)
    if (n === undefined) return null
    const { called: name, isNaturalPerson } = people.facts(n)
    // Leaves out a person's member number, which only the cooperative and the person may know.
    return { isNaturalPerson, name: isNaturalPerson ? { ...name, memberNo: null } : name }
  }
  return {
    nameOf: (party, viewer, by) => {
      const found = called(party)
      const introducing = found?.isNaturalPerson ? [] : by
      return found && mayBeNamed(party, viewer, idOfCooperative(), introducing) ? found.name : null
    },
    granteeOf: ({ id, grantee }, viewer) => {
      const act = store.acts.byId(id)
      const grant = act?.kind === 'grant' ? saidBy<GrantView>(act) : { grantee }
      return mayNameGrantee(store, grant, viewer) ? (called(grantee)?.name ?? null) : null
    },
    purpose: (code) => {
      const row = registry.get('purposes', code)
      return row === undefined ? { code } : { purpose: { id: code, name: row.name } }
    },
    basis: (code) => {
      const { name, laws } = registry.get('lawful-bases', code) ?? {
        name: code.replaceAll('_', ' '),
        laws: [],
      }
      const here = countryOfLaw()
      return { name, law: laws.find((law) => law.country === here) ?? null }
    },
    crop: (code) => registry.get('crops', code)?.name ?? code,
    unit: (code) => unitWords(code, registry.get('units', code)?.name),
    region: (code) => registry.get('regions', code)?.name ?? code,
    cooperative: idOfCooperative,
  }
}
