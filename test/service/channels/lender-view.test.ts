import { expect, test } from 'vitest'
import type { Actor, Answer } from '../../support/appliance.ts'
import { PURPOSE } from '../../support/flows/help.ts'
import { squareAt } from '../../support/outlines.ts'
import { bytesOf, deliveredTo, emptyWorld, idOf, lived, nameOf } from './worlds.ts'

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
