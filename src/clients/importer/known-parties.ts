import { nameKey, numberKey, wordsOf } from '../../domain/folding.ts'
import { formsOf, isSimilarName } from '../../domain/similar-names.ts'
import { isImportId } from './identity.ts'

/** The parties that the appliance knows, and those that a sheet may mean. */

export interface KnownParty {
  readonly party: string
  readonly name: string
  readonly member_no: string | null
  readonly phone: string | null
  /** The party that is kept, where the cooperative said that two are one; null for itself. */
  readonly same_as: string | null
}

/** A party that the sheet may mean, and the evidence. */
export interface Lookalike {
  readonly known: KnownParty
  readonly by: 'phone_and_name' | 'phone' | 'name'
}

/** What a sheet says of somebody without a known member number. */
export interface Sighting {
  readonly name: string
  readonly phone: string
  readonly memberNo: string
  /** Whether the sheet tells this party apart from the one who looks for theirs, by other rows. */
  readonly isAnother: (party: string) => boolean
}

export class KnownParties {
  readonly #byId = new Map<string, KnownParty>()
  readonly #byNumber = new Map<string, KnownParty[]>()
  readonly #byPhone = new Map<string, KnownParty[]>()
  /** By the words of the name. */
  readonly #byName = new Map<string, KnownParty[]>()
  /** By every form of every word of the name; only those that were not imported. */
  readonly #byWord = new Map<string, KnownParty[]>()
  /** Ids that imports made and whose statements are taken back. */
  readonly #gone: ReadonlySet<string>
  /** Whether an import ever made a party here. */
  readonly hasImported: boolean

  constructor(parties: readonly KnownParty[], gone: readonly string[] = []) {
    this.#gone = new Set(gone)
    for (const known of parties) this.#byId.set(known.party, known)
    for (const known of parties) {
      if (known.member_no !== null) this.#put(this.#byNumber, numberKey(known.member_no), known)
      if (known.phone !== null) this.#put(this.#byPhone, known.phone, known)
      put(this.#byName, nameKey(known.name), known)
      if (isImportId(known.party)) continue
      for (const form of new Set(wordsOf(known.name).flatMap(formsOf))) this.#put(this.#byWord, form, known)
    }
    this.hasImported = gone.length > 0 || parties.some(({ party }) => isImportId(party))
  }

  byId(id: string): KnownParty | undefined {
    return this.#byId.get(id)
  }

  /** Whether an import made this party, be it taken back since. */
  wasMade(id: string): boolean {
    return this.#byId.has(id) || this.#gone.has(id)
  }

  /** One, unless the office gave the number twice, or gave both 17 and 00017. */
  withNumber(memberNo: string): readonly KnownParty[] {
    return [...new Set(this.#byNumber.get(numberKey(memberNo)))]
  }

  /** Everybody of this name, folded; both entries of a person. */
  named(name: string): readonly KnownParty[] {
    return this.#byName.get(nameKey(name)) ?? []
  }

  /**
   * The parties that somebody without a known member number may be: with the same telephone, a similar name, or both; if some
   * match in both, only those. Two with different member numbers are two parties, unless telephone and name both match. Of those
   * that sheets made known, the name alone must be the same, not only similar, and no telephone may speak against it: a
   * sheet of thousands has many that are similar.
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

  /** Of a person's two entries the one that is kept. */
  #kept = (known: KnownParty): KnownParty =>
    (known.same_as === null ? undefined : this.#byId.get(known.same_as)) ?? known

  #put = (map: Map<string, KnownParty[]>, key: string, known: KnownParty): void =>
    put(map, key, this.#kept(known))
}

function put<T>(map: Map<string, T[]>, key: string, value: T): void {
  const there = map.get(key)
  if (there === undefined) map.set(key, [value])
  else there.push(value)
}
