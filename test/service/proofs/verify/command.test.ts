import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { makeServer, openKernel } from '../../../../src/assemble.ts'
import { readConfig } from '../../../../src/config/config.ts'
import { cli, founded, json, served, temporaryFolder } from '../../../support/command.ts'
import { aPicture } from '../../../support/evidence/scene.ts'
import { sendInside } from '../../../support/evidence/uploading.ts'
import { withoutGuards } from '../../../support/proofs/verify/scene.ts'

/** The command as an operator calls it. */

afterEach(() => vi.unstubAllEnvs())

const database = (data: string) => join(data, 'granary.db')

function alter(data: string): void {
  const db = new Database(database(data))
  withoutGuards(db, () => db.exec("UPDATE entry SET body = replace(body, 'Kahawa', 'Chai') WHERE kind < 31"))
  db.close()
}

describe('granary verify', () => {
  test('a clean folder: a table, a sentence, and what could not be seen', async () => {
    const { data } = await founded()
    const said = await cli('verify', '--data', data)
    expect(said.code).toBe(0)
    expect(said.out).toMatch(/entries of the log +\d+ +none/)
    expect(said.out).toContain('no checkpoint outside is known')
    expect(said.out.trimEnd().endsWith('Nothing was altered.')).toBe(true)
    expect(said.err).toBe('')
  })
  test('a fault: where, what, what it means, and what to do', async () => {
    const { data } = await founded()
    alter(data)
    const said = await cli('verify', '--data', data)
    expect(said.code).toBe(1)
    expect(said.out).toMatch(/record [0-9a-f-]{36} \(entry 2\): Its text does not match its digest\./)
    expect(said.out.trimEnd().split('\n').at(-1)).toMatch(/^Do not use this folder for lending decisions\./)
    const document = await json('verify', '--data', data)
    expect(document).toMatchObject({ code: 1, clean: false })
    expect(document.faults[0]).toEqual({
      kind: 'entry_differs',
      check: 'entries of the log',
      where: expect.stringContaining('entry 2'),
      finding: 'Its text does not match its digest.',
      meaning: expect.stringContaining('was changed after it was received'),
    })
  })
  test.each([
    ['sw', 'muhtasari wake', 'Usitumie folda hii kwa maamuzi ya mikopo.'],
    ['fr', 'son condensé', 'N’utilisez pas ce dossier pour décider de prêts.'],
  ])(
    'in the language of its reader; the document for programs stays English: %s',
    async (code, finding, remedy) => {
      const { data } = await founded()
      alter(data)
      const english = await json('verify', '--data', data)
      vi.stubEnv('GRANARY_LANGUAGE', code)
      const { out } = await cli('verify', '--data', data)
      expect(out).toContain(finding)
      expect(out.trimEnd().split('\n').at(-1)).toContain(remedy)
      expect(await json('verify', '--data', data)).toEqual({ ...english, seconds: expect.any(Number) })
    },
  )
  test('a row that follows from the log: what stands there and what should, and that it can be made again', async () => {
    const { data } = await founded()
    const db = new Database(database(data))
    withoutGuards(db, () =>
      db.exec("UPDATE party_statement SET asserted_by = 2; UPDATE credential SET kind = 'x'"),
    )
    db.close()
    const { code, faults } = await json('verify', '--data', data)
    expect(code).toBe(1)
    expect(faults.map(({ kind, finding }: { kind: string; finding: string }) => [kind, finding])).toEqual([
      ['act_row_differs', 'In the table credential, "kind" is "x"; by the log it is "party".'],
      ['derived_row_missing', 'The record requires this row, but it is missing.'],
      ['derived_row_without_record', 'No record requires this row.'],
    ])
    expect(faults[1].where).toMatch(
      /^table party_statement, record [0-9a-f-]{36} \(entry \d+\), party [0-9a-f-]{36}, asserted_by party /,
    )
    const said = await cli('verify', '--data', data)
    expect(said.out.trimEnd().split('\n').at(-1)).toMatch(/stop the service, and run: granary rebuild$/)
    expect(readdirSync(data).filter((name) => name.includes('scratch'))).toEqual([])
  })
  test('without the replay it tells so, and sees the log itself alone', async () => {
    const { data } = await founded()
    const db = new Database(database(data))
    withoutGuards(db, () => db.exec('DELETE FROM party_statement'))
    db.close()
    const quick = await json('verify', '--data', data, '--quick')
    expect(quick).toMatchObject({ code: 3, clean: true })
    expect(quick.unchecked).toEqual([expect.stringContaining('(--quick)')])
    alter(data)
    expect(await json('verify', '--data', data, '--quick')).toMatchObject({ code: 1, clean: false })
  })
  test('room for the scratch file is looked for first; without it nothing is begun', async () => {
    const { data } = await founded()
    vi.stubEnv('GRANARY_MIN_FREE_BYTES', String(10 ** 15))
    const full = await cli('verify', '--data', data)
    expect(full.code).toBe(1)
    expect(full.err).toMatch(/scratch file in .* which may need \d+ MiB: 0 MiB are free/)
    expect(full.err).toContain(
      'name a folder on another disk with --scratch, or leave this check out with --quick',
    )
    const nowhere = join(data, 'nowhere')
    expect((await cli('verify', '--data', data, '--scratch', nowhere)).err).toContain(
      `in ${nowhere}, which cannot be written to (ENOENT)`,
    )
    expect((await cli('verify', '--data', data, '--scratch', temporaryFolder())).code).toBe(0)
  })
  test('so many faults of a kind: people read ten, programs get more', async () => {
    const { data } = await founded()
    for (let i = 0; i < 12; i++)
      await json('party', 'add', '--kind', 'person', '--name', `P${i}`, '--data', data)
    const db = new Database(database(data))
    withoutGuards(db, () =>
      db.exec("UPDATE entry SET body = replace(body, 'contract', 'c0ntract') WHERE seq > 2 AND kind < 31"),
    )
    db.close()
    const found = await json('verify', '--data', data)
    const alike = found.faults.filter(({ kind }: { kind: string }) => kind === 'entry_differs')
    expect(alike).toHaveLength(12)
    const { out } = await cli('verify', '--data', data)
    expect(out.match(/Its text does not match its digest\./g)).toHaveLength(10)
    expect(out).toContain('and 2 more of this kind')
  })
  test('where SQLite cannot have its journal, nobody is told to get the right to write', async () => {
    const { data } = await founded()
    for (const suffix of ['-wal', '-shm']) rmSync(database(data) + suffix, { force: true })
    symlinkSync(join(data, 'nowhere', 'at all'), `${database(data)}-shm`)
    const { code, err } = await cli('verify', '--data', data)
    expect(code).toBe(1)
    expect(err).toContain('cannot be opened for reading')
    expect(err).not.toMatch(/chown|right to write/)
  })
  test('beside the running service, which goes on', async () => {
    const { data } = await founded()
    const service = await served(data)
    try {
      expect((await json('verify', '--data', data)).code).toBe(0)
      expect((await json('party', 'add', '--kind', 'person', '--name', 'Grace', '--data', data)).code).toBe(0)
      expect((await json('verify', '--data', data)).code).toBe(0)
    } finally {
      await service.stop()
    }
  })
  test('compares with the checkpoint of the publisher, and with one that is named', async () => {
    const { data } = await founded()
    const outside = temporaryFolder()
    vi.stubEnv('GRANARY_ANCHOR_PUBLISHER', `folder:${outside}`)
    const early = await json('verify', '--data', data)
    expect(early).toMatchObject({ code: 3, clean: true })
    expect(early.unchecked[0]).toContain('does not exist')
    expect((await cli('anchor', 'run', '--data', data)).code).toBe(0)
    const fresh = await json('verify', '--data', data)
    expect(fresh).toMatchObject({ code: 0, clean: true, unchecked: [] })
    expect(fresh.remarks.join(' ')).toContain('was signed by the key of entry')
    expect(await json('verify', '--data', data, '--checkpoint', join(outside, 'checkpoint'))).toMatchObject({
      code: 0,
    })
  })
  test('pictures that were left out are told, and a store that is not there', async () => {
    const { data, token } = await founded()
    await keepPicture(data, token)
    const left = await json('verify', '--data', data, '--no-evidence')
    expect(left).toMatchObject({ code: 3, clean: true })
    expect(left.unchecked).toEqual(['Not checked, as requested (--no-evidence): the bytes of 1 picture.'])
    const gone = join(temporaryFolder(), 'not', 'mounted')
    vi.stubEnv('GRANARY_OBJECT_STORE', `file:${gone}`)
    const unmounted = await json('verify', '--data', data)
    expect(unmounted).toMatchObject({ code: 3, clean: true })
    expect(unmounted.unchecked[0]).toContain('1 of 1 picture could not be checked')
  })
  test('what cannot be looked at is an error, with a remedy', async () => {
    const nowhere = join(temporaryFolder(), 'nowhere')
    const lost = await cli('verify', '--data', nowhere)
    expect(lost.err).toContain(`There is no Granary database at ${database(nowhere)}`)
    const empty = temporaryFolder()
    expect(await cli('verify', '--data', empty)).toMatchObject({ code: 1, out: '' })
    mkdirSync(join(empty, 'x'))
    writeFileSync(join(empty, 'granary.db'), 'not a database at all, by any means'.repeat(40))
    const said = await cli('verify', '--data', empty)
    expect(said.code).toBe(1)
    expect(said.err).toContain('is damaged and cannot be read as a database')
    const { data } = await founded()
    expect((await cli('verify', '--data', data, '--checkpoint', join(data, 'none'))).err).toContain(
      'cannot be read (ENOENT)',
    )
    const other = join(data, 'other')
    writeFileSync(other, 'no note')
    const refused = await cli('verify', '--data', data, '--checkpoint', other)
    expect(refused.code).toBe(2)
    expect(refused.err).toContain(`${other} is not a checkpoint.`)
  })
})

/** A picture through the service, so that its act, its row and its bytes are those of the program. */
async function keepPicture(data: string, token: string): Promise<void> {
  const kernel = openKernel(readConfig({ data, logLevel: 'silent', minFreeBytes: '0' }, {}))
  const app = await makeServer(kernel)
  await sendInside(app, token, await aPicture())
  await app.close()
  kernel.close()
}
