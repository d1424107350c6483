import { type FedRecord, follow, isToConfirm, type Member, MemberIndex } from '../rules/members.ts'
import type { Factor } from '../rules/quantities.ts'
import { type Database, type SealedStore, type Write, writeAll } from './database.ts'
import { Refused, type Service } from './service.ts'
import type { Vault } from './vault.ts'

/** What the phone fetches: members and its own records by the change feed, and the registry. */

interface Named {
  readonly id: string
  readonly name: string
}

export interface Registry {
  readonly crops: readonly Named[]
  readonly units: readonly (Named & { readonly dimension: string })[]
  readonly conversions: readonly Factor[]
  /** Names of the regions that members have. */
  readonly regions: Readonly<Record<string, string>>
  readonly fetchedAt: number
}

const EMPTY: Registry = { crops: [], units: [], conversions: [], regions: {}, fetchedAt: 0 }
const REGISTRY_MS = 24 * 3_600_000
const PAGE = 500
const MOST_REGIONS_AT_ONCE = 50

/** Members lie in packs, so that 5,000 are opened quickly. The last digits of an id are random. */
const PACKS = 32
const packOf = (id: string): number => Number.parseInt(id.slice(-2), 16) % PACKS

interface ChangesPage {
  readonly changes: readonly FedRecord[]
  readonly closed: readonly string[]
  readonly cursor: string
  readonly has_more: boolean
}

export interface Owner {
  readonly party: string
  readonly device: string
}

export class Feed {
  readonly #database: Database
  readonly #vault: Vault
  #members = new Map<string, Member>()
  #others = new Map<string, FedRecord>()
  #cursor: string | undefined
  #index = new MemberIndex([])
  registry: Registry = EMPTY

  constructor(database: Database, vault: Vault) {
    this.#database = database
    this.#vault = vault
  }

  get members(): MemberIndex {
    return this.#index
  }

  /** Own records of this phone, lots, and what others wrote that the phone's party can confirm, as the feed last sent them. */
  get records(): readonly FedRecord[] {
    return [...this.#others.values()]
  }

  of(id: string): FedRecord | undefined {
    return this.#others.get(id)
  }

  get hasBegun(): boolean {
    return this.#cursor !== undefined
  }

  async load(): Promise<void> {
    const [members, others] = await Promise.all([
      this.#packs<Member>('members'),
      this.#packs<FedRecord>('fed'),
    ])
    this.#members = new Map(members.map((one) => [one.party, one]))
    this.#others = new Map(others.map((one) => [one.id, one]))
    this.#cursor = (await this.#fact<{ cursor?: string }>('feed'))?.cursor
    this.registry = (await this.#fact<Registry>('registry')) ?? EMPTY
    this.#makeIndex()
  }

  async #packs<T>(store: SealedStore): Promise<T[]> {
    const [keys, rows] = await Promise.all([this.#database.getAllKeys(store), this.#database.getAll(store)])
    const packs = await Promise.all(
      rows.map((row, i) => this.#vault.open<T[]>(store, keys[i] as string, row)),
    )
    return packs.flat()
  }

  async #fact<T>(key: string): Promise<T | undefined> {
    const row = await this.#database.get('facts', key)
    return row && (await this.#vault.open<T>('facts', key, row))
  }

  async #factWrite(key: string, value: unknown): Promise<Write> {
    return { store: 'facts', key, row: await this.#vault.seal('facts', key, value), was: undefined }
  }

  #makeIndex(): void {
    this.#index = new MemberIndex(this.#members.values(), (region) => this.registry.regions[region] ?? region)
  }

  /**
   * Fetches a page of changes.
   * @param restored is called with what to write if the service was restored from a backup; it writes it with its own rows
   * @returns whether there are more
   * @throws {Refused} @throws {NoAnswer}
   */
  async pull(
    service: Service,
    token: string,
    own: Owner,
    restored: (writes: Write[]) => Promise<void>,
  ): Promise<boolean> {
    const since = this.#cursor === undefined ? '' : `&since=${encodeURIComponent(this.#cursor)}`
    let page: ChangesPage
    try {
      page = await service.json<ChangesPage>(`/v1/sync/changes?limit=${PAGE}${since}`, { token })
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      const { code, cursor } = error.refusal
      if (code === 'restored_from_backup' && cursor !== undefined) {
        await restored([await this.#factWrite('feed', { cursor })])
        this.#cursor = cursor
        return true
      }
      if (code === 'invalid_cursor' && this.#cursor !== undefined) {
        this.#cursor = undefined
        return true
      }
      throw error
    }
    await this.#apply(page, own)
    return page.has_more
  }

  async #apply(page: ChangesPage, { party, device }: Owner): Promise<void> {
    const before = { members: this.#members, others: this.#others }
    const isKept = (record: FedRecord) =>
      record.type !== 'retraction' &&
      (record.type === 'lot' || record.device_id === device || isToConfirm(record, party))
    const after = follow(before, page, isKept, party)
    const writes = [await this.#factWrite('feed', { cursor: page.cursor })]
    await this.#addPacks(writes, 'members', before.members, after.members)
    await this.#addPacks(writes, 'fed', before.others, after.others)
    await writeAll(this.#database, writes)
    this.#members = after.members
    this.#others = after.others
    this.#cursor = page.cursor
    if (page.changes.length + page.closed.length > 0) this.#makeIndex()
  }

  async #addPacks<T>(
    writes: Write[],
    store: SealedStore,
    before: ReadonlyMap<string, T>,
    after: ReadonlyMap<string, T>,
  ): Promise<void> {
    const changed = new Set<number>()
    for (const [id, one] of after) if (before.get(id) !== one) changed.add(packOf(id))
    for (const id of before.keys()) if (!after.has(id)) changed.add(packOf(id))
    for (const pack of changed) {
      const key = String(pack)
      const rows = [...after].filter(([id]) => packOf(id) === pack).map(([, one]) => one)
      writes.push({ store, key, row: await this.#vault.seal(store, key, rows), was: undefined })
    }
  }

  /** Fetches the registry once a day, and the names of regions. @throws {Refused} @throws {NoAnswer} */
  async refresh(service: Service, nowMs: number): Promise<void> {
    const before = this.registry
    const isOld = nowMs - before.fetchedAt > REGISTRY_MS || nowMs < before.fetchedAt
    const regions = { ...before.regions }
    const missing = [...new Set([...this.#members.values()].map(({ region }) => region))]
      .filter((region): region is string => region !== undefined && regions[region] === undefined)
      .slice(0, MOST_REGIONS_AT_ONCE)
    if (!isOld && missing.length === 0) return
    for (const region of missing) {
      const row = await service
        .json<Named>(`/v1/registry/regions/${encodeURIComponent(region)}`)
        .catch((error: unknown) => {
          if (error instanceof Refused && error.status === 404) return { name: region }
          throw error
        })
      regions[region] = row.name
    }
    const registry: Registry = isOld
      ? {
          crops: (await rowsOf<Named>(service, 'crops')).map(({ id, name }) => ({ id, name })),
          units: (await rowsOf<Registry['units'][number]>(service, 'units')).map(
            ({ id, name, dimension }) => ({
              id,
              name,
              dimension,
            }),
          ),
          conversions: await rowsOf<Factor>(service, 'conversions'),
          regions,
          fetchedAt: nowMs,
        }
      : { ...before, regions }
    await writeAll(this.#database, [await this.#factWrite('registry', registry)])
    this.registry = registry
    this.#makeIndex()
  }
}

/** Returns all rows of a kind that no later row replaces. */
async function rowsOf<T extends { id: string; supersedes?: string }>(
  service: Service,
  kind: string,
): Promise<T[]> {
  const rows: T[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const at: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const page: { rows: T[]; next: string | null } = await service.json(
      `/v1/registry/${kind}?limit=${PAGE}${at}`,
    )
    rows.push(...page.rows)
    cursor = page.next
  }
  const replaced = new Set(rows.map(({ supersedes }) => supersedes))
  return rows.filter(({ id }) => !replaced.has(id))
}
