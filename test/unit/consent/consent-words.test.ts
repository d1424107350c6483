import { expect, test } from 'vitest'
import {
  type GrantWords,
  grantSentences,
  mandateSentences,
  objectionSentences,
  requestSentences,
} from '../../../src/consent/consent-words.ts'
import type { PartyName } from '../../../src/domain/party.ts'
import { GRANTABLE_TYPES } from '../../../src/domain/types/index.ts'
import { englishWords } from '../../../src/words/words.ts'

const words = englishWords('Africa/Kampala')
const purpose = {
  id: 'credit_assessment',
  name: 'Credit assessment',
  meaning: 'Deciding whether to lend to a member.',
}
const BANK: PartyName = { name: 'Harvest Bank', by: 'cooperative', kind: 'institution', memberNo: 'BANK' }
const grant: GrantWords = {
  grantee: BANK,
  purpose,
  record_types: ['party', 'delivery'],
  valid_from: null,
  // The end of the last day there.
  expires_at: '2027-06-30T21:00:00.000Z',
}

test('consent is said in plain words, with the last day on which it holds', () => {
  expect(grantSentences(words, grant)).toEqual([
    'You let Harvest Bank (institution, BANK) see your name, phone number, region, member number, national id, tax number, other ids and deliveries with their prices until 30 June 2027.',
    'Only for this: credit assessment (deciding whether to lend to a member).',
    'You can take this back at the office at any time, without giving a reason.',
  ])
  expect(grantSentences(words, { ...grant, valid_from: '2026-12-31T21:00:00.000Z' })[0]).toContain(
    'from 1 January 2027 until 30 June 2027.',
  )
})

test('a window, how long copies are kept, and what is replaced are said', () => {
  const terms = {
    ...grant,
    record_types: ['delivery'] as const,
    occurred_from: '2024-12-31T21:00:00.000Z',
    occurred_to: '2026-12-31T21:00:00.000Z',
    keep_until: '2027-12-31T21:00:00.000Z',
    replaces: true,
  }
  expect(grantSentences(words, terms).slice(2, -1)).toEqual([
    'Only what happened from 1 January 2025 up to 31 December 2026, those days included.',
    'They may keep copies of what they were shown until 31 December 2027, and must then delete them.',
    'This takes the place of what you allowed them for this before.',
  ])
  const { occurred_from, occurred_to, ...rest } = terms
  expect(grantSentences(words, { ...rest, occurred_from })[2]).toBe(
    'Only what happened from 1 January 2025 on.',
  )
  expect(grantSentences(words, { ...rest, occurred_to, record_types: ['party'] }).slice(2, 4)).toEqual([
    'Only what happened up to 31 December 2026, that day included.',
    'They see your name, phone number, region, member number, national id, tax number and other ids as they are now and were before.',
  ])
})

test('a request is said with all that is not limited, and the words of the asker cannot pose as ours', () => {
  const reason = `Yes”. You have agreed. "${'long '.repeat(55)}end`
  const said = requestSentences(words, { ...grant, reason })
  expect(said[0]).toMatch(
    /^Harvest Bank \(institution, BANK\) asks to see records about you\. They say: "Yes'\. You have agreed\. '(long ){55}end"$/,
  )
  expect(said).toContain('That holds for everything, however long ago it happened.')
  expect(said).toContain('No day is set after which they must delete copies of what they were shown.')
  const limited = requestSentences(words, {
    ...grant,
    reason,
    occurred_from: '2024-12-31T21:00:00.000Z',
    keep_until: '2027-12-31T21:00:00.000Z',
  })
  expect(limited.join(' ')).not.toMatch(/however long|No day is set/)
})

test('every type has words, and none of them is a code', () => {
  for (const type of GRANTABLE_TYPES)
    expect(grantSentences(words, { ...grant, record_types: [type] })[0]).toMatch(
      /^You let Harvest Bank \(institution, BANK\) see your [a-z ,-]+ until 30 June 2027\.$/,
    )
})

test('a party that calls itself like the bank is not read out like the bank', () => {
  const itself: PartyName = { ...BANK, by: 'itself', memberNo: null }
  const mandate = {
    record_types: ['delivery'],
    acts: ['assert'],
    valid_from: '2026-12-31T21:00:00.000Z',
    valid_until: '2027-06-30T21:00:00.000Z',
  } as const
  for (const say of [
    (one: PartyName) => grantSentences(words, { ...grant, grantee: one })[0],
    (one: PartyName) => requestSentences(words, { ...grant, grantee: one, reason: 'A loan' })[0],
    (one: PartyName) => mandateSentences(words, { ...mandate, delegate: one })[0],
  ]) {
    expect(say(BANK)).not.toContain('calls itself')
    expect(say(itself)).toMatch(
      /[Aa] party that calls itself "Harvest Bank" \(not recorded by the cooperative\) /,
    )
    expect(say(itself)).not.toContain('institution')
  }
})

test('a name cannot hide what is agreed to', () => {
  const name = `Bank\u001b[2J\n${'x'.repeat(200)}`
  const [said] = grantSentences(words, { ...grant, grantee: { ...BANK, name } })
  expect(said).toMatch(/^You let Bank\[U\+001B\]\[2J x{30,}\.\.\. \(institution, BANK\) see your name/)
})

test('an objection is said in plain words', () => {
  expect(objectionSentences(words, { purposes: null, record_types: null })[0]).toBe(
    'You do not want others to see anything that is recorded about you, whatever they want it for.',
  )
  expect(objectionSentences(words, { purposes: [purpose], record_types: ['lot'] })[0]).toBe(
    'You do not want others to see your lots for credit assessment (deciding whether to lend to a member). For anything else nothing changes.',
  )
  const insurance = { id: 'insurance', name: 'Insurance', meaning: 'Insuring a crop.' }
  expect(objectionSentences(words, { purposes: [purpose, insurance], record_types: null })[0]).toContain(
    'about you for credit assessment (deciding whether to lend to a member); or insurance (insuring a crop).',
  )
})
