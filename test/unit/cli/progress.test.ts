import { expect, test } from 'vitest'
import { must } from '../../../src/base/typed.ts'
import { Bar } from '../../../src/cli/progress.ts'
import { ENGLISH, languageOf } from '../../../src/words/language.ts'
import { message } from '../../../src/words/message.ts'
import { wordsIn } from '../../../src/words/words.ts'

function drawn(work: (bar: Bar) => void, language = ENGLISH): string[] {
  let text = ''
  const bar = new Bar(wordsIn(language, 'UTC'), { write: (more: string) => (text += more) })
  work(bar)
  bar.end()
  return text.split('\n')
}

test('each step has a line of its own, which ends as it ended', () => {
  const lines = drawn((bar) => {
    bar.step(message('progress.copying'), 4 * 1024 * 1024, 'bytes')
    bar.add(1024 * 1024)
    bar.step(message('progress.readingPictures'), 2, 'pictures')
    bar.add(2)
  })
  expect(lines.map((line) => line.split('\r').at(-1)?.trim())).toEqual([
    'Copying the database         [######..................] 1.0 of 4.0 MiB',
    'Pictures                     [########################] 2 of 2 pictures',
    '',
  ])
})

test('a step that has nothing to do is not shown', () => {
  expect(drawn((bar) => bar.step(message('progress.readingPictures'), 0, 'pictures'))).toEqual([''])
})

test('in French', () => {
  const [line] = drawn(
    (bar) => bar.step(message('progress.copying'), 4 * 1024 * 1024, 'bytes'),
    must(languageOf('fr')),
  )
  expect(line).toContain('\rCopie de la base             [........................] 0,0 sur 4,0 MiB')
})
