import { expect, test } from 'vitest'
import { accepted, faultsOf } from '../../../packaging/words.ts'
import {
  grantSentences,
  mandateSentences,
  objectionSentences,
  requestSentences,
} from '../../../src/consent/consent-words.ts'
import { disclosureSentence } from '../../../src/consent/disclosures/words.ts'
import { tellObjection } from '../../../src/consent/objection-shapes.ts'
import { objectionSentences as effectSentences, type Wording } from '../../../src/consent/objection-words.ts'
import { PARTY_POINTERS } from '../../../src/consent/subject-access/redact.ts'
import { makeWording } from '../../../src/consent/wording.ts'
import { purposeCalled } from '../../../src/office/consent/words-of-grants.ts'
import { embeddedRows } from '../../../src/registry/embedded.ts'
import { ENGLISH, type Key, type Language, languageOf, languages } from '../../../src/words/language.ts'
import { fullName, fullNameMessage } from '../../../src/words/party-name.ts'
import { REVIEWED } from '../../../src/words/reviewed.ts'
import { englishWords, uncapitalised, type Words, wordsIn } from '../../../src/words/words.ts'

/** What is read out to people and printed for them, in Swahili and French. */

const inLanguage = (code: string): Words => wordsIn(languageOf(code) as Language, 'Africa/Kampala')
const [sw, fr] = [inLanguage('sw'), inLanguage('fr')]

const BANK = { name: 'Harvest Bank', by: 'cooperative', kind: 'institution', memberNo: 'BANK' } as const
const credit = { id: 'credit_assessment', name: 'Crédit', meaning: 'Décider d’un prêt.' }
const grant = {
  grantee: BANK,
  purpose: credit,
  record_types: ['party', 'delivery'],
  valid_from: null,
  expires_at: '2027-06-30T21:00:00.000Z',
  occurred_from: '2024-12-31T21:00:00.000Z',
  occurred_to: '2026-12-31T21:00:00.000Z',
} as const

test('a consent', () => {
  expect(grantSentences(fr, grant)).toEqual([
    'Vous permettez à Harvest Bank (institution, BANK) de voir, jusqu’au 30 juin 2027, ces informations sur vous\u00a0: nom, numéro de téléphone, région, numéro de membre, numéro national, numéro fiscal, autres identifiants et livraisons avec leurs prix.',
    'Seulement pour cet usage\u00a0: crédit (décider d’un prêt).',
    'Seulement ce qui s’est passé du 1er janvier 2025 au 31 décembre 2026, ces jours compris.',
    'Ce lecteur voit ces informations sur vous telles qu’elles sont maintenant et telles qu’elles étaient avant\u00a0: nom, numéro de téléphone, région, numéro de membre, numéro national, numéro fiscal et autres identifiants.',
    'Vous pouvez retirer ce consentement au bureau à tout moment, sans donner de raison.',
  ])
  expect(grantSentences(sw, grant)[0]).toBe(
    'Hadi 30 Juni 2027, unatoa ruhusa kwa Harvest Bank (taasisi, BANK) kuona taarifa zako hizi: jina, namba ya simu, eneo, namba ya uanachama, kitambulisho cha taifa, namba ya kodi, vitambulisho vingine na mizigo iliyowasilishwa pamoja na bei zake.',
  )
})

test('a request, a mandate, an objection with one, two and three purposes', () => {
  expect(requestSentences(sw, { ...grant, reason: 'Mkopo' })[0]).toBe(
    'Harvest Bank (taasisi, BANK) anaomba kuona rekodi zinazokuhusu. Anasema: "Mkopo"',
  )
  const mandate = {
    delegate: BANK,
    record_types: ['delivery'],
    acts: ['assert', 'correct', 'object'],
    valid_from: '2026-12-31T21:00:00.000Z',
    valid_until: '2027-06-30T21:00:00.000Z',
  } as const
  expect(mandateSentences(fr, mandate)[1]).toBe(
    'Ce mandataire peut enregistrer, corriger ou retirer ce qui a été enregistré en votre nom et s’opposer à ce que d’autres voient vos fiches.',
  )
  const objection = (count: number) =>
    objectionSentences(fr, {
      purposes: [
        credit,
        { id: 'a', name: 'A', meaning: 'Un' },
        { id: 'b', name: 'B', meaning: 'Deux' },
      ].slice(0, count),
      record_types: ['lot'],
    })[0]
  expect(objection(1)).toContain('lots, pour cet usage\u00a0: crédit (décider d’un prêt). Pour tout autre')
  expect(objection(2)).toContain('prêt)\u00a0; ou A (un). Pour')
  expect(objection(3)).toContain('prêt)\u00a0; A (un)\u00a0; ou B (deux). Pour')
})

test('each purpose that ships is said in the language of the listener; a renamed one as the office named it', () => {
  type Purpose = (typeof embeddedRows.purposes)[number]
  const said = (words: Words, row: Purpose) => ({
    consent: grantSentences(words, { ...grant, purpose: row })[1],
    objection: objectionSentences(words, { purposes: [row], record_types: null })[0],
    effect: words.told(makeWording({ registry: { get: () => row } } as never).purpose(row.id)),
    page: purposeCalled(words, [row])(row.id),
  })
  expect(embeddedRows.purposes.length).toBeGreaterThan(20)
  for (const language of languages()) {
    const words = wordsIn(language, 'Africa/Kampala')
    for (const row of embeddedRows.purposes) {
      const noun = uncapitalised(language.say(`purpose.${row.id}` as Key))
      const inSentence = expect.stringContaining(`${noun} (`)
      const shown = { consent: inSentence, objection: inSentence, effect: noun, page: noun }
      expect(said(words, row)).toEqual(shown)
      const ours = expect.stringContaining('our school (')
      const renamed = { consent: ours, objection: ours, effect: 'our school', page: 'our school' }
      expect(said(words, { ...row, name: 'Our school' })).toEqual(renamed)
    }
  }
})

const wording: Wording = {
  nameOf: () => BANK,
  granteeOf: () => BANK,
  purpose: () => 'recherche',
  basis: () => ({ name: 'Soins', law: { country: 'FR', law: 'Loi sur les données', section: 'article 7' } }),
}
const lodged = (count: number) => ({
  purposes: ['research'],
  record_types: null,
  effect: 'stopped_some' as const,
  stopped: [{ record_type: 'delivery' as const, lawful_basis: 'consent' as const, count }],
  continuing: [
    { why: 'exempt' as const, record_type: 'loss' as const, lawful_basis: 'medical' as const, count: 2 },
  ],
  withdrawable_grants: Array.from({ length: count }, () => ({
    id: 'the grant',
    grantee: 'x',
    purpose: 'research',
    record_types: ['loss' as const],
    expires_at: '2027-06-30T21:00:00.000Z',
  })),
  more_withdrawable_grants: 0,
})

test('what an objection did, for one record and for two', () => {
  const said = (words: Words, count: number) =>
    tellObjection(words, effectSentences(lodged(count), wording, null, null))
  expect(said(fr, 1).slice(0, 5)).toEqual([
    'Vous vous opposez à ce que tout ce qui est enregistré à votre sujet serve à ces usages : recherche.',
    'À partir de maintenant, ces fiches ne sont plus montrées à personne d’autre pour cela : 1 livraison.',
    'Une opposition ne porte pas sur ceci : 2 pertes, dont la base légale de la conservation est « Soins » (article 7, Loi sur les données). Ceux à qui vous l’avez ouvert peuvent continuer à le lire.',
    'Vous avez permis à Harvest Bank (institution, BANK) de lire ceci jusqu’au 30 juin 2027 : pertes. Usage : recherche.',
    'Vous pouvez plutôt retirer ce consentement, à tout moment : plus rien n’est alors ouvert à ce titre.',
  ])
  expect(said(fr, 2)[1]).toContain(' : 2 livraisons.')
  expect(said(sw, 1)[1]).toBe(
    'Kuanzia sasa hakuna mtu mwingine anayeonyeshwa tena rekodi hizi kwa madhumuni hayo: mzigo uliowasilishwa 1.',
  )
  const since = { lodgedAt: '2026-06-28T09:00:00.000Z', withdrawnAt: '2026-06-29T09:00:00.000Z' }
  expect(tellObjection(sw, effectSentences(lodged(2), wording, null, since)).at(-1)).toBe(
    'Uliliondoa tarehe 29 Jun 2026; tangu hapo halizuii chochote.',
  )
})

test('a reading', () => {
  const read = { at: '2026-06-28T09:00:00.000Z', ground: 'consent' } as const
  expect(
    disclosureSentence(fr, read, '2 livraisons', 'Harvest Bank', 'crédit').replaceAll('\u00a0', ' '),
  ).toBe(
    '28 juin 2026, 12:00 : 2 livraisons. Usage : crédit. Lecteur : Harvest Bank, avec votre consentement.',
  )
})

test('a name is the same as data', () => {
  const names = [
    BANK,
    { ...BANK, memberNo: null },
    { ...BANK, kind: 'unknown' },
    { ...BANK, kind: 'unknown', memberNo: null },
    { ...BANK, by: 'itself', name: 'Bank" of ""' },
    { name: null, by: null, kind: 'unknown', memberNo: null },
  ] as const
  for (const words of [englishWords(), sw, fr])
    for (const named of names) {
      const value = fullNameMessage(named)
      expect(value && words.told(value)).toBe(fullName(named, words))
    }
})

test('every member that an answer leaves out has a name', () => {
  const members = PARTY_POINTERS.map((pointer) => pointer.slice(pointer.lastIndexOf('/') + 1))
  const groups = ['answer.member', 'column', 'entry']
  const isNamed = (member: string) => groups.some((group) => ENGLISH.has(`${group}.${member}`))
  expect(members.filter((member) => !isNamed(member))).toEqual([])
})

test('a translation that nobody has reviewed says so; English needs none', () => {
  for (const texts of ['readOut', 'answer', 'statement'] as const) {
    expect(englishWords().reviewNote(texts)).toBeNull()
    for (const language of languages().slice(1)) {
      const words = wordsIn(language, 'UTC')
      expect(words.reviewNote(texts)).toBe(
        language.isReviewed(REVIEWED[texts]) ? null : words.say('paper.unreviewed'),
      )
    }
  }
  expect(fr.language.isReviewed(['nav.'])).toBe(true)
})

test('the check of the catalogues requires a mark beside all these texts', () => {
  for (const beginning of Object.values(REVIEWED).flat()) {
    const key = `${beginning}new`
    const french = { '@@locale': 'fr', '@@x-name': 'Français', [key]: 'Texte' }
    const whole = accepted({ [key]: 'Text' }, french, [])
    expect(faultsOf({ [key]: 'Text' }, whole)).toEqual([])
    const unmarked = { ...whole, [`@${key}`]: { ...(whole[`@${key}`] as object), 'x-reviewed': undefined } }
    expect(faultsOf({ [key]: 'Text' }, unmarked)).toEqual([expect.stringContaining('"x-reviewed"')])
  }
})

test('a translation whose English text changed must be reviewed again', () => {
  const [before, after] = [{ 'seen.lot': 'lots' }, { 'seen.lot': 'lots of produce' }]
  const french = { '@@locale': 'fr', '@@x-name': 'Français', 'seen.lot': 'lots' }
  const marked = accepted(before, french, [])
  expect(faultsOf(before, marked)).toEqual([])
  const beside = marked['@seen.lot'] as object
  const reviewed = { ...marked, '@seen.lot': { ...beside, 'x-reviewed': true } }
  expect(accepted(before, reviewed, [])['@seen.lot']).toMatchObject({ 'x-reviewed': true })
  expect(accepted(after, reviewed, [])['@seen.lot']).toMatchObject({ 'x-reviewed': false })
})
