import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cellKey, folded, nameKey, numberForms, numberKey, wordsOf } from '../../../src/domain/folding.ts'
import { isSimilarName } from '../../../src/domain/similar-names.ts'

describe('a name is one', () => {
  it.each([
    ["Ng'ethe Kamau", 'Ng’ethe Kamau', 'NG`ETHE KAMAU', 'Ngʼethe  Kamau', 'Ng´ethe Kamau', 'Ngethe Kamau'],
    ['Zoé Achieng', 'Zoe\u0301 Achieng', 'ZOE ACHIENG', ' zoe\u00a0achieng '],
    ['Wafula Peter', 'Wa\u200bfula Peter', '\ufeffWafula Peter', 'Wa\u00adfula Peter'],
    ['Nguyễn Gérard', 'Nguye\u0302\u0303n Gérard', 'NGUYEN GERARD', 'Ｎguyen Gerard'],
    ['Straße', 'STRASSE'],
    ['Ŋolo', "Ng'olo"],
  ])('%s, however it is written', (...written) => {
    expect(new Set(written.map(folded)).size).toBe(1)
    for (const other of written) expect(isSimilarName(written[0] as string, other)).toBe(true)
  })

  it('and others stay others', () => {
    const others = ['Akello', 'Okello', 'Akelo', 'राम', 'रामू', 'राम्या', 'Ng ethe']
    expect(new Set(others.map(folded)).size).toBe(others.length)
    expect(wordsOf('रामू Kumar')).toEqual(['रामू', 'kumar'])
  })

  it('in any order, and folding what is folded changes nothing', () => {
    expect(nameKey('Nakato, Grace')).toBe(nameKey('GRACE NAKATO'))
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(folded(folded(text))).toBe(folded(text))
      }),
    )
  })
})

describe('a member number is one', () => {
  it.each([
    ['17', '00017', ' 17 ', '17.0', '００17'],
    ['EH-001', 'eh-001', 'EH- 001'],
    ['0', '000'],
  ])('%s, however it is written', (...written) => {
    expect(new Set(written.map(numberKey)).size).toBe(1)
  })

  it('and others stay others', () => {
    const others = ['17', '170', '1.7', 'EH-1', 'EH-01', 'A17', '17A']
    expect(new Set(others.map(numberKey)).size).toBe(others.length)
  })

  it('is found among its forms, which are few', () => {
    fc.assert(
      fc.property(fc.nat({ max: 1e9 }), fc.nat({ max: 6 }), fc.nat({ max: 6 }), (n, a, b) => {
        const [one, other] = [`${'0'.repeat(a)}${n}`, `${'0'.repeat(b)}${n}`]
        expect(numberForms(one)).toContain(other)
        expect(numberForms(one).length).toBeLessThan(24)
      }),
    )
    expect(numberForms('eh-001')).toContain('EH-001')
    expect(numberForms('9'.repeat(400)).length).toBeLessThan(8)
  })
})

it('a cell that tells people apart keeps its zeros only where it is no number', () => {
  expect([cellKey('007'), cellKey('7'), cellKey('Nº 007')]).toEqual(['7', '7', 'no 007'])
})
