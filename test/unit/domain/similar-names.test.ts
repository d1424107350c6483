import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isSimilarName, sharesAWord } from '../../../src/domain/similar-names.ts'

describe('names', () => {
  it.each([
    ['Grace Nakato', 'Nakato Grace'],
    ['Grace Nakato', 'GRACE  NAKATO.'],
    ['Grace Nakato', 'G. Nakato'],
    ['Grace Nakato', 'Grace Nakatto'],
    ['Grace Nakato', 'Garce Nakato'],
    ['José Ríos', 'Jose Rios'],
    ['Grace Nakato', 'Grace Mary Nakato'],
    ['Grace', 'grace'],
  ])('%s and %s are similar', (one, other) => {
    expect([isSimilarName(one, other), isSimilarName(other, one)]).toEqual([true, true])
  })

  it.each([
    ['Grace Nakato', 'Grace Akello'],
    ['Okello James', 'Okello Peter'],
    ['Okello James', 'Akello James'],
    ['Grace', 'Grace Nakato'],
    ['Kampala Coffee Ltd', 'Kampala Tea Ltd'],
    ['', 'Grace'],
  ])('%s and %s are not', (one, other) => {
    expect([isSimilarName(one, other), isSimilarName(other, one)]).toEqual([false, false])
  })

  it('are similar whichever comes first, and to themselves', () => {
    const name = fc.array(fc.constantFrom('Grace', 'Grave', 'Nakato', 'G', 'N', 'Okello'), {
      minLength: 1,
      maxLength: 3,
    })
    fc.assert(
      fc.property(name, name, (a, b) => {
        expect(isSimilarName(a.join(' '), a.toReversed().join(' '))).toBe(true)
        expect(isSimilarName(a.join(' '), b.join(' '))).toBe(isSimilarName(b.join(' '), a.join(' ')))
      }),
    )
  })

  it('of one person nearly always share a word', () => {
    expect(sharesAWord('Akello Sarah', 'Sarah Okot')).toBe(true)
    expect(sharesAWord('Akello Sarah', 'Peter Okello')).toBe(false)
  })
})
