import { describe, expect, test } from 'vitest'
import { openIn, optionsOf, proposalOf, proposalOfFile } from '../../../support/clients/importer/proposal.ts'
import { WORDS } from '../../../support/clients/importer/support.ts'
import { type WorkbookCell, withMerged, workbook } from '../../../support/clients/workbook.ts'

/** Weights in merged cells, and prices in a currency that two countries' banks call alike. */

const ROWS: readonly (readonly WorkbookCell[])[] = [
  ['Day', 'Farmer', 'Kg', 'Price per kg'],
  [{ serial: 46328 }, 'Grace Nakato', 120, 3500],
  [{ serial: 46328 }, 'Mary Aber', null, 3500],
  [{ serial: 46329 }, 'Sarah Akello', 5, 3500],
  [{ serial: 46329 }, 'Asha Moshi', 6, null],
]

describe('a column whose figure is in merged cells is not sure', () => {
  test.each([
    ['C2:C3', 'Kg'],
    ['D4:D5', 'Price per kg'],
  ])('%s', async (ref, name) => {
    const { columns } = await proposalOfFile(Buffer.from(withMerged(ROWS, ref)), 'book.xlsx')
    const said = columns.map((one) => [one.name, `${one.sureness}: ${WORDS.tell(one.why)}`])
    expect(Object.fromEntries(said)).toMatchObject({
      Farmer: 'sure: sure',
      [name]: `look: merged cells such as ${ref} have its figure: 2 rows are refused`,
    })
  })
  test('without them, it is', async () => {
    const { columns } = await proposalOfFile(Buffer.from(workbook({ Ledger: ROWS })), 'book.xlsx')
    expect(columns.map(({ sureness }) => sureness)).toEqual(['sure', 'sure', 'sure', 'sure'])
  })
})

describe('CFA francs are of West or of Central Africa, which a person says', () => {
  const sheet = (heading: string) => `Date,Producteur,Poids (kg),${heading}\n25/6/2026,Awa,12,1500\n`
  test.each(['Prix par kg (FCFA)', 'Prix/kg F CFA', 'Prix par kg en francs CFA'])('%s', (heading) => {
    const proposal = proposalOf(sheet(heading), { prices: 'agreed' })
    expect(openIn(proposal)).toEqual(['In which currency is the price, such as UGX?'])
    expect(optionsOf(proposal, 'currency')).toEqual([
      'XOF: the CFA franc of West Africa, as in Senegal, Côte d’Ivoire or Togo',
      'XAF: the CFA franc of Central Africa, as in Cameroon, Gabon or Chad',
    ])
    const { draft } = proposalOf(sheet(heading), { prices: 'agreed', currency: 'XAF' })
    expect(draft.records?.delivery?.agreed_price).toMatchObject({
      currency: { constant: 'XAF' },
      decimals: 0,
    })
  })
  test.each(['Prix par kg (XOF)', 'Prix par kg (UGX)'])('a code says it: %s', (heading) => {
    expect(openIn(proposalOf(sheet(heading), { prices: 'agreed' }))).toEqual([])
  })
})
