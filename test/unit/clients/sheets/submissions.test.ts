import { describe, expect, test } from 'vitest'
import { reviewsIn, submissionKey } from '../../../../src/clients/sheets/submissions.ts'

/** Submissions of ODK, Kobo, CommCare and DHIS2. */

const column = (name: string, ...cells: readonly string[]) => ({ name, cells })

describe('the key of submissions', () => {
  test.each([
    ['ODK', [column('meta-instanceID', 'uuid:9', 'uuid:2'), column('KEY', 'uuid:1', 'uuid:2')], 'KEY'],
    ['Kobo', [column('_id', '1', '2'), column('_uuid', 'aa', 'bb')], '_uuid'],
    ['Kobo, newer', [column('_uuid', 'aa', 'bb'), column('meta/rootUuid', 'cc', 'dd')], 'meta/rootUuid'],
    ['CommCare', [column('formid', 'a1-b2', 'a1-b3')], 'formid'],
    ['DHIS2', [column('Event', 'kX1abcdefgh', 'kX2abcdefgh')], 'Event'],
    ['a key that is not in every row', [column('KEY', 'uuid:1')], null],
    ['a key that is there twice', [column('KEY', 'uuid:1', 'uuid:1')], null],
    ['events of another kind', [column('Event', 'Market day', 'Field day')], null],
    ['a ledger', [column('Receipt No', '1', '2')], null],
  ])('%s', (_what, columns, key) => expect(submissionKey(columns, 2)).toBe(key))
})

describe('the review of submissions', () => {
  test('says which words are of rejection and of doubt', () => {
    expect(
      reviewsIn([column('ReviewState', 'approved', 'rejected', 'Rejected', 'hasIssues', 'approved')]),
    ).toEqual([
      {
        column: 'ReviewState',
        words: [
          { word: 'approved', count: 2, is: 'accepted' },
          { word: 'rejected', count: 2, is: 'rejected' },
          { word: 'hasIssues', count: 1, is: 'undecided' },
        ],
      },
    ])
  })
  test.each([
    ['_validation_status', 'Not approved', 'rejected'],
    ['Hali', 'imekataliwa', 'rejected'],
    ['Statut', 'annulé', 'rejected'],
    ['Status', 'on hold', 'undecided'],
  ])('%s: %s is %s', (name, word, is) => {
    expect(reviewsIn([column(name, word, 'ok')])[0]?.words[0]).toMatchObject({ word, is })
  })
  test.each([
    ['a column that only accepts', column('_validation_status', 'Approved', 'Approved')],
    ['a status of submissions', column('_status', 'submitted_via_web')],
    ['a status of pictures', column('Status', 'missing attachment')],
    ['remarks with such a word', column('Remarks', 'rejected')],
    ['many words', column('Status', 'rejected', ...Array.from({ length: 20 }, (_, i) => `w${i}`))],
  ])('%s is none', (_what, one) => expect(reviewsIn([one])).toEqual([]))
})
