import { afterEach, expect, test, vi } from 'vitest'
import { founded } from '../../support/command.ts'

/** A command writes for people in the language of GRANARY_LANGUAGE, and for programs as ever. */

const coop = await founded()
afterEach(() => vi.unstubAllEnvs())

test('names of the registry and dates are in that language; JSON is as it was', async () => {
  const [english, json] = [await coop.said('registry list crops'), await coop.did('registry list crops')]
  expect(english.out).toContain('Coffee, fresh cherry')
  vi.stubEnv('GRANARY_LANGUAGE', 'fr')
  const french = await coop.said('registry list crops')
  expect(french.out).toContain('Café, cerises fraîches')
  expect(french.out).not.toContain('Coffee, fresh cherry')
  expect(await coop.did('registry list crops')).toEqual(json)
  expect((await coop.said('registry list flags')).out).toContain(
    'Le poids repose sur une règle approximative',
  )
  vi.stubEnv('GRANARY_LANGUAGE', 'sw')
  expect((await coop.said('registry list units')).out).toContain('debe la lita 20')
  expect((await coop.said('registry list purposes')).out).toContain('Kuamua kama mwanachama akopeshwe')
})
