import { describe, expect, test } from 'vitest'
import { must } from '../../../../src/base/typed.ts'
import { compileMap } from '../../../../src/clients/importer/compiled-map.ts'
import { layoutOf } from '../../../../src/clients/importer/guess/layout.ts'
import { type GivenAnswers, Replay } from '../../../../src/clients/importer/guess/replay.ts'
import { guess } from '../../../../src/clients/importer/guess/session.ts'
import type { ImportMap } from '../../../../src/clients/importer/map.ts'
import { briefJson, reportText } from '../../../../src/clients/importer/report.ts'
import { runImport } from '../../../../src/clients/importer/run.ts'
import { languageOf } from '../../../../src/words/language.ts'
import { type Words, wordsIn } from '../../../../src/words/words.ts'
import {
  type Answers,
  answered,
  FACTS,
  type ToldQuestion,
} from '../../../support/clients/importer/dialogue.ts'
import {
  COOPERATIVE,
  faultsOf,
  HERE,
  MemoryStore,
  registry,
  rowsOf,
  SECRET,
  WORDS,
} from '../../../support/clients/importer/support.ts'

/** What the dialogue asks where a sheet can be read in two ways, and what the map then makes of each row. */

const USUAL: Answers = [
  [/What is a row/, 'delivery'],
  [/Which crop/, 'maize_grain'],
  [/Lawful basis/, 'contract_performance'],
]

async function asked(sheet: string, answers: Answers = [], words?: Words) {
  const step = async (given: GivenAnswers) => {
    const replay = new Replay(given)
    return guess(replay, layoutOf(sheet), FACTS, replay.confirm)
  }
  const { map, questions } = await answered(step, [...answers, ...USUAL], words)
  return { map, questions, text: questions.map((one) => (one.kind === 'columns' ? '' : one.text)) }
}

const draftsOf = (sheet: string, map: ImportMap) =>
  rowsOf(sheet, compileMap(map, registry)).flatMap(({ records }) =>
    records.map(({ draft }) => draft).filter(({ type }) => type === 'delivery'),
  )
const optionsOf = (questions: readonly ToldQuestion[], pattern: RegExp): string[] =>
  questions.flatMap((one) =>
    one.kind === 'choice' && pattern.test(one.text)
      ? one.choices.map(({ shown, word }) => shown ?? word)
      : [],
  )

describe('a comma beside 1,250', () => {
  const sheet =
    'Receipt,Date,Member No,Name,Kg\n1,13/03/2026,R1,Akello Sarah,"1,250 kg"\n2,14/03/2026,R1,Akello Sarah,"10,5 kg"\n3,15/03/2026,R1,Akello Sarah,98 kg\n'

  test('is asked, with rows under each reading', async () => {
    const { questions } = await asked(sheet, [[/mark$/, 'decimals']])
    expect(optionsOf(questions, /mark$/)).toEqual([
      'a thousand: "1,250 kg" is 1250, "10,5 kg" cannot be read, "98 kg" is 98',
      'a decimal: "1,250 kg" is 1.25, "10,5 kg" is 10.5, "98 kg" is 98',
    ])
  })

  test.each([
    ['fr', 'les milliers : « 1,250 kg » est 1250, « 10,5 kg » est illisible, « 98 kg » est 98', '1,25'],
    ['sw', 'maelfu: “1,250 kg” ni 1250, “10,5 kg” haisomeki, “98 kg” ni 98', '1.25'],
  ])('is asked in the reader’s language: %s', async (code, thousands, decimals) => {
    const answers: Answers = [
      [/1,250/, 'decimals'],
      [/Qu’est-ce qu’une ligne|Mstari mmoja/, 'delivery'],
      [/produit|zao/, 'maize_grain'],
      [/^Base|^Msingi/, 'contract_performance'],
    ]
    const { questions } = await asked(sheet, answers, wordsIn(must(languageOf(code)), FACTS.timeZone))
    const [first, second] = optionsOf(questions, /1,250/)
    expect(first?.replaceAll('\u00a0', ' ')).toBe(thousands)
    expect(second).toContain(decimals)
  })

  test.each([
    ['decimals', [1.25, 10.5, 98]],
    ['thousands', [1250, 98]],
  ])('as %s', async (answer, values) => {
    const { map } = await asked(sheet, [[/mark$/, answer]])
    expect(draftsOf(sheet, map).map(({ quantity }) => (quantity as { value: number }).value)).toEqual(values)
  })
})

test('dates that a spreadsheet program may have turned round are asked, and read as answered', async () => {
  const sheet =
    'Receipt,Date,Name,Kg\n1,2026-03-04,Akello Sarah,10\n2,2026-05-04,Byaruhanga John,20\n3,13/04/2026,Akello Sarah,30\n4,27/04/2026,Byaruhanga John,40\n'
  const daysWith = async (answer: string) => {
    const { map, questions } = await asked(sheet, [[/two ways/, answer]])
    expect(optionsOf(questions, /two ways/)[1]).toContain('"2026-03-04" is 3 April 2026')
    return draftsOf(sheet, map).map(({ occurred_at }) => String(occurred_at).slice(0, 10))
  }
  expect(await daysWith('1')).toEqual(['2026-04-03', '2026-04-05', '2026-04-13', '2026-04-27'])
  expect((await daysWith('0'))[0]).toBe('2026-03-04')
})

describe('kilograms', () => {
  const milk = 'Slip,Date,Supplier,Litres\n9001,21/05/2026,Alpha,55\n9002,22/05/2026,Beta,112.5\n'
  const crop = [/Which crop/, 'milk_cow_raw'] as const

  test('of litres of milk are offered by the factor of the crop', async () => {
    const { map, text } = await asked(milk, [crop])
    expect(text).toContain('How many kilograms of milk_cow_raw is one l?')
    expect(draftsOf(milk, map).map(({ normalized_kg }) => normalized_kg)).toEqual([56.65, 115.875])
  })

  test('that nobody knows are not invented', async () => {
    const { map } = await asked(milk, [crop, [/How many kilograms/, 'none']])
    expect(draftsOf(milk, map).map(({ normalized_kg }) => normalized_kg)).toEqual([undefined, undefined])
  })

  test('by definition are used unasked, by a map that names no factor too', async () => {
    const sheet = 'Date,Name,Weight (lb)\n21/05/2026,Alpha,100\n'
    const { map, text } = await asked(sheet)
    expect(text.filter((one) => /kilograms/.test(one))).toEqual([])
    const bare = { ...map, units: { lb: { unit: 'lb' } } }
    for (const one of [map, bare])
      expect(draftsOf(sheet, one)[0]).toMatchObject({ normalized_kg: 45.359237, conversion_id: 'lb_exact' })
  })
})

test('a unit that the sheet calls otherwise is answered by the id of the registry', async () => {
  const sheet =
    'Slip,Date,Supplier,Quantity,Unit\n1,21/05/2026,Alpha,3,gunny bags\n2,22/05/2026,Beta,2,gunny bags\n'
  const { map } = await asked(sheet, [
    [/Which unit/, 'bag_50kg'],
    [/How many kilograms/, 'none'],
  ])
  expect(map.units).toEqual({ 'gunny bags': { unit: 'bag_50kg' } })
  await expect(asked(sheet, [[/Which unit/, 'gunny bags']])).rejects.toThrow('It has bag, ')
})

test('given and family names are one name', async () => {
  const sheet = 'nom;prénoms;téléphone\nMbarga;Alice;+237670000101\nFouda;Benoît;+237670000102\n'
  const { map } = await asked(sheet, [[/What is a row/, 'people']])
  expect(map.parties?.farmer).toMatchObject({ name: { column: 'prénoms', followed_by: ['nom'] } })
})

describe('what no column tells', () => {
  test('is the same in every row: day, farmer, place', async () => {
    const sheet = 'Store: Budadiri,\n,\nReceipt,Kg\n1,10\n2,12\n'
    const { map } = await asked(sheet, [
      [/Which day/, '20/6/2026'],
      [/Who is it/, 'Akello Sarah'],
      [/Where was it/, 'Budadiri'],
      [/Which unit|In which unit/, 'kg'],
    ])
    expect(draftsOf(sheet, map)).toMatchObject([
      { location: 'Budadiri', occurred_at: '2026-06-20T09:00:00.000Z' },
      { location: 'Budadiri', occurred_at: '2026-06-20T09:00:00.000Z' },
    ])
    expect(map.parties?.farmer?.name).toEqual({ constant: 'Akello Sarah' })
  })

  test('and the next day of the same book makes other records', async () => {
    const sheet = 'Receipt,Kg,Name\n1,10,Akello Sarah\n'
    const { map } = await asked(sheet, [[/Which day/, '20/6/2026']])
    const next = { ...map, dates: { day: { constant: '2026-06-21' } } }
    const [one, other] = [map, next].map((each) => draftsOf(sheet, each)[0]?.id)
    expect(one).not.toBe(other)
  })

  test('a ledger with member numbers alone is of members that are known', async () => {
    const { map } = await asked('Date,Member No,Kg\n21/5/2026,R1,10\n')
    expect(map).toMatchObject({ members: { farmer: { member_no: { column: 'Member No' } } } })
    expect(map.parties).toBeUndefined()
  })
})

describe('a register with a column for each day', () => {
  const sheet =
    'Member No,Name,1/3/2026,2/3/2026,3/3/2026,Total\nR1,Akello Sarah,10,12.5,,22.5\nR2,Byaruhanga John,20,,7,27\n'

  test('is read as a row for each day that has something', async () => {
    const { map } = await asked(sheet, [[/two ways/, '0']])
    expect(
      draftsOf(sheet, map).map(({ occurred_at, quantity }) => [
        String(occurred_at).slice(0, 10),
        (quantity as { value: number }).value,
      ]),
    ).toEqual([
      ['2026-03-01', 10],
      ['2026-03-02', 12.5],
      ['2026-03-01', 20],
      ['2026-03-03', 7],
    ])
    expect(faultsOf(sheet, compileMap(map, registry))).toEqual([])
  })

  test('says the row of the sheet where a cell is at fault, and comes back once', async () => {
    const { map } = await asked(sheet, [[/two ways/, '0']])
    const compiled = compileMap(map, registry)
    expect(faultsOf(sheet.replace('7,27', 'many,27'), compiled)).toEqual([
      '3 Quantity of that day: is not a number in the style of the map',
    ])
  })
})

describe('the report', () => {
  test('says how many rows have no kilograms, no day, no number', async () => {
    const sheet =
      'Receipt,Date,Name,Quantity,Unit\n1,21/05/2026,Akello,3,basket\n2,soon,Okot,3,basket\n3,23/05/2026,Okot,many,basket\n4,24/05/2026,Okot,3,kg\n'
    const { map } = await asked(sheet)
    const result = await runImport({
      text: sheet,
      map: compileMap(map, registry),
      registry,
      cooperative: COOPERATIVE,
      secret: SECRET,
      people: [],
      store: new MemoryStore(),
      dryRun: true,
      ...HERE,
      words: WORDS,
    })
    expect(result.lacking).toEqual({ kg: 1, day: 1, number: 1 })
    expect(reportText(WORDS, result)).toContain('1 row without kilograms')
    expect(briefJson(result).lacking).toEqual(result.lacking)
  })
})

test('what somebody should know is told before the questions', async () => {
  const sheet =
    'Receipt,Date,Name,Kg,Kg,Moisture\n1,21/05/2026,Akello,120,1,12.3%\n2,22/05/2026,Okot,75 kgs,1,11%\n3,23/05/2026,Okot,80,1,11%\n'
  const { questions, map } = await asked(sheet)
  const [columns] = questions
  expect(columns?.kind === 'columns' && columns.hints.slice(1)).toEqual([
    'The heading "Kg" occurs more than once. Only the first of these columns is read.',
    '"Kg" has 1 cell with their own unit, such as 75 kgs, among plain numbers.',
    '"Moisture" has percentages, such as 12.3%. They are not quantities. As a remark they are stored unchanged.',
  ])
  expect(map.units).toEqual({ kg: { unit: 'kg' }, kgs: { unit: 'kg' } })
})
