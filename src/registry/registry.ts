import { createHash } from 'node:crypto'
import { must } from '../base/typed.ts'
import type { ConversionFacts } from '../domain/derived/world.ts'
import {
  type ConversionRow,
  definitionalFactor,
  REGISTRY_KINDS,
  type RegistryKind,
  type RowOf,
  registryRowFaults,
} from '../domain/registry.ts'
import { embeddedRows } from './embedded.ts'

interface Shelf {
  readonly rows: Map<string, object>
  /** Ids in ascending order, for paging. */
  ids: string[]
}

interface AddedRow {
  readonly kind: string
  readonly row: unknown
}

/**
 * Reference data, which is public: rows shipped with the program or added by the operator. They never change.
 */
export class Registry {
  readonly #shelves = new Map<RegistryKind, Shelf>()
  readonly #readAdded: () => readonly AddedRow[]
  #version = 0
  #hasNewRows = false
  #isStale = true

  /** @param readAdded reads the operator's rows */
  constructor(readAdded: () => readonly AddedRow[]) {
    this.#readAdded = readAdded
    this.#refill()
  }

  /**
   * Call after a rollback, which may have undone added rows. The next use reads the rows again; reading them
   * now could fail, because a failing disk may have caused the rollback.
   */
  forget(): void {
    this.#isStale ||= this.#hasNewRows
  }

  /** Adds a row, in the job that stores it. */
  add(kind: RegistryKind, row: { readonly id: string }): void {
    this.#put(kind, row)
    this.#hasNewRows = true
  }

  #put(kind: RegistryKind, row: { readonly id: string }): void {
    const shelf = this.#shelf(kind)
    shelf.rows.set(row.id, row)
    shelf.ids = [...shelf.rows.keys()].sort()
    this.#version++
  }

  #refill(): void {
    const added = this.#readAdded()
    for (const kind of REGISTRY_KINDS) {
      const rows = new Map<string, object>(embeddedRows[kind].map((row) => [row.id, row]))
      this.#shelves.set(kind, { rows, ids: [...rows.keys()].sort() })
    }
    this.#isStale = false
    this.#hasNewRows = false
    for (const { kind, row } of added) this.#put(kind as RegistryKind, row as { id: string })
  }

  get version(): number {
    return this.#version
  }

  readonly has = (kind: RegistryKind, id: string): boolean => {
    if (this.#isStale) this.#refill()
    return this.#shelves.get(kind)?.rows.has(id) === true
  }

  get<K extends RegistryKind>(kind: K, id: string): RowOf<K> | undefined {
    return this.#shelf(kind).rows.get(id) as RowOf<K> | undefined
  }

  rows<K extends RegistryKind>(kind: K): RowOf<K>[] {
    const shelf = this.#shelf(kind)
    return shelf.ids.map((id) => shelf.rows.get(id) as RowOf<K>)
  }

  /** Returns a page of rows. Only `get` returns a conversion's weighings (contract §12). */
  page(kind: RegistryKind, after: string | null, count: number): { rows: object[]; next: string | null } {
    const shelf = this.#shelf(kind)
    const start = after === null ? 0 : shelf.ids.findIndex((id) => id > after)
    const ids = start < 0 ? [] : shelf.ids.slice(start, start + count)
    const more = start >= 0 && start + count < shelf.ids.length
    const rows = ids.map((id) => {
      const row = must(shelf.rows.get(id))
      if (kind !== 'conversions') return row
      const { weighings: _, ...listed } = row as ConversionRow
      return listed
    })
    return { rows, next: more ? must(ids[ids.length - 1]) : null }
  }

  readonly conversion = (id: string): ConversionFacts | undefined => {
    if (this.#isStale) this.#refill()
    return this.#shelves.get('conversions')?.rows.get(id) as ConversionFacts | undefined
  }

  definitional(unit: string): ConversionFacts | undefined {
    return definitionalFactor(this.rows('conversions') as ConversionFacts[], unit)
  }

  faults(kind: RegistryKind, row: unknown) {
    return registryRowFaults(kind, row, (k, id) => this.has(k, id))
  }

  #shelf(kind: RegistryKind): Shelf {
    if (this.#isStale) this.#refill()
    return must(this.#shelves.get(kind))
  }
}

/** Returns a strong entity tag for a body (RFC 9110 §8.8.3). */
export function etagOf(body: string): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`
}
