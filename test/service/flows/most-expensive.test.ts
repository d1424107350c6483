import { uuidv7 } from 'uuidv7'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { Problem } from '../../../src/base/problem.ts'
import { prepare } from '../../../src/domain/draft-shape.ts'
import { descriptors, RECORD_TYPES, type RecordType } from '../../../src/domain/types/index.ts'
import { Share } from '../../../src/records/gate/share.ts'
import { type Actor, type Appliance, makeAppliance, requesterOf } from '../../support/appliance.ts'
import { countingCpuMs } from '../../support/cpu-time.ts'
import { circle } from '../../support/domain/shapes.ts'
import { at, cherry, granted, inferenceOf, PURPOSE } from '../../support/flows/help.ts'
import { isLong } from '../../support/is-long.ts'
import { rectangle } from '../../support/outlines.ts'

/**
 * The most expensive record of every type, as large and as deep as it may be, and everything that can be asked of it. In
 * `npm test` what may be long is a quarter as long, by setting; `npm run test:model` takes the limits as they are.
 */

const CHAIN = isLong ? 64 : 16
/** As many as are compared with one plot. */
const NEIGHBOURS = isLong ? 256 : 64
const INPUTS = isLong ? 256 : 64
/** On each side of an offset. */
const PARTS = isLong ? 32 : 8
/** One chain holds them all. */
const CHILDREN = isLong ? 16 : 15
const CONFIRMATIONS = CHAIN
/** So many ordinary records on a page are the yardstick. */
const ORDINARY = 500
/** No single answer may take more of this than so many such pages. */
const MOST_PAGES = isLong ? 100 : 25
/**
 * A list of one type is one of several streams, each fetched in a few steps; at full length a reply has several groups of
 * records, each of which is prepared by itself.
 */
const MOST_QUERIES = isLong ? 200 : 120
/** Rows read for each thing that a record names, or each of its versions. */
const MOST_ROWS_EACH = isLong ? 40 : 10

const LETTER = '\u{1F33E}'
const LARGE = {
  note: LETTER.repeat(2_000),
  evidence: Array.from({ length: 16 }, (_, n) => ({
    sha256: n.toString(16).padStart(64, '0'),
    media_type: 'image/jpeg',
  })),
}
const OUTLINE = circle(1_000)
const NAMED = { crop: 'x'.repeat(80), season: LETTER.repeat(200), grade: LETTER.repeat(200) }
const MASS = { quantity: { value: 1e9, unit: 'y'.repeat(80), label: LETTER.repeat(200) } }

let a: Appliance
let bank: Actor
beforeAll(async () => {
  a = await makeAppliance(
    {
      recordsPerDay: '1000000',
      bytesPerDay: '10000000000',
      maxChain: String(CHAIN),
      maxInputs: String(INPUTS),
    },
    // The count for the metrics reads what was appended, and would fall into a request by chance.
    { firstAfterMs: 3_600_000 },
  )
  bank = await a.party('institution', 'Bank')
})
afterAll(() => a.close())

type Fields = Readonly<Record<string, unknown>>
interface Draft extends Fields {
  readonly id: string
}

const draft = (type: RecordType, fields: Fields): Draft => ({
  id: uuidv7(),
  type,
  occurred_at: at(a.clock.nowMs),
  ...(descriptors[type].actsOn ? {} : { lawful_basis: 'special_data_consent' }),
  ...LARGE,
  ...fields,
})

/** @returns their ids */
async function write(who: Actor, drafts: readonly Draft[]): Promise<string[]> {
  const author = requesterOf(a, who)
  const results = await a.kernel.ports.submit(() => a.kernel.intake.appendAll(author, drafts.map(prepare)))
  for (const result of results) if (result instanceof Problem) throw result
  return drafts.map(({ id }) => id)
}

/** A chain as long as one may be. @returns the id of its newest version */
async function chain(who: Actor, type: RecordType, fields: Fields): Promise<string> {
  const drafts = [draft(type, fields)]
  while (drafts.length < CHAIN)
    drafts.push({ ...draft(type, fields), supersedes: (drafts.at(-1) as Draft).id })
  return (await write(who, drafts)).at(-1) as string
}

const many = (count: number, make: () => Draft) => Array.from({ length: count }, make)

/** How much a type's record is made of: rows and links that any rule may have to look at. */
interface Made {
  readonly id: string
  readonly size: number
}

const lotOf = (who: Actor, more: Fields = {}) => ({
  holder: who.id,
  ...NAMED,
  season: undefined,
  ...MASS,
  ...more,
})

const MAKERS: Readonly<Record<RecordType, (who: Actor, other: Actor) => Promise<Made>>> = {
  party: async (who) => ({
    id: await chain(who, 'party', {
      party: who.id,
      kind: 'person',
      display_name: LETTER.repeat(200),
      phone: '+256700000000000',
      region: 'z'.repeat(80),
      language: `zzz${'-zzzzzzz'.repeat(4)}`,
      member_no: LETTER.repeat(40),
    }),
    size: CHAIN,
  }),
  harvest: async (who) => ({
    id: await chain(who, 'harvest', {
      producer: who.id,
      ...NAMED,
      ...MASS,
      plot: {
        name: LETTER.repeat(200),
        geometry: { type: 'Polygon', coordinates: [[...OUTLINE, OUTLINE[0]]] },
      },
    }),
    size: CHAIN,
  }),
  lot: async (who) => {
    const drawnOn = await write(
      who,
      many(INPUTS, () => draft('harvest', { producer: who.id, ...NAMED, ...MASS })),
    )
    const inputs = drawnOn.map((record_id) => ({ record_id, kg: 1 }))
    const lot = { ...lotOf(who), location: LETTER.repeat(200), inputs }
    return { id: await chain(who, 'lot', strip(lot)), size: INPUTS + CHAIN + CHAIN * INPUTS }
  },
  delivery: async (who, other) => {
    const lot_id = await chain(who, 'lot', strip(lotOf(who)))
    const obligation_id = await chain(who, 'obligation', owed(who, other))
    const parties = { from_party: who.id, to_party: other.id, crop: NAMED.crop, ...MASS }
    const id = await chain(who, 'delivery', {
      ...parties,
      lot_id,
      obligation_id,
      location: LETTER.repeat(200),
    })
    return { id, size: 5 * CHAIN }
  },
  delivery_confirmation: (who, other) =>
    confirmed(other, 'delivery', () =>
      chain(who, 'delivery', { from_party: who.id, to_party: other.id, ...cherry() }),
    ),
  custody_transfer: async (who, other) => {
    const lot_id = await chain(who, 'lot', strip(lotOf(who)))
    const given = { lot_id, from_party: who.id, to_party: other.id, ...MASS, location: LETTER.repeat(200) }
    return { id: await chain(who, 'custody_transfer', given), size: 3 * CHAIN }
  },
  loss: async (who) => {
    const lot_id = await chain(who, 'lot', strip(lotOf(who)))
    return { id: await chain(who, 'loss', { lot_id, ...MASS, cause: 'theft' }), size: 3 * CHAIN }
  },
  obligation: async (who, other) => {
    const obligation_id = await chain(who, 'obligation', owed(who, other))
    const parties = { from_party: who.id, to_party: other.id, crop: NAMED.crop, ...MASS, obligation_id }
    await write(
      who,
      many(CHAIN, () => draft('delivery', parties)),
    )
    const back = await write(
      who,
      many(PARTS, () => draft('obligation', owed(other, who))),
    )
    const settles = [
      ...back.map((record_id) => ({ record_id, amount_minor: 1 })),
      { record_id: obligation_id, amount_minor: PARTS },
    ]
    await write(
      who,
      many(CHAIN, () => draft('payment', offset(who, other, settles))),
    )
    return { id: obligation_id, size: 4 * CHAIN + (1 + CHAIN) * PARTS }
  },
  payment: async (who, other) => {
    const debts = await write(who, [
      ...many(PARTS, () => draft('obligation', owed(who, other))),
      ...many(PARTS, () => draft('obligation', owed(other, who))),
    ])
    const settles = debts.map((record_id) => ({ record_id, amount_minor: 1 }))
    return {
      id: await chain(who, 'payment', offset(who, other, settles)),
      size: 2 * PARTS + CHAIN * 2 * PARTS,
    }
  },
  payment_confirmation: (who, other) =>
    confirmed(other, 'payment', () => chain(who, 'payment', { ...offset(who, other), method: 'cash' })),
  obligation_confirmation: (who, other) =>
    confirmed(other, 'obligation', () => chain(who, 'obligation', owed(other, who))),
  plot: async (who, other) => {
    // Neighbours that touch and do not overlap: all are compared.
    const square = (n: number) => ({
      type: 'Polygon',
      coordinates: [rectangle(30, 1, 30.01, 1.01).map(([x = 0, y = 0]) => [x + 0.01 * n, y])],
    })
    const plot = (holder: Actor, more: object) => ({
      plot: uuidv7(),
      holder: holder.id,
      country: 'UG',
      ...more,
    })
    const bare = {
      quantity: undefined,
      conversion_id: undefined,
      normalized_kg: undefined,
      measurement_method: undefined,
    }
    const near = many(NEIGHBOURS, () =>
      strip(draft('plot', { ...bare, ...plot(other, { geometry: square(1) }) })),
    )
    await write(who, near)
    const geometry = { type: 'Polygon', coordinates: [[...OUTLINE, OUTLINE[0]]] }
    const crops = Array(64).fill(NAMED.crop)
    const id = await chain(
      who,
      'plot',
      plot(who, { name: LETTER.repeat(200), region: 'z'.repeat(80), crops, geometry, area_ha: 1 }),
    )
    return { id, size: 2 * CHAIN + 2 * NEIGHBOURS }
  },
  due_diligence: async (who) => {
    const lot_id = await chain(who, 'lot', strip(lotOf(who)))
    const filed = {
      lot_id,
      reference: LETTER.repeat(14),
      verification: LETTER.repeat(35),
      internal_reference: LETTER.repeat(35),
      filed_by: who.id,
      filed_at: at(a.clock.nowMs),
    }
    return { id: await chain(who, 'due_diligence', filed), size: 3 * CHAIN }
  },
  retraction: async (who) => {
    const [root] = await write(who, [draft('harvest', { producer: who.id, ...NAMED, ...MASS })])
    let id = ''
    for (let child = 0; child < CHILDREN; child++) {
      const correction = draft('harvest', { producer: who.id, ...NAMED, ...MASS, supersedes: root })
      const back = draft('retraction', { target_id: correction.id, reason: 'duplicate', evidence: undefined })
      ;[, id] = (await write(who, [correction, strip(back)])) as [string, string]
    }
    return { id, size: 3 * CHILDREN }
  },
}

async function confirmed(
  by: Actor,
  type: 'delivery' | 'payment' | 'obligation',
  make: () => Promise<string>,
): Promise<Made> {
  const named = { [`${type}_id`]: await make(), channel: 'app', evidence: undefined }
  const ids = await write(
    by,
    many(CONFIRMATIONS, () => strip(draft(`${type}_confirmation`, named))),
  )
  return { id: ids[0] as string, size: CHAIN + 2 * CONFIRMATIONS }
}

const owed = (who: Actor, other: Actor): Fields => ({
  kind: 'deliver_produce',
  obligor: who.id,
  obligee: other.id,
  crop: NAMED.crop,
  ...MASS,
  amount: { amount_minor: Number.MAX_SAFE_INTEGER, currency: 'UGX' },
  due_at: at(a.clock.nowMs),
})

const offset = (payer: Actor, payee: Actor, settles?: readonly object[]): Fields => ({
  payer: payer.id,
  payee: payee.id,
  amount: { amount_minor: PARTS, currency: 'UGX' },
  method: 'offset',
  purpose: 'repayment',
  ...(settles && { settles }),
})

/** Members that are undefined are none. */
function strip<F extends Fields>(fields: F): F {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as F
}

/** What a request took: rows of records and links that were fetched, how often, and processor time. */
async function took(work: () => Promise<unknown>) {
  const { records } = a.kernel.store
  const spies = (['links', 'bySeqs', 'byIds', 'laterVersions', 'retractions', 'outlines'] as const).map(
    (name) => vi.spyOn(records, name as 'links'),
  )
  const cpuMs = countingCpuMs()
  await work()
  const ms = cpuMs()
  const results = spies.flatMap((spy) => spy.mock.results.map(({ value }) => (value as unknown[]).length))
  for (const spy of spies) spy.mockRestore()
  return { ms, rows: results.reduce((sum, rows) => sum + rows, 0), times: results.length }
}

/** Everything derived is forgotten with any record. */
const forget = () => write(a.cooperative, [draft('harvest', { producer: a.cooperative.id, ...cherry() })])

async function asked(who: Actor, url: string, status = 200) {
  await forget()
  return took(async () => expect((await who.get(url)).status, url).toBe(status))
}

const list = `/v1/records?purpose=${PURPOSE}&limit=500&standing=any`

async function scene(name: string) {
  const who = await a.party('person', name)
  const other = await a.party('business', `${name}, buyer`)
  for (const party of [who, other]) await granted(a, party, bank, [...RECORD_TYPES, 'inference'])
  return { who, other }
}

/** Milliseconds of processor time of a page of ordinary records, read for the first time. */
let yardstickMs = 0
beforeAll(async () => {
  const { who } = await scene('Ordinary')
  const ordinary = () =>
    strip(draft('harvest', { producer: who.id, ...cherry(), note: undefined, evidence: undefined }))
  await write(who, many(ORDINARY, ordinary))
  await asked(who, list)
  yardstickMs = (await asked(who, list)).ms
})

// How many slices a reply takes depends on the machine, and each begins with queries of its own.
beforeEach(() => {
  vi.spyOn(Share.prototype, 'isSpent', 'get').mockReturnValue(false)
  vi.spyOn(Share.prototype, 'rowsAtOnce', 'get').mockReturnValue(128)
})
afterEach(() => void vi.restoreAllMocks())

test.each(RECORD_TYPES)('%s', async (type) => {
  const { who, other } = await scene(type)
  const { id, size } = await MAKERS[type](who, other)
  await a.kernel.ports.submit(() => a.kernel.anchors.makeBatch())
  const one = `/v1/records/${id}`
  const asking: [Actor, string, number?][] = [
    ...[who, bank].flatMap((reader): [Actor, string][] =>
      [one, `${one}/chain`, `${one}/proof`, '/v1/sync/changes'].map((path) => [
        reader,
        `${path}?purpose=${PURPOSE}${path.endsWith('changes') ? '&limit=500' : ''}`,
      ]),
    ),
    [who, list],
    [bank, `${list}&subject=${who.id}`],
    [bank, `/v1/lender-view?subject=${who.id}&purpose=${PURPOSE}`],
    [bank, `/v1/evidence/${LARGE.evidence[0]?.sha256}?purpose=${PURPOSE}`, 404],
  ]
  // Around each plot is a look by itself.
  const mostQueries = MOST_QUERIES + (type === 'plot' ? NEIGHBOURS : 0)
  const most = MOST_ROWS_EACH * size + 500
  for (const [reader, url, status] of asking) {
    const { ms, rows, times } = await asked(reader, url, status)
    // A list or feed of the bank goes over other people's records too, which are few here but for the yardstick's.
    expect(rows, url).toBeLessThan(most + (reader === bank ? 10 * ORDINARY : 0))
    // A few for what is around a page, and not one for each of what a record names.
    expect(times, url).toBeLessThan(mostQueries)
    expect(ms, url).toBeLessThan(MOST_PAGES * yardstickMs + 100)
  }
  await forget()
  const access = await took(async () => {
    expect((await who.post('/v1/subject-access-requests')).status).toBe(201)
  })
  expect(access.rows).toBeLessThan(60 * size + 500)
  expect(access.ms).toBeLessThan(2 * MOST_PAGES * yardstickMs + 100)
})

test('a page of debts reads each payment once, though every payment names every debt', async () => {
  const { who, other } = await scene('debts')
  const payments = isLong ? 256 : 64
  const debts = await write(
    who,
    many(64, () => draft('obligation', owed(who, other))),
  )
  const settles = debts.map((record_id) => ({ record_id, amount_minor: 1 }))
  for (const by of [who, other])
    await write(
      by,
      many(payments, () => draft('payment', { ...offset(who, other, settles), method: 'cash' })),
    )
  const { rows, times, ms } = await asked(who, `${list}&type=obligation`)
  expect(rows).toBeLessThan(3 * (debts.length + 2 * payments))
  expect(times).toBeLessThan(MOST_QUERIES)
  expect(ms).toBeLessThan(MOST_PAGES * yardstickMs + 100)
})

test('inference', async () => {
  const { who } = await scene('inference')
  let inputs = await write(
    who,
    many(INPUTS, () => draft('harvest', { producer: who.id, ...NAMED, ...MASS })),
  )
  let id = ''
  for (let depth = 0; depth < 16; depth++) {
    const body = inferenceOf(inputs, a.clock.nowMs, { lawful_basis: 'contract_performance' })
    expect((await who.post('/v1/inferences', body)).status).toBe(201)
    id = body.id
    inputs = [id, ...inputs.slice(0, INPUTS - 1)]
  }
  for (const reader of [who, bank]) {
    const { ms } = await asked(reader, `/v1/inferences/${id}?purpose=${PURPOSE}`)
    expect(ms).toBeLessThan(MOST_PAGES * yardstickMs + 100)
  }
})
