import type { BaseKernel } from '../registry/kernel.ts'
import { codeOf } from '../text/kinds.ts'
import { spelled, unitWords } from '../words/words.ts'
import type { TextWording } from './subject-access/record-words.ts'

/** Names and codes, for what is told to a subject about their own records. */
export function makeWording({ store, people, registry, config }: BaseKernel): TextWording {
  const countryOfLaw = () => {
    const { cooperative } = store.appliance
    return (
      config.country || (cooperative === null ? undefined : people.facts(cooperative).region?.slice(0, 2))
    )
  }
  return {
    nameOf: (party, viewer) => {
      const n = store.parties.find(party)
      if (n === undefined) return null
      const { called, isNaturalPerson } = people.facts(n)
      const mayKnow =
        viewer === null ||
        viewer === party ||
        !isNaturalPerson ||
        store.parties.find(viewer) === store.appliance.cooperative
      if (!mayKnow) return null
      // Leaves out a person's member number, which only the cooperative and the person may know.
      return isNaturalPerson ? { ...called, memberNo: null } : called
    },
    purpose: (code) => {
      const name = (registry.get('purposes', code)?.name ?? code.replaceAll('_', ' ')).replace(
        /^[A-Z](?=[a-z])/,
        (first) => first.toLowerCase(),
      )
      // A name that is the code in words is told in the reader's language.
      return name === spelled(codeOf(code)) ? { code } : name
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
  }
}
