import { expect, it } from 'vitest'
import {
  type Confirmed,
  confirmationRefusal,
  correctionRefusal,
  type Origin,
  retractionRefusal,
  signatureObstacle,
  signatureRefusal,
} from '../../../src/domain/correction.ts'
import type { Standing } from '../../../src/domain/derived/standings.ts'

/** Who may correct, retract and confirm (contract §4). */

const by = (assertedBy: string, onBehalfOf?: string): Origin => ({ assertedBy, onBehalfOf })
const limits = { maxChain: 4, maxChildren: 2 }
const target = { standing: 'tip' as Standing, versions: 1, children: 0 }

it.each<[string, Origin, Origin, Partial<typeof target>, string | null]>([
  ['the asserter', by('anna'), by('anna'), {}, null],
  ['another party', by('ben'), by('anna'), {}, 'not_the_asserter'],
  ['a delegate for the asserter', by('agent', 'anna'), by('anna'), {}, null],
  ['the principal, what its delegate asserted', by('anna'), by('agent', 'anna'), {}, null],
  ['another delegate of the principal', by('other', 'anna'), by('agent', 'anna'), {}, null],
  ['the delegate itself, without a mandate', by('agent'), by('agent', 'anna'), {}, 'not_the_asserter'],
  ['an old version', by('anna'), by('anna'), { standing: 'superseded' }, null],
  ['one that contradicts another', by('anna'), by('anna'), { standing: 'forked' }, 'fork_has_no_authority'],
  ['another’s that contradicts one', by('ben'), by('anna'), { standing: 'forked' }, 'not_the_asserter'],
  ['what is retracted', by('ben'), by('anna'), { standing: 'retracted' }, 'already_retracted'],
  ['the last version that fits', by('anna'), by('anna'), { versions: 3 }, null],
  ['one version too many', by('anna'), by('anna'), { versions: 4 }, 'chain_too_long'],
  ['the last correction of a version that fits', by('anna'), by('anna'), { children: 1 }, null],
  ['one correction too many', by('anna'), by('anna'), { children: 2 }, 'too_many_corrections'],
])('correcting: %s', (_, writer, first, more, expected) => {
  expect(correctionRefusal(writer, first, { ...target, ...more }, limits)).toBe(expected)
})

it.each<[string, Origin, Standing, string | undefined, string | null]>([
  ['the asserter', by('anna'), 'tip', undefined, null],
  ['the asserter, one of two that contradict', by('anna'), 'forked', undefined, null],
  ['another party', by('ben'), 'tip', undefined, 'not_the_asserter'],
  ['whoever signed it on paper', by('ben'), 'tip', 'ben', null],
  ['a delegate of whoever signed it', by('agent', 'ben'), 'tip', 'ben', null],
  ['twice', by('anna'), 'retracted', undefined, 'already_retracted'],
])('retracting: %s', (_, writer, standing, signedBy, expected) => {
  expect(retractionRefusal(writer, by('anna'), standing, signedBy)).toBe(expected)
})

const parties = ['anna', 'coop']
const confirmed = (origin: Origin, retracted = false): Confirmed => ({ origin, parties, retracted })
const [ANNAS, FOR_ANNA] = [confirmed(by('anna')), confirmed(by('agent', 'anna'))]

it.each<[string, Origin, Confirmed, string | null]>([
  ['the other party', by('coop'), ANNAS, null],
  ['a delegate of the other party', by('clerk', 'coop'), ANNAS, null],
  ['the asserter', by('anna'), ANNAS, 'not_the_counterparty'],
  ['a delegate for the asserter', by('agent', 'anna'), ANNAS, 'not_the_counterparty'],
  ['a stranger', by('ben'), ANNAS, 'not_the_counterparty'],
  ['whom it was asserted for', by('anna'), FOR_ANNA, 'not_the_counterparty'],
  ['the delegate that asserted it, for the other', by('agent', 'coop'), FOR_ANNA, 'not_the_counterparty'],
  ['whom it was asserted for, for the other party', by('anna', 'coop'), FOR_ANNA, 'not_the_counterparty'],
  ['another delegate of the other party', by('clerk', 'coop'), FOR_ANNA, null],
  ['a retracted record', by('coop'), confirmed(by('anna'), true), 'already_retracted'],
])('confirming: %s', (_, writer, record, expected) => {
  expect(confirmationRefusal(writer, record)).toBe(expected)
})

it.each<[string, string, boolean, Confirmed, string | null, string | null]>([
  ['the other party', 'coop', true, ANNAS, null, null],
  ['an organisation', 'coop', false, ANNAS, 'no_person', 'not_the_counterparty'],
  ['a stranger', 'ben', true, ANNAS, 'no_party', 'not_the_counterparty'],
  ['for their own word', 'anna', true, ANNAS, 'own_word', 'not_the_counterparty'],
  ['for what was asserted for them', 'anna', true, FOR_ANNA, 'own_word', 'not_the_counterparty'],
  ['for a retracted record', 'coop', true, confirmed(by('anna'), true), 'retracted', 'already_retracted'],
])('signing on paper: %s', (_, signer, isPerson, record, obstacle, refusal) => {
  expect(signatureObstacle(signer, isPerson, record)).toBe(obstacle)
  expect(signatureRefusal(signer, isPerson, record)).toBe(refusal)
})
