import { expect, test } from 'vitest'
import { type GrantWords, grantSentences, objectionSentences } from '../../../src/consent/consent-words.ts'
import { GRANTABLE_TYPES } from '../../../src/domain/types/index.ts'
import { Calendar } from '../../../src/text/phrases.ts'

const calendar = new Calendar('Africa/Kampala')
const purpose = { name: 'Credit assessment', meaning: 'Deciding whether to lend to a member.' }
const grant: GrantWords = {
  grantee: 'Harvest Bank',
  purpose,
  record_types: ['party', 'delivery'],
  valid_from: null,
  // The end of the last day there.
  expires_at: '2027-06-30T21:00:00.000Z',
}

test('consent is said in plain words, with the last day on which it holds', () => {
  expect(grantSentences(grant, calendar)).toEqual([
    'You let Harvest Bank see your name, phone number, region, member number and deliveries with their prices until 30 June 2027.',
    'Only for this: credit assessment (deciding whether to lend to a member).',
    'You can take this back here at any time, without giving a reason.',
  ])
  expect(grantSentences({ ...grant, valid_from: '2026-12-31T21:00:00.000Z' }, calendar)[0]).toContain(
    'from 1 January 2027 until 30 June 2027.',
  )
})

test('every type has words, and none of them is a code', () => {
  for (const type of GRANTABLE_TYPES)
    expect(grantSentences({ ...grant, record_types: [type] }, calendar)[0]).toMatch(
      /^You let Harvest Bank see your [a-z ,-]+ until 30 June 2027\.$/,
    )
})

test('a name cannot hide what is agreed to', () => {
  const [said] = grantSentences({ ...grant, grantee: `Bank\u001b[2J\n${'x'.repeat(200)}` }, calendar)
  expect(said).toMatch(/^You let Bank\[2J x{40,}\.\.\. see your name/)
})

test('an objection is said in plain words', () => {
  expect(objectionSentences({ purposes: null, record_types: null })[0]).toBe(
    'You do not want others to see anything that is recorded about you, for any purpose.',
  )
  const [what, why] = objectionSentences({ purposes: [purpose], record_types: ['lot'] })
  expect([what, why]).toEqual([
    'You do not want others to see your lots.',
    'Not for this: credit assessment (deciding whether to lend to a member).',
  ])
})
