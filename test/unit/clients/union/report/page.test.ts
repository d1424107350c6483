import { expect, test } from 'vitest'
import { must } from '../../../../../src/base/typed.ts'
import { type Report, reportParts } from '../../../../../src/clients/union/report/page.ts'
import { textOf } from '../../../../../src/text/parts.ts'
import { COLUMNS } from '../../../../../src/text/wrap.ts'
import { englishWords } from '../../../../../src/words/words.ts'

test('the figures beside long names fit the page', () => {
  const [source, figure] = ['Bukomansimbi-Organic-Coffee-Farmers-Cooperative-Union', '1,234,567']
  const report = {
    of: 'deliveries',
    rows: [
      {
        ...{ source, crop: 'coffee_green_bean_washed_of_the_highest_grade', month: '2026-01', hidden: false },
        ...{ amount: 12_345_678_901, at_least: null, count: 1_234_567, people: 1_234_567 },
      },
    ],
    months: { decided: [], waiting: [] },
    until: '2026-02',
  } as unknown as Report
  const lines = textOf(reportParts(report, englishWords())).split('\n')
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(COLUMNS)
  expect(lines.join('\n').split(figure)).toHaveLength(3)
  const width = 2 + must(/^ {2}(-+) {2}-/m.exec(lines.join('\n'))?.[1]).length
  expect(lines.map((line) => line.slice(2, width).trim()).join('')).toContain(source)
})
