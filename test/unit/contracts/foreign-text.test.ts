import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** What somebody else wrote leaves by the ways that make it safe (docs/decisions/foreign-text.md), and by no other. */

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) =>
  /\.tsx?$/.test(name),
)
const thatSay = (words: RegExp): string[] =>
  sources.filter((name) => words.test(readFileSync(join('src', name), 'utf8'))).sort()

test('pages: HTML is made in one place, and nothing is put into it as it is but drawings and styles of our own', () => {
  expect(thatSay(/preact-render-to-string/)).toEqual(['text/rendered.ts'])
  expect(thatSay(/dangerouslySetInnerHTML/)).toEqual(['office/frame/shell.tsx', 'text/html.tsx'])
})

test('terminals: what writes by itself writes figures and words of our own', () => {
  expect(thatSay(/process\.std(out|err)\.write\(|console\.(log|error|warn|info)\(/)).toEqual([
    'cli/crash-report.ts',
    'cli/print.ts',
    'cli/progress.ts',
    'clients/importer/import-command.ts',
    'consent/rights-command.ts',
    'main.ts',
  ])
})

test('sheets: one function writes cells; the importer passes on what it read of a workbook or a map of plots', () => {
  expect(thatSay(/quotedCell/)).toEqual(['clients/sheets/csv.ts', 'text/csv.ts'])
  expect(thatSay(/\bwriteTable\(/)).toEqual([
    'clients/outlines/features.ts',
    'clients/sheets/csv.ts',
    'clients/sheets/rejects.ts',
    'clients/sheets/spreadsheet.ts',
  ])
})

test('files: their names are made safe where they are sent', () => {
  expect(thatSay(/filename="\$\{/)).toEqual(['office/frame/reply.ts'])
})
