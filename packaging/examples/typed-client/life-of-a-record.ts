/**
 * The life of one record through the API, by a client whose types come from the contract. Make them first:
 *
 *   npm install openapi-fetch openapi-typescript typescript@5 uuidv7 && npm pkg set type=module
 *   npx openapi-typescript http://127.0.0.1:7373/v1/openapi.json -o contract.d.ts
 *
 * The compiler then knows every address, parameter, body and answer: a misspelt member, a read that states no purpose or
 * kilograms that are taken for granted do not compile. Node 24 or later runs it. It writes invented records: try it beside
 * `granary demo --json`, which prints ids and tokens.
 *
 *   node life-of-a-record.ts http://127.0.0.1:7373 COOPERATIVE ITS-TOKEN BANK ITS-TOKEN
 *
 * It asks for a token of the farmer: `granary credential issue --party ID --kind party`.
 */
import { createInterface } from 'node:readline/promises'
import createClient, { type Client } from 'openapi-fetch'
import { uuidv7 } from 'uuidv7'
import type { components, paths } from './contract.d.ts'

type Schemas = components['schemas']
type Api = Client<paths>

export interface Party {
  readonly id: string
  readonly token: string
}

/** What the operator of an appliance gives to whoever writes a program for it. */
export interface Appliance {
  readonly url: string
  readonly cooperative: Party
  readonly bank: Party
  /** As `granary credential issue --party ID` does. */
  issueToken(party: string): Promise<string>
}

export interface Life {
  readonly farmer: string
  /** What the bank learns of the delivery that was opened to it. */
  readonly seenByTheBank: { readonly kg: number | null; readonly confirmed: boolean }
  /** Ids of the farmer's own records, page by page. */
  readonly listed: readonly string[]
  /** Ids of what came in about her, as her phone pulls it. */
  readonly pulled: readonly string[]
  /** What her objection stopped, and what the bank was answered then. */
  readonly objection: { readonly effect: string; readonly statusForTheBank: number }
  readonly crops: readonly string[]
}

const PURPOSE = 'credit_assessment'
const CROP = 'coffee_arabica_parchment'

const clientOf = (url: string, token?: string): Api =>
  createClient<paths>({
    baseUrl: url,
    ...(token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } }),
  })

/** The answer, or the refusal in the words of the service. */
function expectData<T>({ data, error }: { data?: T; error?: Schemas['Problem'] }): T {
  if (data === undefined) throw new Error(`${error?.status} ${error?.code ?? ''}: ${error?.title}`)
  return data
}

export async function lifeOfARecord({ url, cooperative, bank, issueToken }: Appliance): Promise<Life> {
  const coop = clientOf(url, cooperative.token)
  const lender = clientOf(url, bank.token)
  const grace = await takeIn(coop, 'Grace Biira')
  const farmer = clientOf(url, await issueToken(grace))

  await append(farmer, {
    type: 'harvest',
    ...circumstances('consent'),
    producer: grace,
    crop: 'coffee_arabica_fresh_cherry',
    quantity: { value: 412, unit: 'kg' },
  })
  const delivery = await append(coop, {
    type: 'delivery',
    ...circumstances('consent'),
    from_party: grace,
    to_party: cooperative.id,
    crop: CROP,
    quantity: { value: 53.5, unit: 'kg' },
    measurement_method: 'calibrated_weighed',
  })
  expectData(
    await farmer.POST('/v1/deliveries/{id}/confirmation', {
      params: { path: { id: delivery.id } },
      body: { id: uuidv7(), channel: 'app', occurred_at: now() },
    }),
  )
  expectData(
    await farmer.POST('/v1/grants', {
      body: {
        id: uuidv7(),
        grantee: bank.id,
        purpose: PURPOSE,
        record_types: ['delivery'],
        expires_at: inDays(180),
      },
    }),
  )

  const seenByTheBank = await readDelivery(lender, delivery.id)
  const listed = await listAll(farmer)
  const pulled = await pullAll(farmer)
  const objection = expectData(
    await farmer.POST('/v1/objections', { body: { id: uuidv7(), purposes: [PURPOSE], channel: 'app' } }),
  )
  const afterwards = await lender.GET('/v1/records/{id}', {
    params: { path: { id: delivery.id }, query: { purpose: PURPOSE } },
  })
  return {
    farmer: grace,
    seenByTheBank,
    listed,
    pulled,
    objection: { effect: objection.effect, statusForTheBank: afterwards.response.status },
    crops: await cropsOf(clientOf(url)),
  }
}

const DAY_MS = 86_400_000
const now = () => new Date().toISOString()
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()

const circumstances = (lawful_basis: Schemas['HarvestDraft']['lawful_basis']) => ({
  id: uuidv7(),
  occurred_at: now(),
  lawful_basis,
})

async function append(client: Api, body: Schemas['RecordDraft']): Promise<Schemas['AnyRecord']> {
  return expectData(await client.POST('/v1/records', { body }))
}

/** @returns the id of the new party */
async function takeIn(coop: Api, name: string): Promise<string> {
  const party = uuidv7()
  await append(coop, {
    type: 'party',
    ...circumstances('contract_performance'),
    party,
    kind: 'person',
    display_name: name,
  })
  return party
}

async function readDelivery(lender: Api, id: string): Promise<Life['seenByTheBank']> {
  const record = expectData(
    await lender.GET('/v1/records/{id}', { params: { path: { id }, query: { purpose: PURPOSE } } }),
  )
  // The type of the record says which members it has.
  if (record.type !== 'delivery') throw new Error(`${id} is a ${record.type}`)
  return { kg: record.derived.kg, confirmed: record.derived.confirmation?.confirmed ?? false }
}

async function listAll(client: Api): Promise<string[]> {
  const ids: string[] = []
  let cursor: string | undefined
  do {
    const page: Schemas['RecordPage'] = expectData(
      await client.GET('/v1/records', {
        params: { query: { purpose: PURPOSE, limit: 2, order: 'oldest', ...(cursor ? { cursor } : {}) } },
      }),
    )
    ids.push(...page.records.map(({ id }) => id))
    cursor = page.next ?? undefined
  } while (cursor !== undefined)
  return ids
}

async function pullAll(client: Api): Promise<string[]> {
  const ids: string[] = []
  let since: string | undefined
  for (;;) {
    const page: Schemas['ChangesPage'] = expectData(
      await client.GET('/v1/sync/changes', { params: { query: { limit: 2, ...(since ? { since } : {}) } } }),
    )
    ids.push(...page.changes.map(({ id }) => id))
    if (!page.has_more) return ids
    since = page.cursor
  }
}

/** Anybody may ask. */
async function cropsOf(client: Api): Promise<string[]> {
  const { rows } = expectData(
    await client.GET('/v1/registry/{kind}', { params: { path: { kind: 'crops' }, query: { limit: 3 } } }),
  )
  return rows.map(({ id }) => id)
}

async function main([url, ...parties]: readonly string[]): Promise<void> {
  const [coopId, coopToken, bankId, bankToken] = parties
  if (!url || !coopId || !coopToken || !bankId || !bankToken) {
    console.error('Usage: node life-of-a-record.ts URL COOPERATIVE ITS-TOKEN BANK ITS-TOKEN')
    process.exit(2)
  }
  const asker = createInterface({ input: process.stdin, output: process.stdout })
  const life = await lifeOfARecord({
    url,
    cooperative: { id: coopId, token: coopToken },
    bank: { id: bankId, token: bankToken },
    issueToken: (party) => asker.question(`Token of ${party}: `),
  })
  asker.close()
  console.log(life)
}

if (import.meta.main) await main(process.argv.slice(2))
