import { expect, test } from 'vitest'
import { must } from '../../../../src/base/typed.ts'
import type { Ground } from '../../../../src/consent/disclosures/disclosure-shapes.ts'
import type { PlacedDisclosure } from '../../../../src/consent/disclosures/rules.ts'
import type { MemberStatement } from '../../../../src/consent/disclosures/statement-tasks.ts'
import { statementText } from '../../../../src/consent/disclosures/statement-text.ts'
import { Summing } from '../../../../src/consent/disclosures/summary.ts'
import { DisclosureSums } from '../../../../src/consent/subject-access/disclosure-sums.ts'
import { widthOf } from '../../../../src/text/wrap.ts'
import { languages } from '../../../../src/words/language.ts'
import { message } from '../../../../src/words/message.ts'
import { englishWords, wordsIn } from '../../../../src/words/words.ts'
import { called } from '../../../support/called.ts'

/** The statement of a member: what is added up, and how it reads. */

const told = (
  to: string | null,
  day: number,
  types: readonly ('harvest' | 'delivery')[],
): PlacedDisclosure => ({
  n: day,
  rank: 0,
  grant: 0,
  shown: types.map((type, seq) => ({ seq: 10 * day + seq, id: `${day} ${seq}`, type })),
  reader: 1,
  disclosure: {
    to,
    at: new Date(Date.UTC(2026, 0, day)).toISOString(),
    purpose: 'insurance',
    ground: 'own' satisfies Ground,
    grant_id: null,
    record_ids: types.map((_type, seq) => `${seq}`),
  },
})

test('every reading is in the totals, in any order; only the newest are kept one by one', () => {
  const all = Array.from({ length: 1_000 }, (_, i) =>
    told(i % 3 === 0 ? null : `reader ${i % 3}`, i + 1, ['harvest']),
  )
  for (const order of [all, [...all].reverse(), [...all].sort((a, b) => (a.n % 7) - (b.n % 7))]) {
    const summing = new Summing(5)
    for (const one of order) summing.add(one, one.shown)
    const { totals, newest, older } = summing.summary
    expect(totals.reduce((sum, { readings }) => sum + readings, 0)).toBe(1_000)
    expect(totals.map(({ to, shown }) => `${to} ${shown.harvest}`)).toEqual([
      'null 334',
      'reader 2 333',
      'reader 1 333',
    ])
    const last = all.slice(-5).reverse()
    expect(newest.map(({ at }) => at)).toEqual(last.map(({ disclosure }) => disclosure.at))
    expect(older).toBe(995)
    expect(totals[0]?.first_at).toBe(all[0]?.disclosure.at)
    // A reading that relied on two grants is one; what is shown again is read again, but is no other record.
    for (const one of order.slice(0, 100)) {
      summing.add(one, one.shown)
      summing.add({ ...one, n: one.n + 1_000 }, one.shown)
    }
    const again = summing.summary.totals
    expect(again.reduce((sum, { readings }) => sum + readings, 0)).toBe(1_100)
    expect(again.map(({ shown }) => shown)).toEqual(totals.map(({ shown }) => shown))
  }
})

test('a reading of nothing that is told is none', () => {
  const summing = new Summing(5)
  summing.add(told('reader', 1, ['harvest']), [])
  expect(summing.summary).toEqual({ totals: [], newest: [], older: 0 })
})

const statement: MemberStatement = {
  party: 'p',
  name: called('Grace\u001b[31m "Nakato"\nWHO MAY READ NOW'),
  member_no: '71',
  cooperative: 'Kahawa Cooperative',
  made_at: '2026-11-24T09:00:00.000Z',
  scope: 'all',
  totals: [],
  months: [],
  newest: [],
  older: 3,
  may_read: [
    {
      id: '01a20cdc-c3f0-7ce7-aed7-b0bcf7f1beb2',
      grantee: 'g',
      grantee_name: `Bank ${'of very long names '.repeat(20)}`,
      purpose: 'credit_assessment',
      purpose_name: 'Credit assessment',
      record_types: ['delivery', 'inference'],
      valid_from: '2026-01-01T00:00:00.000Z',
      expires_at: '2027-01-01T00:00:00.000Z',
    },
  ],
  ended: [],
  ended_earlier: 0,
  changed: [],
  objections: [[message('objection.then.allAny', { day: { day: 0 } }), message('objection.said.holds')]],
  messages: [],
}

test('hostile and long names change nothing of the page', () => {
  const sums = new DisclosureSums(englishWords('Africa/Kampala').calendar, null)
  sums.add(told('reader', 1, ['harvest', 'delivery']))
  const names = { to_name: `\u202e${'x'.repeat(300)}`, purpose_name: 'y'.repeat(300) }
  const text = statementText(englishWords('Africa/Kampala'), {
    ...statement,
    months: sums.all.map((one) => ({ ...one, ...names })),
  })
  const lines = text.split('\n')
  for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(100)
  expect(lines.filter((line) => line === 'WHO MAY READ NOW')).toHaveLength(1)
  for (const hostile of ['\u001b', '\u202e']) expect(text).not.toContain(hostile)
  expect(text).toContain('01a20cdc-c3f0-7ce7-aed7-b0bcf7f1beb2')
  // Read once, and two records of it.
  expect(text).toMatch(/Jan 2026 .* 1 +2 +1$/m)
  expect(text).toMatch(/On 1 Jan 1970 you objected [^.]+\. It holds\s+at once\./)
})

test('the last day of a consent that ends at midnight is the day before', () => {
  const text = statementText(englishWords('UTC'), statement).replace(/\s+/g, ' ')
  expect(text).toContain('until 31 Dec 2026.')
})

test.each(languages())('no name of a reader is cut in the table by month: $code', (language) => {
  const words = wordsIn(language, 'Africa/Kampala')
  const sums = new DisclosureSums(words.calendar, null)
  const { disclosure, ...seen } = told('reader', 1, ['harvest'])
  sums.add({ ...seen, disclosure: { ...disclosure, ground: 'consent_of_others', grant_id: 'g' } })
  const name = 'Bukomansimbi-Cooperative-Savings-and-Credit-Society'
  const months = sums.all.map((one) => ({ ...one, to_name: name, purpose_name: 'Insurance' }))
  const text = statementText(words, { ...statement, may_read: [], months })
  expect(text).not.toContain('...')
  const width = must(/^ {2}(-+) {2}-/m.exec(text)?.[1]).length
  const column = text.split('\n').map((line) => line.slice(2, 2 + width).trim())
  expect(column.join('')).toContain(name)
})

test('says which kinds of records each reader was shown for each purpose', () => {
  const words = englishWords('Africa/Kampala')
  const [sums, summing] = [new DisclosureSums(words.calendar, null), new Summing(5)]
  for (const one of [
    told('bank', 1, ['harvest', 'delivery']),
    told('bank', 2, ['delivery']),
    told(null, 3, ['harvest']),
  ]) {
    sums.add(one)
    summing.add(one, one.shown)
  }
  const named = <T extends { readonly to: string | null }>(one: T) => ({
    ...{ ...one, to_name: one.to === null ? null : 'Harvest Bank', purpose_name: 'Insurance' },
  })
  const made = { ...statement, months: sums.all.map(named), totals: summing.summary.totals.map(named) }
  const text = statementText(words, made).replace(/\s+/g, ' ')
  expect(text).toContain('What each reader was shown, each record counted once:')
  expect(text).toContain('Harvest Bank (insurance): 1 harvest and 2 deliveries.')
  expect(text).toMatch(/\(insurance\): 1 harvest\./)
})

test('a name begins a sentence as the cooperative wrote it; other words begin with a capital', () => {
  const saysOf = (grantee_name: MemberStatement['may_read'][number]['grantee_name']) =>
    statementText(englishWords('UTC'), {
      ...statement,
      may_read: statement.may_read.map((grant) => ({ ...grant, grantee_name })),
      changed: [{ to: 'g', to_name: grantee_name, changed: 3, acknowledged: 1 }],
    }).replace(/\s+/g, ' ')
  const written = saysOf('ndege Sacco')
  expect(written).toContain('ndege Sacco')
  expect(written).not.toContain('Ndege')
  const itself = message('name.partyCallingItself', { name: '"hills"' })
  const byItself = saysOf(message('name.notRecorded', { name: itself }))
  expect(byItself).toContain(' A party that calls itself "hills"')
  expect(saysOf(null)).not.toContain('. another')
})

test('says whether it covers everything', () => {
  const covers = (scope: MemberStatement['scope']) =>
    statementText(englishWords('UTC'), { ...statement, scope }).replace(/\s+/g, ' ')
  expect(covers('all')).toContain('Covers every record about you.')
  expect(covers('cooperative')).toContain(
    'Covers the records about you that the cooperative may read itself.',
  )
})

test('says what has ended, and whether the reader’s program knows', () => {
  const words = englishWords('UTC')
  const end = {
    ...{ grantee: 'g', grantee_name: 'Harvest Bank', purpose: 'insurance', purpose_name: 'Insurance' },
    ...{ at: '2026-11-01T09:00:00.000Z', told_at: null, acknowledged_at: null },
  }
  const told_at = '2026-11-02T09:00:00.000Z'
  const text = statementText(words, {
    ...statement,
    ended: [
      end,
      { ...end, told_at },
      {
        ...end,
        told_at,
        acknowledged_at: '2026-11-03T09:00:00.000Z',
        keep_until: '2027-03-01T00:00:00.000Z',
      },
    ],
    ended_earlier: 2,
    changed: [{ to: 'g', to_name: 'Harvest Bank', changed: 3, acknowledged: 1 }],
  }).replace(/\s+/g, ' ')
  const until = 'Harvest Bank could read, for insurance, until 1 Nov 2026.'
  expect(text).toContain(`${until} No program of the reader has been told.`)
  expect(text).toContain(`${until} The reader’s program was told on 2 Nov 2026; it has not come back since.`)
  expect(text).toContain(
    `${until} The reader’s program has known this since 3 Nov 2026. They may keep copies`,
  )
  expect(text).toContain('until 28 February 2027')
  expect(text).toContain('2 consents that ended earlier are not listed.')
  expect(text).toContain(
    'Harvest Bank was shown 3 records that were corrected or taken back later. How many of these changes its program knows: 1.',
  )
  expect(text).toContain('Nothing is known here of copies that people made by hand.')
  const without = statementText(words, statement)
  expect(without).not.toContain('WHAT HAS ENDED')
})

test('lists the messages to the member, if there are any', () => {
  const sent = { record_id: 'r', made_at: '2026-11-01T09:00:00.000Z', state_at: '2026-11-01T09:05:00.000Z' }
  const text = statementText(englishWords('UTC'), {
    ...statement,
    messages: [{ ...sent, kind: 'delivery_recorded', state: 'delivered' }],
  })
  expect(text).toContain('MESSAGES TO YOUR TELEPHONE')
  expect(text).toMatch(/1 Nov(ember)? 2026.* 09:05.*: delivery recorded \(delivered\)\./)
  expect(statementText(englishWords('UTC'), statement)).not.toContain('TELEPHONE')
})
