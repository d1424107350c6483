import { expect, test } from 'vitest'
import { isToBeAsked } from '../../../../src/domain/messages/asking.ts'
import { partyFacts } from '../../../../src/domain/party.ts'

/** Who is asked whether they want messages. */

const COOP = 'cooperative'
const SELF = 'self'
type Statement = Parameters<typeof partyFacts>[2][number]
const said = (more: object, by = COOP) =>
  ({
    ...{ id: '1', type: 'party', party: SELF, kind: 'person', display_name: 'Grace', asserted_by: by },
    ...{ occurred_at: '2026-03-01T09:00:00Z', phone: '+256700111222', ...more },
  }) as unknown as Statement

test.each<[string, Statement[], boolean]>([
  ['a person with a number', [said({})], true],
  ['who said yes', [said({ messages: true })], false],
  ['who said no', [said({ messages: false })], false],
  ['without a number', [said({ phone: undefined })], false],
  ['whose number only they state', [said({ phone: undefined }), said({}, SELF)], false],
  ['an organisation', [said({ kind: 'institution' })], false],
  ['nobody known', [], false],
])('%s', (_, statements, expected) => {
  expect(isToBeAsked(partyFacts(SELF, COOP, statements))).toBe(expected)
})
