import { describe, expect, test } from 'vitest'
import { languageOf } from '../../../src/words/language.ts'
import { type Words, wordsIn } from '../../../src/words/words.ts'

/** Sentences of the lender view with one, two and none, in the languages other than English. */

const wordsOf = (code: string): Words => {
  const language = languageOf(code)
  if (language === undefined) throw new Error(`no language ${code}`)
  return wordsIn(language, 'UTC')
}
const plain = (text: string) => text.replaceAll('\u00a0', ' ')
const [sw, fr] = [wordsOf('sw'), wordsOf('fr')]

describe('counts', () => {
  test.each([
    [sw, 0, 'mizigo 0 isiyo na kilogramu'],
    [sw, 1, 'mzigo 1 usio na kilogramu'],
    [sw, 2, 'mizigo 2 isiyo na kilogramu'],
    [fr, 0, '0 livraison sans kilogrammes'],
    [fr, 1, '1 livraison sans kilogrammes'],
    [fr, 1200, '1 200 livraisons sans kilogrammes'],
  ] as const)('%# of deliveries', (words, count, text) => {
    expect(plain(words.say('view.left.without_kg', { count }))).toBe(text)
  })

  test.each([
    [sw, 0, 'Mashamba 3; hakuna lenye alama inayotilia shaka mpaka au ukubwa wake.'],
    [sw, 1, 'Mashamba 3; 1 kati yake lina alama inayotilia shaka mpaka au ukubwa wake.'],
    [sw, 2, 'Mashamba 3; 2 kati yake yana alama inayotilia shaka mpaka au ukubwa wake.'],
    [fr, 0, '3 parcelles, aucune avec une alerte qui met en doute son contour ou sa surface.'],
    [fr, 1, '3 parcelles, dont 1 avec une alerte qui met en doute son contour ou sa surface.'],
    [fr, 2, '3 parcelles, dont 2 avec une alerte qui met en doute leur contour ou leur surface.'],
  ] as const)('%# of doubtful plots', (words, flagged, text) => {
    expect(plain(words.say('view.plots.sum', { count: 3, flagged }))).toContain(text)
  })

  test.each([
    [sw, 0, 'Ushikaji: liko kwa Grace tangu 3 Feb 2026, halijawahi kukabidhiwa.'],
    [sw, 2, 'Ushikaji: liko kwa Grace tangu 3 Feb 2026, baada ya kukabidhiwa mara 2.'],
    [fr, 0, 'Détention : détenu par Grace (depuis : 3 févr. 2026), jamais remis.'],
    [fr, 1, 'Détention : détenu par Grace (depuis : 3 févr. 2026), après 1 remise.'],
    [fr, 2, 'Détention : détenu par Grace (depuis : 3 févr. 2026), après 2 remises.'],
  ] as const)('%# of hand-overs', (words, transfers, text) => {
    const since = words.calendar.day('2026-02-03T10:00:00Z')
    const args = { holder: 'Grace', has: 'since', since, transfers }
    expect(plain(words.say('view.lot.custody', args))).toBe(text)
  })

  test.each([
    [sw, 'delivery', 1, 'Umesomwa mzigo 1 wa karibuni zaidi tu.'],
    [sw, 'lot', 5000, 'Yamesomwa mafungu 5,000 ya karibuni zaidi tu.'],
    [fr, 'plot', 1, 'Seule la parcelle la plus récente a été lue (1).'],
    [fr, 'lot', 5000, 'Seuls les 5 000 lots les plus récents ont été lus.'],
  ] as const)('%# of records that were read', (words, type, count, text) => {
    expect(plain(words.say('view.unread', { type, count }))).toContain(text)
  })
})

describe('who wrote a delivery down', () => {
  const said = (words: Words, by: string, whom: string, way = 'to') =>
    plain(words.say('view.delivery.parties', { way, other: 'Mill', by, whom, subject: 'Grace' }))

  test.each([
    ['neither', 'none', 'Kwenda kwa Mill; haukuandikwa na upande wowote.'],
    ['subject', 'none', 'Kwenda kwa Mill; umeandikwa na Grace.'],
    ['other_side', 'subject', 'Kwenda kwa Mill; umeandikwa na mhusika huyo kwa niaba ya Grace.'],
    ['delegate', 'other_side', 'Kwenda kwa Mill; umeandikwa na mwakilishi kwa niaba ya mhusika huyo.'],
  ])('%s for %s, in Swahili', (by, whom, text) => expect(said(sw, by, whom)).toBe(text))

  test.each([
    ['neither', 'none', 'Destinataire : Mill ; aucune des deux parties ne l’a notée.'],
    ['subject', 'none', 'Destinataire : Mill ; notée par Grace.'],
    ['other_side', 'subject', 'Destinataire : Mill ; notée par l’autre partie pour Grace.'],
    ['delegate', 'other_side', 'Destinataire : Mill ; notée par un mandataire pour l’autre partie.'],
  ])('%s for %s, in French', (by, whom, text) => expect(said(fr, by, whom)).toBe(text))

  test('from the other side', () => {
    expect(said(sw, 'subject', 'none', 'from')).toBe('Kutoka kwa Mill; umeandikwa na Grace.')
    expect(said(fr, 'subject', 'none', 'from')).toBe('Fournisseur : Mill ; notée par Grace.')
  })
})

test('parts that contain commas are joined by semicolons', () => {
  expect([[], ['a, b'], ['a, b', 'c', 'd']].map(sw.series)).toEqual(['', 'a, b', 'a, b; c; d'])
  expect(plain(fr.series(['a, b', 'c', 'd']))).toBe('a, b ; c ; d')
})
