import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { Tickets } from '../../../src/cli/tickets.ts'
import { dataFiles, readConfig } from '../../../src/config/config.ts'
import { ImportDesk } from '../../../src/office/uploads/import-desk.ts'
import { PaymentDesk } from '../../../src/office/uploads/payment-desk.ts'
import { englishWords } from '../../../src/words/words.ts'
import { soon } from '../../support/soon.ts'

/** A sheet at the office page whose step does not come to a result, or whose map cannot be kept. */

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

test('what a step wrote is shown even if the map cannot be kept', async () => {
  const config = readConfig({ data }, {})
  const { importMaps, paymentMap } = dataFiles(data)
  for (const file of [importMaps, paymentMap]) mkdirSync(`${file}.new/in the way`, { recursive: true })
  const proposal = { columns: [], points: [] }
  const result = { proposal, choices: {}, map: '{}', report: {}, isWritten: true, looked: null }
  const program = [process.execPath, '-e', `console.log('${JSON.stringify(result)}')`, '--'] as const
  const imports = new ImportDesk(program, config, new Tickets())
  const sheet = await imports.add('account', 'sheet.csv', Uint8Array.of(1), null, 'en')
  const payments = new PaymentDesk(program, config, new Tickets())
  const sent = { name: 'file.csv', bytes: Uint8Array.of(1), map: '{}', list: '{}', isOwnMap: true }
  const file = await payments.add('account', sent, 'en')
  await soon(() =>
    expect([imports.find('account', sheet.id), payments.find('account', file.id)]).toEqual([
      expect.objectContaining({ running: null, isWritten: true, fault: null }),
      expect.objectContaining({ running: null, isWritten: true, fault: null }),
    ]),
  )
  await Promise.all([imports.end(), payments.end()])
})
