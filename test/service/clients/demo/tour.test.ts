import { afterAll, describe, expect, test } from 'vitest'
import { parseVkey } from '../../../../src/domain/note.ts'
import { checkProof } from '../../../../src/domain/proof-file.ts'
import { Asked, GRACE, NEIGHBOUR, type Seen } from './asked.ts'

/** Every step, asked again from outside with the tokens it prints: the tour may claim nothing that is not so. */

const asked = await Asked.atTheEnd()
afterAll(() => asked.stop())

const sum = (numbers: readonly number[]) => Math.round(numbers.reduce((a, b) => a + b, 0) * 1000) / 1000

describe('who there is', () => {
  test('at least three organisations and forty farmers', async () => {
    const parties = await asked.list('cooperative', 'type=party')
    const persons = parties.filter((p) => p.kind === 'person')
    expect(persons.length).toBeGreaterThanOrEqual(40)
    expect(parties.length - persons.length).toBeGreaterThanOrEqual(3)
    expect(asked.facts('parties')).toEqual({
      organisations: parties.length - persons.length,
      farmers: persons.length,
    })
  })

  test('Grace has two mandates: one to the cooperative, one to confirm', async () => {
    const { text } = await asked.get('/v1/delegations', GRACE)
    const { delegations } = JSON.parse(text) as { delegations: { delegate: string; acts: string[] }[] }
    const byDelegate = new Map(delegations.map((d) => [d.delegate, d.acts]))
    expect(byDelegate.get(asked.role('cooperative').party)).toEqual(['assert', 'correct'])
    expect(byDelegate.get(asked.role(NEIGHBOUR).party)).toEqual(['confirm'])
    const all = JSON.parse((await asked.get('/v1/delegations?limit=500', 'cooperative')).text) as {
      delegations: unknown[]
    }
    expect(asked.facts('delegations').delegations).toBe(all.delegations.length + 1)
  })
})

describe('what was picked', () => {
  test('the record that was sent twice is there once', async () => {
    const harvests = await asked.list(GRACE, 'type=harvest&standing=any')
    expect(harvests.filter(({ quantity }) => quantity.value === 412)).toHaveLength(1)
    expect(harvests.filter(({ quantity }) => quantity.value === 512)).toHaveLength(0)
    expect(asked.facts('replay')).toEqual({ first: 201, again: 200, other: 409, code: 'id_conflict' })
  })

  test('tins carry their word, their factor and its kilograms; only the foreign factor is flagged', async () => {
    const harvests = await asked.list(GRACE, 'type=harvest')
    const tins = harvests.filter(({ quantity }) => quantity.unit === 'debe')
    expect(tins).toHaveLength(2)
    for (const { quantity, normalized_kg, conversion_id } of tins) {
      expect(quantity.label).toBe('tin')
      const row = await (await fetch(`${asked.url}/v1/registry/conversions/${conversion_id}`)).json()
      const { factor, weighings } = row as { factor: number; weighings: { value: number; kg: number }[] }
      expect(normalized_kg).toBeCloseTo(quantity.value * factor, 0)
      expect(factor).toBeCloseTo(sum(weighings.map((w) => w.kg)) / sum(weighings.map((w) => w.value)), 3)
    }
    expect(tins.map(({ derived }) => derived.flags.includes('conversion_out_of_scope')).sort()).toEqual([
      false,
      true,
    ])
  })

  test('the others picked what the tour says, half of it through the cooperative', async () => {
    const reachable = await asked.list('cooperative', 'type=harvest')
    const forOthers = reachable.filter(({ producer }) => producer !== asked.role(GRACE).party)
    expect(forOthers).toHaveLength(asked.facts('harvests').delegated as number)
    for (const harvest of forOthers) {
      expect(harvest.on_behalf_of).toBe(harvest.producer)
      expect(harvest.derived.flags).toContain('delegated_authority')
    }
    const [own] = await asked.list(NEIGHBOUR, 'type=harvest')
    expect(own?.asserted_by).toBe(own?.producer)
    expect(own?.derived.flags).toEqual([])
    expect(asked.facts('harvests').harvests).toBeGreaterThanOrEqual(43)
  })
})

describe('what was brought', () => {
  test('every priced delivery is held on special_data_consent, and those confirmed say by whom', async () => {
    const deliveries = (await asked.list('cooperative', 'type=delivery')).filter(
      ({ from_party, to_party }) =>
        to_party === asked.role('cooperative').party && from_party !== asked.role(GRACE).party,
    )
    expect(deliveries).toHaveLength(asked.facts('deliveries').deliveries as number)
    expect(deliveries.every(({ lawful_basis }) => lawful_basis === 'special_data_consent')).toBe(true)
    expect(sum(deliveries.map(({ quantity }) => quantity.value))).toBe(asked.facts('deliveries').total_kg)
    const confirmed = deliveries.filter(({ derived }) => derived.confirmation?.independent === true)
    expect(confirmed).toHaveLength(asked.facts('deliveries').confirmed as number)
    expect(confirmed.length).toBeLessThan(deliveries.length)
  })

  test('what Grace owes adds up from the deliveries that count', async () => {
    const obligations = await asked.list(GRACE, 'type=obligation')
    const obligation = obligations.find(({ kind }) => kind === 'deliver_produce')
    const tips = (await asked.gracesDeliveries('tip')).filter((d) => d.obligation_id === obligation?.id)
    const kgOf = (d: Seen) => d.normalized_kg ?? d.quantity.value
    expect(obligation?.derived.fulfilment).toMatchObject({
      committed_kg: 180,
      delivered_kg: sum(tips.map(kgOf)),
      confirmed_kg: sum(tips.filter((d) => d.derived.confirmation).map(kgOf)),
      outstanding_kg: sum([180, ...tips.map((d) => -kgOf(d))]),
      deliveries: 4,
      forked: 1,
      incomplete: true,
    })
    expect(asked.facts('settled_fork').settled_kg).toBe(sum(tips.map(kgOf)))
    expect(tips.filter((d) => d.derived.flags.includes('assumed_conversion'))).toHaveLength(1)
  })

  test('the corrected delivery is there in both versions; the new one was confirmed by a delegate', async () => {
    const [old] = (await asked.gracesDeliveries('superseded')).filter(
      ({ quantity }) => quantity.value === 55.5,
    )
    const [right] = (await asked.gracesDeliveries('tip')).filter(({ quantity }) => quantity.value === 53.5)
    expect(right?.supersedes).toBe(old?.id)
    expect(right?.derived.confirmation).toMatchObject({ confirmed: true, independent: false })
    expect(right?.derived.flags).toEqual(['confirmed_under_delegation'])
    expect(asked.facts('correction').delivered_kg).toBe(155)
    expect(asked.facts('obligation').delivered_kg).toBe(157)
  })
})

describe('lots', () => {
  test('the lot balances: inputs, drying, the scale at the mill, the sale', async () => {
    const lot = await asked.bigLot()
    const { mass_balance: balance, custody } = lot.derived
    expect(lot.inputs).toHaveLength(46)
    const inputsKg = sum(lot.inputs.map(({ kg }) => kg))
    expect(balance).toMatchObject({
      inputs_kg: inputsKg,
      declared_kg: lot.quantity.value,
      formation_difference_kg: sum([inputsKg, -lot.quantity.value]),
      losses_kg: asked.facts('custody').losses_kg,
      outputs_kg: asked.facts('sale').sold_kg,
      breached: false,
      incomplete: false,
    })
    expect(balance.remaining_kg).toBe(sum([lot.quantity.value, -balance.losses_kg, -balance.outputs_kg]))
    expect(balance.legs).toHaveLength(1)
    expect(balance.legs[0]?.expected_kg).toBe(sum([lot.quantity.value, -balance.losses_kg]))
    expect(custody).toMatchObject({ custodian: asked.role('mill').party, transfers: 1, broken: false })
  })

  test('the exporter confirmed what it bought', async () => {
    const [sale] = await asked.list('exporter', 'type=delivery')
    expect(sale?.quantity.value).toBe(asked.facts('sale').sold_kg)
    expect(sale?.derived.confirmation).toMatchObject({
      confirmed: true,
      independent: true,
      channel: 'app',
    })
  })

  test("Grace's own lot lies with the cooperative", async () => {
    const [lot] = await asked.list(GRACE, 'type=lot')
    expect(lot?.derived.custody).toMatchObject({
      custodian: asked.role('cooperative').party,
      broken: false,
    })
    expect(lot?.derived.mass_balance).toMatchObject({
      declared_kg: 64,
      losses_kg: 1.2,
      breached: false,
    })
  })
})

describe('contradictions', () => {
  test('the open fork counts in nothing, and neither of its versions is in the default list', async () => {
    const forked = await asked.gracesDeliveries('forked')
    expect(forked.map(({ quantity }) => quantity.value).sort()).toEqual([32, 37, 39])
    expect(asked.facts('fork')).toMatchObject({ forked: 1, incomplete: true, code: 'fork_has_no_authority' })
    expect(sum([asked.facts('fork').before_kg as number, -(asked.facts('fork').after_kg as number)])).toBe(37)
  })

  test('in the settled one the branch that was kept counts, unconfirmed', async () => {
    const [kept] = (await asked.gracesDeliveries('tip')).filter(({ quantity }) => quantity.value === 40.6)
    const [dropped] = await asked.gracesDeliveries('retracted')
    expect(dropped?.quantity.value).toBe(41.6)
    expect(dropped?.supersedes).toBe(kept?.supersedes)
    expect(kept?.derived.confirmation).toBeNull()
    const after = asked.facts('settled_fork')
    expect(sum([after.settled_kg as number, -(after.forked_kg as number)])).toBe(40.6)
    expect(after).toMatchObject({
      forked: 2,
      still_forked: 1,
      lot_incomplete_before: true,
      lot_incomplete_after: false,
    })
  })

  test('faults are named', () => {
    expect(asked.facts('faults').codes).toEqual([
      'conversion_required',
      'lawful_basis_insufficient',
      'not_the_counterparty',
      'purpose_required',
      'no_verified_subject',
    ])
  })
})

test('the proof of her delivery holds, and the log that it is of has the entries it says', async () => {
  const [delivery] = (await asked.gracesDeliveries('tip')).filter(({ derived }) => derived.confirmation)
  const answer = JSON.parse(
    (await asked.get(`/v1/records/${delivery?.id}/proof?purpose=research`, GRACE)).text,
  )
  const { vkey } = JSON.parse((await asked.get('/v1/anchors/key', GRACE)).text) as { vkey: string }
  expect(checkProof(answer, parseVkey(vkey))).toMatchObject({ proved: true })
  const { tree_size, ...more } = asked.facts('proof')
  expect(more).toMatchObject({ holds: true, forged_holds: false, published_roots: 0 })
  // The pack makes a newer root, of which that one is the beginning.
  const path = `/v1/anchors/consistency?from=${tree_size}&to=${answer.tree_size}`
  expect(tree_size).toBeLessThan(answer.tree_size)
  expect((await asked.get(path, GRACE)).status).toBe(200)
})

test('the lot is from the plots of the growers, and has the number that its buyer filed', async () => {
  const [lot] = await asked.list('cooperative', 'type=lot')
  const path = `/v1/records/${lot?.id}/origin?purpose=cooperative_management`
  const origin = JSON.parse((await asked.get(path, 'cooperative')).text)
  const facts = asked.facts('pack')
  expect(origin.plots).toHaveLength(facts.plots as number)
  expect([origin.kg, origin.kg_by.unknown, origin.complete]).toEqual([
    facts.kg,
    facts.unknown_kg,
    facts.complete,
  ])
  expect(facts).toMatchObject({ complete: true, unknown_kg: 0, faults: 0 })
  expect(origin.due_diligence).toMatchObject([{ reference: '26UGDEMO000001' }])
})
