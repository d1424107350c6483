import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bundled } from '../../support/bundled.ts'
import { temporaryFolder } from '../../support/command.ts'

test('a program whose parent has just gone goes on, although nobody hears its progress', async () => {
  const command = await bundled('test/support/cli/tells-parent.ts')
  try {
    const gone = join(temporaryFolder(), 'gone')
    const stdio = ['ignore', 'ignore', 'inherit', 'ipc'] as const
    const child = spawn(process.execPath, [command.program, gone], { stdio: [...stdio] })
    const ended = once(child, 'exit')
    await once(child, 'message')
    child.disconnect()
    writeFileSync(gone, '')
    expect(await ended).toEqual([0, null])
  } finally {
    command.remove()
  }
})
