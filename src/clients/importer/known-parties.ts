import { isImportId, normalized } from './identity.ts'
import { formsOf, isSimilarName, wordsOf } from './similar-names.ts'

/** The parties that the appliance knows, and those that a sheet may mean. */

export interface KnownParty {
  readonly party: string
  readonly name: string
  readonly member_no: string | null
  readonly phone: string | null
}

/** A party that the sheet may mean, and the evidence. */
export interface Lookalike {
  readonly known: KnownParty
  readonly by: 'phone_and_name' | 'phone' | 'name'
}

export class KnownParties {
  readonly #byId = new Map<string, KnownParty>()
  readonly #byNumber = new Map<string, KnownParty[]>()
  readonly #byPhone = new Map<string, KnownParty[]>()
  /** By every form of every word of the name. */
  readonly #byWord = new Map<string, KnownParty[]>()

  constructor(parties: readonly KnownParty[]) {
    for (const known of parties) {
      this.#byId.set(known.party, known)
      if (known.member_no !== null) put(this.#byNumber, numberKey(known.member_no), known)
      // Imported parties are identified by the map's keyed_by.
      if (isImportId(known.party)) continue
      if (known.phone !== null) put(this.#byPhone, known.phone, known)
      for (const form of new Set(wordsOf(known.name).flatMap(formsOf))) put(this.#byWord, form, known)
    }
  }

  byId(id: string): KnownParty | undefined {
    return this.#byId.get(id)
  }

  /** One, unless the office gave the number twice. */
  withNumber(memberNo: string): readonly KnownParty[] {
    return this.#byNumber.get(numberKey(memberNo)) ?? []
  }

  /**
   * The parties that somebody without a known member number may be. Looks among parties that were not imported, for the same
   * telephone, a similar name, or both; if some match in both, only those. Two with different member numbers are two
   * parties, unless telephone and name both match.
   */
  lookalikes(name: string, phone: string, memberNo: string): readonly Lookalike[] {
    const mayBe = ({ member_no }: KnownParty) => memberNo === '' || member_no === null
    const byPhone = new Set(this.#byPhone.get(phone) ?? [])
    const forms = wordsOf(name).flatMap(formsOf)
    const sharing = new Set(forms.flatMap((form) => this.#byWord.get(form) ?? []))
    const byName = new Set([...sharing].filter((known) => isSimilarName(name, known.name)))
    const both = [...byPhone].filter((known) => byName.has(known))
    if (both.length > 0) return both.map((known) => ({ known, by: 'phone_and_name' }))
    return [
      ...[...byPhone].filter(mayBe).map((known): Lookalike => ({ known, by: 'phone' })),
      ...[...byName].filter(mayBe).map((known): Lookalike => ({ known, by: 'name' })),
    ]
  }
}

/** As the office writes it: spreadsheets turn 17 into 17.0. */
export const memberNumber = (cell: string): string => cell.replace(/^(\d+)\.0+$/, '$1')

/** Normalized for comparison. */
export const numberKey = (memberNo: string): string => normalized(memberNumber(memberNo))

function put<T>(map: Map<string, T[]>, key: string, value: T): void {
  const there = map.get(key)
  if (there === undefined) map.set(key, [value])
  else there.push(value)
}
