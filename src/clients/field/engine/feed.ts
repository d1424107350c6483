import type { Static } from '@sinclair/typebox'
import type { RegistryKind, RowOf } from '../../../domain/registry.ts'
import { NOTHING_TICKED, type Ticked } from '../../../domain/ticked.ts'
import type { ChangesPage } from '../../../records/sync/sync-shapes.ts'
import type { RecordPage } from '../../../records/views/record-schema.ts'
import type { SentRecord } from '../rules/entry.ts'
import { afterRestore, type Followed, following, NOTHING_FOLLOWED, shownBy } from '../rules/following.ts'
import { type FedRecord, follow, type Member, MemberIndex } from '../rules/members.ts'
import {
  isDue,
  isOwnLot,
  MOST_OF_OTHERS,
  NEWEST_OF_OTHERS,
  NONE_OF_OTHERS,
  type OthersWord,
  tellsOfOthers,
} from '../rules/others.ts'
import type { Factor } from '../rules/quantities.ts'
import { type Database, type SealedStore, type Write, writeAll } from './database.ts'
import { Refused, type Service } from './service.ts'
import type { Vault } from './vault.ts'

/**
 * What the phone fetches: by the change feed what its party stated, which names members and lots, and what others did to that;
 * of what others state about the party a number and the newest; and the registry.
 */

export interface Registry {
  readonly crops: readonly Pick<RowOf<'crops'>, 'id' | 'name'>[]
  readonly units: readonly Pick<RowOf<'units'>, 'id' | 'name' | 'dimension'>[]
  readonly conversions: readonly Factor[]
  /** Names of the regions that members have. */
  readonly regions: Readonly<Record<string, string>>
  readonly fetchedAt: number
}

const EMPTY: Registry = { crops: [], units: [], conversions: [], regions: {}, fetchedAt: 0 }
const REGISTRY_MS = 24 * 3_600_000
const PAGE = 500
/** The purpose of a list of the party's own records, which no consent opens. */
const PURPOSE = 'cooperative_management'
const MOST_REGIONS_AT_ONCE = 50

/** Members lie in packs, so that 5,000 are opened quickly. The last digits of an id are random. */
const PACKS = 32
const packOf = (id: string): number => Number.parseInt(id.slice(-2), 16) % PACKS

/** Keys of packs in the store of fed records: `0`, `chain 0`, `aside 0`. */
const KINDS = ['', 'chain ', 'aside '] as const
type FedKind = (typeof KINDS)[number]
/** Above this, what was looked at is looked through for what is gone. */
const MANY_LOOKED_AT = 1000

interface FeedPosition {
  readonly cursor?: string
  /** Whether everything up to now was read once. What others did before that is no news. */
  readonly isWhole?: boolean
  readonly ticked?: Ticked
}

type Page = Static<typeof ChangesPage>

export interface PhoneOwner {
  readonly party: string
  readonly device: string
}

export class Feed {
  readonly #database: Database
  readonly #vault: Vault
  #members = new Map<string, Member>()
  #lots: ReadonlyMap<string, FedRecord> = new Map()
  #othersWord: OthersWord = NONE_OF_OTHERS
  /** Lots of the party, and the newest that others stated. */
  #others: ReadonlyMap<string, FedRecord> = new Map()
  #followed: Followed = NOTHING_FOLLOWED
  #lookedAt: ReadonlySet<string> = new Set()
  #cursor: string | undefined
  #isWhole = false
  #ticked = NOTHING_TICKED
  /** What the office calls the phone, as last fetched; undefined of an older service. */
  called: Page['device']
  readonly #shown: () => Iterable<SentRecord>
  #index = new MemberIndex([])
  registry: Registry = EMPTY

  /** @param shown the records on this phone */
  constructor(database: Database, vault: Vault, shown: () => Iterable<SentRecord>) {
    this.#database = database
    this.#vault = vault
    this.#shown = shown
  }

  get members(): MemberIndex {
    return this.#index
  }

  /** How many records others stated about the party, as the service last counted. */
  get othersCount(): number {
    return this.#othersWord.count
  }

  /** Lots, and the newest that others wrote and the phone's party can confirm, as last fetched. */
  get others(): ReadonlyMap<string, FedRecord> {
    return this.#others
  }

  /** Records of this phone, and what others did to the records that it shows, as the feed last sent them. */
  get chains(): ReadonlyMap<string, FedRecord> {
    return this.#followed.chains
  }

  of(id: string): FedRecord | undefined {
    return this.chains.get(id) ?? this.#others.get(id)
  }

  /** What of others' changes a person has seen. */
  get lookedAt(): ReadonlySet<string> {
    return this.#lookedAt
  }

  /** The crops, units and places that the office ticked, as last fetched. */
  get ticked(): Ticked {
    return this.#ticked
  }

  get hasBegun(): boolean {
    return this.#cursor !== undefined
  }

  async load(): Promise<void> {
    const [[members], [others, chains, aside]] = await Promise.all([
      this.#packs<Member>('members', ['']),
      this.#packs<FedRecord>('fed', KINDS),
    ])
    this.#members = new Map((members ?? []).map((one) => [one.party, one]))
    this.#lots = byId(others)
    this.#othersWord =
      (await this.#vault.read<OthersWord>(this.#database, 'facts', 'others')) ?? NONE_OF_OTHERS
    this.#mergeOthers()
    this.#followed = { chains: byId(chains), aside: byId(aside) }
    const position = await this.#vault.read<FeedPosition>(this.#database, 'facts', 'feed')
    this.#cursor = position?.cursor
    this.#isWhole = position?.isWhole ?? false
    this.#ticked = position?.ticked ?? NOTHING_TICKED
    this.#lookedAt = new Set(await this.#vault.read<string[]>(this.#database, 'facts', 'looked'))
    this.registry = (await this.#vault.read<Registry>(this.#database, 'facts', 'registry')) ?? EMPTY
    this.#makeIndex()
  }

  /** @returns what the packs of each kind hold */
  async #packs<T>(store: SealedStore, kinds: readonly FedKind[]): Promise<T[][]> {
    const [keys, rows] = await Promise.all([this.#database.getAllKeys(store), this.#database.getAll(store)])
    const packs = await Promise.all(
      rows.map((row, i) => this.#vault.open<T[]>(store, keys[i] as string, row)),
    )
    const isOf = (kind: FedKind, i: number) => String(keys[i]).replace(/\d+$/, '') === kind
    return kinds.map((kind) => packs.filter((_, i) => isOf(kind, i)).flat())
  }

  #mergeOthers(): void {
    this.#others = new Map([...this.#lots, ...byId(this.#othersWord.records)])
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
    own: PhoneOwner,
    restored: (writes: Write[]) => Promise<void>,
  ): Promise<boolean> {
    const since = this.#cursor === undefined ? '' : `&since=${encodeURIComponent(this.#cursor)}`
    let page: Page
    try {
      page = await service.json<Page>(`/v1/sync/changes?asserted_by=own&limit=${PAGE}${since}`, {
        token,
      })
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      const { code, cursor } = error.refusal
      if (code === 'restored_from_backup' && cursor !== undefined) {
        // The new cursor is not used: the service may have lost what others wrote, so all of it is read again.
        const after = afterRestore(this.#followed, own.device)
        const writes = [await this.#positionWrite({})]
        await this.#addFollowed(writes, after)
        await restored(writes)
        this.#followed = after
        this.#cursor = undefined
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

  #positionWrite(position: FeedPosition): Promise<Write> {
    return this.#vault.write('facts', 'feed', { isWhole: this.#isWhole, ticked: this.#ticked, ...position })
  }

  async #addFollowed(writes: Write[], after: Followed): Promise<void> {
    const before = this.#followed
    await this.#addPacks(writes, 'fed', 'chain ', before.chains, after.chains)
    await this.#addPacks(writes, 'fed', 'aside ', before.aside, after.aside)
  }

  async #apply(page: Page, { party, device }: PhoneOwner): Promise<void> {
    // An earlier page of this program kept more here.
    const lots = new Map([...this.#lots].filter(([, record]) => isOwnLot(record, party)))
    const after = follow(
      { members: this.#members, others: lots },
      page,
      (record) => isOwnLot(record, party),
      party,
    )
    const othersWord = tellsOfOthers(this.#othersWord, page)
    const followed = following(this.#followed, page, {
      device,
      ids: shownBy(this.#shown()),
      toConfirm: this.#others.values(),
    })
    const isWhole = this.#isWhole || !page.has_more
    const lookedAt = this.#lookedAtAfter(followed, page, device)
    // The last page says it; an older service never does.
    const ticked = page.has_more ? this.#ticked : (page.ticked ?? NOTHING_TICKED)
    const writes = [await this.#positionWrite({ cursor: page.cursor, isWhole, ticked })]
    await this.#addPacks(writes, 'members', '', this.#members, after.members)
    await this.#addPacks(writes, 'fed', '', this.#lots, after.others)
    if (othersWord !== this.#othersWord) writes.push(await this.#vault.write('facts', 'others', othersWord))
    await this.#addFollowed(writes, followed)
    const isLookedAtNew = lookedAt !== this.#lookedAt
    if (isLookedAtNew) writes.push(await this.#vault.write('facts', 'looked', [...lookedAt]))
    await writeAll(this.#database, writes)
    this.#members = after.members
    this.#lots = after.others
    this.#othersWord = othersWord
    this.#mergeOthers()
    this.#followed = followed
    // A person may have looked at something while this was written.
    if (isLookedAtNew) this.#lookedAt = new Set([...this.#lookedAt, ...lookedAt])
    this.#isWhole = isWhole
    this.#ticked = ticked
    this.called = page.device
    this.#cursor = page.cursor
    if (page.changes.length + page.closed.length > 0) this.#makeIndex()
  }

  /** What a new phone reads first is no news. Later, what is gone need not be remembered. */
  #lookedAtAfter({ chains }: Followed, page: Page, device: string): ReadonlySet<string> {
    const looked = this.#lookedAt
    if (!this.#isWhole) {
      const fresh = [...chains.values()].filter(
        ({ id, device_id }) => device_id !== device && !looked.has(id),
      )
      return fresh.length === 0 ? looked : new Set([...looked, ...fresh.map(({ id }) => id)])
    }
    if (page.has_more || looked.size < MANY_LOOKED_AT) return looked
    const left = [...looked].filter((id) => chains.has(id))
    return left.length === looked.size ? looked : new Set(left)
  }

  /** Notes what of others' changes a person has seen. */
  async look(news: readonly string[]): Promise<void> {
    const lookedAt = new Set([...this.#lookedAt, ...news])
    await writeAll(this.#database, [await this.#vault.write('facts', 'looked', [...lookedAt])])
    this.#lookedAt = lookedAt
  }

  async #addPacks<T>(
    writes: Write[],
    store: SealedStore,
    kind: FedKind,
    before: ReadonlyMap<string, T>,
    after: ReadonlyMap<string, T>,
  ): Promise<void> {
    if (before === after) return
    const changed = new Set<number>()
    for (const [id, one] of after) if (before.get(id) !== one) changed.add(packOf(id))
    for (const id of before.keys()) if (!after.has(id)) changed.add(packOf(id))
    for (const pack of changed) {
      const key = `${kind}${pack}`
      const rows = [...after].filter(([id]) => packOf(id) === pack).map(([, one]) => one)
      writes.push(await this.#vault.write(store, key, rows))
    }
  }

  /**
   * Fetches the newest that others stated about the party, if there is more of it or it was changed.
   * @returns whether it was fetched
   * @throws {Refused} @throws {NoAnswer}
   */
  async refreshOthers(service: Service, token: string, nowMs: number): Promise<boolean> {
    if (!isDue(this.#othersWord, nowMs)) return false
    const records: FedRecord[] = []
    for (const types of NEWEST_OF_OTHERS) {
      const asked = types.map((type) => `&type=${type}`).join('')
      const path = `/v1/records?purpose=${PURPOSE}&asserted_by=others&limit=${MOST_OF_OTHERS}${asked}`
      records.push(...(await service.json<Static<typeof RecordPage>>(path, { token })).records)
    }
    const { count } = this.#othersWord
    const othersWord: OthersWord = { count, countFetched: count, fetchedAt: nowMs, records }
    await writeAll(this.#database, [await this.#vault.write('facts', 'others', othersWord)])
    this.#othersWord = othersWord
    this.#mergeOthers()
    return true
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
        .json<Pick<RowOf<'regions'>, 'name'>>(`/v1/registry/regions/${encodeURIComponent(region)}`)
        .catch((error: unknown) => {
          if (error instanceof Refused && error.status === 404) return { name: region }
          throw error
        })
      regions[region] = row.name
    }
    const registry: Registry = isOld
      ? {
          crops: (await rowsOf(service, 'crops')).map(({ id, name }) => ({ id, name })),
          units: (await rowsOf(service, 'units')).map(({ id, name, dimension }) => ({ id, name, dimension })),
          conversions: await rowsOf(service, 'conversions'),
          regions,
          fetchedAt: nowMs,
        }
      : { ...before, regions }
    await writeAll(this.#database, [await this.#vault.write('facts', 'registry', registry)])
    this.registry = registry
    this.#makeIndex()
  }
}

const byId = (records: readonly FedRecord[] = []): Map<string, FedRecord> =>
  new Map(records.map((one) => [one.id, one]))

/** Returns all rows of a kind that no later row replaces. */
async function rowsOf<K extends RegistryKind>(service: Service, kind: K): Promise<RowOf<K>[]> {
  const rows: RowOf<K>[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const at: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const page: { rows: RowOf<K>[]; next: string | null } = await service.json(
      `/v1/registry/${kind}?limit=${PAGE}${at}`,
    )
    rows.push(...page.rows)
    cursor = page.next
  }
  const replaced = new Set(rows.map(({ supersedes }) => supersedes))
  return rows.filter(({ id }) => !replaced.has(id))
}
