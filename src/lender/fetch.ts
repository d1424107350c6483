import { given } from '../base/typed.ts'
import { nameBy, namingOf } from '../domain/party.ts'
import type { RegistryKind } from '../domain/registry.ts'
import { plain } from '../text/wrap.ts'
import type {
  ApiRecord,
  Delivery,
  Earlier,
  Factor,
  Frame,
  Grant,
  GrantorsData,
  Listing,
  Lot,
  NameShown,
  Obligation,
  PartyStatement,
  Payment,
  Plot,
  Reference,
  SubjectData,
} from './data.ts'
import { sortObligations } from './debts.ts'
import { MOST_DELIVERIES } from './deliveries.ts'
import { MOST_LOTS } from './lots.ts'
import { MOST_OBLIGATIONS } from './obligations.ts'
import { MOST_PAYMENTS } from './payments.ts'
import { PlotReader } from './plot-areas.ts'
import { MOST_PLOTS } from './plots.ts'

/**
 * Collects a page's data from the public API with the reader's own credential, so that data which the reader
 * may not see never reaches the renderer. The number of requests is bounded.
 */

export interface Answer<T> {
  readonly body: T
  /** Characters of JSON. */
  readonly length: number
}

/** The public API, as this reader may use it. */
export interface Api {
  /** @throws {Problem} the API's refusal */
  get<T>(path: string): Promise<Answer<T>>
  /** Maximum rows per page. */
  readonly pageSize: number
}

const MAX_PAGES = {
  delivery: 50,
  obligation: 50,
  payment: 50,
  lot: 20,
  forked: 20,
  superseded: 20,
  grants: 200,
  partiesOfGrantors: 50,
} as const
/** Types of records that have a section, and of which there may be long lists of small records. */
const PRINTED = ['delivery', 'obligation', 'payment', 'lot']
const MAX_NAMES = 200
/** Plots per request: each may have a long outline, and parsing many would block others. */
const PLOTS_PER_PAGE = 25
const MIB = 1024 * 1024
/**
 * Bounds on reading plots: pages, so that no more are read than are printed; characters of JSON; and corners
 * of outlines. Ordinary plots have a few kilobytes; without the bounds, a few long outlines would cost
 * seconds of work for one page.
 */
const PLOT_BOUNDS = {
  tip: { pages: MOST_PLOTS / PLOTS_PER_PAGE, length: 4 * MIB, corners: 50_000 },
  superseded: { pages: 8, length: MIB, corners: 10_000 },
  forked: { pages: 4, length: MIB, corners: 0 },
} as const
/** Most concurrent requests: they share commits of the audit log, and leave room for other callers. */
const AT_ONCE = 16

export interface LenderAsked {
  readonly reader: string
  /** The appliance's own cooperative, whose names for parties come first. */
  readonly cooperative: string
  readonly cooperativeName: string
  readonly purpose: string
  readonly asAtMs: number
}

export async function collectSubject(
  api: Api,
  reference: Reference,
  asked: LenderAsked & Pick<SubjectData, 'subject' | 'tolerance' | 'implausibleAboveKg' | 'anchoring'>,
): Promise<SubjectData> {
  const { subject, reader, purpose } = asked
  const list = <R extends ApiRecord>(
    types: readonly string[],
    pages: number,
    standing = 'tip',
    more: Filter = {},
  ) => recordsOf<R>(api, { purpose, subject, standing, ...more }, types, { pages })
  const plotPages: Api = { ...api, pageSize: Math.min(api.pageSize, PLOTS_PER_PAGE) }
  const listPlots = (standing: keyof typeof PLOT_BOUNDS) => {
    const { pages, length, corners } = PLOT_BOUNDS[standing]
    const plots = new PlotReader(corners)
    const each = (page: readonly unknown[]) => plots.read(page)
    const filter = { purpose, subject, standing }
    return recordsOf<Plot>(plotPages, filter, ['plot'], { pages, length, each })
  }
  const [
    grants,
    deliveries,
    obligations,
    payments,
    lots,
    forked,
    superseded,
    plots,
    forkedPlots,
    supersededPlots,
  ] = await allOf([
    liveGrants(api, purpose),
    list<Delivery>(['delivery'], MAX_PAGES.delivery),
    // Debts that strangers state are on no page about the two (contract §23), and must not keep others from being read.
    list<Obligation>(['obligation'], MAX_PAGES.obligation, 'tip', { asserted_by: 'parties' }),
    list<Payment>(['payment'], MAX_PAGES.payment),
    list<Lot>(['lot'], MAX_PAGES.lot),
    list<ApiRecord>(PRINTED, MAX_PAGES.forked, 'forked'),
    list<Earlier>(PRINTED, MAX_PAGES.superseded, 'superseded'),
    listPlots('tip'),
    listPlots('forked'),
    listPlots('superseded'),
  ])
  const { agreed, goods, oneSided } = sortObligations(obligations.found, asked.asAtMs)
  const others = new Set([
    subject,
    reader,
    ...[agreed, goods]
      .flat()
      .slice(0, MOST_OBLIGATIONS)
      .flatMap(({ obligor, obligee }) => [obligor, obligee]),
    ...oneSided
      .slice(0, MOST_OBLIGATIONS)
      .flatMap(({ obligor, obligee, asserted_by }) => [obligee, obligor, asserted_by]),
    ...payments.found.slice(0, MOST_PAYMENTS).flatMap(({ payer, payee }) => [payer, payee]),
    ...lots.found.slice(0, MOST_LOTS).flatMap(({ derived }) => derived.custody.custodian ?? []),
    ...deliveries.found
      .slice(0, MOST_DELIVERIES)
      .flatMap(({ from_party, to_party }) => [from_party, to_party]),
  ])
  return {
    ...asked,
    reference,
    grants: { ...grants, found: grants.found.filter((grant) => grant.subject === subject) },
    deliveries,
    obligations,
    payments,
    lots,
    plots,
    forkedPlots,
    supersededPlots,
    forked,
    superseded,
    ...(await namesOf(api, asked, [...others])),
  }
}

export async function collectGrantors(
  api: Api,
  reference: Reference,
  asked: LenderAsked,
): Promise<GrantorsData> {
  const grants = await liveGrants(api, asked.purpose)
  const named = new Set(
    grants.found.filter((grant) => grant.record_types.includes('party')).map((grant) => grant.subject),
  )
  // Few names are fetched one by one, so that none is disclosed without being printed.
  if (named.size < MAX_NAMES)
    return { ...asked, reference, grants, ...(await namesOf(api, asked, [asked.reader, ...named])) }
  const parties = await recordsOf<PartyStatement>(api, { purpose: asked.purpose }, ['party'], {
    pages: MAX_PAGES.partiesOfGrantors,
  })
  const statements = Map.groupBy(parties.found, ({ party }) => party)
  const names = new Map([...statements].flatMap(([party, said]) => nameEntry(party, said, asked)))
  return { ...asked, reference, grants, names, namesComplete: parties.complete }
}

/** Like `Promise.all`, but on a refusal waits for the other jobs. */
async function allOf<const T extends readonly unknown[]>(jobs: T) {
  await Promise.allSettled(jobs)
  return await Promise.all(jobs)
}

async function liveGrants(api: Api, purpose: string): Promise<Listing<Grant>> {
  const all = await pagesOf<Grant>(api, '/v1/grants', 'grants', [['role', 'grantee']], {
    pages: MAX_PAGES.grants,
  })
  return { ...all, found: all.found.filter((grant) => grant.live && grant.purpose === purpose) }
}

type Filter = Readonly<Record<string, string>>

function recordsOf<R extends ApiRecord>(
  api: Api,
  filter: Filter,
  types: readonly string[],
  bounds: Bounds<R>,
): Promise<Listing<R>> {
  const parameters = [...Object.entries(filter), ...types.map((type): [string, string] => ['type', type])]
  return pagesOf<R>(api, '/v1/records', 'records', parameters, bounds)
}

/** Bounds on reading a list. */
interface Bounds<T> {
  readonly pages: number
  /** No further page is read after this number of characters of JSON. Default: no bound. */
  readonly length?: number
  /** Returns the part of a page to keep. Default: all of it. */
  readonly each?: (page: readonly unknown[]) => Promise<readonly T[]>
}

interface ListPage {
  readonly next: string | null
  readonly [member: string]: unknown
}

async function pagesOf<T>(
  api: Api,
  path: string,
  member: string,
  parameters: readonly [string, string][],
  { pages: mostPages, length: mostLength = Number.POSITIVE_INFINITY, each }: Bounds<T>,
): Promise<Listing<T>> {
  const found: T[] = []
  let cursor: string | null = null
  let read = 0
  for (let pages = 0; pages < mostPages && read < mostLength; pages++) {
    const search = new URLSearchParams([...parameters, ['limit', String(api.pageSize)]])
    if (cursor !== null) search.set('cursor', cursor)
    const { body, length }: Answer<ListPage> = await api.get(`${path}?${search}`)
    const page = body[member] as readonly T[]
    found.push(...(each === undefined ? page : await each(page)))
    read += length
    cursor = body.next
    if (cursor === null) return { found, complete: true }
  }
  return { found, complete: false }
}

async function namesOf(
  api: Api,
  asked: LenderAsked,
  parties: readonly string[],
): Promise<Pick<Frame, 'names' | 'namesComplete'>> {
  const first = parties.slice(0, MAX_NAMES)
  const names = new Map<string, NameShown>()
  for (let from = 0; from < first.length; from += AT_ONCE) {
    const entries = first.slice(from, from + AT_ONCE).map(async (party) => {
      const { found } = await recordsOf<PartyStatement>(
        api,
        { purpose: asked.purpose, subject: party },
        ['party'],
        {
          pages: 1,
        },
      )
      return nameEntry(party, found, asked)
    })
    for (const [party, name] of (await allOf(entries)).flat()) names.set(party, name)
  }
  return { names, namesComplete: first.length === parties.length }
}

/**
 * Returns the name of a party: the cooperative's name for it, else the party's own, also by a delegate, else
 * the reader's. Without any of these, all names that others recorded.
 */
function nameEntry(
  party: string,
  statements: readonly PartyStatement[],
  { reader, cooperative }: Pick<LenderAsked, 'reader' | 'cooperative'>,
): [string, NameShown][] {
  if (statements.length === 0) return []
  const said = statements.map((one) =>
    one.on_behalf_of === party && one.asserted_by !== cooperative ? { ...one, asserted_by: party } : one,
  )
  const [named] = namingOf(party, cooperative, said)
  const byReader = said
    .filter(({ asserted_by, on_behalf_of }) => asserted_by === reader || on_behalf_of === reader)
    .slice(0, 1)
  const others = named !== undefined ? [] : byReader.length > 0 ? byReader : said
  const byOthers = [...new Set(others.map(({ display_name }) => plain(display_name)))]
  return [[party, { called: nameBy(cooperative, named), byOthers, ...given({ phone: named?.phone }) }]]
}

/** The registry, as the source of names on the page. */
export interface ReferenceSource {
  /** Changes whenever a row is added. */
  readonly version: number
  rows(kind: RegistryKind): readonly { readonly id: string }[]
}

/** Caches reference data, read from the registry itself: it is public, and costs the reader no requests. */
export class ReferenceShelf {
  readonly #registry: ReferenceSource
  #kept: { readonly version: number; readonly reference: Reference } | null = null

  constructor(registry: ReferenceSource) {
    this.#registry = registry
  }

  get(): Reference {
    const { version } = this.#registry
    if (this.#kept?.version !== version) this.#kept = { version, reference: referenceOf(this.#registry) }
    return this.#kept.reference
  }
}

function referenceOf(registry: ReferenceSource): Reference {
  const rows = <Row extends { readonly id: string }>(kind: RegistryKind) =>
    new Map((registry.rows(kind) as unknown as Row[]).map((row) => [row.id, row]))
  type Named = { readonly id: string; readonly name: string; readonly meaning: string }
  return {
    crops: rows<Named>('crops'),
    units: rows<Named>('units'),
    factors: rows<Factor>('conversions'),
    flags: rows<Named>('flags'),
    purposes: rows<Named>('purposes'),
    recordTypes: rows<Named>('record-types'),
  }
}
