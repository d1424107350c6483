import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { damagedIn, noteDamaged } from '../../../../src/appliance/backup/damaged.ts'
import { message } from '../../../../src/words/message.ts'

test('a damaged object is remembered, also after a note that a power cut ended', () => {
  const folder = mkdtempSync(join(tmpdir(), 'damaged-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const what = message('backup.fault.pages')
  const objects = ['a', 'b'].map((digit) => digit.repeat(64))
  expect(objects.some((object) => damagedIn(folder).has(object))).toBe(false)
  for (const object of objects) {
    noteDamaged(folder, [
      { what, object },
      { what, object: undefined },
    ])
    appendFileSync(join(folder, 'damaged'), 'abc')
  }
  expect(objects.every((object) => damagedIn(folder).has(object))).toBe(true)
})
