import { describe, expect, test } from 'vitest'
import { firstOfOnePart, folded, measured } from '../../../../src/domain/messages/gsm.ts'

/** What fits in one part of a text message. */

describe('text is written in the alphabet of text messages', () => {
  test.each([
    ['UGX\u00a01\u202f500\u2009000', 'UGX 1 500 000'],
    ['reçu', 'recu'],
    ['Ça coûte à l’été', "Ça coute à l'été"],
    ['cœur – «\u00a0maïs\u00a0»', 'coeur - " mais "'],
    ['Nakató Ŵ', 'Nakato W'],
    ['a\u200bb\u0000c', 'abc'],
    ['100 € [kg]', '100 € [kg]'],
    ['ሰላም', 'ሰላም'],
    ['Anna N`akato', "Anna N'akato"],
    ['Ngʻoma Ngʼoma Ngʹoma Ng′oma Ng´oma', "Ng'oma Ng'oma Ng'oma Ng'oma Ng'oma"],
    ['½ debe, 2½ debe, 2 ¼ debe, ⅓', '1/2 debe, 2 1/2 debe, 2 1/4 debe, 1/3'],
    ['Ɓala ɗan ƙasa ƴar', 'Bala dan kasa yar'],
    ['ŋaaŋa Ŋoor ɲama ɛ Ɛsi Kɔfi', 'ngaanga Ngoor nyama e Esi Kofi'],
  ])('%j', (text, expected) => {
    expect(folded(text)).toBe(expected)
    expect(folded(expected)).toBe(expected)
  })
})

describe('length is counted in parts', () => {
  test.each([
    ['a', 160, 1],
    ['a', 161, 2],
    ['a', 306, 2],
    ['a', 307, 3],
    ['€', 80, 1],
    ['€', 81, 2],
    // Of 153 places one is left over, because a sign is not split.
    ['€', 153, 3],
    ['ሰ', 70, 1],
    ['ሰ', 71, 2],
    ['ሰ', 134, 2],
    ['ሰ', 135, 3],
    ['😀', 35, 1],
    ['😀', 36, 2],
  ])('%s, %i times: %i', (sign, times, parts) => {
    expect(measured(sign.repeat(times)).parts).toBe(parts)
  })
  test('nothing is one part', () => expect(measured('').parts).toBe(1))
  test('a letter outside the alphabet is seen', () => {
    expect(measured('abc').isInAlphabet).toBe(true)
    expect(measured('abç').isInAlphabet).toBe(false)
  })
})

test('the first form that is one part is taken, else the first', () => {
  const forms = [200, 150, 10].map((length) => () => 'a'.repeat(length))
  expect(firstOfOnePart(forms)).toHaveLength(150)
  expect(firstOfOnePart([() => 'a'.repeat(400), () => 'b'.repeat(200)])).toBe('a'.repeat(400))
})
