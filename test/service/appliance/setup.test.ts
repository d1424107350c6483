import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { AGAIN } from '../../../src/appliance/setup/ground.ts'
import { setUp } from '../../../src/appliance/setup/setup-command.ts'
import type { Sheet } from '../../../src/appliance/setup/sheet.ts'
import type { Asker } from '../../../src/cli/ask.ts'
import { openFolder } from '../../../src/tasks.ts'
import { atTerminal } from '../../support/cli/terminal.ts'
import { cli, founded, json, served, temporaryFolder } from '../../support/command.ts'

/** The first day, with all answers typed ahead; where they end, somebody pressed Ctrl-C. */

interface Day {
  readonly sheet: Sheet
  readonly said: string
  readonly out: string
  readonly error: unknown
  readonly isWhole: boolean | null
}

async function day(data: string, answers: readonly string[], isJson = true): Promise<Day> {
  let isWhole: boolean | null = null
  const work = async (asker: Asker) => {
    isWhole = await setUp({ data, json: isJson, open: openFolder }, asker)
  }
  const { printed, error } = await atTerminal(answers, work, AGAIN)
  const sheet = isJson && printed.stdout !== '' ? JSON.parse(printed.stdout) : null
  return { sheet, said: printed.stderr, out: printed.stdout, error, isWhole }
}

/** Both folders are in one temporary place, so the disk is that of the data, and a person must say that this is meant. */
const here = () => {
  const place = temporaryFolder()
  return { data: join(place, 'data'), backups: join(place, 'backups') }
}
/** Country, its only time zone, and no telephone. */
const WHERE = ['UG', '', '']
const OF_WHERE = 'GRANARY_TIME_ZONE=Africa/Kampala\nGRANARY_COUNTRY=UG\n'
const answersFor = (backups: string) => ['Kahawa Cooperative', ...WHERE, '', '', backups, 'y', 'y']
const LEFT = { message: 'You left.', cure: AGAIN }
const settingsOf = (data: string) => readFileSync(join(data, 'granary.env'), 'utf8')

describe('a new machine', () => {
  test('has all that it needs after nine answers', async () => {
    const { data, backups } = here()
    const { sheet, said, error, isWhole } = await day(data, answersFor(backups))
    expect([error, isWhole]).toEqual([null, true])
    expect(sheet).toMatchObject({
      cooperative: 'Kahawa Cooperative',
      address: expect.stringMatching(/^https:\/\/.+:7373$/),
      fingerprint_of: 'authority',
      backup_place: `file:${backups}`,
      backup_identity: expect.stringMatching(/^AGE-SECRET-KEY-1/),
      restart: `granary serve --data ${data}`,
      is_running: false,
    })
    expect(said).toContain('Credential   gry_')
    expect(said).toContain(sheet.backup_identity)
    expect(settingsOf(data)).toBe(
      `${OF_WHERE}GRANARY_LISTEN=0.0.0.0:7373\nGRANARY_BACKUP_STORE=file:${backups}\n`,
    )
    // Every command and the service read them.
    const status = await json('status', '--data', data)
    expect(status).toMatchObject({ address: { url: sheet.address }, backups: { place: `file:${backups}` } })
    expect(status.backups.newest.id).toBe(sheet.newest_backup?.id)
    const tls = await json('tls', 'status', '--data', data)
    expect(tls.authority_fingerprint_sha256).toBe(sheet.fingerprint_sha256)
    // And the key of the sheet opens the backup.
    const key = join(data, '..', 'key.txt')
    writeFileSync(key, `${sheet.backup_identity}\n`)
    const verified = await cli('backup', 'verify', '--identity', key, '--data', data)
    expect([verified.code, verified.err]).toEqual([0, ''])
  })

  test('can be left after each step, and goes on there', async () => {
    const { data, backups } = here()
    const answers = answersFor(backups)
    const steps = [
      { from: 0, given: 0, there: [] },
      { from: 0, given: 1, there: [] },
      { from: 1, given: 1, there: ['Cooperative: Kahawa Cooperative.'] },
      // Without its telephone the country is not taken.
      { from: 1, given: 2, there: ['Cooperative: Kahawa Cooperative.'] },
      { from: 1, given: 3, there: ['Country: Uganda. Time zone: Africa/Kampala.'] },
      { from: 4, given: 1, there: ['Country: UG. Time zone: Africa/Kampala.'] },
      { from: 5, given: 1, there: ['Certificate: there is one'] },
      // The place is asked for again while nobody has said that the disk of the data is meant.
      { from: 6, given: 1, there: ['Listening address: 0.0.0.0:7373.'] },
      { from: 6, given: 2, there: ['Listening address: 0.0.0.0:7373.'] },
      // A key that nobody has is not taken.
      { from: 8, given: 0, there: [`Backups go to file:${backups}.`, 'AGE-SECRET-KEY-1'] },
    ]
    for (const { from, given, there } of steps) {
      const { error, said, out } = await day(data, answers.slice(from, from + given))
      expect(error).toMatchObject(LEFT)
      expect(out).toBe('')
      for (const words of there) expect(said).toContain(words)
    }
    expect((await json('status', '--data', data)).backups.has_key).toBe(false)
    const { sheet, said, isWhole } = await day(data, answers.slice(8))
    expect(isWhole).toBe(true)
    expect(said).not.toContain('Credential')
    expect(sheet.backup_identity).not.toBeNull()
    // Once more changes nothing and asks nothing.
    const again = await day(data, [])
    expect(again.sheet).toMatchObject({
      log_vkey: sheet.log_vkey,
      newest_backup: sheet.newest_backup,
      backup_identity: null,
      has_backup_key: true,
    })
    expect(again.said).toContain('Backup: the newest is of')
    expect((await json('backup', 'list', '--data', data)).backups).toHaveLength(1)
  })

  test('that stopped before it had a cooperative gets one', async () => {
    const { data, backups } = here()
    mkdirSync(data, { mode: 0o700 })
    writeFileSync(join(data, 'granary.db'), '')
    const { sheet } = await day(data, answersFor(backups))
    expect(sheet.cooperative).toBe('Kahawa Cooperative')
  })

  test('without a disk at hand is not whole, and says so', async () => {
    const { data } = here()
    const { sheet, said, isWhole } = await day(data, ['Kahawa', ...WHERE, 'no', '', '-'])
    expect(isWhole).toBe(false)
    expect(said).toContain('Plug in a disk, and run granary setup again.')
    expect(sheet).toMatchObject({ backup_place: null, has_backup_key: false, fingerprint_sha256: null })
    expect(settingsOf(data)).toBe(`${OF_WHERE}GRANARY_LISTEN=127.0.0.1:7373\n`)
  })

  test('is told what cannot be, and asked again', async () => {
    const { data, backups } = here()
    const { said, isWhole } = await day(data, [
      ...['', 'x'.repeat(201), 'Kahawa'],
      ...['Nowhere', 'uganda', 'Mars/Olympus', '', 'many', '0772 123456'],
      ...['a_b', 'farm', ''],
      ...['nowhere', '0.0.0.0:7373'],
      ...['somewhere', join(data, 'mine'), backups, 'n', backups, 'y'],
      ...['n', 'y'],
    ])
    expect(isWhole).toBe(true)
    for (const words of [
      'A cooperative needs a name.',
      '"Nowhere" is not a country. Give its two-letter code, such as UG, or its name.',
      '"Mars/Olympus" is not a time zone. Give one such as Africa/Kampala.',
      '"many" is not a phone number.',
      '"a_b" is neither a host name nor an address.',
      'An authority for "farm" could issue',
      'must be ADDRESS:PORT',
      'a folder that begins with /',
      'inside the data folder',
      'is on the same disk as the data',
      'Please name another place.',
      'Then answer y.',
    ])
      expect(said).toContain(words)
  })

  test('answers others only with a certificate', async () => {
    const { data } = here()
    const { said, sheet } = await day(data, ['Kahawa', ...WHERE, 'no', '0.0.0.0:7373', '', '-'])
    expect(said).toContain('would answer other machines without TLS')
    expect(sheet.reachable_by_others).toBe(false)
  })
})

describe('what is there already', () => {
  test('an address of this machine alone is asked about again once there is a certificate', async () => {
    const { data } = here()
    await day(data, ['Kahawa', ...WHERE, 'no', '', '-'])
    const { sheet } = await day(data, ['', '', '-'])
    expect(settingsOf(data)).toBe(`${OF_WHERE}GRANARY_LISTEN=0.0.0.0:7373\n`)
    expect(sheet.address).toMatch(/^https:/)
  })

  test('a backup elsewhere is none at this place', async () => {
    const { data, backups } = here()
    const { sheet: first } = await day(data, answersFor(backups))
    const elsewhere = join(data, '..', 'elsewhere')
    mkdirSync(elsewhere, { mode: 0o700 })
    writeFileSync(join(data, 'granary.env'), settingsOf(data).replace(backups, elsewhere))
    const { sheet, error, isWhole } = await day(data, [])
    expect([error, isWhole]).toEqual([null, true])
    expect(sheet.newest_backup?.id).not.toBe(first.newest_backup?.id)
    expect(
      (await json('backup', 'list', '--from', `file:${elsewhere}`, '--data', data)).backups,
    ).toHaveLength(1)
  })

  test('a restore that is not confirmed comes first', async () => {
    const { data, backups } = here()
    const { sheet } = await day(data, answersFor(backups))
    const key = join(data, '..', 'key.txt')
    writeFileSync(key, `${sheet.backup_identity}\n`)
    const restored = join(data, '..', 'restored')
    const from = ['--from', `file:${backups}`, '--identity', key, '--data', restored]
    expect((await cli('backup', 'restore', ...from)).code).toBe(0)
    const { error } = await day(restored, [])
    expect(error).toMatchObject({ remedy: expect.stringContaining('granary backup confirm') })
  })

  test('"My cooperative" of a running service gets its name, in a new version of its record', async () => {
    const { data, backups } = here()
    const service = await served(data)
    onTestFinished(() => service.stop())
    const { sheet, said } = await day(data, answersFor(backups))
    expect(said).toContain('The cooperative has the name "My cooperative" so far.')
    expect(sheet).toMatchObject({ cooperative: 'Kahawa Cooperative', is_running: true })
    // The service does not know the new address and the place yet.
    expect(sheet.restart).toBe(`granary serve --data ${data}`)
    const { records } = await json('record', 'list', 'party', '--data', data)
    expect(records).toHaveLength(1)
    expect(records[0]).toMatchObject({ display_name: 'Kahawa Cooperative', kind: 'cooperative' })
    expect(records[0].supersedes).toBeTypeOf('string')
    expect((await day(data, [])).sheet.restart).not.toBeNull()
  })

  test('Enter keeps "My cooperative", and the next time asks again', async () => {
    const { data } = here()
    await (await served(data)).stop()
    const { sheet } = await day(data, ['', ...WHERE, 'no', '', '-'])
    expect(sheet.cooperative).toBe('My cooperative')
    expect((await day(data, [])).error).toMatchObject(LEFT)
  })

  test('key, settings and their file stay as they are', async () => {
    const { data } = await founded()
    const file = join(data, 'granary.env')
    const backups = join(temporaryFolder(), 'backups')
    writeFileSync(file, '# ours\nGRANARY_TIME_ZONE=Africa/Kampala\nGRANARY_DATA=/elsewhere\n', {
      mode: 0o640,
    })
    chmodSync(file, 0o640)
    const { recipient } = await json('backup', 'key', '--data', data)
    const { sheet, said } = await day(data, [...WHERE, '', '', backups, 'y'])
    expect(said).toContain('Key for backups: there is one.')
    expect(said).not.toContain('AGE-SECRET-KEY')
    expect(sheet).toMatchObject({ backup_identity: null, time_zone: 'Africa/Kampala', data_folder: data })
    expect(settingsOf(data)).toBe(
      `# ours\nGRANARY_TIME_ZONE=Africa/Kampala\nGRANARY_DATA=/elsewhere\nGRANARY_COUNTRY=UG\nGRANARY_LISTEN=0.0.0.0:7373\nGRANARY_BACKUP_STORE=file:${backups}\n`,
    )
    expect(statSync(file).mode & 0o777).toBe(0o640)
    const { backups: made } = await json('backup', 'list', '--data', data)
    expect(made).toMatchObject([{ recipient }])
  })

  test('a first backup that fails is made the next time, with the key of before', async () => {
    const { data, backups } = here()
    await day(data, answersFor(backups).slice(0, 8))
    rmSync(backups, { recursive: true })
    writeFileSync(backups, 'no folder')
    const failed = await day(data, ['y'])
    expect(failed.said).toContain(
      'The first backup was not made. Correct the fault that is shown next. Run granary setup again to continue.',
    )
    expect(failed.error).toMatchObject({ message: expect.stringContaining('cannot be used') })
    rmSync(backups)
    const { sheet, isWhole } = await day(data, [])
    expect([isWhole, sheet.has_backup_key, sheet.backup_identity]).toEqual([true, true, null])
  })
})

test('for people the sheet alone goes to standard output', async () => {
  const { data, backups } = here()
  const { out, said } = await day(data, answersFor(backups), false)
  expect(out).toMatch(/^GRANARY: THE SHEET TO KEEP/)
  expect(out).toContain('█▀▀▀▀▀█')
  expect(out).not.toContain('gry_')
  expect(said).toContain(`Start the service:\n\n    granary serve --data ${data}`)
})

test('without a terminal nothing is asked or made', async () => {
  const { data } = here()
  const { code, err } = await cli('setup', '--data', data)
  expect(code).toBe(2)
  expect(err).toContain('there is no terminal to ask on.\nRun it in a terminal. In a script use granary init')
  expect(existsSync(data)).toBe(false)
})

test('a telephone goes into the record of the cooperative, and a country of several time zones is asked for one', async () => {
  const { data } = here()
  const answers = ['Kahawa', 'Congo - Kinshasa', '', 'Africa/Lubumbashi', '0812345678', 'no', '', '-']
  const { said } = await day(data, answers)
  expect(said).toContain(
    'Congo - Kinshasa has several time zones. Give one: Africa/Kinshasa, Africa/Lubumbashi.',
  )
  expect(settingsOf(data)).toContain('GRANARY_TIME_ZONE=Africa/Lubumbashi\nGRANARY_COUNTRY=CD\n')
  const { records } = await json('record', 'list', 'party', '--data', data)
  expect(records).toMatchObject([{ display_name: 'Kahawa', phone: '+243812345678' }])
})

test('answers given as flags are written without a question and without a terminal, each checked', async () => {
  const { data } = await founded()
  const { backups } = here()
  const flags = ['--country', 'UG', '--time-zone', 'Africa/Kampala', '--backup-every', '12h']
  const { code, out, err } = await cli('setup', ...flags, '--backup-store', backups, '--data', data)
  expect([code, out]).toEqual([0, `Written to ${join(data, 'granary.env')}.\n`])
  expect(err).toContain('is on the same disk as the data')
  expect(err).toContain(`granary serve --data ${data}`)
  expect(settingsOf(data)).toBe(
    `GRANARY_COUNTRY=UG\nGRANARY_TIME_ZONE=Africa/Kampala\nGRANARY_BACKUP_EVERY=12h\nGRANARY_BACKUP_STORE=file:${backups}\n`,
  )
  const before = settingsOf(data)
  for (const [wrong, why] of [
    [['--country', 'Uganda'], 'must be two capital letters'],
    [['--time-zone', 'Mars/Olympus'], 'must be a time zone'],
    [['--backup-every', 'often'], 'GRANARY_BACKUP_EVERY'],
    [['--backup-store', join(data, 'mine')], 'inside the data folder'],
    [['--backup-store', 'file:/nowhere/at/all'], 'There is no folder /nowhere/at.'],
  ] as const) {
    const refused = await cli('setup', ...wrong, '--data', data)
    expect(refused.code).not.toBe(0)
    expect(refused.err).toContain(why)
  }
  expect(settingsOf(data)).toBe(before)
})
