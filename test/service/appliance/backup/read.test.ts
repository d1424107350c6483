import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import {
  type Backed,
  backed,
  create,
  filesBelow,
  folder,
  kernelOf,
} from '../../../support/appliance/backup/help.ts'
import { cli, coopIn, json } from '../../../support/command.ts'

/** One member's records in a backup, read without a restore. */

interface Kept extends Backed {
  readonly grace: string
  readonly id: string
}

/** A backup with two members' records; afterwards a harvest was corrected and another was added. */
async function kept(): Promise<Kept> {
  const b = await backed()
  const { party, did } = coopIn(b.data)
  const grace = await party('person', 'Grace Nakato', '71')
  const okello = await party('person', 'Okello John', '72')
  await party('person', 'Okello Peter', '73')
  for (const [producer, amount] of [
    [grace, '120'],
    [grace, '80'],
    [okello, '4711'],
  ] as const)
    expect(await did('record', 'add', 'harvest', ...harvest(producer, amount))).toMatchObject({ code: 0 })
  const { id } = await create(b)
  await did('record', 'add', 'harvest', ...harvest(grace, '999'))
  return { ...b, grace, id }
}

const harvest = (producer: string, amount: string): string[] => [
  ...['--producer', producer, '--crop', 'maize_grain', '--quantity', `${amount} kg`],
  ...['--date', '2026-03-02', '--basis', 'contract_performance'],
]

const args = (b: Kept, member: string, ...more: string[]) => [
  ...['--member', member, '--data', b.data, '--from', b.place, '--identity', b.identity, ...more],
]
const said = (b: Kept, member: string, ...more: string[]) =>
  cli('backup', 'read', ...args(b, member, ...more))
const read = (b: Kept, member: string, ...more: string[]) =>
  json('backup', 'read', ...args(b, member, ...more))

/** Every file of the data folder but the database and its lock, with its content. */
const contentOf = (data: string) =>
  filesBelow(data)
    .filter((file) => !/granary\.(db|lock)/.test(file))
    .map((file) => [file, statSync(file).mtimeMs, readFileSync(file, 'hex')])

const logOf = (data: string): unknown[] => {
  const kernel = kernelOf(data)
  try {
    return kernel.store.db.prepare('SELECT seq, digest FROM entry ORDER BY seq').raw().all()
  } finally {
    kernel.close()
  }
}

test('shows the records about the member as they were, and when that was', async () => {
  const b = await kept()
  const { code, out, err } = await said(b, '71')
  expect([code, err]).toEqual([0, ''])
  expect(out).toContain(`Grace Nakato, as recorded when backup ${b.id} was made`)
  expect(out).toContain('120 kg')
  expect(out).toContain('80 kg')
  for (const other of ['999', '4711', 'Okello']) expect(out).not.toContain(other)

  const told = await read(b, '71', b.id)
  expect(told).toMatchObject({ code: 0, backup: b.id, party: b.grace, name: 'Grace Nakato', audited: true })
  expect(Date.parse(told.made_at)).toBeGreaterThan(0)
  const types = told.records.map(({ type }: { type: string }) => type).sort()
  expect(types).toEqual(['harvest', 'harvest', 'party'])
})

test('the member is found by number, id or name; the remedy says what to give instead', async () => {
  const b = await kept()
  for (const named of ['71', b.grace, 'Grace Nakato', 'nakato'])
    expect(await read(b, named), named).toMatchObject({ code: 0, party: b.grace })
  const several = await read(b, 'Okello')
  expect(several.code).toBe(1)
  expect(several.error.message).toContain('Okello John (72), Okello Peter (73)')
  expect(several.error.remedy).toContain('Give the member number')
  const none = await read(b, '999')
  expect([none.code, none.error.message]).toEqual([1, 'The backup holds no party "999".'])
  expect(none.error.remedy).toContain('granary backup list')
  expect(await read(b, '00000000-0000-7000-8000-000000000000')).toMatchObject({ code: 1 })
})

test('changes nothing in the data folder, and leaves nothing behind; the audit log has the look', async () => {
  const b = await kept()
  const before = [contentOf(b.data), logOf(b.data)]
  const aside = folder()
  vi.stubEnv('TMPDIR', aside)
  onTestFinished(() => void vi.unstubAllEnvs())
  await read(b, '71')
  await read(b, 'Okello')
  expect([contentOf(b.data), logOf(b.data)]).toEqual(before)
  expect(existsSync(join(b.data, 'backup', 'work'))).toBe(false)
  expect(readdirSync(aside)).toEqual([])

  const { entries } = await json('audit', '--data', b.data, '--about', '71')
  const looks = entries.filter(({ action }: { action: string }) => action === 'backup.read')
  expect(looks).toHaveLength(1)
  expect(looks[0]).toMatchObject({ operator: expect.any(String), detail: { backup: b.id, party: b.grace } })
})

test('without a data folder it works too, says that nothing notes it, and leaves nothing', async () => {
  const b = await kept()
  const elsewhere = { ...b, data: join(folder(), 'none') }
  const aside = folder()
  vi.stubEnv('TMPDIR', aside)
  onTestFinished(() => void vi.unstubAllEnvs())
  const { code, out, err } = await said(elsewhere, '71')
  expect([code, out.includes('120 kg')]).toEqual([0, true])
  expect(err).toContain('no audit log notes')
  expect(existsSync(elsewhere.data)).toBe(false)
  expect(readdirSync(aside)).toEqual([])
})

test('a look that cannot be noted is not shown', async () => {
  const b = await kept()
  const kernel = kernelOf(b.data)
  const refused = await said(b, '71').finally(() => kernel.close())
  expect(refused.code).toBe(1)
  expect(refused.out).toBe('')
  expect(refused.err).not.toContain('120')
})

test('another key, a damaged object, and a missing option end with the remedy', async () => {
  const b = await kept()
  const other = await backed()
  const locked = await read({ ...b, identity: other.identity }, '71')
  expect([locked.code, locked.error.remedy === '']).toEqual([1, false])
  expect((await cli('backup', 'read', '--data', b.data, '--member', '71')).code).toBe(2)
  const objects = join(b.placeFolder, 'backups', 'objects')
  for (const file of filesBelow(objects)) {
    const bytes = readFileSync(file)
    bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1)
    rmSync(file)
    mkdirSync(join(file, '..'), { recursive: true })
    writeFileSync(file, bytes)
  }
  const damaged = await read(b, '71')
  expect(damaged.code).toBe(1)
  expect(damaged.error.remedy).not.toBe('')
  expect(existsSync(join(b.data, 'backup', 'work'))).toBe(false)
})
