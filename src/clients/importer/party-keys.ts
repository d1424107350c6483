import { cellKey, numberForms } from '../../domain/folding.ts'
import type { CompiledMap } from './compiled-map.ts'
import type { ImportIds } from './identity.ts'
import type { KnownParties } from './known-parties.ts'
import type { PartySpec } from './map.ts'
import { meaningOf } from './meaning.ts'
import type { RowReader } from './row-reader.ts'

/** The keys by which a sheet's parties differ, and the ids that follow from these. */
export class PartyKeys {
  readonly #map: CompiledMap
  readonly #context: { readonly ids: ImportIds; readonly known: KnownParties }
  readonly #reader: RowReader

  constructor(
    map: CompiledMap,
    context: { readonly ids: ImportIds; readonly known: KnownParties },
    reader: RowReader,
  ) {
    this.#map = map
    this.#context = context
    this.#reader = reader
  }

  /**
   * Returns the ids of the parties that the row names, by the sheet's own keys. For a reader whose faults are
   * not used.
   */
  ownIds(): string[] {
    return Object.values(this.#map.spec.parties ?? {}).flatMap((spec) => {
      const name = this.#reader.value(spec.name)
      return name ? (this.idsOf(spec, name) ?? []) : []
    })
  }

  /**
   * Returns the party's id, which follows from its folded key. If an earlier sheet introduced the party by a
   * key that was not folded, or by another spelling of the name, returns that id.
   * @returns several ids if earlier sheets made several parties; null after a fault
   */
  idsOf(spec: PartySpec, name: string): [string, ...string[]] | null {
    const { known, ids } = this.#context
    const kind = this.#map.kindOf(spec, name)
    const parts = this.#key(spec, name)
    if (parts === null) return null
    const idOf = (key: readonly string[]) => ids.party(this.#map.partyBook, kind, key)
    const id = idOf(parts.map(cellKey))
    if (!known.hasImported) return [id]
    const written = idOf(parts)
    if (known.wasMade(written)) return [written]
    const earlier = new Set(
      [id, ...this.#earlierKeys(spec, name, parts).map(idOf)].filter((one) => known.wasMade(one)),
    )
    const [first = id, ...others] = earlier
    const keptOf = (one: string) => known.byId(one)?.same_as ?? one
    return others.every((one) => keptOf(one) === keptOf(first)) ? [first] : [first, ...others]
  }

  /**
   * Returns keys that earlier sheets may have had for a party: other spellings of its name, or zeros before
   * its number.
   */
  #earlierKeys(spec: PartySpec, name: string, parts: readonly string[]): string[][] {
    if (!isKeyedByName(spec)) {
      const [number = '', ...others] = parts
      return others.length > 0 ? [] : numberForms(number).map((form) => [form])
    }
    const at = spec.keyed_by?.indexOf(spec.name.column ?? '') ?? 0
    const knownNames = new Set(this.#context.known.named(name).map((one) => one.name))
    const spellings = new Set([...knownNames].map((one) => meaningOf(one, this.#map.numbers)))
    return [...spellings].map((spelling) => parts.with(at, spelling))
  }

  /** Returns the parts of the party's key. A part may be empty only if the name is another part. */
  #key(spec: PartySpec, name: string): string[] | null {
    const columns = spec.keyed_by
    const hasName = isKeyedByName(spec)
    const parts = columns?.map((column) =>
      hasName ? this.#reader.text(column) : this.#reader.needed(column),
    ) ?? [name]
    const found = parts.filter((part) => part !== null)
    return found.length < parts.length ? null : found.map((part) => meaningOf(part, this.#map.numbers))
  }
}

export const isKeyedByName = ({ keyed_by, name }: PartySpec): boolean =>
  keyed_by === undefined || (name.column !== undefined && keyed_by.includes(name.column))
