import { describe, expect, test } from 'vitest'
import { told } from '../../../support/clients/importer/proposal.ts'

/** Numbers of members beside their names, and columns that people only sign in. */

describe('a number of a member is no name', () => {
  test.each([
    ['Namba ya mwanachama', 'Jina la mkulima'],
    ['Numéro de membre', 'Nom du producteur'],
    ['N° adhérent', 'Nom et prénom'],
    ['Code producteur', 'Producteur'],
    ['Adhérent n°', 'Adhérent'],
    ['Mkulima Na.', 'Mkulima'],
  ])('%s beside %s', (number, name) => {
    for (const [first, second] of [
      ['BC-014', 'BC-015'],
      ['14', '15'],
    ]) {
      const columns = told(
        `Date,${number},${name},Kg\n2/11/2026,${first},Neema,122\n13/11/2026,${second},Asha,81\n`,
      )
      expect([columns[number], columns[name]]).toEqual(['member_no sure: sure', 'name sure: sure'])
    }
  })
  test('names below such a heading stay names', () => {
    expect(told('Date,Code producteur,Kg\n2/11/2026,Neema,122\n')['Code producteur']).toBe('name sure: sure')
  })
  test.each(['Namba ya simu ya mkulima', 'Téléphone du producteur'])('a telephone stays one: %s', (phone) => {
    expect(told(`Date,Mkulima,${phone},Kg\n2/11/2026,Neema,0754123456,122\n`)[phone]).toBe('phone sure: sure')
  })
})

describe('a signature is not read, which is said', () => {
  test.each(['Sahihi', 'Sahihi ya mkulima', 'Signature', "Signature de l'adhérent", 'Signé', 'Thumb print'])(
    '%s',
    (heading) => {
      for (const cells of [
        ['x', ''],
        ['NM', 'AM'],
      ])
        expect(
          told(`Date,Name,Kg,${heading}\n2/11/2026,Neema,122,${cells[0]}\n3/11/2026,Asha,81,${cells[1]}\n`)[
            heading
          ],
        ).toBe('nothing none: a signature, which is not read')
    },
  )
  // In Swahili, the same word means correct.
  test.each([
    ['Uzito sahihi', '122', 'weight sure: sure'],
    ['Signed', '2/11/2026', 'date look: by its cells alone'],
    ['Jina na sahihi', 'Neema', 'name sure: sure'],
  ])('%s with %s is one of figures, days or people', (heading, cell, is) => {
    expect(told(`${heading},Zao\n${cell},Kahawa\n`)[heading]).toBe(is)
  })
})
