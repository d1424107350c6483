import { expect, test } from 'vitest'
import { must } from '../../../src/base/typed.ts'
import { invitationSheet } from '../../../src/identity/invitation-sheet.ts'
import type { Invitation } from '../../../src/identity/invite-tasks.ts'
import { languageOf } from '../../../src/words/language.ts'
import { wordsIn } from '../../../src/words/words.ts'

const FINGERPRINT = Array.from({ length: 32 }, () => 'AB').join(':')
const invitation = (more: Partial<Invitation>) =>
  ({
    token: 'granary_token',
    party_name: 'Harvest Bank (institution)',
    cooperative: { name: 'Kibuye Growers', phone: '+256772123456' },
    expires_at: '2027-03-31T20:59:59.000Z',
    url: 'https://granary.local:7373',
    fingerprint_sha256: FINGERPRINT,
    fingerprint_of: 'authority',
    reachable_by_others: true,
    ...more,
  }) as Invitation
const sheetIn = (code: string, more: Partial<Invitation> = {}) =>
  invitationSheet(wordsIn(must(languageOf(code)), 'Africa/Kampala'), invitation(more), undefined)

test.each([
  [
    'en',
    'Access for Harvest Bank (institution)',
    ['To read what members of Kibuye Growers', '  It only reads, until 31 Mar 2027', 'Call      Kibuye'],
  ],
  [
    'sw',
    'Ruhusa ya kusoma: Harvest Bank (institution)',
    ['Ni ya kusoma yale', '  Inasoma tu, hadi tarehe 31 Mac 2027', 'Piga      Kibuye'],
  ],
  [
    'fr',
    'Accès pour Harvest Bank (institution)',
    ['Pour lire ce que les membres', 'Jeton     granary_token', 'Appelez   Kibuye'],
  ],
])('the sheet in %s has its labels in one column, and fits the paper', (code, title, lines) => {
  const sheet = sheetIn(code)
  expect(sheet.startsWith(`${title}\n\n`)).toBe(true)
  expect(sheet).not.toContain('===')
  for (const line of lines) expect(sheet).toContain(`\n${line}`)
  expect(Math.max(...sheet.split('\n').map((line) => line.length))).toBeLessThanOrEqual(100)
})

test('the steps follow from the address and from who vouches for the certificate', () => {
  expect(sheetIn('en')).toContain('2. Once for each computer')
  expect(sheetIn('en', { fingerprint_of: 'certificate' })).toContain('2. If the browser warns')
  const plain = sheetIn('fr', { fingerprint_sha256: null, fingerprint_of: null, url: 'http://10.0.0.5:7373' })
  expect(plain).toContain('1. Ouvrez http://10.0.0.5:7373 dans un navigateur')
  expect(plain).not.toContain('SHA-256')
})
