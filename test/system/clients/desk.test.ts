import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { Tickets } from '../../../src/cli/tickets.ts'
import { readConfig } from '../../../src/config/config.ts'
import { ImportDesk } from '../../../src/office/uploads/import-desk.ts'
import { englishWords } from '../../../src/words/words.ts'
import { soon } from '../../support/soon.ts'

/** A sheet at the office page whose step does not come to a result. */

const data = mkdtempSync(join(tmpdir(), 'desk-'))
afterAll(() => rmSync(data, { recursive: true, force: true }))

test.each([
  [
    'aborts for want of memory',
    'process.abort()',
    /^The sheet needs more memory than one import may use\. Make it smaller/,
  ],
  ['is killed by the system', 'process.kill(process.pid, "SIGKILL")', /^The sheet needs more memory/],
  ['says why', 'console.error("No map.\\n    at line 3"); process.exit(1)', /^No map\.$/],
  ['says nothing', 'process.exit(1)', /^The sheet took too long/],
])('a step that %s', async (_what, script, words) => {
  const program = [process.execPath, '-e', script, '--'] as const
  const desk = new ImportDesk(program, readConfig({ data }, {}), new Tickets())
  const { id } = await desk.add('account', 'sheet.csv', Uint8Array.of(1), null, 'en')
  await soon(() => expect(desk.find('account', id)?.fault?.map(englishWords().tell).join(' ')).toMatch(words))
  await desk.end()
})
