import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../../../src/store/file/open.ts'
import { SCHEMA_VERSION } from '../../../src/store/file/upgrades.ts'
import { temporaryFolder } from '../../support/command.ts'

/** What is in the Debian package; what it does on a system is seen by `npm run test:package`. */

const runs = (program: string) => spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0
const hasDpkg = runs('dpkg-deb') && process.platform === 'linux'

describe.skipIf(!hasDpkg)('the package (where there is dpkg-deb)', () => {
  let folder: string
  let deb: string
  const made = (name: string, ...words: string[]) => {
    const out = join(folder, name)
    const program = ['packaging/deb.mjs', '--binary', join(folder, 'granary'), '--out', out, '--level', '0']
    execFileSync(process.execPath, [...program, ...words], {
      stdio: 'pipe',
      env: { ...process.env, SOURCE_DATE_EPOCH: '1750000000', DEB_MAINTAINER: 'Office <office@example.org>' },
    })
    return out
  }
  const field = (name: string) => execFileSync('dpkg-deb', ['-f', deb, name], { encoding: 'utf8' }).trim()

  beforeAll(() => {
    folder = temporaryFolder()
    // Any program will do for what is looked at here.
    writeFileSync(join(folder, 'granary'), '#!/bin/sh\necho "$*"\n')
    chmodSync(join(folder, 'granary'), 0o755)
    writeFileSync(join(folder, 'better_sqlite3.node'), 'the addon')
    deb = made('one.deb', '--version', '1.2.3')
  })

  test('the same parts give the same bytes', () => {
    expect(readFileSync(made('two.deb', '--version', '1.2.3'))).toEqual(readFileSync(deb))
  })
  test('it says what it is, and needs little', () => {
    expect(field('Version')).toBe('1.2.3')
    expect(field('Maintainer')).toBe('Office <office@example.org>')
    expect(
      field('Depends')
        .split(', ')
        .map((need) => need.split(' ')[0]),
    ).toEqual(['libc6', 'libgcc-s1', 'libstdc++6', 'systemd', 'debconf'])
  })
  test('everything is root’s, and nothing is kept from being read', () => {
    const lines = execFileSync('dpkg-deb', ['-c', deb], { encoding: 'utf8' }).trim().split('\n')
    const rows = lines.map((line) => line.split(/\s+/))
    expect(rows.filter(([, owner]) => owner !== 'root/root')).toEqual([])
    const modes = Object.fromEntries(rows.map((row) => [row[5], row[0]]))
    expect(modes['./']).toBe('drwxr-xr-x')
    expect(modes['./usr/bin/granary']).toBe('-rwxr-xr-x')
    expect(modes['./usr/lib/granary/better_sqlite3.node']).toBe('-rw-r--r--')
    const odd = Object.entries(modes).filter(
      ([path, mode]) =>
        !['drwxr-xr-x', '-rw-r--r--'].includes(mode as string) && path !== './usr/bin/granary',
    )
    expect(odd).toEqual([])
  })
  test('no upgrade asks about the settings: they are no file of the package', () => {
    const paths = execFileSync('dpkg-deb', ['-c', deb], { encoding: 'utf8' })
    expect(paths).toContain('./usr/share/granary/granary.env\n')
    expect(paths).not.toContain('./etc/')
    const control = execFileSync('dpkg-deb', ['-I', deb], { encoding: 'utf8' })
    expect(control).not.toContain('conffiles')
  })
  test('the pages of docs that messages name are in it', () => {
    const named = spawnSync(
      'grep',
      ['-rohE', '--include=*.ts', '--include=*.json', 'docs/[a-z]+\\.md', 'src'],
      {
        encoding: 'utf8',
      },
    )
    const pages = new Set(named.stdout.trim().split('\n'))
    expect(pages).toContain('docs/settings.md')
    const paths = execFileSync('dpkg-deb', ['-c', deb], { encoding: 'utf8' })
    for (const page of [...pages, 'docs/restore.md'])
      expect(paths).toContain(page.replace(/^docs/, './usr/share/doc/granary'))
  })
  test('nothing of the place where it was made is in it', () => {
    const out = join(folder, 'out')
    mkdirSync(out)
    execFileSync('dpkg-deb', ['-R', deb, out])
    const told = spawnSync('grep', ['-rlF', folder, out], { encoding: 'utf8' })
    expect(told.stdout).toBe('')
    const filled = readdirSync(join(out, 'DEBIAN')).map((name) =>
      readFileSync(join(out, 'DEBIAN', name), 'utf8'),
    )
    expect(filled.filter((text) => /@[A-Z_]+@/.test(text))).toEqual([])
    const schemas = readFileSync('schema.sql', 'utf8').match(/^-- =+ Since schema version \d+ =+$/gm) ?? []
    expect(readFileSync(join(out, 'DEBIAN/preinst'), 'utf8')).toContain(
      `KNOWN_SCHEMA=${schemas.length + 1}\n`,
    )
  })
})

test('a version or executable that cannot be is refused', () => {
  const refused = (...words: string[]) =>
    spawnSync(process.execPath, ['packaging/deb.mjs', ...words], { encoding: 'utf8' })
  expect(refused('--binary', '/nonexistent')).toMatchObject({ status: 1 })
  expect(refused('--binary', '/nonexistent').stderr).toContain('npm run build:binary')
  expect(refused('--version', 'one; two').stderr).toContain('is no version')
})

describe('the scripts of the package', () => {
  const scripts = ['preinst', 'postinst', 'prerm', 'postrm']

  test.each(scripts)('%s is understood by a plain shell', (name) => {
    expect(spawnSync('sh', ['-n', `packaging/debian/${name}`]).status).toBe(0)
  })
  test.each(scripts)('%s refuses what dpkg never says', (name) => {
    const { status, stderr } = spawnSync('sh', [`packaging/debian/${name}`, 'nonsense'], { encoding: 'utf8' })
    expect([status, stderr]).toEqual([1, expect.stringContaining('unknown argument')])
  })
  test.skipIf(!existsSync('/usr/share/debconf/confmodule') || process.getuid?.() !== 0)(
    'purging asks first, and with nobody to ask deletes nothing (where debconf is there, as root)',
    () => {
      const folder = temporaryFolder()
      const [data, settings, script] = ['data', 'settings', 'granary.postrm'].map((name) =>
        join(folder, name),
      ) as [string, string, string]
      mkdirSync(data)
      mkdirSync(settings)
      writeFileSync(join(data, 'granary.db'), 'records')
      writeFileSync(
        script,
        readFileSync('packaging/debian/postrm', 'utf8')
          .replace('DATA=/var/lib/granary', `DATA=${data}`)
          .replace('SETTINGS=/etc/granary', `SETTINGS=${settings}`),
        { mode: 0o755 },
      )
      // Answers of its own, not those of this machine.
      const config = join(folder, 'debconf.conf')
      const database = (name: string) =>
        `Name: ${name}\nDriver: File\nMode: 600\nFilename: ${join(folder, `${name}.dat`)}\n`
      writeFileSync(
        config,
        `Config: configdb\nTemplates: templatedb\n\n${database('configdb')}\n${database('templatedb')}`,
      )
      const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', DEBCONF_SYSTEMRC: config }
      const run = (command: string, args: readonly string[], input = '') =>
        spawnSync(command, args, { encoding: 'utf8', env, input })
      copyFileSync('packaging/debian/templates', join(folder, 'granary.templates'))
      const refused = run('sh', [script, 'purge'])
      expect([refused.status, refused.stdout + refused.stderr]).toEqual([
        0,
        expect.stringContaining('nothing was deleted'),
      ])
      expect(existsSync(join(data, 'granary.db')) && existsSync(settings)).toBe(true)
      expect(run('debconf-set-selections', [], 'granary granary/delete-records boolean true\n').status).toBe(
        0,
      )
      const purged = run('sh', [script, 'purge'])
      expect([purged.status, purged.stdout + purged.stderr]).toEqual([
        0,
        expect.stringContaining(`deleting ${data} (1 file,`),
      ])
      expect(existsSync(data) || existsSync(settings)).toBe(false)
    },
  )
  test('preinst refuses records of 0.1.0 and of a newer version by name, and takes those of this one', () => {
    const folder = temporaryFolder()
    const [database, script] = [join(folder, 'granary.db'), join(folder, 'preinst')]
    const text = readFileSync('packaging/debian/preinst', 'utf8')
    writeFileSync(
      script,
      text.replace('/var/lib/granary/granary.db', database).replace('@SCHEMA@', String(SCHEMA_VERSION)),
    )
    const install = () => spawnSync('sh', [script, 'install'], { encoding: 'utf8' })
    expect(install()).toMatchObject({ status: 0, stderr: '' })
    openDatabase(database, { create: true }).close()
    expect(install()).toMatchObject({ status: 0, stderr: '' })
    const marked = (pragma: string) => {
      const db = new Database(database)
      db.pragma(pragma)
      db.close()
      return install()
    }
    expect(marked(`user_version = ${SCHEMA_VERSION + 1}`)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('written by a newer Granary'),
    })
    expect(marked('application_id = 0x47524e59')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('written by Granary 0.1.0'),
    })
  })
})

const hasAnalyze = runs('systemd-analyze')

test.skipIf(!hasAnalyze)('the units are shut in (where there is systemd-analyze)', () => {
  for (const unit of ['granary.service', 'granary-backup.service']) {
    const { stdout } = spawnSync(
      'systemd-analyze',
      ['security', '--offline=yes', '--no-pager', '--threshold=15', `packaging/systemd/${unit}`],
      { encoding: 'utf8' },
    )
    const exposure = /Overall exposure level for \S+: ([\d.]+)/.exec(stdout)?.[1]
    expect(Number(exposure), unit).toBeLessThanOrEqual(1.5)
  }
})
