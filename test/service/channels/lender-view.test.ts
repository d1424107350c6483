import { describe, expect, test } from 'vitest'
import type { Actor, Answer } from '../../support/appliance.ts'
import { cherry, PURPOSE } from '../../support/flows/help.ts'
import { squareAt } from '../../support/outlines.ts'
import { bytesOf, deliveredTo, emptyWorld, idOf, lived, nameOf, type World } from './worlds.ts'

/** Does a lender's page about somebody who opened nothing tell whether that somebody is known here? */

const page = (who: Actor, subject: string, purpose = PURPOSE): Promise<Answer> =>
  who.get(`/v1/lender-view?purpose=${purpose}&subject=${subject}`)
const NOBODY = idOf('nobody knows')
const plotOf = (holder: Parameters<typeof idOf>[0], n: number) => {
  const [w, s] = [32.500001, 0.300001]
  const ring = squareAt(w, s, 0.001)
  return {
    ...{ plot: idOf(`plot ${n} of ${holder}`), holder: idOf(holder), name: `Field ${n}`, country: 'UG' },
    ...{ area_ha: n, geometry: { type: 'Polygon', coordinates: [ring] } },
  }
}

/** Somebody of whom much is recorded, and who opened nothing of it to the bank for this purpose. */
const refusals: Readonly<Record<string, (w: World) => Promise<unknown>>> = {
  'who never opened anything': async () => {},
  'who opened it to another lender': ({ grant }) =>
    grant('carol', 'rival', 'to the rival', ['delivery', 'lot']),
  'who opened it for another purpose': ({ grant }) =>
    grant('carol', 'bank', 'to insure', ['delivery'], 'insurance'),
  'who took it back': async ({ grant, done, who }) => {
    await grant('carol', 'bank', 'for a while', ['delivery', 'party'])
    await done(who.carol.post(`/v1/grants/${idOf('for a while')}/revocation`))
  },
  'who objected to everything': ({ who, done }) =>
    done(who.carol.post('/v1/objections', { id: idOf('all of it'), channel: 'written' })),
  'who owes the rival': ({ say }) =>
    say('carol', 'obligation', 'her debt', {
      kind: 'repay_loan',
      obligor: idOf('carol'),
      obligee: idOf('rival'),
      lawful_basis: 'special_data_consent',
    }),
}

describe.each([
  ['no other grantor', emptyWorld],
  ['another grantor', lived],
] as const)('to a lender with %s', (_grantors, make) => {
  test.each(Object.entries(refusals))(
    'a party %s and an unknown one give the same page',
    async (_what, refuse) => {
      const w = await make()
      for (let n = 1; n <= 3; n++)
        await w.say('carol', 'delivery', `hers ${n}`, deliveredTo('mill', {}, 'carol'))
      await w.say('carol', 'lot', 'her lot', { holder: idOf('carol'), ...cherry() })
      await w.say('carol', 'plot', 'her plot', plotOf('carol', 1))
      await refuse(w)
      for (const asking of [w.who.bank, await w.readerOf('bank'), w.who.clerk]) {
        const unknown = await page(asking, NOBODY)
        expect(unknown.status).toBe(200)
        expect(bytesOf(await page(asking, idOf('carol')))).toBe(bytesOf(unknown))
        expect(unknown.text).not.toContain(nameOf('carol'))
      }
    },
  )
})

test('the page about one person does not change with what another has opened, nor the page of others with that', async () => {
  const heard: string[][] = []
  for (const alsoCarol of [false, true]) {
    const w = await lived()
    // Not Ben: to whom a delivery of Anna's went opens it too.
    await w.say('carol', 'delivery', 'of Carol', deliveredTo('mill', {}, 'carol'))
    if (alsoCarol) await w.grant('carol', 'bank', 'of Carol to the bank', ['delivery', 'lot', 'obligation'])
    heard.push([
      bytesOf(await page(w.who.bank, idOf('anna'))),
      bytesOf(await page(w.who.bank, NOBODY)),
      bytesOf(await page(w.who.bank, idOf('ben'))),
      bytesOf(await page(w.who.rival, idOf('carol'))),
      bytesOf(await w.who.rival.get(`/v1/lender-view?purpose=${PURPOSE}`)),
    ])
  }
  expect(heard[1]).toEqual(heard[0])
})

test('the page about somebody who opened a type is the same whether there are refused records of other types, or none', async () => {
  const heard: string[] = []
  for (const hasMore of [false, true]) {
    const w = await emptyWorld()
    await w.say('anna', 'delivery', 'opened', deliveredTo('mill'))
    await w.grant('anna', 'bank', 'the grant', ['delivery'])
    if (hasMore) {
      await w.say('anna', 'lot', 'a lot', { holder: idOf('anna'), ...cherry() })
      for (const n of [1, 2]) await w.say('anna', 'plot', `a plot ${n}`, plotOf('anna', n))
      await w.say('anna', 'plot', 'a plot, corrected', { ...plotOf('anna', 3), supersedes: idOf('a plot 1') })
      await w.say('anna', 'delivery', 'to a person', deliveredTo('ben'))
      await w.say('anna', 'obligation', 'a debt', {
        kind: 'deliver_produce',
        obligor: idOf('anna'),
        obligee: idOf('rival'),
        ...cherry(900),
        lawful_basis: 'special_data_consent',
      })
      for (const n of [1, 2]) {
        const branch = { holder: idOf('anna'), ...cherry(n), supersedes: idOf('a lot') }
        await w.say('anna', 'lot', `branch ${n}`, branch)
      }
    }
    heard.push(bytesOf(await page(w.who.bank, idOf('anna'))))
  }
  expect(heard[1]).toBe(heard[0])
})

test('plots of others, and neighbours that the reader may not read, change nothing on a page about plots', async () => {
  const heard: string[] = []
  for (const hasMore of [false, true]) {
    const w = await emptyWorld()
    await w.say('anna', 'plot', 'hers', plotOf('anna', 1))
    await w.grant('anna', 'bank', 'the plots', ['plot'])
    if (hasMore) {
      // On the same ground, each by its own holder.
      for (const who of ['carol', 'ben'] as const) await w.say(who, 'plot', `of ${who}`, plotOf(who, 1))
      await w.grant('carol', 'bank', 'of Carol to the bank', ['party'])
    }
    const answer = await page(w.who.bank, idOf('anna'))
    expect(answer.text).toContain('"Field 1"')
    heard.push(bytesOf(answer))
  }
  expect(heard[1]).toBe(heard[0])
})

test('a page holds no id, no member number, and no name that was not opened', async () => {
  const w = await lived()
  for (const url of [`&subject=${idOf('anna')}`, `&subject=${idOf('mill')}`, '']) {
    const { text, headers } = await w.who.bank.get(`/v1/lender-view?purpose=${PURPOSE}${url}`)
    expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/)
    // But the reader's own.
    expect(text.replace(/^Reader .*$/m, '')).not.toMatch(/M-[0-9a-f]{6}/)
    for (const name of ['anna', 'ben', 'carol', 'mill', 'rival'] as const)
      expect(text).not.toContain(nameOf(name))
    expect([headers.etag, headers.location, headers['last-modified']]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  }
})

test('a browser’s password that is wrong is told apart from none by nothing, and names nobody', async () => {
  const w = await lived()
  const url = `/v1/lender-view?purpose=${PURPOSE}&subject=${idOf('anna')}`
  const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` })
  const none = await w.who.bank.get(url, { authorization: '' })
  expect(none.status).toBe(401)
  for (const password of ['x:y', `${nameOf('anna')}:gry_${'A'.repeat(43)}`, `bank:${w.who.bank.token}x`, ':'])
    expect(bytesOf(await w.who.bank.get(url, basic(password)))).toBe(bytesOf(none))
  expect(bytesOf(await w.who.bank.get(url, basic(`whoever:${w.who.bank.token}`)))).toBe(
    bytesOf(await w.who.bank.get(url)),
  )
})
