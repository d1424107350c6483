import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bundled } from '../../support/bundled.ts'
import { started } from '../../support/child-programs.ts'
import { temporaryFolder } from '../../support/command.ts'
import { heard } from '../../support/heard.ts'

test('a program whose parent has just gone goes on, although nobody hears its progress', async () => {
  const command = await bundled('test/support/cli/tells-parent.ts')
  const gone = join(temporaryFolder(), 'gone')
  const child = spawn(process.execPath, [command.program, gone], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  const program = heard(started(child))
  // Of a program that was disconnected Node never says that its streams are closed.
  const ended = once(child, 'exit')
  let isTold = false
  child.once('message', () => {
    isTold = true
  })
  await program.soon(() => expect(isTold).toBe(true))
  child.disconnect()
  writeFileSync(gone, '')
  expect(await ended).toEqual([0, null])
})
