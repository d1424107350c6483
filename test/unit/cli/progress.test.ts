import { expect, test } from 'vitest'
import { Bar } from '../../../src/cli/progress.ts'

function drawn(work: (bar: Bar) => void): string[] {
  let text = ''
  const bar = new Bar({ write: (more: string) => (text += more) })
  work(bar)
  bar.end()
  return text.split('\n')
}

test('each step has a line of its own, which ends as it ended', () => {
  const lines = drawn((bar) => {
    bar.step('Copying', 4 * 1024 * 1024, 'bytes')
    bar.add(1024 * 1024)
    bar.step('Pictures', 2, 'pictures')
    bar.add(2)
  })
  expect(lines.map((line) => line.split('\r').at(-1)?.trim())).toEqual([
    'Copying                      [######..................] 1.0 of 4.0 MiB',
    'Pictures                     [########################] 2 of 2 pictures',
    '',
  ])
})

test('a step that has nothing to do is not shown', () => {
  expect(drawn((bar) => bar.step('Pictures', 0, 'pictures'))).toEqual([''])
})
