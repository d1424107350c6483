import { spawn } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { bundled } from '../../support/bundled.ts'
import { temporaryFolder } from '../../support/command.ts'

test.skipIf(process.getuid?.() !== 0)(
  'under sudo an export and a pack are written where only the operator may write',
  async () => {
    const child = await bundled('test/support/cli/writes-in-turn.ts')
    const folder = temporaryFolder()
    const started = spawn(process.execPath, [child.program, folder], { stdio: ['ignore', 'pipe', 'pipe'] })
    const [out, err] = await Promise.all([text(started.stdout), text(started.stderr)])
    expect(out, err).toBe('64000\n')
    expect(JSON.parse(readFileSync(join(folder, 'export', 'manifest.json'), 'utf8')).files).toEqual([])
    expect(readFileSync(join(folder, 'pack', 'summary.txt'), 'utf8')).toBe('A lot')
    expect(statSync(join(folder, 'pack')).uid).toBe(0)
  },
)
