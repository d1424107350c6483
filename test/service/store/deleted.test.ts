import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { Scratch } from '../../../src/appliance/backup/scratch.ts'
import { Tickets } from '../../../src/cli/tickets.ts'
import { readConfig } from '../../../src/config/config.ts'
import { lineKey, type OperatorLine } from '../../../src/domain/operator-lines.ts'
import { ImportDesk } from '../../../src/office/uploads/import-desk.ts'
import type { KeptList } from '../../../src/records/payments/list-tasks.ts'
import { makeAppliance } from '../../support/appliance.ts'
import { temporaryFolder } from '../../support/command.ts'
import { aPicture, scene } from '../../support/evidence/scene.ts'
import { sha256 } from '../../support/evidence/uploading.ts'

/**
 * What is deleted is gone from the data folder, the database and its journal included. The database itself deletes nothing
 * (`schema.sql` refuses it), so only files are deleted.
 */

const NAME = 'Zawadi Kipekee'

/** The files of a folder that hold these bytes. */
const holding = (folder: string, wanted: string | Buffer): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => readFileSync(file).includes(wanted))

test('a payment list that is dropped', async () => {
  const a = await makeAppliance()
  const id = uuidv7()
  const lines = [{ name: NAME, currency: 'UGX', amount_minor: 1, debts: [] }]
  const list = { id, made_at: '2026-06-01T00:00:00.000Z', payer: a.cooperative.id, lines, left_out: [] }
  await a.tasks.run('payment.keep-list', 'clerk', list as unknown as KeptList)
  expect(holding(a.data, NAME)).toHaveLength(1)
  await a.tasks.run('payment.drop-list', 'clerk', { id })
  expect(holding(a.data, NAME)).toEqual([])
})

test('a line of an operator that is decided', async () => {
  const a = await makeAppliance()
  const line: OperatorLine = {
    ...{ row: 2, reference: '', phone: '+256772123456', state: 'paid', transaction: 'T1' },
    ...{ amount: { amount_minor: 5, currency: 'UGX' }, time: null, fee: null, note: NAME },
  }
  const left = [{ line, reason: 'refused' as const }]
  await a.tasks.run('payment.wait', 'clerk', {
    key: 'x',
    file: 'a.csv',
    left,
    decided: [],
    isUnfinished: false,
  })
  expect(holding(a.data, NAME)).toHaveLength(1)
  await a.tasks.run('payment.decide', 'clerk', { key: lineKey(line), how: 'recorded' })
  expect(holding(a.data, NAME)).toEqual([])
})

test('a picture whose upload was ended', async () => {
  const s = await scene()
  const picture = await aPicture()
  const some = picture.subarray(picture.length - 65, picture.length - 1)
  const path = (await s.hand.begin(picture, sha256(picture))).headers.location as string
  await s.hand.send(path, 0, picture.subarray(0, picture.length - 1))
  const part = picture.subarray(100, 164)
  for (const sent of [part, some]) expect(holding(s.a.data, sent)).toHaveLength(1)
  expect((await s.hand.end(path)).status).toBe(204)
  expect(holding(s.a.data, part)).toEqual([])
  expect(holding(s.a.data, some)).toEqual([])
  await s.a.close()
})

test('a sheet whose import was closed, and all sheets when the service ends', async () => {
  const data = join(temporaryFolder(), 'data')
  const program = [process.execPath, '-e', 'process.exit(1)', '--'] as const
  const desk = new ImportDesk(program, readConfig({ data }, {}), new Tickets())
  const sheet = Buffer.from(`name,kg\n${NAME},5\n`)
  const add = () => desk.add('account', 'sheet.csv', sheet, null, 'en')
  const { id } = await add()
  expect(holding(data, NAME)).toHaveLength(1)
  desk.close('account', id)
  expect(holding(data, NAME)).toEqual([])
  await add()
  expect(holding(data, NAME)).toHaveLength(1)
  await desk.end()
  expect(holding(data, NAME)).toEqual([])
})

test('the copy of the database that a backup is made of', async () => {
  const scratch = new Scratch(join(temporaryFolder(), 'backup'))
  writeFileSync(scratch.file('granary.db'), NAME)
  expect(holding(scratch.path, NAME)).toHaveLength(1)
  scratch.close()
  expect(holding(scratch.path, NAME)).toEqual([])
})
