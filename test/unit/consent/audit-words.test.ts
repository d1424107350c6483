import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { must } from '../../../src/base/typed.ts'
import { actOf, toldOf } from '../../../src/consent/audit-words.ts'
import { LOOKING } from '../../../src/tasks.ts'
import { languageOf, languages } from '../../../src/words/language.ts'
import { englishWords, wordsIn } from '../../../src/words/words.ts'
import { EN } from '../../support/catalogue.ts'

/** The audit log for people: no act is shown by the name that programs have for it. */

const SRC = resolve(import.meta.dirname, '../../../src')

/** Where the source names an act for the audit log: beside a word for it. */
const NAMED = [
  /noteAct\(\s*[\w.#]+,\s*(?:\{[^}]*\}|\w+),\s*'([a-z_.-]+)'/g,
  /noteOwn\([\w.]+, '([a-z_]+)'/g,
  /noteLook\(\w+, \w+, '([a-z_.]+)'/g,
  /(?:disclosures|log|\))\.note\('([a-z_]+)'/g,
  /perform\(\s*(?:\{[^}]*\}|[^,{}]+),\s*'([a-z_]+)'/g,
  /#audit\((?:\{[^}]*\}|\w+), '([a-z_]+)'/g,
  /new Collected\([\w.#]+, [\w.#]+, [\w.#]+, '([a-z_]+)'/g,
  /\baction[?]?: '([a-z_]+)'/g,
  /#find\('([a-z_]+)'/g,
]

function namedIn(text: string): string[] {
  return NAMED.flatMap((pattern) => [...text.matchAll(pattern)].map(([, act]) => act as string))
}

test('every act that the audit log may have has words', () => {
  const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'))
  const acts = new Set([
    ...LOOKING,
    ...files.flatMap((path) => namedIn(readFileSync(`${SRC}/${path}`, 'utf8'))),
  ])
  expect(acts.size).toBeGreaterThan(60)
  expect([...acts].filter((act) => !(`audited.${act}` in EN)).sort()).toEqual([])
})

test('so has every outcome of one that is no refusal, in each language', () => {
  const outcomes = ['done', 'disclosed', 'begun', 'stopped', 'failed', 'refused']
  for (const { code } of languages())
    for (const outcome of outcomes)
      expect(languageOf(code)?.has(`word.${outcome}`), `${outcome} in ${code}`).toBe(true)
})

test('a role is told in words, as are times', () => {
  const words = wordsIn(must(languageOf('sw')), 'UTC')
  const detail = { person: 'Neema', role: 'clerk', until: '2026-06-28T09:00:00.000Z' }
  expect(toldOf(words, { detail: detail as never })).toEqual(['Neema', 'karani', '28 Jun 2026, 09:00 +00:00'])
})

test('an act is told with what came of it', () => {
  expect(actOf(englishWords(), { action: 'party.claiming', outcome: 'done' })).toBe(
    'looked for people with a telephone number: done',
  )
  expect(actOf(englishWords(), { action: 'grant.held', outcome: 'no_live_grant' })).toBe(
    'looked at what a reader may read: no live grant',
  )
})
