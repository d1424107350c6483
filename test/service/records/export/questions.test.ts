import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Appliance, makeAppliance } from '../../../support/appliance.ts'
import { temporaryFolder } from '../../../support/command.ts'
import { appended, confirm } from '../../../support/flows/help.ts'
import { ask, type Row } from '../../../support/records/export/duck.ts'
import { exportInto } from '../../../support/records/export/export-into.ts'

/** The questions of docs/api.md, asked over the exports of three cooperatives, and answered from their API as well. */

const NAMES = ['elgon', 'sipi', 'bukwo'] as const
const text = readFileSync(new URL('../../../../docs/api.md', import.meta.url), 'utf8')
const questions = [...text.matchAll(/```sql\n([\s\S]*?)```/g)].map(([, sql]) => sql as string)

const folder = temporaryFolder()
const coops = new Map<string, Appliance>()
const listed = new Map<string, Row[]>()

for (const [i, name] of NAMES.entries()) {
  const a = await makeAppliance()
  coops.set(name, a)
  await fill(a, i)
  await exportInto(join(folder, 'exports', name), a.tasks)
  const answer = await a.cooperative.get('/v1/records?purpose=research&standing=any&limit=500')
  listed.set(name, answer.body.records)
}
async function fill(a: Appliance, i: number): Promise<void> {
  const farmers = [await a.party('person', `Grace ${i}`), await a.party('person', `Moses ${i}`)]
  const buyer = await a.party('business', `Buyer ${i}`)
  const ids: string[] = []
  for (let n = 0; n < 12 + i; n++) {
    const from = farmers[n % 2] as (typeof farmers)[number]
    const made = await appended(a.cooperative, 'delivery', {
      from_party: from.id,
      to_party: a.cooperative.id,
      occurred_at: new Date(Date.UTC(2026, 2 + (n % 3), 4, 8, n)).toISOString(),
      crop: n % 4 === 0 ? 'maize_grain' : 'coffee_fresh_cherry',
      quantity: n === 5 ? { value: 2, unit: 'unheard_of' } : { value: 10 + n + i / 4, unit: 'kg' },
      ...(n % 3 === 0
        ? {
            lawful_basis: 'special_data_consent',
            agreed_price: { amount_minor: 900_719_925_474_099 + n, currency: n === 3 ? 'USD' : 'UGX' },
          }
        : {}),
    })
    ids.push(made.id)
    if (n % 2 === 0) await confirm(a, from, made.id, { occurred_at: made.occurred_at })
  }
  // Corrected, contradicted and retracted versions count in no answer.
  const again = { from_party: farmers[0]?.id, to_party: a.cooperative.id, crop: 'coffee_fresh_cherry' }
  for (const value of [500, 600])
    await a.cooperative.append('delivery', { ...again, supersedes: ids[2], quantity: { value, unit: 'kg' } })
  await a.cooperative.append('delivery', {
    ...again,
    supersedes: ids[4],
    quantity: { value: 33, unit: 'kg' },
  })
  await a.cooperative.append('retraction', { target_id: ids[6], reason: 'duplicate' })
  const inputs = [ids[1], ids[7], ids[8]].map((record_id, at) => ({ record_id, kg: 5 + at + i }))
  const lot = await appended(a.cooperative, 'lot', {
    holder: a.cooperative.id,
    crop: 'coffee_fresh_cherry',
    quantity: { value: 20, unit: 'kg' },
    inputs,
  })
  await a.cooperative.append('delivery', {
    from_party: a.cooperative.id,
    to_party: buyer.id,
    lot_id: lot.id,
    crop: 'coffee_fresh_cherry',
    quantity: { value: 4, unit: 'kg' },
  })
}

const everything = (type: string): Row[] =>
  NAMES.flatMap((cooperative) =>
    (listed.get(cooperative) as Row[])
      .filter((one) => one.type === type)
      .map((one) => ({ cooperative, ...one })),
  )
const tips = (type: string): Row[] => everything(type).filter(({ derived }) => derived.standing === 'tip')
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
const byAll = (rows: Row[]): Row[] =>
  rows.sort((a, b) => {
    for (const name of Object.keys(a)) if (a[name] !== b[name]) return a[name] < b[name] ? -1 : 1
    return 0
  })

function grouped(rows: Row[], keyOf: (row: Row) => Row, valuesOf: (rows: Row[]) => Row): Row[] {
  const groups = Map.groupBy(rows, (row) => JSON.stringify(keyOf(row)))
  return [...groups].map(([key, of]) => ({ ...JSON.parse(key), ...valuesOf(of) }))
}

const close = (rows: Row[]): Row[] =>
  rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [
        name,
        typeof value === 'number' && !Number.isInteger(value) ? Number(value.toFixed(6)) : value,
      ]),
    ),
  )

const answers: readonly (readonly [string, () => Row[]])[] = [
  [
    'what was taken in, and confirmed',
    () =>
      byAll(
        grouped(
          tips('delivery').filter(({ lot_id }) => lot_id === undefined),
          ({ cooperative, occurred_at, crop }) => ({ cooperative, month: occurred_at.slice(0, 7), crop }),
          (rows) => ({
            deliveries: rows.length,
            kg: rows.every(({ derived }) => derived.kg === null)
              ? null
              : sum(rows.map(({ derived }) => derived.kg)),
            confirmed_kg: sum(
              rows.filter(({ derived }) => derived.confirmation).map(({ derived }) => derived.kg),
            ),
            without_kg: rows.filter(({ derived }) => derived.kg === null).length,
          }),
        ),
      ),
  ],
  [
    'who brought most',
    () =>
      grouped(
        tips('delivery')
          .filter(({ lot_id }) => lot_id === undefined)
          .map((row) => ({
            ...row,
            name: tips('party').find(
              (one) => one.party === row.from_party && one.cooperative === row.cooperative,
            ).display_name,
          })),
        ({ cooperative, name }) => ({ cooperative, name }),
        (rows) => ({ deliveries: rows.length, kg: sum(rows.map(({ derived }) => derived.kg)) }),
      ).sort((a, b) => b.kg - a.kg || (a.name < b.name ? -1 : 1)),
  ],
  [
    'what lots are made of',
    () =>
      byAll(
        tips('lot').flatMap(({ id: lot, inputs }) => {
          const all = everything('delivery')
          const drawn = inputs.map(({ record_id, kg }: Row) => ({
            source: all.find(({ id }) => id === record_id).from_party,
            kg,
          }))
          return grouped(
            drawn,
            ({ source }) => ({ lot, source }),
            (rows) => {
              const kg = sum(rows.map((row) => row.kg))
              return { kg, share: Number((kg / sum(drawn.map((row: Row) => row.kg))).toFixed(4)) }
            },
          )
        }),
      ),
  ],
  [
    'what was paid for a kilogram',
    () =>
      byAll(
        grouped(
          tips('delivery').filter(({ agreed_price, derived }) => agreed_price && derived.kg !== null),
          ({ cooperative, crop, agreed_price }) => ({ cooperative, crop, currency: agreed_price.currency }),
          (rows) => {
            const minor_units = sum(rows.map(({ agreed_price }) => agreed_price.amount_minor))
            const a_kg = minor_units / sum(rows.map(({ derived }) => derived.kg))
            return { deliveries: rows.length, minor_units, minor_units_a_kg: Number(a_kg.toFixed(2)) }
          },
        ),
      ),
  ],
  [
    'what to look at',
    () =>
      byAll(
        grouped(
          [...everything('delivery'), ...everything('lot')]
            .filter(({ derived }) => ['tip', 'forked'].includes(derived.standing))
            .flatMap(({ cooperative, derived }) =>
              derived.flags.map((flag: string) => ({ cooperative, flag })),
            ),
          ({ cooperative, flag }) => ({ cooperative, flag }),
          (rows) => ({ records: rows.length }),
        ),
      ),
  ],
]

test('the page asks as many questions as are answered here', () => {
  expect(questions).toHaveLength(answers.length)
})

test.each(answers.map(([what, answer], i) => [what, i, answer] as const))('%s', async (_what, i, answer) => {
  const wanted = answer()
  expect(wanted.length).toBeGreaterThan(2)
  expect(close(await ask(questions[i] as string, folder))).toEqual(close(wanted))
})
