import { expect, test } from 'vitest'
import { must } from '../../../../src/base/typed.ts'
import type { MapFault } from '../../../../src/clients/sheets/map-shape.ts'
import { faultSentences } from '../../../../src/clients/sheets/rejects.ts'
import { languageOf } from '../../../../src/words/language.ts'
import { wordsIn } from '../../../../src/words/words.ts'
import { HERE, planOf, small } from '../../../support/clients/importer/support.ts'

/** What is wrong with a row, as readers of each language are told it. */

const toldIn = (code: string, sheet: string, map = small()) => {
  const { tell } = wordsIn(must(languageOf(code)), HERE.timeZone)
  return [...planOf(sheet, map).rows()].flatMap(({ faults }) =>
    faults.map((fault) => tell(faultSentences(fault)).replaceAll('\u00a0', ' ')),
  )
}
const sheet = (...rows: readonly string[]) => ['Farm,Day,Weight', ...rows].join('\n')

test.each([
  ['en', 'Weight “many” has a unit that the map does not have. Write one of kg, lbs after the number,'],
  [
    'sw',
    'Weight “many” ina kipimo ambacho mwongozo wa safu hauna. Andika mojawapo ya kg, lbs baada ya namba,',
  ],
  ['fr', 'Weight « many » a une unité que la correspondance ne prévoit pas. Écrivez après le nombre'],
])('a cell at fault: %s', (code, expected) => {
  expect(toldIn(code, sheet('Rio,3/2/2026,5 many')).join().replace('5 many', 'many')).toContain(expected)
})

test.each([
  ['en', 'Write it as in 5/3/2014 (D/M/YYYY).', 'Write it as in 5/3/2014 (D/M/YYYY) or 2014 (YYYY).'],
  [
    'sw',
    'Iandike kama katika 5/3/2014 (D/M/YYYY).',
    'Iandike kama katika 5/3/2014 (D/M/YYYY) au 2014 (YYYY).',
  ],
  [
    'fr',
    'Écrivez-la comme dans 5/3/2014 (D/M/YYYY).',
    'Écrivez-la comme dans 5/3/2014 (D/M/YYYY) ou 2014 (YYYY).',
  ],
])('a day, with one format and with two: %s', (code, one, two) => {
  const formats = (...patterns: readonly string[]) =>
    small({ dates: { day: { column: 'Day', formats: patterns } } })
  expect(toldIn(code, sheet('Rio,soon,5 kg'), formats('D/M/YYYY')).join()).toContain(one)
  expect(toldIn(code, sheet('Rio,soon,5 kg'), formats('D/M/YYYY', 'YYYY')).join()).toContain(two)
})

test.each([
  ['en', 'The map cannot be used: /time_zone is not a time zone;', '; /as_of must be a day such as'],
  ['sw', 'Mwongozo wa safu hauwezi kutumika: /time_zone si ukanda wa saa;', '; /as_of lazima iwe siku'],
  [
    'fr',
    'La correspondance ne peut pas être utilisée : /time_zone n’est pas un fuseau',
    ' ; /as_of doit être un jour',
  ],
])('a map at fault, in itself and by its shape: %s', (code, zone, name) => {
  const { tell } = wordsIn(must(languageOf(code)), HERE.timeZone)
  const told = (change: object) => {
    try {
      return String(small(change))
    } catch (error) {
      return tell((error as MapFault).what).replaceAll('\u00a0', ' ')
    }
  }
  expect(told({ time_zone: 'Mars', thousands: '.' })).toContain(zone)
  expect(told({ as_of: 'soon', name: 'Small Map' })).toContain(name)
})

test.each([
  ['en', 'The row states the same as another row (row 3).', '(rows 3, 4)'],
  ['sw', 'Mstari unaeleza sawa na mstari mwingine (mstari 3).', '(mistari 3, 4)'],
  ['fr', 'La ligne dit la même chose qu’une autre ligne (ligne 3).', '(lignes 3, 4)'],
])('rows that are one, two of them and three: %s', (code, two, three) => {
  const row = 'Rio,3/2/2026,5 kg'
  expect(toldIn(code, sheet(row, row))[0]).toContain(two)
  expect(toldIn(code, sheet(row, row, row))[0]).toContain(three)
})
