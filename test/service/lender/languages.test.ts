import { describe, expect, test } from 'vitest'
import { delivery, grant, makeScene, PURPOSE, pageOf, put, view } from '../../support/lender-scene.ts'

/** The view in the language that its reader asks for. */

const scene = await makeScene()
const { a, farmer, lender } = scene
await grant(farmer, lender, ['party', 'delivery'])
await put(farmer, 'delivery', delivery(scene, '2026-06-20T08:00:00Z'))

const asked = (headers: Record<string, string>, subject = farmer.id) =>
  a.app.inject({
    url: `/v1/lender-view?purpose=${PURPOSE}${subject === '' ? '' : `&subject=${subject}`}`,
    headers: { authorization: `Bearer ${lender.token}`, ...headers },
  })

test.each([
  [undefined, 'en', 'LENDER VIEW'],
  ['', 'en', 'LENDER VIEW'],
  ['en-GB,en;q=0.9', 'en', 'LENDER VIEW'],
  ['fr-CM, fr;q=0.9, en;q=0.5', 'fr', 'VUE DU PRÊTEUR'],
  ['de, sw;q=0.3', 'sw', 'UKURASA WA MKOPESHAJI'],
  ['sw;q=0.3, fr;q=0.7', 'fr', 'VUE DU PRÊTEUR'],
  ['de', 'en', 'LENDER VIEW'],
  [';;,q=', 'en', 'LENDER VIEW'],
  [`${'xx,'.repeat(4_000)}fr`, 'en', 'LENDER VIEW'],
])('for Accept-Language %j the view is in %s', async (header, language, title) => {
  const { status, headers, text } = await view(lender, farmer.id, PURPOSE, header)
  expect([status, headers['content-language'], headers.vary]).toEqual([
    200,
    language,
    'accept, accept-language',
  ])
  expect(text.split('\n')[1]).toMatch(new RegExp(`^${title}, `))
})

test('readers of several languages at once each get their own', async () => {
  const codes = ['sw', 'fr', 'en', 'fr', 'sw', 'en']
  const pages = await Promise.all(codes.map((code) => pageOf(lender, farmer.id, PURPOSE, code)))
  const titles = { en: 'DELIVERIES', fr: 'LIVRAISONS', sw: 'MIZIGO ILIYOWASILISHWA' }
  for (const [i, code] of codes.entries())
    for (const [language, title] of Object.entries(titles))
      expect(pages[i]?.includes(`\n${title}\n`)).toBe(language === code)
})

test('the page of HTML states its language, and its links are words of it', async () => {
  const list = await asked({ accept: 'text/html', 'accept-language': 'fr' }, '')
  expect(list.headers['content-language']).toBe('fr')
  expect(list.body).toContain('<html lang="fr">')
  expect(list.body).toContain('<title>Qui a ouvert des fiches</title>')
  expect(list.body).toContain('Choisissez un nom pour voir')
  const page = await asked({ accept: 'text/html', 'accept-language': 'sw' })
  expect(page.body).toContain('<html lang="sw">')
  expect(page.body).toContain('>Wote waliofungua rekodi</a>')
})

test('in JSON the text and the names are in the language, and the members stay', async () => {
  const other = await a.party('person', 'Peter')
  await put(other, 'party', { party: other.id, kind: 'person', display_name: 'P. Ssali' })
  const answer = await asked({ accept: 'application/json', 'accept-language': 'fr' }, '')
  const { text, subjects } = answer.json()
  expect(text).toBe(await pageOf(lender, undefined, PURPOSE, 'fr'))
  expect(subjects).toEqual([{ id: farmer.id, name: 'Grace Nakato', member_no: null }])
})

test('a refusal stays English, for programs', async () => {
  const answer = await view(lender, 'nobody', PURPOSE, 'fr')
  expect(answer.status).toBe(400)
  expect(answer.body.title).toBe((await view(lender, 'nobody')).body.title)
  expect(answer.headers['content-language']).toBeUndefined()
})

describe('the line on English words', () => {
  const line = 'Les codes entre crochets'

  test('stands on a page that shows codes, and on no other', async () => {
    expect(await pageOf(lender, farmer.id, PURPOSE, 'fr')).not.toContain(line)
    await put(farmer, 'delivery', delivery(scene, '2026-01-20T08:00:00Z'))
    expect(await pageOf(lender, farmer.id, PURPOSE, 'fr')).toContain(line)
  })

  test('stands on no English page', async () => {
    expect(await pageOf(lender, farmer.id)).not.toContain('square brackets')
  })
})
