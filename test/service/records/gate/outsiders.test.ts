import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { Share } from '../../../../src/records/gate/share.ts'
import { type Actor, type Appliance, makeAppliance } from '../../../support/appliance.ts'
import {
  appended,
  at,
  batch,
  cherry,
  deliveryOf,
  granted,
  harvestOf,
  PURPOSE,
  read,
} from '../../../support/flows/help.ts'
import { type Work, workOf } from '../../../support/work.ts'

/**
 * Whoever knows the id of a record can name it in as many of its own as it likes. That must cost nobody anything: the
 * same is done where strangers named everything hundreds of times and where they did not, and takes the same work.
 */

const MANY = Number(process.env.OUTSIDERS ?? 300)
const MINUTE_MS = 60_000
const MONEY = { lawful_basis: 'special_data_consent' }
const ugx = (amount_minor: number) => ({ amount_minor, currency: 'UGX' })
const LOST = { cause: 'theft', quantity: { value: 1, unit: 'kg' } }

interface Scene {
  readonly a: Appliance
  readonly anna: Actor
  readonly ben: Actor
  readonly carol: Actor
  readonly lender: Actor
  readonly mallory: Actor
  readonly lot: string
  readonly harvest: string
  readonly delivery: string
  readonly obligation: string
}

/** Anna's lot, handed to Ben, with what it was made of and what was owed; nothing of it is Mallory's. */
async function scene(): Promise<Scene> {
  const a = await makeAppliance({ recordsPerDay: '1000000', readsPerSecond: '1000000' })
  a.kernel.store.db.pragma('synchronous = OFF')
  const [anna, ben, carol, lender, mallory] = [
    await a.party('person', 'Anna'),
    await a.party('person', 'Ben'),
    await a.party('person', 'Carol'),
    await a.party('institution', 'Lender'),
    await a.party('person', 'Mallory'),
  ]
  const { id: harvest } = await appended(anna, 'harvest', harvestOf(anna))
  const inputs = [{ record_id: harvest, kg: 100 }]
  const { id: lot } = await appended(anna, 'lot', { holder: anna.id, ...cherry(100), inputs })
  const { id: obligation } = await appended(anna, 'obligation', {
    kind: 'deliver_produce',
    obligor: anna.id,
    obligee: ben.id,
    ...cherry(100),
    ...{ amount: ugx(1_000), ...MONEY },
  })
  const named = { lot_id: lot, obligation_id: obligation }
  const sold = deliveryOf(anna, ben, { ...named, ...cherry(10), agreed_price: ugx(100), ...MONEY })
  const { id: delivery } = await appended(anna, 'delivery', sold)
  await appended(anna, 'custody_transfer', { lot_id: lot, from_party: anna.id, to_party: ben.id })
  await appended(anna, 'loss', { lot_id: lot, cause: 'drying', quantity: { value: 1, unit: 'kg' } })
  await appended(ben, 'payment', {
    ...payment(ben, anna, []),
    settles: [{ record_id: delivery, amount_minor: 40 }],
  })
  const types = ['lot', 'delivery', 'harvest', 'obligation', 'custody_transfer', 'loss', 'payment']
  for (const giver of [anna, ben]) await granted(a, giver, lender, types)
  return { a, anna, ben, carol, lender, mallory, lot, harvest, delivery, obligation }
}

const payment = (payer: Actor, payee: Actor, debts: readonly string[], more: object = {}) => ({
  ...{ payer: payer.id, payee: payee.id, method: 'cash', purpose: 'other', ...MONEY },
  amount: ugx(1_000_000),
  settles: debts.map((record_id) => ({ record_id, amount_minor: 1_000_000 })),
  ...more,
})

/** Mallory names what it knows of, in every way there is, so many times each. */
async function attack({ a, mallory, carol, ...known }: Scene, count = MANY): Promise<void> {
  const { lot, harvest, delivery, obligation } = known
  const inputs = [lot, harvest, delivery].map((record_id) => ({ record_id, kg: 1 }))
  const told: readonly (readonly [type: string, fields: object])[] = [
    ['delivery', deliveryOf(mallory, carol, { lot_id: lot, obligation_id: obligation })],
    ['custody_transfer', { from_party: mallory.id, to_party: carol.id, lot_id: lot }],
    ['loss', { lot_id: lot, ...LOST }],
    ['lot', { holder: mallory.id, ...cherry(1), inputs }],
    ['payment', payment(mallory, carol, [lot, delivery, obligation, harvest])],
  ]
  for (const [type, fields] of told)
    await batch(a, mallory, count, type, (n) => ({
      occurred_at: at(a.clock.nowMs - MINUTE_MS * (n % 1_000)),
      ...fields,
    }))
}

/** An id that is not there, right before one that is. */
function like(id: string): string {
  const digits = (BigInt(`0x${id.replaceAll('-', '')}`) - 1n).toString(16).padStart(32, '0')
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

let quiet: Scene
let loud: Scene
beforeAll(async () => {
  // How many slices a reply takes depends on the machine, and each begins with queries of its own.
  vi.spyOn(Share.prototype, 'isSpent', 'get').mockReturnValue(false)
  vi.spyOn(Share.prototype, 'rowsAtOnce', 'get').mockReturnValue(128)
  quiet = await scene()
  loud = await scene()
  await attack(loud)
})
afterAll(() => void vi.restoreAllMocks())

type Action = (s: Scene) => Promise<unknown>

const get = (who: (s: Scene) => Actor, path: (s: Scene) => string): Action => {
  return async (s) => {
    const { status, text } = await who(s).get(path(s))
    expect(status, text).toBe(200)
  }
}
const readBy = (who: 'anna' | 'ben' | 'lender', what: 'lot' | 'harvest' | 'delivery' | 'obligation') =>
  get(
    (s) => s[who],
    (s) => `/v1/records/${s[what]}?purpose=${PURPOSE}`,
  )
const listed = (who: 'anna' | 'ben' | 'lender', search: string) =>
  get(
    (s) => s[who],
    () => `/v1/records?purpose=${PURPOSE}&limit=500${search}`,
  )
const lot = (s: Scene) => ({ lot_id: s.lot })

/**
 * Counts the second time: what the first only warms up is left out. Before it something else is written, so that nothing
 * worked out before still holds.
 */
async function workIn(s: Scene, action: Action): Promise<Work> {
  await action(s)
  await appended(s.carol, 'harvest', harvestOf(s.carol))
  return workOf(s.a.kernel.store.db, () => action(s))
}

describe('a stranger that names what it cannot see', () => {
  type Draft = (s: Scene, id: string) => readonly [type: string, fields: object]
  const DRAFTS: Readonly<Record<string, Draft>> = {
    'a lot, by a hand-over': ({ mallory, carol }, id) => [
      'custody_transfer',
      { from_party: mallory.id, to_party: carol.id, lot_id: id },
    ],
    'a lot, by a delivery': ({ mallory, carol }, id) => [
      'delivery',
      deliveryOf(mallory, carol, { lot_id: id }),
    ],
    'a lot, by a loss': (_s, id) => ['loss', { lot_id: id, ...LOST }],
    'an obligation': ({ mallory, carol }, id) => [
      'delivery',
      deliveryOf(mallory, carol, { obligation_id: id }),
    ],
    'an input': ({ mallory }, id) => [
      'lot',
      { holder: mallory.id, ...cherry(1), inputs: [{ record_id: id, kg: 1 }] },
    ],
    'a debt, by a payment': ({ mallory, carol }, id) => ['payment', payment(mallory, carol, [id])],
    'a debt, by an offset': ({ mallory, carol }, id) => [
      'payment',
      payment(mallory, carol, [id], { method: 'offset' }),
    ],
    'what it corrects': ({ mallory }, id) => ['harvest', harvestOf(mallory, { supersedes: id })],
    'what it takes back': (_s, id) => ['retraction', { target_id: id, reason: 'other' }],
    'what it confirms': (_s, id) => ['delivery_confirmation', { delivery_id: id, channel: 'app' }],
    'a payment that it confirms': (_s, id) => ['payment_confirmation', { payment_id: id, channel: 'app' }],
    'a picture, by its hash': ({ mallory }, id) => {
      const sha256 = id.replaceAll('-', '').repeat(2)
      return ['harvest', harvestOf(mallory, { evidence: [{ sha256, media_type: 'image/jpeg' }] })]
    },
  }
  const send = (s: Scene, draft: Draft, id: string) => s.mallory.append(...draft(s, id))

  describe.each(Object.entries(DRAFTS))('%s', (_name, draft) => {
    test.each(['lot', 'harvest', 'delivery', 'obligation'] as const)(
      'does the same work whatever was said of a hidden %s, and no more where it is not there',
      async (what) => {
        const hidden = (s: Scene) => workIn(s, () => send(s, draft, s[what]))
        const absent = await workIn(quiet, () => send(quiet, draft, like(quiet[what])))
        const [little, much] = [await hidden(quiet), await hidden(loud)]
        expect(much).toEqual(little)
        expect(little).toEqual(absent)
      },
    )
  })

  const NAMING = /^a lot|obligation|input|^a debt/
  test.each(Object.entries(DRAFTS).filter(([name]) => NAMING.test(name)))(
    'reads its own record by the same work, whether there is such a thing or not: %s',
    async (_name, draft) => {
      const reading = async (s: Scene, id: string) => {
        const { body } = await send(s, draft, id)
        return workIn(s, () => read(s.mallory, body.id))
      }
      for (const what of ['lot', 'harvest', 'delivery', 'obligation'] as const) {
        const absent = await reading(quiet, like(quiet[what]))
        expect(await reading(quiet, quiet[what]), what).toEqual(absent)
        expect(await reading(loud, loud[what]), what).toEqual(absent)
      }
    },
  )

  test('of many inputs that are not there as many questions are asked as of one', async () => {
    const asked = async (count: number) => {
      const inputs = Array.from({ length: count }, () => ({ record_id: uuidv7(), kg: 1 }))
      const { id } = await appended(quiet.mallory, 'lot', { holder: quiet.mallory.id, ...cherry(1), inputs })
      return (await workIn(quiet, () => read(quiet.mallory, id))).asked
    }
    expect(await asked(64)).toBeLessThan((await asked(1)) + 10)
  })
})

/** The newest version of the lot. */
const newest = new Map<Scene, string>()

const ACTIONS: Readonly<Record<string, Action>> = {
  'its holder reads the lot': readBy('anna', 'lot'),
  'its receiver reads the lot': readBy('ben', 'lot'),
  'a lender reads the lot': readBy('lender', 'lot'),
  'the harvest is read': readBy('anna', 'harvest'),
  'the delivery is read': readBy('anna', 'delivery'),
  'the obligation is read': readBy('ben', 'obligation'),
  'its holder lists what is its own': listed('anna', ''),
  'its holder lists losses': listed('anna', '&type=loss'),
  'its receiver lists lots': listed('ben', '&type=lot'),
  'a lender lists': listed('lender', ''),
  'a lender looks at the view': get(
    (s) => s.lender,
    (s) => `/v1/lender-view?purpose=${PURPOSE}&subject=${s.anna.id}`,
  ),
  'the holder pulls changes': get(
    (s) => s.anna,
    () => '/v1/sync/changes?limit=500',
  ),
  'a further delivery out of the lot': (s) =>
    appended(s.ben, 'delivery', deliveryOf(s.ben, s.carol, { ...lot(s), ...cherry(5) })),
  'a further delivery on the obligation': (s) =>
    appended(s.anna, 'delivery', deliveryOf(s.anna, s.ben, { obligation_id: s.obligation, ...cherry(5) })),
  'a further payment': (s) =>
    appended(s.ben, 'payment', { ...payment(s.ben, s.anna, [s.delivery]), amount: ugx(1) }),
  'an offset': (s) =>
    appended(s.anna, 'payment', payment(s.anna, s.ben, [s.delivery, s.obligation], { method: 'offset' })),
  'a further loss': (s) =>
    appended(s.ben, 'loss', { ...lot(s), cause: 'drying', quantity: { value: 1, unit: 'kg' } }),
  'a hand-over': (s) =>
    appended(s.ben, 'custody_transfer', { ...lot(s), from_party: s.ben.id, to_party: s.carol.id }),
  'a correction of the lot': async (s) => {
    const inputs = [{ record_id: s.harvest, kg: 100 }]
    const corrected = { holder: s.anna.id, ...cherry(100), inputs, supersedes: newest.get(s) ?? s.lot }
    newest.set(s, (await appended(s.anna, 'lot', corrected)).id)
  },
  'a lot that draws on it': (s) =>
    appended(s.ben, 'lot', { holder: s.ben.id, ...cherry(1), inputs: [{ record_id: s.lot, kg: 1 }] }),
}

test.each(Object.entries(ACTIONS))('%s: the same work, whatever strangers wrote', async (_name, action) => {
  expect(await workIn(loud, action)).toEqual(await workIn(quiet, action))
})

test('a list of what names the lot goes through no more than a few hundred records of strangers', async () => {
  const shown = async (s: Scene) => {
    const { body } = await s.anna.get(`/v1/records?purpose=${PURPOSE}&lot_id=${s.lot}&limit=500`)
    return body.records.map(({ type }: { type: string }) => type).sort()
  }
  const work = await workIn(loud, shown)
  expect(work.rows).toBeLessThan(400)
  expect(await shown(loud)).toEqual(await shown(quiet))
})

test('a hand-over asks no more questions after many than after a few', async () => {
  const { a, anna, ben, harvest } = quiet
  const inputs = [{ record_id: harvest, kg: 1 }]
  const { id } = await appended(anna, 'lot', { holder: anna.id, ...cherry(1), inputs })
  const works: Work[] = []
  for (let n = 0; n < 60; n++) {
    const [from, to] = n % 2 === 0 ? [anna, ben] : [ben, anna]
    a.clock.nowMs += 1_000
    const handOver = () =>
      appended(from, 'custody_transfer', { lot_id: id, from_party: from.id, to_party: to.id })
    works.push(await workOf(a.kernel.store.db, handOver))
  }
  const [few, many] = [works[9] as Work, works[59] as Work]
  expect(many.asked).toBeLessThan(few.asked + 10)
  expect(many.written).toBeLessThan(few.written + 5)
  // Each walk along the lot's history fetches it: once before, once after, once for the receipt.
  expect(many.rows - few.rows).toBeLessThanOrEqual(3 * 50 + 10)
})
