import { expect, test } from 'vitest'
import { partyTasks } from '../../../src/identity/party-tasks.ts'
import { receiptTasks } from '../../../src/records/receipt/receipt-tasks.ts'
import { receiptText } from '../../../src/records/receipt/receipt-text.ts'
import { reportTasks } from '../../../src/records/report/report-tasks.ts'
import { englishWords } from '../../../src/words/words.ts'
import { makeAppliance } from '../../support/appliance.ts'
import { appended, deliveryOf } from '../../support/flows/help.ts'

/** The cooperative's papers add up what it stated or confirmed itself. What a member alone claims stands apart. */

const kg = (value: number) => ({ crop: 'maize_grain', quantity: { value, unit: 'kg' } })
const a = await makeAppliance()
const anna = await a.party('person', 'Anna')
const stranger = await a.party('person', 'Mallory')
const weighed: { readonly id: string } = await appended(
  a.cooperative,
  'delivery',
  deliveryOf(anna, a.cooperative, kg(51)),
)
const claimed: { readonly id: string } = await appended(
  anna,
  'delivery',
  deliveryOf(anna, a.cooperative, kg(5000)),
)
await appended(stranger, 'delivery', deliveryOf(anna, a.cooperative, kg(700)))

const season = () => reportTasks['report.season'](a.kernel, 'test', { party: anna.id, atMs: a.clock.nowMs })
const receiptOf = (id: string) =>
  a.kernel.ports.submit(() => receiptTasks['receipt.make'](a.kernel, 'test', { id }))
const printed = async (id: string) => {
  const receipt = await receiptOf(id)
  if (receipt.type !== 'delivery') throw new TypeError(receipt.type)
  return receiptText(englishWords('Africa/Kampala'), { ...receipt, season: await season() }, 'a5').replaceAll(
    /\s+/g,
    ' ',
  )
}

test('51 kg weighed and 5,000 kg claimed are not 5,051 kg, and what strangers say is nothing', async () => {
  const row = { deliveries: 1, kg: 51, claimed: 1, claimed_kg: 5000 }
  expect((await season()).rows).toMatchObject([row])
  const period = { fromMs: a.clock.nowMs - 90 * 86_400_000, toMs: a.clock.nowMs + 86_400_000 }
  for (const by of ['crop', 'member'] as const)
    expect((await reportTasks['report.deliveries'](a.kernel, 'test', { ...period, by })).rows).toMatchObject([
      row,
    ])
  const paper = await printed(weighed.id)
  expect(paper).toContain('51.00 kg')
  expect(paper).toMatch(
    /Stated by the member, not confirmed by the cooperative: [^:]+: 5,000\.00 kg in 1 delivery/,
  )
  expect(paper).not.toMatch(/5,051|5,751|\b700(\.00)? kg|HAS NOT CONFIRMED/)
  expect(await printed(claimed.id)).toContain('THE COOPERATIVE HAS NOT CONFIRMED THIS')
})

test('once the cooperative has confirmed it, it counts', async () => {
  const confirmed = await a.cooperative.post(`/v1/deliveries/${claimed.id}/confirmation`, {
    ...{ id: '019ea675-d280-715c-8e43-14c89e141f61', channel: 'in_person' },
    occurred_at: new Date(a.clock.nowMs).toISOString(),
  })
  expect(confirmed.status, confirmed.text).toBe(201)
  expect((await season()).rows).toMatchObject([{ deliveries: 2, kg: 5051, claimed: 0, claimed_kg: 0 }])
  expect(await printed(claimed.id)).not.toContain('HAS NOT CONFIRMED')
})

test('a member who was entered twice does not confirm their own word in the place of the cooperative', async () => {
  const [before] = (await season()).rows
  const again = await a.party('person', 'Anna N.')
  const said = await appended(again, 'delivery', deliveryOf(anna, a.cooperative, kg(900)))
  const confirmed = await anna.post(`/v1/deliveries/${said.id}/confirmation`, {
    ...{ id: '019ea675-d280-715c-8e43-14c89e141f62', channel: 'in_person' },
    occurred_at: new Date(a.clock.nowMs).toISOString(),
  })
  expect(confirmed.status, confirmed.text).toBe(201)
  const merge = { keep: anna.id, duplicate: again.id }
  await a.kernel.ports.submit(() => partyTasks['party.merge'](a.kernel, 'test', merge))
  expect((await season()).rows).toMatchObject([
    { deliveries: before?.deliveries, kg: before?.kg, claimed: 1, claimed_kg: 900 },
  ])
  expect(await printed(said.id)).toContain('THE COOPERATIVE HAS NOT CONFIRMED THIS')
})
