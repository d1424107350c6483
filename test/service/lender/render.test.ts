import { describe, expect, test } from 'vitest'
import type {
  Delivery,
  Frame,
  Grant,
  GrantorsData,
  Lot,
  Obligation,
  Plot,
  SubjectData,
} from '../../../src/lender/data.ts'
import { renderGrantors } from '../../../src/lender/grantors.ts'
import { renderSubject } from '../../../src/lender/render.ts'
import { sheetOf } from '../../../src/lender/sheet.ts'
import type { Happened } from '../../../src/text/kinds.ts'
import { textOf } from '../../../src/text/parts.ts'
import { languages } from '../../../src/words/language.ts'
import { englishWords, type Words, wordsIn } from '../../../src/words/words.ts'
import { expectSound, sectionOf } from '../../support/lender-scene.ts'

/** The renderer alone, with data no appliance would easily give. */

const ENGLISH = englishWords('UTC')
const ALL = languages().map((language) => wordsIn(language, 'UTC'))

const reference: Frame['reference'] = {
  crops: new Map([
    ['cherry', { name: 'Coffee, fresh cherry' }],
    ['green', { name: 'Coffee, green bean' }],
  ]),
  units: new Map([['kg', { name: 'Kilogram' }]]),
  factors: new Map([
    [
      'outturn',
      {
        id: 'outturn',
        kind: 'published_standard',
        unit: 'kg',
        crop: 'cherry',
        to_crop: 'green',
        factor: 0.18,
        source: 'A standard',
        weighings_count: 0,
      },
    ],
  ]),
  flags: new Map([['received_late', { meaning: 'It came late.' }]]),
  purposes: new Map(),
  recordTypes: new Map(['delivery', 'lot', 'obligation', 'party'].map((id) => [id, { name: id }])),
}

const all = <T>(...found: readonly T[]) => ({ found, complete: true })
const none = { found: [], complete: true }

function dataOf(some: Partial<SubjectData>): SubjectData {
  return {
    asAtMs: Date.UTC(2026, 5, 28),
    cooperative: 'coop',
    cooperativeName: 'Test Cooperative',
    purpose: 'credit_assessment',
    reader: 'bank',
    reference,
    names: new Map(),
    namesComplete: true,
    subject: 'grace',
    grants: none,
    deliveries: none,
    obligations: none,
    payments: none,
    lots: none,
    plots: none,
    forkedPlots: none,
    supersededPlots: none,
    superseded: { found: [], complete: true },
    forked: none,
    tolerance: 0.02,
    implausibleAboveKg: 100_000,
    anchoring: { isConfigured: false, newest: null },
    ...some,
  }
}

const opened: Grant = {
  ...{ id: 'g', subject: 'grace', purpose: 'credit_assessment', record_types: ['plot'], live: true },
  ...{ expires_at: '2026-12-01T00:00:00.000Z', occurred_from: '2026-03-01T00:00:00.000Z' },
}

const leg = { kg: 1, expected_kg: 2, difference_kg: -1, breached: true }
const recordOf = (i: number) => ({
  id: `record-${i}`,
  occurred_at: new Date(Date.UTC(2026, 0, 1) - i * 86_400_000).toISOString() as Happened,
  received_at: '2026-06-01T00:00:00.000Z',
  asserted_by: 'grace',
  crop: 'cherry',
  quantity: { value: 10, unit: 'kg' },
})

const weighing = (kg: number, flags: string[] = []) => ({ derived: { kg, flags, confirmation: null } })
const deliveryOf = (i: number, some: Partial<Delivery> = {}): Delivery => ({
  ...recordOf(i),
  type: 'delivery',
  from_party: 'grace',
  to_party: 'mill',
  ...weighing(10),
  ...some,
})

const pageOf = (some: Partial<SubjectData>, words: Words = ENGLISH) => {
  const text = textOf(renderSubject(words, dataOf(some)))
  expectSound(text)
  return text
}
const rowsOf = (...found: Delivery[]) => sectionOf(pageOf({ deliveries: all(...found) }), 'DELIVERIES')

test('a flag without a meaning is not shown, and the page says that one was withheld', () => {
  const flags = ['received_late', 'secret_score']
  const text = pageOf({
    deliveries: all(deliveryOf(1, weighing(10, flags))),
  })
  expect(text).toContain('Flags: received late [received_late]; 1 flag withheld')
  expect(sectionOf(text, 'WHAT THE FLAGS MEAN')).toContain('received late [received_late]: It came late.')
  expect(sectionOf(text, 'WHAT THE FLAGS MEAN')).toContain('1 kind of flag was withheld')
  expect(text).not.toMatch(/secret/)
})

test('no section has more than 500 lines, and what is left out is counted', () => {
  const many = Array.from({ length: 1200 }, (_, i) => i)
  const legs = Array.from({ length: 40 }, () => ({ ...leg, at: '2026-06-01T00:00:00.000Z' }))
  const text = pageOf({
    deliveries: {
      found: many.map((i) =>
        deliveryOf(i, i % 2 ? {} : { crop: `crop-${i}`, quantity: { value: 1, unit: 'kg' } }),
      ),
      complete: false,
    },
    obligations: all(...many.map(obligationOf)),
    lots: all(...many.map((i) => lotOf(i, { legs }))),
    forked: all(...many.map((i) => deliveryOf(i, { supersedes: `root-${i}` }))),
  })
  for (const title of ['DELIVERIES', 'OBLIGATIONS', 'LOTS']) {
    const section = sectionOf(text, title)
    const lines = section.split('\n').length
    expect(lines).toBeGreaterThan(400)
    expect(lines).toBeLessThanOrEqual(500)
    expect(section.replace(/\s+/g, ' ')).toMatch(
      /Not printed, since a section has at most 500 lines: (the [\d,]+ oldest|[\d,]+ obligations in goods with [\d,.]+ kg of)/,
    )
  }
  const section = sectionOf(text, 'DELIVERIES')
  const printed = section.match(/^ {2}\d+ \w+ \d{4} /gm)?.length ?? 0
  expect(section.replace(/\s+/g, ' ')).toContain(
    `the ${(1200 - printed).toLocaleString('en-GB')} oldest deliveries`,
  )
  expect(section).toContain('Only the newest 1,200 deliveries were read.')
  expect(section).toMatch(/INCOMPLETE\. Left out of the sums: 1,200 deliveries with corrections/)
  expect(section).toContain('and 1,190 others')
})

test('no more than 500 grantors are listed, with a count of the others', () => {
  const found = Array.from({ length: 900 }, (_, i) => ({ ...opened, id: String(i), subject: `s${i}` }))
  const data: GrantorsData = { ...dataOf({}), grants: all(...found) }
  const text = textOf(renderGrantors(ENGLISH, data).parts)
  expectSound(text)
  expect(sectionOf(text, 'PARTIES').split('\n').length).toBeLessThanOrEqual(500)
  expect(text).toContain('900 parties by 900 live grants')
  expect(text).toMatch(/Not printed, since a section has at most 500 lines: \d+ further parties\./)
})

test('a date is never more exact than its record', () => {
  const at = '2026-06-18T10:00:00.000Z' as Happened
  const text = rowsOf(
    ...([undefined, 'instant', 'day', 'week', 'month', 'season'] as const).map((precision, i) =>
      deliveryOf(i, { occurred_at: at, ...(precision ? { occurred_at_precision: precision } : {}) }),
    ),
  )
  const dates = [...text.matchAll(/^ {2}(\S.*?) {2,}10 kg of/gm)].map((match) => match[1])
  expect(dates).toEqual([
    '18 Jun 2026',
    '18 Jun 2026',
    '18 Jun 2026',
    'week of 15 Jun 2026',
    'Jun 2026',
    'season of Jun 2026',
  ])
})

test('kilograms of another form than the recorded one are summed by themselves and named', () => {
  const text = rowsOf(
    deliveryOf(1),
    deliveryOf(2, {
      normalized_kg: 1.8,
      conversion_id: 'outturn',
      ...weighing(1.8),
    }),
    deliveryOf(3, {
      normalized_kg: 7,
      conversion_id: 'nobody-knows',
      ...weighing(7),
    }),
  )
  expect(text).toMatch(
    /by this party: Coffee, fresh cherry\n +recorded in kg +1 +10\.00 .*\n +factor unknown +1 +7\.00 .*\n +together +2 +17\.00/,
  )
  expect(text).toMatch(/by this party: Coffee, green bean\n +published standard +1 +1\.80/)
  expect(text.replace(/\s+/g, ' ')).toContain('Reckoned at 0.18 kg of Coffee, green bean per kg.')
})

test('money has the decimals of ISO 4217, whatever is in daily use', () => {
  for (const [currency, amount_minor, expected] of [
    ['UGX', 1_500_000, 'UGX 1,500,000'],
    ['KES', 125_050, 'KES 1,250.50'],
    ['SOS', 5, 'SOS 0.05'],
    ['MGA', 123_456, 'MGA 1,234.56'],
    ['TND', 1_234_567, 'TND 1,234.567'],
    ['USD', Number.MAX_SAFE_INTEGER, 'USD 90,071,992,547,409.91'],
    ['QQQ', 7, '7 minor units of the unknown currency QQQ'],
  ] as const)
    expect(
      rowsOf(deliveryOf(1, { agreed_price: { amount_minor, currency } })).replace(/\s+/g, ' '),
    ).toContain(`Price as recorded: ${expected} for the whole`)
})

test.each(ALL)('quantities of any size stay in their columns, in each language', (words) => {
  for (const kg of [1e-6, 0.004, 1234.567, 999_999_999.999, 1e12, 5e15])
    pageOf(
      { deliveries: all(deliveryOf(1, { ...weighing(kg), quantity: { value: kg, unit: 'kg' } })) },
      words,
    )
})

test.each(ALL)('of a large delivery no figure is cut, in each language', (words) => {
  const kg = 99_999_999_999
  const amount = 999_999_999_999_999
  const text = pageOf(
    {
      deliveries: all(
        deliveryOf(1, {
          ...{ ...weighing(kg, ['conversion_mismatch']), quantity: { value: kg, unit: 'kg' } },
          ...{ normalized_kg: kg, conversion_id: 'outturn', occurred_at_precision: 'week' },
          agreed_price: { amount_minor: amount, currency: 'UGX' },
        }),
      ),
    },
    words,
  )
  expect(text).not.toContain('...')
  // Twice in the sums, once in the table.
  expect(text.split(words.kg(kg).replaceAll('\u00a0', ' '))).toHaveLength(4)
})

test.each(ALL)('a list of grantors with all they may open keeps its columns, in each language', (words) => {
  const types = ['delivery_confirmation', 'custody_transfer', 'due_diligence', 'obligation', 'retraction']
  const recordTypes = new Map(
    [...types, ...Array.from({ length: 6 }, (_, i) => `type_${i}`)].map((id) => [id, { name: id }]),
  )
  const grants = all({ ...opened, record_types: types as Grant['record_types'] })
  const data = { ...dataOf({ reference: { ...reference, recordTypes } }), grants }
  const text = textOf(renderGrantors(words, data).parts)
  expectSound(text)
  expect(text).not.toContain('...')
  expect(text).toContain('retraction')
})

test('more delivered than committed, nothing committed and nothing to compare are said in words', () => {
  const over = obligationOf(1)
  const fulfilment = { ...over.derived.fulfilment, delivered_kg: 1200, outstanding_kg: -200 }
  const text = pageOf({
    obligations: all({ ...over, derived: { ...over.derived, fulfilment } }),
    lots: all(lotOf(1, {})),
  })
  expect(text).toContain('-200.00  more was delivered than committed')
  expect(text).toContain('there is nothing to compare the declared weight with')
})

test('since when a lot is held, and when it was weighed, is said no more exactly than it is known', () => {
  const at = '2026-02-03T00:00:00.000Z'
  const one = lotOf(1, {
    legs: [
      { ...leg, at, at_precision: 'month' },
      { ...leg, at },
    ],
  })
  const custody = { ...one.derived.custody, as_of: at, as_of_precision: 'season' as const }
  const text = lotsOf({ ...one, derived: { ...one.derived, custody } })
  expect(text).toContain('since season of Feb 2026')
  expect(text).toContain('Weighed at a hand-over Feb 2026: 1.00 kg')
  expect(text).toContain('Weighed at a hand-over 3 Feb 2026: 1.00 kg')
})

function obligationOf(i: number): Obligation {
  return {
    ...recordOf(i),
    type: 'obligation',
    kind: 'deliver_produce',
    obligor: 'grace',
    obligee: 'mill',
    derived: {
      kg: 10,
      flags: [],
      confirmation: null,
      fulfilment: {
        committed_kg: 1000,
        delivered_kg: 10,
        confirmed_kg: 0,
        outstanding_kg: 990,
        deliveries: 1,
        confirmed: 0,
        forked: 0,
        unconvertible: 0,
        not_counted: 0,
        incomplete: false,
      },
    },
  }
}

function lotOf(i: number, some: Partial<Lot['derived']['mass_balance']>): Lot {
  return {
    ...recordOf(i),
    type: 'lot',
    holder: 'grace',
    derived: {
      kg: 10,
      flags: [],
      custody: { custodian: 'grace', as_of: '2026-01-01T00:00:00.000Z', transfers: 0, broken: false },
      mass_balance: {
        inputs_kg: null,
        declared_kg: 10,
        outputs_kg: 0,
        losses_kg: 0,
        formation_difference_kg: null,
        remaining_kg: 10,
        legs: [],
        tolerance: 0.02,
        breached: false,
        not_counted: 0,
        incomplete: false,
        ...some,
      },
    },
  }
}

test('kilograms that their factor does not give are never summed as reached by it', () => {
  const mismatch = weighing(9, ['conversion_mismatch'])
  const text = rowsOf(deliveryOf(1, { normalized_kg: 9, conversion_id: 'outturn', ...mismatch }))
  expect(text).toMatch(/not by its factor +1 +9\.00/)
  expect(text.replace(/\s+/g, ' ')).toContain(
    'Said to be reckoned at 0.18 kg of Coffee, green bean per kg, which',
  )
})

const lotsOf = (...found: Lot[]) =>
  sectionOf(textOf(renderSubject(ENGLISH, dataOf({ lots: all(...found) }))), 'LOTS').replace(/\s+/g, ' ')

test('inputs not open to the reader are a count and a sum, and what is not counted of them is said', () => {
  const hidden = { member: 'inputs', count: 3, kg: 200 }
  const drawn = [{ record_id: 'harvest', kg: 300 }]
  const cases: [
    inputs: Lot['inputs'],
    redacted: typeof hidden | null,
    inputsKg: number | null,
    wanted: string,
  ][] = [
    [undefined, null, null, 'put in none stated declared'],
    [drawn, null, 300, 'put in 300.00 1 input, 300.00 kg declared'],
    [[], hidden, 200, 'put in 200.00 3 inputs, 200.00 kg, not open to the reader declared'],
    [
      drawn,
      hidden,
      500,
      'put in 500.00 1 input, 300.00 kg, open to the reader; 3 inputs, 200.00 kg, not open to the reader declared',
    ],
    [
      [],
      hidden,
      null,
      'put in not counted 3 inputs, 200.00 kg, not open to the reader; 200.00 kg of this not counted: of records that are not here,',
    ],
    [drawn, hidden, 300, 'not open to the reader; 200.00 kg of this not counted'],
  ]
  for (const [inputs, redacted, inputs_kg, wanted] of cases) {
    const lot = lotOf(1, { inputs_kg })
    const derived = { ...lot.derived, ...(redacted === null ? {} : { redacted: [redacted] }) }
    expect(lotsOf({ ...lot, ...(inputs === undefined ? {} : { inputs }), derived })).toContain(wanted)
  }
})

test('of a record that a lot leaves out it is never said that its writer did not hold the lot', () => {
  const text = lotsOf(lotOf(1, { not_counted: 2, incomplete: true }))
  expect(text).toContain('Left out: 2 records by those who have held it.')
  expect(text).toContain('if it is of another crop or form')
  expect(text).toContain('or it is of another crop or form.')
  expect(text).not.toContain('did not hold')
})

const plotOf = (i: number, some: Partial<Plot> = {}): Plot => {
  const { crop: _crop, quantity: _quantity, ...record } = recordOf(i)
  return { ...record, type: 'plot', country: 'UG', drawn: 1.2, derived: { kg: null, flags: [] }, ...some }
}

test('of plots nothing is said where nothing was opened and nothing is the reader’s own', () => {
  const text = pageOf({})
  expect(sectionOf(text, 'PLOTS')).toBe('')
  expect(text).not.toMatch(/plots?/i)
  expect(sectionOf(pageOf({ plots: all(plotOf(1)) }), 'PLOTS')).toContain(
    'Refused: this party has not opened the type plot',
  )
})

test('plots opened are shown with their sizes, how many are doubtful, and no window: a window leaves none out', () => {
  const empty = sectionOf(pageOf({ grants: all(opened) }), 'PLOTS')
  expect(empty).toContain('None is shown. That does not say that there is none.')
  const found = [
    plotOf(1, { name: 'Hill', area_ha: 1.23456 }),
    plotOf(2, { drawn: 'point', derived: { kg: null, flags: ['received_late'] } }),
    plotOf(3, { drawn: 'nothing' }),
    plotOf(4, { drawn: 'faulty', derived: { kg: null, flags: ['geometry_invalid'] } }),
    plotOf(5, { drawn: 'not_reckoned', country: 'KE', area_ha: -1 }),
  ]
  const text = pageOf({
    grants: all(opened),
    plots: { found, complete: false },
    forkedPlots: all(
      plotOf(6),
      plotOf(7, { name: 'Marsh' }),
      plotOf(8, { name: 'Bog "2"', supersedes: 'record-7' }),
    ),
  })
  const section = sectionOf(text, 'PLOTS')
  expect(section).not.toContain('Only what happened')
  expect(section).toMatch(/"Hill" +UG +1\.23456 +1\.2\n/)
  expect(section).toMatch(/without a name +UG +not stated +only a point\n/)
  expect(section).toMatch(/UG +not stated +not on the map\n/)
  expect(section).toMatch(/UG +not stated +cannot be drawn\n/)
  expect(section).toMatch(/KE +-1 +not reckoned here/)
  expect(section.replace(/\s+/g, ' ')).toContain('5 plots, 1 of them with a flag that doubts its outline')
  expect(section).toContain('Only the newest 5 plots were read.')
  expect(section).toMatch(/ - 26 Dec 2025\n +- 25 Dec 2025, "Marsh" or "Bog '2'"\n/)
  expect(sectionOf(text, 'THRESHOLDS USED')).toContain('Plots: a point on the map is enough up to 4 ha')
})

describe('a corrected plot says what its size was before', () => {
  const saidBefore = (supersededPlots: SubjectData['supersededPlots']) => {
    const found = [plotOf(9, { name: 'Hill', area_ha: 4, supersedes: 'record-8' })]
    const section = sectionOf(pageOf({ plots: all(...found), supersededPlots }), 'PLOTS')
    return /Corrected on 1 Jun 2026(.*)\./.exec(section.replace(/\s+/g, ' '))?.[1]
  }
  const last = plotOf(8, { name: 'Hill', area_ha: 2, drawn: 1.98765, supersedes: 'record-7' })

  test('as stated and as drawn, and its name if it was another, the last and the first time', () => {
    const first = plotOf(7, { drawn: 'nothing' })
    expect(saidBefore(all(last, first, plotOf(6)))).toBe(
      '; before, it said 2 ha (1.9877 ha as drawn); at first without a name, no size (not on the map)',
    )
  })

  test('the oldest version that was read is called the first only if it is', () => {
    const found = [last, plotOf(7, { name: 'Moor "x"', area_ha: 1, drawn: 'point', supersedes: 'record-6' })]
    expect(saidBefore({ found, complete: false })).toBe(
      `; before, it said 2 ha (1.9877 ha as drawn); earlier "Moor 'x'", 1 ha (only a point)`,
    )
  })

  test('nothing where the reader may not read it; where it was not read, that', () => {
    expect(saidBefore(all(plotOf(7)))).toBe('')
    expect(saidBefore({ found: [], complete: false })).toBe('; what it said before was not read')
  })
})

test('a name of any length, and any number of plots, keep the page in its columns and lines', () => {
  const found = Array.from({ length: 1000 }, (_, i) => plotOf(i, { name: 'W'.repeat(200) }))
  const section = sectionOf(pageOf({ grants: all(opened), plots: all(...found) }), 'PLOTS')
  expect(section.split('\n').length).toBeLessThanOrEqual(500)
  expect(section).toMatch(/Not printed, since a section has at most 500 lines: the [\d,]+ oldest plots/)
})

describe('what only a page and a sheet have', () => {
  const barsOf = (some: Partial<SubjectData>, words = ENGLISH) =>
    renderSubject(words, dataOf(some), true).flatMap((part) => (part.kind === 'bars' ? [part] : []))
  const confirmed = (independent: boolean) => ({
    derived: {
      ...{ kg: 10, flags: [] },
      confirmation: { independent, confirmed_at: null, channel: null } as never,
    },
  })

  test('the text has no bars, and the page no other line than the text', () => {
    const data = dataOf({ deliveries: all(deliveryOf(1), deliveryOf(40)) })
    const [text, page] = [renderSubject(ENGLISH, data), renderSubject(ENGLISH, data, true)]
    expect(text.some(({ kind }) => kind === 'bars')).toBe(false)
    expect(page.filter(({ kind }) => kind !== 'bars').map(({ kind }) => kind)).toEqual(
      text.map(({ kind }) => kind),
    )
    expect(textOf(page).match(/\d+/g)).toEqual(textOf(text).match(/\d+/g))
    expect(textOf(page)).not.toContain('the reader')
  })

  test('deliveries by month, those confirmed apart, months without any too, and the season by itself', () => {
    const season = { occurred_at_precision: 'season' } as const
    const [chart, ...others] = barsOf({
      deliveries: all(
        deliveryOf(1, confirmed(true)),
        deliveryOf(2, confirmed(false)),
        deliveryOf(3),
        deliveryOf(70),
        deliveryOf(71, season),
        // By a stranger: in no sum, so in no bar.
        deliveryOf(4, { asserted_by: 'stranger' }),
      ),
    })
    expect(others).toEqual([])
    expect(chart?.series.map(({ title, shade }) => [title, shade])).toEqual([
      ['Confirmed', 'full'],
      ['By a delegate', 'half'],
      ['Not confirmed', 'open'],
    ])
    expect(
      chart?.rows.map(({ label, amounts, whole }) => [
        label.replaceAll(/[^\x20-\x7e]/g, ' '),
        amounts,
        whole,
      ]),
    ).toEqual([
      ['Oct 2025', [0, 0, 10], '10.00'],
      ['Nov 2025', [0, 0, 0], '-'],
      ['Dec 2025', [10, 10, 10], '30.00'],
      [expect.stringMatching(/season/i), [0, 0, 10], '10.00'],
    ])
  })

  test('a delivery of the year 1900 makes no thousand rows, and is in a bar', () => {
    const old = deliveryOf(1, { occurred_at: '1900-01-01T00:00:00.000Z' as Happened })
    const [chart] = barsOf({ deliveries: all(old, deliveryOf(2)) })
    expect(chart?.rows).toHaveLength(27)
    expect(chart?.rows[0]).toMatchObject({ label: expect.stringMatching(/^before/), amounts: [0, 10] })
  })

  test('5,000 deliveries of many crops have a bounded page, and a row each in the sheet', () => {
    const deliveries = Array.from({ length: 5_000 }, (_, i) => deliveryOf(i, { crop: `crop_${i % 40}` }))
    const charts = barsOf({ deliveries: all(...deliveries) })
    expect(charts).toHaveLength(4)
    expect(charts.every(({ rows }) => rows.length <= 27)).toBe(true)
    expect(charts[3]?.notes).toEqual([expect.stringContaining('36 more crops or forms have no bars')])
    const drawn = charts.flatMap(({ rows }) => rows.flatMap(({ amounts }) => amounts))
    expect(drawn.reduce((sum, kg) => sum + kg, 0)).toBe(4 * 125 * 10)
    const sheet = sheetOf(ENGLISH, dataOf({ deliveries: all(...deliveries) }))
    expect(sheet.match(/^delivery,/gm)).toHaveLength(5_000)
    expect(sheet.length).toBeLessThan(1024 * 1024)
  })

  test('the sheet has no formula and no id, and states what was not read', () => {
    const sheet = sheetOf(
      ENGLISH,
      dataOf({ deliveries: { found: [deliveryOf(1, { grade: '=HYPERLINK("x")' })], complete: false } }),
    )
    expect(sheet).toContain(`"'=HYPERLINK(""x"")"`)
    expect(sheet).not.toMatch(/record-1|grace,mill/)
    expect(sheet.trimEnd().split('\n').at(-1)).toMatch(/^note,.*deliver/)
  })

  test('the sheet states what is not opened, and windows, in the words of the view', () => {
    const grantOf = (record_types: readonly string[], window: Partial<Grant> = {}): Grant =>
      ({ ...{ record_types, expires_at: '2027-01-31T00:00:00.000Z', live: true }, ...window }) as never
    const notes = (some: Partial<SubjectData>) =>
      [...sheetOf(ENGLISH, dataOf(some)).matchAll(/^note,+"?(.*?)"?$/gm)].map(([, note]) => note)
    const types = {
      ...reference,
      recordTypes: new Map(['delivery', 'obligation', 'payment'].map((id) => [id, { name: id }])),
    }
    const nothing = notes({ reference: types })
    expect(nothing).toHaveLength(3)
    expect(nothing[2]).toMatch(/^Refused: .* has not opened the type payment/i)
    expect(notes({ reference: types, subject: 'bank' })).toEqual([])
    expect(notes({ grants: all(grantOf(['delivery', 'obligation', 'payment'])) })).toEqual([])
    const window = { occurred_from: '2026-01-01T00:00:00.000Z', occurred_to: '2026-07-01T00:00:00.000Z' }
    const some = all(grantOf(['delivery', 'obligation'], window), grantOf(['obligation']))
    expect(notes({ reference: types, grants: some })).toEqual([
      nothing[2],
      expect.stringMatching(/^until 30 Jan.* 2027, only what happened from 1 Jan.* up to 30 Jun.*: deliver/),
    ])
    expect(notes({ reference: types, grants: { ...some, complete: false } })).toHaveLength(3)
  })

  test('what is owed is a bar only if all of it is known, and is never below nothing', () => {
    const { fulfilment: known, ...derived } = obligationOf(1).derived
    const figures = { committed_kg: 100, delivered_kg: 40, confirmed_kg: 30, outstanding_kg: 60 }
    const owed = (fulfilment: object): Obligation => ({
      ...obligationOf(1),
      derived: { ...derived, fulfilment: { ...known, ...figures, ...fulfilment } },
    })
    const amounts = (fulfilment: object) =>
      barsOf({ obligations: all(owed(fulfilment)) }).map(({ rows }) => rows[0]?.amounts)
    expect(amounts({})).toEqual([[30, 10, 60]])
    expect(amounts({ delivered_kg: 130, outstanding_kg: -30 })).toEqual([[30, 100, 0]])
    expect(amounts({ committed_kg: null, outstanding_kg: null })).toEqual([])
    const goods = { committed_kg: null, outstanding_kg: null }
    const money = {
      ...{ currency: 'UGX', agreed: true, owed_minor: 90, on_paper_minor: 0, last_paid_at: null },
      ...{ payments: 1, forked: 0, incomplete: false },
      ...{ acknowledged_minor: 20, claimed_minor: 90, remaining_minor: 70 },
    }
    const ofMoney = (more: object) => amounts({ ...goods, money: { ...money, ...more } })
    expect(ofMoney({})).toEqual([[20, 70, 0]])
    expect(ofMoney({ claimed_minor: null })).toEqual([])
    expect(ofMoney({ on_paper_minor: 30, remaining_minor: 40 })).toEqual([[20, 30, 40, 0]])
    // One side's word alone is never drawn as if it were agreed.
    expect(ofMoney({ agreed: false })).toEqual([])
  })
})
