import fc from 'fast-check'
import { uuidv7 } from 'uuidv7'
import { expect, test, vi } from 'vitest'
import { Problem } from '../../../src/base/problem.ts'
import { prepare } from '../../../src/domain/draft-shape.ts'
import { DaySheets } from '../../../src/records/report/day-sheets.ts'
import { sheetsOf } from '../../../src/records/report/day-walk.ts'
import { DaysAhead } from '../../../src/records/report/days-ahead.ts'
import { REPORT_KEYS } from '../../../src/records/report/report.ts'
import { reportTasks } from '../../../src/records/report/report-tasks.ts'
import { Calendar, calendarOf } from '../../../src/words/calendar.ts'
import { type Actor, makeAppliance, requesterOf, START_MS } from '../../support/appliance.ts'
import { countingCpuMs } from '../../support/cpu-time.ts'
import { deliveryOf, granted } from '../../support/flows/help.ts'
import { soon } from '../../support/soon.ts'

/** Days that are remembered add up to what a look at each delivery gives, whatever is written in between. */

const DAY = 86_400_000
/** Midnight in Kampala. */
const MIDNIGHT = Date.UTC(2026, 5, 27, 21)
const PERIOD = { fromMs: MIDNIGHT - 4 * DAY, toMs: MIDNIGHT + DAY }

const a = await makeAppliance()
const members: Actor[] = [
  await a.party('person', 'Akello'),
  await a.party('person', 'Birungi'),
  await a.party('person', 'Chebet'),
]

const reported = async (asked: object, daySheets: DaySheets | null = a.kernel.daySheets) =>
  (
    await reportTasks['report.deliveries']({ ...a.kernel, daySheets }, 'test', {
      by: 'day',
      ...PERIOD,
      ...asked,
    })
  ).rows

const sheetsInMemory = () => new DaySheets(a.kernel.store, calendarOf(a.kernel.config))

const step = fc.record({
  what: fc.constantFrom(
    ...(['deliver', 'deliver', 'say', 'gossip', 'gossip', 'correct', 'move', 'fork'] as const),
    ...(['retract', 'confirm', 'merge', 'unmerge', 'look'] as const),
  ),
  which: fc.nat(50),
  member: fc.nat(2),
  daysAgo: fc.nat(4),
  value: fc.integer({ min: 1, max: 500 }),
  unit: fc.constantFrom('kg', 'kg', 'g', 'debe'),
})

test('for every key, after every history', async () => {
  const deliveries: { id: string; by: Actor; body: Record<string, unknown> }[] = []
  const merges: string[] = []
  const done = new Map<string, number>()
  const count =
    (what: string) =>
    ({ status }: { status: number }) => {
      if (status === 201) done.set(what, (done.get(what) ?? 0) + 1)
    }
  const deliver = async (
    by: Actor,
    { member, daysAgo, value, unit }: { member: number; daysAgo: number; value: number; unit: string },
    more: object = {},
  ) => {
    const body = {
      ...{ from_party: members[member]?.id, to_party: a.cooperative.id, crop: 'maize_grain' },
      ...{ quantity: { value, unit }, measurement_method: 'coop_weighed', location: `Store ${value % 3}` },
      ...{ occurred_at: new Date(START_MS - daysAgo * DAY).toISOString(), ...more },
    }
    const { status, body: answer } = await by.append('delivery', body)
    if (status === 201) deliveries.push({ id: answer.id, by, body })
  }
  const act = async (one: typeof step extends fc.Arbitrary<infer T> ? T : never): Promise<void> => {
    a.clock.nowMs += 1000
    const target = deliveries[one.which % Math.max(1, deliveries.length)]
    const own = members[one.member] as Actor
    switch (one.what) {
      case 'deliver':
        return deliver(a.cooperative, one)
      case 'say':
        return deliver(own, one)
      case 'gossip':
        return deliver(members[(one.member + 1) % 3] as Actor, one)
      case 'correct':
      case 'move':
      case 'fork':
        if (target === undefined) return
        await deliver(target.by, one, {
          ...(one.what === 'move' ? {} : { occurred_at: target.body.occurred_at }),
          from_party: target.body.from_party,
          supersedes: target.id,
        })
        return
      case 'retract':
        if (target !== undefined)
          await target.by
            .append('retraction', { target_id: target.id, reason: 'duplicate' })
            .then(count('retract'))
        return
      case 'confirm': {
        const other =
          target?.by === a.cooperative
            ? members.find(({ id }) => id === target.body.from_party)
            : a.cooperative
        if (target !== undefined)
          await other
            ?.append('delivery_confirmation', { delivery_id: target.id, channel: 'app' })
            .then(count('confirm'))
        return
      }
      case 'merge': {
        const [keep, duplicate] = [own.id, (members[(one.member + 1) % 3] as Actor).id]
        await a.tasks.run('party.merge', 'test', { keep, duplicate }).then(
          ({ record_id }) => merges.push(record_id),
          () => {},
        )
        return
      }
      case 'unmerge': {
        const id = merges.pop()
        if (id !== undefined)
          await a.cooperative
            .append('retraction', { target_id: id, reason: 'duplicate' })
            .then(count('unmerge'))
        return
      }
      default:
        await reported({ by: REPORT_KEYS[one.which % REPORT_KEYS.length] })
    }
  }
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      for (const one of steps) await act(one)
      for (const by of REPORT_KEYS) expect(await reported({ by }), by).toEqual(await reported({ by }, null))
      const oneDay = { fromMs: MIDNIGHT - DAY, toMs: MIDNIGHT }
      expect(await reported(oneDay)).toEqual(await reported(oneDay, null))
    }),
    { numRuns: 40 },
  )
  expect(deliveries.length).toBeGreaterThan(20)
  for (const what of ['confirm', 'retract', 'unmerge']) expect(done.get(what), what).toBeGreaterThan(0)
})

test('what is written while a walk is under way is not lost', async () => {
  const sheets = sheetsInMemory()
  const body = {
    from_party: members[0]?.id,
    to_party: a.cooperative.id,
    crop: 'beans_dry',
    quantity: { value: 7, unit: 'kg' },
  }
  for (let i = 0; i < 5; i++) {
    const asked = reported({ by: 'crop' }, sheets)
    await Promise.all([asked, a.cooperative.append('delivery', body), a.cooperative.append('delivery', body)])
    expect(await reported({ by: 'crop' }, sheets)).toEqual(await reported({ by: 'crop' }, null))
  }
})

test('sums are not kept when another report has looked at what was written meanwhile', async () => {
  const { writer } = a.kernel.store
  const owner = requesterOf(a, a.cooperative)
  const [maker] = members as [Actor]
  const day = { day: '2026-06-28', fromMs: MIDNIGHT, toMs: MIDNIGHT + DAY }
  for (let meanwhile = 1; meanwhile <= 3; meanwhile++) {
    const sheets = sheetsInMemory()
    let slices = 0
    await sheetsOf(a.kernel, 'test', sheets, [day], async (work) => {
      const done = await writer.submitSlice(work, owner)
      if (++slices === meanwhile) {
        await a.cooperative.append('delivery', deliveryOf(maker, a.cooperative))
        await writer.submitSlice(() => sheets.catchUp(), owner)
      }
      return done
    })
    expect(slices).toBeGreaterThanOrEqual(3)
    expect(await reported({ by: 'crop' }, sheets)).toEqual(await reported({ by: 'crop' }, null))
  }
})

test('an opened record of others is counted while it is open, and not remembered', async () => {
  const [giver, taker] = members as [Actor, Actor]
  const sorghum = { crop: 'sorghum_grain', quantity: { value: 9, unit: 'kg' } }
  await giver.append('delivery', deliveryOf(giver, taker, sorghum))
  const between = async () => (await reported({ by: 'crop' })).filter(({ crop }) => crop === 'sorghum_grain')
  expect(await between()).toEqual([])
  const terms = { expires_at: new Date(a.clock.nowMs + DAY).toISOString() }
  for (const one of [giver, taker])
    await granted(a, one, a.cooperative, ['delivery'], 'cooperative_management', terms)
  expect(await between()).toMatchObject([{ kg: 0, claimed: 1, claimed_kg: 9, direction: 'between others' }])
  for (const by of REPORT_KEYS) expect(await reported({ by }), by).toEqual(await reported({ by }, null))
  a.clock.nowMs += 2 * DAY
  expect(await between()).toEqual([])
})

test('a report is one entry in the audit log, however many deliveries were added up for it', async () => {
  const { store } = a.kernel
  const sheets = sheetsInMemory()
  for (let i = 0; i < 2; i++) {
    const before = store.audit.size
    expect((await reported({ by: 'crop' }, sheets)).length).toBeGreaterThan(0)
    expect(store.audit.size).toBe(before + 1)
    expect(store.audit.entries([before + 1]).get(before + 1)).toMatchObject({
      action: 'report',
      outcome: 'done',
    })
  }
})

test('days are added up before anybody asks, and again once they were forgotten; others keep theirs', async () => {
  const { kernel } = a
  const { daySheets } = kernel
  const remembered = () => [0, 1, 2, 3, 4].filter((ago) => daySheets.get(isoDay(ago)) !== undefined)
  const isoDay = (ago: number) => new Calendar(kernel.config.timeZone).isoDay(MIDNIGHT + 1 - ago * DAY)
  a.clock.nowMs += 3 * DAY
  const failures: unknown[] = []
  const ahead = new DaysAhead(kernel, (error) => failures.push(error), { firstAfterMs: 1, againAfterMs: 5 })
  try {
    ahead.start()
    await soon(() => expect(remembered()).toHaveLength(5))
    const looks = vi.spyOn(kernel.gate, 'ownAmong')
    const walked = (operator: string) => looks.mock.calls.filter(([who]) => who.operator === operator)
    expect(await reported({ by: 'member' })).toEqual(await reported({ by: 'member' }, null))
    expect(walked('test')).toEqual([])
    // A new phone number and a mandate change no sum.
    const dembe = await a.party('person', 'Dembe')
    const etyang = await a.party('person', 'Etyang')
    const [{ id }] = (
      await a.tasks.run('record.recent', 'test', { type: 'party', subject: dembe.id, standing: 'tip' })
    ).records as unknown as [{ id: string }]
    const told = await a.cooperative.append('party', {
      ...{ party: dembe.id, kind: 'person', display_name: 'Dembe', phone: '+256772000111', supersedes: id },
    })
    expect(told.status).toBe(201)
    expect(await reported({ by: 'member' })).toEqual(await reported({ by: 'member' }, null))
    expect(walked('test')).toEqual([])
    // Two entries of one person change all of them.
    await a.tasks.run('party.merge', 'test', { keep: dembe.id, duplicate: etyang.id })
    looks.mockClear()
    await soon(() => {
      expect(walked('')).not.toEqual([])
      expect(remembered()).toHaveLength(5)
    })
    expect(await reported({ by: 'member' })).toEqual(await reported({ by: 'member' }, null))
    expect(failures).toEqual([])
  } finally {
    ahead.stop()
    vi.restoreAllMocks()
  }
})

test('a season of ten thousand deliveries and two thousand members takes little', async () => {
  const b = await makeAppliance({ recordsPerDay: '1000000' })
  const { kernel, cooperative } = b
  const members = Array.from({ length: 2_000 }, () => uuidv7())
  const author = requesterOf(b, cooperative)
  const DAYS = 183
  const period = { fromMs: MIDNIGHT - DAYS * DAY, toMs: MIDNIGHT }
  for (let n = 0; n < 10_000; n += 500) {
    const drafts = Array.from({ length: 500 }, (_, i) =>
      prepare({
        ...{ id: uuidv7(), type: 'delivery', lawful_basis: 'contract_performance' },
        occurred_at: new Date(period.fromMs + ((n + i) % DAYS) * DAY + 3_600_000).toISOString(),
        ...{ from_party: members[(n + i) % members.length], to_party: cooperative.id },
        ...{ crop: 'coffee_fresh_cherry', quantity: { value: 10, unit: 'kg' } },
      }),
    )
    for (const result of await kernel.ports.submit(() => kernel.intake.appendAll(author, drafts)))
      expect(result).not.toBeInstanceOf(Problem)
  }
  const report = (by: string) =>
    reportTasks['report.deliveries'](kernel, 'test', { by, ...period } as never).then(({ rows }) => rows)
  // The first reads each delivery, as `DaysAhead` does while nobody waits.
  await report('day')
  for (const by of REPORT_KEYS) {
    const counted = countingCpuMs()
    const rows = await report(by)
    // Usually a twentieth of it, or less.
    expect([by, counted() < 300]).toEqual([by, true])
    expect(rows.reduce((sum, { kg }) => sum + kg, 0)).toBe(100_000)
  }
})

test('with another time zone all days are forgotten, and a report that began before keeps none', async () => {
  const config = { timeZone: 'Africa/Kampala' }
  const sheets = new DaySheets(a.kernel.store, calendarOf(config))
  const inZone = (period: object, daySheets: DaySheets | null) => {
    const kernel = { ...a.kernel, daySheets, config: { ...a.kernel.config, ...config } }
    return reportTasks['report.deliveries'](kernel, 'test', { by: 'day', ...PERIOD, ...period })
  }
  expect(await inZone({}, sheets)).toEqual(await inZone({}, null))
  expect(sheets.get('2026-06-24')).toBeDefined()
  const sheet = { place: [], member: [], forked: [], waiting: [] }
  const before = sheets.open('2026-06-24')
  config.timeZone = 'Africa/Lagos'
  const period = { fromMs: PERIOD.fromMs + 2 * 3_600_000, toMs: PERIOD.toMs + 2 * 3_600_000 }
  const [first] = await Promise.all([inZone(period, sheets), inZone(period, sheets)])
  before.sheet = sheet
  expect(first.rows.length).toBeGreaterThan(0)
  for (const daySheets of [sheets, null]) expect(await inZone(period, daySheets)).toEqual(first)
  expect(sheets.get('2026-06-24')).toBeDefined()
  expect(sheets.get('2026-06-24')).not.toBe(sheet)
})
