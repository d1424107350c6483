import { uuidv7 } from 'uuidv7'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { Screened as Result } from '../../../../src/domain/screening.ts'
import type { ScreeningAsked } from '../../../../src/records/plots/screening-tasks.ts'
import { type Actor, makeAppliance } from '../../../support/appliance.ts'
import { audited } from '../../../support/audited.ts'
import { broughtIn, place, square } from '../../../support/clients/screening/bring-in.ts'
import { libraryCsv, type Screened } from '../../../support/clients/screening/whisp.ts'
import { appended, granted, PURPOSE } from '../../../support/flows/help.ts'

/** What the office is shown of stored screenings: of which plots, from which predictions, and how far it looks. */

// biome-ignore lint/suspicious/noExplicitAny: answers are whatever the service says; tests assert on them
type Answer = any

const a = await makeAppliance({ readsPerSecond: '100000' })
afterAll(() => a.close())
let anna: Actor
let plot: Answer
const other = await a.party('institution', 'Bank')

const plotOf = (more: object = {}): Promise<Answer> =>
  appended(a.cooperative, 'plot', {
    ...{ plot: uuidv7(), holder: anna.id, country: 'UG', geometry: square(place()) },
    ...more,
  })
beforeEach(async () => {
  anna = await a.party('person', 'Anna')
  plot = await plotOf()
})
const corrected = ({ id, derived: _d, received_at: _r, asserted_by: _a, ...rest }: Answer, more: object) =>
  appended(a.cooperative, 'plot', { ...rest, supersedes: id, ...more })

/** Brings in a file of Whisp. The tool calls every plot `high` for annual crops, unless that column is left out. */
async function screenedOn(day: string, rows: readonly Partial<Screened>[], without = ['risk_acrop']) {
  const plots = rows.map((row) => ({ external_id: plot.id, geo: plot.geometry, ...row }))
  const text = libraryCsv(plots, without).replaceAll('2026-02-17', day)
  const keep = (asked: ScreeningAsked) => a.tasks.run('plot.screening', 'clerk', asked)
  const { rows: counts, faults } = await broughtIn(text, { keep })
  expect([counts.new, faults]).toEqual([rows.length, []])
}
const looked = (...ids: string[]) => a.tasks.run('plot.screened', 'clerk', { ids })
const resultOf = async (id: string): Promise<Result | undefined> => (await looked(id))[id]?.result
/** Other predictions about the holder of the plot, by someone who may read it. */
const predicted = async (by: Actor, more: object = {}) => {
  const { status, text } = await by.post('/v1/inferences', {
    ...{ id: uuidv7(), model_id: 'yield', model_version: '1', inputs: [plot.id], lawful_basis: 'consent' },
    ...{ output: { name: 'kg', value: 1 }, occurred_at: '2026-03-01T00:00:00Z', ...more },
  })
  expect(status, text).toBe(201)
}

test('the worst verdict of the newest file counts, with its day and its file; reading it is audited once', async () => {
  const [low, never] = [await plotOf(), await plotOf()]
  expect(await looked(plot.id)).toEqual({ [plot.id]: { result: 'none', from: null } })
  await screenedOn('2026-02-17', [{}], [])
  expect(await resultOf(plot.id)).toBe('high')
  await screenedOn('2026-02-18', [{}, { external_id: low.id, geo: low.geometry, risk_timber: 'low' }])
  const before = audited(a.kernel.store.db).length
  const found = await looked(plot.id, low.id, never.id)
  expect(Object.values(found).map(({ result }) => result)).toEqual(['more_info_needed', 'low', 'none'])
  expect(found[plot.id]?.from).toEqual({
    atMs: Date.parse('2026-02-18T16:29:27Z'),
    file: expect.stringMatching(/^3\.0\.0a11, result file sha256:[0-9a-f]{64}$/),
  })
  // Five over the plot, from both files, and two over the other.
  const [entry, ...more] = audited(a.kernel.store.db).slice(before)
  expect(more).toEqual([])
  expect(entry).toMatchObject({
    ...{ action: 'read_inference', outcome: 'disclosed', credential: null, detail: { operator: 'clerk' } },
  })
  const inputs = entry?.records.flatMap((seq) => a.kernel.store.inferences.bySeq(seq)?.body.inputs) ?? []
  expect([plot.id, low.id, never.id].map((id) => inputs.filter((one) => one === id).length)).toEqual([
    5, 2, 0,
  ])
})

test('an older file that is brought in later does not count', async () => {
  await screenedOn('2026-02-17', [{}], [])
  await screenedOn('2026-02-16', [{ risk_timber: 'low' }])
  expect(await resultOf(plot.id)).toBe('high')
})

test('drawn again it is stale; given another name, or another holder, it is not', async () => {
  await screenedOn('2026-02-17', [{ risk_timber: 'low' }])
  const named = await corrected(plot, { name: 'Valley' })
  expect(await resultOf(named.id)).toBe('low')
  const given = await corrected(named, { holder: (await a.party('person', 'Ben')).id })
  expect(await resultOf(given.id)).toBe('low')
  const drawn = await corrected(given, { geometry: square(place()) })
  expect((await looked(drawn.id))[drawn.id]).toMatchObject({
    result: 'stale',
    from: { atMs: Date.parse('2026-02-17T16:29:27Z') },
  })
  expect(await resultOf(plot.id)).toBe('stale')
  await appended(a.cooperative, 'retraction', { target_id: drawn.id, reason: 'entered_in_error' })
  expect(await resultOf(drawn.id)).toBe('stale')
})

test('what others state in the name of the tool does not count', async () => {
  await granted(a, anna, other, ['plot', 'inference'], PURPOSE)
  await predicted(other, { model_id: 'whisp', output: { name: 'risk_pcrop', value: 'low' } })
  expect(await resultOf(plot.id)).toBe('none')
})

test('a plot that the cooperative may not read, none at all, and the 101st, are left out', async () => {
  const hers = await appended(anna, 'plot', {
    ...{ plot: uuidv7(), holder: anna.id, country: 'UG', geometry: square(place()) },
  })
  expect(await looked(hers.id, uuidv7(), 'x', other.id)).toEqual({})
  await granted(a, anna, a.cooperative, ['plot'], 'cooperative_management')
  expect(await resultOf(hers.id)).toBe('none')
  const many = Array.from({ length: 100 }, () => uuidv7())
  expect(await looked(...many, plot.id)).toEqual({})
  expect(await looked(...many.slice(1), plot.id)).toHaveProperty([plot.id])
})

test('behind sixteen newer predictions over the plot, what was screened is not known: it is not called low', async () => {
  await screenedOn('2026-02-17', [{ risk_timber: 'low' }])
  for (let i = 0; i < 14; i++) await predicted(a.cooperative)
  expect(await resultOf(plot.id)).toBe('low')
  await predicted(a.cooperative)
  expect(await resultOf(plot.id)).toBe('unknown')
  // A screening after all that was not looked at counts again.
  a.clock.nowMs += 86_400_000
  const day = new Date(a.clock.nowMs).toISOString().slice(0, 10)
  a.clock.nowMs += 86_400_000
  await screenedOn(day, [{ risk_timber: 'low' }])
  expect(await resultOf(plot.id)).toBe('low')
})

test('whoever writes thousands of predictions about the holder makes it unknown, never low', async () => {
  await granted(a, anna, other, ['plot', 'inference'], PURPOSE)
  await screenedOn('2026-02-17', [{ risk_timber: 'low' }])
  const { inferences, store } = a.kernel
  const flooded = (count: number) =>
    store.writer.submit(() => {
      const author = { party: store.parties.find(other.id) as number, partyId: other.id, credential: null }
      for (let i = 0; i < count; i++)
        inferences.append(author, {
          ...{ id: uuidv7(), model_id: 'whisp', model_version: '1', inputs: [plot.id] },
          ...{ output: { name: 'x', value: 'low' }, occurred_at: '2026-03-01T00:00:00Z' },
          lawful_basis: 'consent',
        })
    })
  await flooded(8_190)
  expect(await resultOf(plot.id)).toBe('low')
  await flooded(1)
  expect(await resultOf(plot.id)).toBe('unknown')
})
