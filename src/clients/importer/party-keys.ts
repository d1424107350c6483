import { cellKey, numberForms } from '../../domain/folding.ts'
import type { CompiledMap } from './compiled-map.ts'
import type { ImportIds } from './identity.ts'
import type { KnownParties } from './known-parties.ts'
import type { PartySpec } from './map.ts'
import { meaningOf } from './meaning.ts'
import type { RowReader } from './row-reader.ts'

/** What tells a sheet's parties apart: their keys, and the ids that follow from these. */
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
   * Ids of the parties that the row names by the sheet's own keys. For a reader whose faults nobody needs.
   */
  ownIds(): string[] {
    return Object.values(this.#map.spec.parties ?? {}).flatMap((spec) => {
      const name = this.#reader.value(spec.name)
      return name ? (this.idsOf(spec, name) ?? []) : []
    })
  }

  /**
   * The party's id, which follows from its key, folded. Where an earlier sheet made the party known by a key
   * that was not folded, or by another spelling of the name, it is that one's.
   * @returns several where earlier sheets made several; null after a fault
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
   * Keys by which earlier sheets may have known a party: their spelling of its name, their zeros before its
   * number.
   */
  #earlierKeys(spec: PartySpec, name: string, parts: readonly string[]): string[][] {
    if (!isKeyedByName(spec)) {
      const [number = '', ...others] = parts
      return others.length > 0 ? [] : numberForms(number).map((form) => [form])
    }
    const at = spec.keyed_by?.indexOf(spec.name.column ?? '') ?? 0
    const called = new Set(this.#context.known.named(name).map((one) => one.name))
    const spellings = new Set([...called].map((one) => meaningOf(one, this.#map.numbers)))
    return [...spellings].map((spelling) => parts.with(at, spelling))
  }

  /** The parts of the party's key. Beside the name a part may be empty; without the name, no part may be. */
  #key(spec: PartySpec, name: string): string[] | null {
    const columns = spec.keyed_by
    const hasName = isKeyedByName(spec)
    const parts = columns?.map((column) =>
      hasName ? this.#reader.text(column) : this.#reader.needed(column),
    ) ?? [name]
    const words = parts.filter((part) => part !== null)
    return words.length < parts.length ? null : words.map((word) => meaningOf(word, this.#map.numbers))
  }
}

export const isKeyedByName = ({ keyed_by, name }: PartySpec): boolean =>
  keyed_by === undefined || (name.column !== undefined && keyed_by.includes(name.column))
