import { addTo } from '../../base/groups.ts'
import { nameKey, numberKey, wordsOf } from '../../domain/folding.ts'
import { formsOf, isSimilarName } from '../../domain/similar-names.ts'
import { isImportId } from './identity.ts'

/** The known parties, and which of them a sheet may mean. */

export interface KnownParty {
  readonly party: string
  readonly name: string
  readonly member_no: string | null
  readonly phone: string | null
  /** The party that is kept, if the cooperative merged two; null if it is this one. */
  readonly same_as: string | null
}

/** A party that the sheet may mean, and what matches. */
export interface Lookalike {
  readonly known: KnownParty
  readonly by: 'phone_and_name' | 'phone' | 'name'
}

/** What a sheet states about someone without a known member number. */
export interface Sighting {
  readonly name: string
  readonly phone: string
  readonly memberNo: string
  /** Returns whether other rows show that this party is someone else. */
  readonly isAnother: (party: string) => boolean
}

export class KnownParties {
  readonly #byId = new Map<string, KnownParty>()
  readonly #byNumber = new Map<string, KnownParty[]>()
  readonly #byPhone = new Map<string, KnownParty[]>()
  /** By the words of the name. */
  readonly #byName = new Map<string, KnownParty[]>()
  /** By every form of every word of the name; without parties that were imported. */
  readonly #byWord = new Map<string, KnownParty[]>()
  /** Ids that imports made and whose statements were retracted. */
  readonly #gone: ReadonlySet<string>
  /** Whether an import ever made a party in this store. */
  readonly hasImported: boolean

  constructor(parties: readonly KnownParty[], gone: readonly string[] = []) {
    this.#gone = new Set(gone)
    for (const known of parties) this.#byId.set(known.party, known)
    for (const known of parties) {
      if (known.member_no !== null) this.#put(this.#byNumber, numberKey(known.member_no), known)
      if (known.phone !== null) this.#put(this.#byPhone, known.phone, known)
      addTo(this.#byName, nameKey(known.name), known)
      if (isImportId(known.party)) continue
      for (const form of new Set(wordsOf(known.name).flatMap(formsOf))) this.#put(this.#byWord, form, known)
    }
    this.hasImported = gone.length > 0 || parties.some(({ party }) => isImportId(party))
  }

  byId(id: string): KnownParty | undefined {
    return this.#byId.get(id)
  }

  /** Returns whether an import made this party, even if it was retracted since. */
  wasMade(id: string): boolean {
    return this.#byId.has(id) || this.#gone.has(id)
  }

  /** Returns one party, unless the office gave the number twice, or gave both 17 and 00017. */
  withNumber(memberNo: string): readonly KnownParty[] {
    return [...new Set(this.#byNumber.get(numberKey(memberNo)))]
  }

  /** Returns whether a party has the number. */
  readonly isMember = (memberNo: string): boolean => this.withNumber(memberNo).length > 0

  /** Returns all parties with this name, folded, including both entries of a merged party. */
  named(name: string): readonly KnownParty[] {
    return this.#byName.get(nameKey(name)) ?? []
  }

  /**
   * Returns the parties that someone without a known member number may be: parties with the same telephone, a
   * similar name, or both. If some match in both, returns only those. Parties with different member numbers
   * are different, unless telephone and name both match. A party that an import made matches by name only if
   * the name is the same, not just similar, and the telephones do not differ: a sheet of thousands has many
   * similar names.
   */
  lookalikes({ name, phone, memberNo, isAnother }: Sighting): readonly Lookalike[] {
    const mayBe = ({ member_no }: KnownParty) => memberNo === '' || member_no === null
    const byPhone = new Set((this.#byPhone.get(phone) ?? []).filter(({ party }) => !isAnother(party)))
    const forms = wordsOf(name).flatMap(formsOf)
    const sharing = new Set(forms.flatMap((form) => this.#byWord.get(form) ?? []))
    const alike = [...sharing, ...byPhone].filter((known) => isSimilarName(name, known.name))
    const named = this.named(name)
      .map((known) => this.#kept(known))
      .filter((known) => phone === '' || known.phone === null || known.phone === phone)
    const byName = new Set([...alike, ...named].filter(({ party }) => !isAnother(party)))
    const both = [...byPhone].filter((known) => byName.has(known))
    if (both.length > 0) return both.map((known) => ({ known, by: 'phone_and_name' }))
    return [
      ...[...byPhone].filter(mayBe).map((known): Lookalike => ({ known, by: 'phone' })),
      ...[...byName].filter(mayBe).map((known): Lookalike => ({ known, by: 'name' })),
    ]
  }

  /** Returns the entry that is kept, if a party has two. */
  #kept = (known: KnownParty): KnownParty =>
    (known.same_as === null ? undefined : this.#byId.get(known.same_as)) ?? known

  #put = (map: Map<string, KnownParty[]>, key: string, known: KnownParty): void =>
    addTo(map, key, this.#kept(known))
}
