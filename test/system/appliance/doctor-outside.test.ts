import { execFileSync, spawnSync } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { make, type ToldCheck, toldCheck } from '../../../src/appliance/doctor/check.ts'
import { CHECKS, HOLDER_CHECKS } from '../../../src/appliance/doctor/checks.ts'
import { consult } from '../../../src/appliance/doctor/consult.ts'
import { answers } from '../../../src/appliance/doctor/object-store.ts'
import { type Patient, patient } from '../../../src/appliance/doctor/patient.ts'
import type { TaskRunner } from '../../../src/cli/tasks.ts'
import { readConfig, type SettingName } from '../../../src/config/config.ts'
import { ownSettingsFile } from '../../../src/config/installed.ts'
import { MARKER } from '../../../src/evidence/objects/prepared-folder.ts'
import { type ObjectStore, ObjectStoreUnavailable } from '../../../src/evidence/objects/store.ts'
import { message } from '../../../src/words/message.ts'
import { englishWords } from '../../../src/words/words.ts'
import { backed, create, fill } from '../../support/appliance/backup/help.ts'
import { certificateFiles } from '../../support/appliance/tls/help.ts'
import { bundled } from '../../support/bundled.ts'
import { withSettings } from '../../support/child-programs.ts'
import { json, temporaryFolder } from '../../support/command.ts'
import { filesBelow } from '../../support/files-below.ts'
import { begun } from '../../support/heard.ts'
import { mounted, unmount } from '../../support/small-disk.ts'

/** The doctor, and what lies outside the database: disks, certificates, backups, and whatever does not answer. */

let folder: string
beforeEach(() => {
  folder = temporaryFolder()
})

const settings = (more: Partial<Record<SettingName, string>> = {}) =>
  readConfig({ data: join(folder, 'data'), logLevel: 'silent', minFreeBytes: '0', ...more }, {})
const planned = (number: number) =>
  HOLDER_CHECKS.find((one) => one.number === number) as (typeof HOLDER_CHECKS)[0]
const look = async (
  number: number,
  config: Patient['config'],
  known?: Partial<Patient>,
): Promise<ToldCheck> => toldCheck(englishWords(), await make(planned(number), patient(config, known)))

const canMount = process.getuid?.() === 0 && spawnSync('mount', ['--version']).status === 0

describe.skipIf(!canMount)('3: a small disk (as root, who may mount one)', () => {
  const onDisk = async (options: string, work: (data: string) => Promise<void>) => {
    const data = join(folder, 'data')
    mkdirSync(data)
    expect(mounted(data, options)).toBe(true)
    try {
      await work(data)
    } finally {
      unmount(data)
    }
  }
  test('bytes: enough, few, too few', async () => {
    await onDisk('size=20m', async (data) => {
      const of = () => look(3, settings({ minFreeBytes: String(2 ** 20) }))
      expect((await of()).standing).toBe('good')
      writeFileSync(join(data, 'a'), Buffer.alloc(17 * 2 ** 20))
      expect(await of()).toMatchObject({
        standing: 'caution',
        finding: '3 MiB are free; writing will stop below 1 MiB.',
      })
      writeFileSync(join(data, 'b'), Buffer.alloc(2.5 * 2 ** 20))
      expect(await of()).toMatchObject({
        standing: 'bad',
        finding: '0 MiB are free; writing has stopped, because 1 MiB must stay free.',
      })
    })
  })
  test('inodes: few, too few', async () => {
    await onDisk('size=64m,nr_inodes=24000', async (data) => {
      for (let n = 0; n < 22_900; n++) writeFileSync(join(data, String(n)), '')
      expect(await look(3, settings())).toMatchObject({
        standing: 'caution',
        finding: expect.stringMatching(/inodes/),
      })
      for (let n = 22_900; n < 23_500; n++) writeFileSync(join(data, String(n)), '')
      expect(await look(3, settings())).toMatchObject({
        standing: 'bad',
        finding: expect.stringMatching(/^There is room for only \d+ more files/),
      })
    })
  })
})

describe('4: what the object store lets this appliance do', () => {
  const kept = new Map<string, Buffer>()
  const fake = (more: Partial<ObjectStore>): ObjectStore =>
    ({
      name: 'the bucket pictures',
      check: async () => {},
      put: async (key: string, content: readonly Uint8Array[]) => void kept.set(key, Buffer.concat(content)),
      get: async (key: string) => {
        const { Readable } = await import('node:stream')
        const bytes = kept.get(key)
        return bytes === undefined ? null : { bytes: bytes.length, stream: Readable.from([bytes]) }
      },
      remove: async (key: string) => void kept.delete(key),
      ...(more as object),
    }) as unknown as ObjectStore
  const of = async (more: Partial<ObjectStore>) => {
    const found = await answers(patient(settings(), { objects: fake(more) }))
    return toldCheck(englishWords(), { number: 4, name: message('check.is.objects'), ...found })
  }

  test('all of it, and nothing is left behind', async () => {
    expect((await of({})).standing).toBe('good')
    expect(kept.size).toBe(0)
  })
  const refused = async () => {
    throw new ObjectStoreUnavailable('the bucket pictures: it answered 403')
  }
  test.each<[string, Partial<ObjectStore>, object]>([
    [
      'that lets nobody delete: a caution with what needs it',
      { remove: refused },
      { standing: 'caution', remedy: expect.stringMatching(/s3:DeleteObject/) },
    ],
    ['that may not be read from: nothing is left behind there either', { get: refused }, { standing: 'bad' }],
    ['that forgets what it took', { get: async () => null }, { standing: 'bad' }],
  ])('a store %s', async (_what, more, found) => {
    kept.clear()
    expect(await of(more)).toMatchObject(found)
    if (!('remove' in more)) expect(kept.size).toBe(0)
  })
})

describe('13: the newest backup', () => {
  test('stands; and does not when an object, its manifest or its disk is missing', async () => {
    const b = await backed()
    expect((await of(b.data)).finding).toBe('There is no backup yet.')
    await fill(b.data, 500)
    expect((await create(b)).code).toBe(0)
    const good = await of(b.data)
    expect(good).toMatchObject({ standing: 'good', finding: expect.stringMatching(/objects were checked/) })

    const isBad = (finding: RegExp, more: object = {}) => ({
      standing: 'bad',
      finding: expect.stringMatching(finding),
      ...more,
    })
    const objects = filesBelow(join(b.placeFolder, 'backups', 'objects'))
    const [largest] = objects.toSorted((x, y) => readFileSync(y).length - readFileSync(x).length) as [string]
    const whole = readFileSync(largest)
    truncateSync(largest, 10)
    expect(await of(b.data)).toMatchObject(isBad(/missing or incomplete/))
    writeFileSync(largest, whole)

    const [manifest] = filesBelow(join(b.placeFolder, 'backups', 'manifests')) as [string]
    const text = readFileSync(manifest)
    writeFileSync(manifest, 'x')
    expect(await of(b.data)).toMatchObject(isBad(/its manifest is damaged/))
    rmSync(manifest)
    expect(await of(b.data)).toMatchObject(isBad(/is no longer where it was stored/))
    writeFileSync(manifest, text)
    rmSync(join(b.placeFolder, MARKER))
    expect(await of(b.data)).toMatchObject(isBad(/./, { remedy: expect.stringMatching(/mount its disk/) }))
  })
  const of = async (data: string): Promise<ToldCheck> =>
    (await json('doctor', '--data', data)).checks.find(({ number }: ToldCheck) => number === 13)
})

describe('14: an own certificate', () => {
  const certified = () => {
    const { certificate, key } = certificateFiles()
    const endsMs = Date.parse(new X509Certificate(readFileSync(certificate)).validTo)
    const config = settings({ tlsCert: certificate, tlsKey: key, listen: '0.0.0.0:7373' })
    return { certificate, endsMs, config }
  }
  test.each([
    ['good for long', -40, 'good'],
    ['near its end', -20, 'caution'],
    ['very near its end', -3, 'caution'],
    ['over', 1, 'bad'],
  ])('%s', async (_what, days, standing) => {
    const { endsMs, config } = certified()
    const found = await look(14, config, { clock: () => endsMs + days * 86_400_000 })
    expect(found.standing).toBe(standing)
    expect(found.remedy === null).toBe(standing === 'good')
    expect(await look(6, config)).toMatchObject({
      standing: 'good',
      finding: 'The service is not running; it would answer with TLS.',
    })
  })
  test('that cannot be read', async () => {
    const { certificate, config } = certified()
    writeFileSync(certificate, 'no certificate')
    expect(await look(14, config)).toMatchObject({ standing: 'bad' })
  })
})

describe('what hangs', () => {
  test('a check is given up, and the others are made', async () => {
    const hangs = { look: () => new Promise<never>(() => {}), needs: 'settings', timeoutMs: 30 } as const
    expect(await make({ number: 99, name: 'check.is.room', ...hangs }, patient(settings()))).toMatchObject({
      standing: 'unknown',
      facts: { timed_out: true },
    })
  })

  test('a service is given up, and what lies on the disk is looked at all the same', async () => {
    const { data } = await backed()
    const silent = { run: () => new Promise<never>(() => {}) } as unknown as TaskRunner
    const visit = await consult(settings({ data }), async () => silent, 'test', {
      serviceMs: 50,
      diskMs: 300_000,
    })
    expect(visit.service).toBeNull()
    const unmade = visit.checks.filter(({ standing }) => standing === 'unknown')
    expect(unmade.map(({ number }) => number)).toEqual(HOLDER_CHECKS.map(({ number }) => number))
    expect(visit.checks.filter(({ standing }) => standing === 'good')).toHaveLength(5)
  })

  test('a disk is given up: nothing of it is touched any more, and the command ends', async () => {
    const data = join(folder, 'data')
    mkdirSync(data, { mode: 0o700 })
    // Whoever opens it waits for somebody who writes.
    execFileSync('mkfifo', [join(data, 'granary.db')])
    const program = await bundled('src/main.ts')
    const args = [program.program, 'doctor', '--json', '--data', data]
    const ended = spawnSync(process.execPath, args, {
      encoding: 'utf8',
      env: withSettings({}),
      timeout: 300_000,
    })
    expect([ended.signal, ended.status]).toEqual([null, 3])
    const { checks } = JSON.parse(ended.stdout)
    expect(checks).toHaveLength(CHECKS.length)
    for (const { standing, finding } of checks)
      expect([standing, finding]).toEqual(['unknown', 'This could not be checked: its disk does not answer.'])
  })

  test('a disk of objects or of backups is given up, and nothing of it is touched', async () => {
    const b = await backed()
    await fill(b.data, 10)
    expect((await create(b)).code).toBe(0)
    for (const place of [join(b.data, 'objects'), b.placeFolder]) {
      const marker = join(place, MARKER)
      rmSync(marker)
      // Whoever reads it waits for somebody who writes.
      execFileSync('mkfifo', ['-m', '600', marker])
    }
    const { checks } = await json('doctor', '--data', b.data)
    const unmade = checks.filter(({ facts }: ToldCheck) => facts.disk_answers === false)
    expect(unmade.map(({ number }: ToldCheck) => number)).toEqual([4, 5, 13])
    for (const { standing, finding } of unmade) {
      expect(standing).toBe('unknown')
      expect(finding).toMatch(/^This could not be checked: the disk of the .* does not answer\.$/)
    }
  })

  test('a folder whose disk hangs is not asked for its service or its settings either', async () => {
    execFileSync('mkfifo', [join(folder, 'granary.db')])
    const reach = () => Promise.reject(new Error('asked'))
    const config = settings({ data: folder })
    // Whoever reads it fails.
    mkdirSync(ownSettingsFile(folder))
    const visit = await consult(config, reach, 'test', { serviceMs: 50, diskMs: 50 })
    expect([visit.isDiskAwake, visit.service, visit.report]).toEqual([false, null, null])
  })

  test('Ctrl-C ends a visit to a service that hangs, at once', async () => {
    const { data } = await backed()
    let isAsked = false
    const silent: Server = createServer(() => {
      isAsked = true
    })
    await new Promise<void>((resolve) => silent.listen(join(data, 'granary.sock'), resolve))
    const { program } = await bundled('src/main.ts')
    try {
      const args = [program, 'doctor', '--data', data]
      const doctor = begun(process.execPath, args, { env: withSettings({}) })
      await doctor.soon(() => expect(isAsked).toBe(true))
      doctor.child.kill('SIGINT')
      expect(await doctor.ended).toBe('SIGINT')
    } finally {
      silent.closeAllConnections()
      silent.close()
    }
  })
})
