import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { uuidv7 } from 'uuidv7'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openKernel } from '../../../src/assemble.ts'
import { Problem } from '../../../src/base/problem.ts'
import { auditTasks } from '../../../src/consent/audit-tasks.ts'
import { INDEXED } from '../../../src/store/audit/postings.ts'
import { type Actor, type Appliance, makeAppliance, requesterOf } from '../../support/appliance.ts'
import { audited } from '../../support/audited.ts'
import { appended, granted, harvestOf, PURPOSE } from '../../support/flows/help.ts'
import { withoutGuards } from '../../support/proofs/verify/scene.ts'
import { auditFaults } from '../../support/store/audit-faults.ts'

/** The entries of one commit are one row, whatever becomes of the commit and of its jobs. */

let a: Appliance
let farmer: Actor
beforeEach(async () => {
  a = await makeAppliance()
  farmer = await a.party('person', 'Grace')
  // Jobs that come together are one commit as long as they take little time: here they always do.
  let nowMs = performance.now()
  vi.spyOn(performance, 'now').mockImplementation(() => (nowMs += 0.001))
})
afterEach(async () => {
  vi.restoreAllMocks()
  await a.close()
})

const store = () => a.kernel.store
const submit = <T>(work: () => T) => a.kernel.ports.submit(work)
const note = (action: string, detail?: object) => () =>
  store().audit.append(store().writer.nowMs, {
    credential: null,
    action,
    outcome: 'done',
    ...(detail === undefined ? {} : { detail }),
  })
const rows = () =>
  store().db.prepare('SELECT first_n, last_n, at, log_size FROM audit ORDER BY last_n').raw().all() as [
    number,
    number,
    number,
    number,
  ][]
const actionsAfter = (n: number) =>
  audited(store().db)
    .filter((entry) => entry.n > n)
    .map(({ action }) => action)

describe('the entries of one commit', () => {
  test('are one row, with its numbers, its time and how long the log was', async () => {
    const [size, before] = [store().audit.size, rows()]
    a.clock.nowMs += 5
    await Promise.all([
      submit(note('one')),
      submit(() => store().acts.append('clock_confirmation', uuidv7(), store().writer.nowMs, {})),
      submit(note('two')),
      submit(note('three')),
    ])
    expect(rows().slice(before.length)).toEqual([[size + 1, size + 3, a.clock.nowMs, store().log.size]])
    expect(actionsAfter(size)).toEqual(['one', 'two', 'three'])
    expect(auditFaults(store().db)).toEqual([])
  })

  test('are none, and then there is no row', async () => {
    const before = rows()
    await submit(() => store().acts.append('clock_confirmation', uuidv7(), store().writer.nowMs, {}))
    await submit(() => {})
    expect(rows()).toEqual(before)
  })

  test('are found by its later jobs, before they are durable', async () => {
    const { audit, writer } = store()
    const size = audit.size
    a.clock.nowMs += 60_000
    await Promise.all([
      submit(note('one')),
      submit(note('two')),
      submit(() => {
        expect([audit.size, audit.head.n, rows().length < size + 2]).toEqual([size + 2, size, true])
        expect(audit.after(size - 1, 9).map(({ n, action }) => [n, action])).toEqual([
          [size, expect.any(String)],
          [size + 1, 'one'],
          [size + 2, 'two'],
        ])
        expect([...audit.entries([size + 2, 1, size + 3]).keys()]).toEqual([1, size + 2])
        expect(audit.firstSince(writer.nowMs)).toBe(size + 1)
        expect(audit.index.after(INDEXED.credential, 0, size, 9).map(({ n }) => n)).toEqual([
          size + 1,
          size + 2,
        ])
        const { entries } = auditTasks.audit(a.kernel, 'test', { count: 2, sinceMs: writer.nowMs })
        expect(entries.map(({ action }) => action)).toEqual(['two', 'one'])
      }),
    ])
    expect([audit.size, audit.head.n]).toEqual([size + 2, size + 2])
  })

  test('that disclose a record are known to the job that corrects it', async () => {
    const lender = await a.party('institution', 'Bank')
    const harvest = await appended(farmer, 'harvest', harvestOf(farmer))
    await granted(a, farmer, lender, ['harvest'])
    const credential = store().credentials.all().at(-1)?.seq as number
    const reader = { ...requesterOf(a, lender), credential }
    const correction = {
      ...harvestOf(farmer),
      id: uuidv7(),
      type: 'harvest',
      occurred_at: harvest.occurred_at,
      lawful_basis: 'consent',
      supersedes: harvest.id,
    }
    const before = rows().length
    const [seen] = await Promise.all([
      submit(() => a.kernel.gate.readerFor(reader, PURPOSE).one(harvest.id)),
      submit(() => a.kernel.intake.append(requesterOf(a, farmer), correction as never)),
    ])
    expect([seen?.record.id, rows().length]).toEqual([harvest.id, before + 1])
    const owed = store().notifications.after(0, 10, false)
    expect(owed.map(({ recipient }) => store().parties.id(recipient))).toEqual([lender.id])
  })

  test('are not taken outside of a transaction, where nothing would write them', () => {
    expect(note('lost')).toThrow('outside a transaction')
  })
})

test('a job that is refused before it wrote anything leaves the others in their one row', async () => {
  const before = rows().length
  await Promise.allSettled([
    submit(note('one')),
    submit(() => {
      throw new Problem('id_conflict')
    }),
    submit(note('two')),
  ])
  expect(rows().length).toBe(before + 1)
})

test('a disk without room for the row: all is undone, and each job is done again by itself where it fits', async () => {
  const { db, audit } = store()
  const [size, before] = [audit.size, rows().length]
  db.pragma('wal_checkpoint(TRUNCATE)')
  db.pragma(`max_page_count = ${Number(db.pragma('page_count', { simple: true })) + 4}`)
  const done = await Promise.allSettled([
    submit(note('one')),
    submit(note('long', { text: 'x'.repeat(1_000_000) })),
    submit(note('two')),
  ])
  db.pragma('max_page_count = 1000000')
  expect(done.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(done[1]).toMatchObject({ reason: { code: 'storage_full' } })
  expect([actionsAfter(size), rows().length]).toEqual([['one', 'two'], before + 2])
  await submit(note('three'))
  expect(audit.index.after(INDEXED.credential, 0, size, 9).map(({ n }) => n)).toEqual(
    [1, 2, 3].map((step) => size + step),
  )
  expect(auditFaults(db)).toEqual([])
})

test('a commit that fails leaves no row, and its entries are there once when they are sent again', async () => {
  const { db, audit } = store()
  const size = audit.size
  const exec = db.exec.bind(db)
  vi.spyOn(db, 'exec').mockImplementation((sql) => {
    if (sql === 'COMMIT') throw Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR_WRITE' })
    return exec(sql)
  })
  const done = await Promise.allSettled([submit(note('one')), submit(note('two'))])
  expect(done.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect([audit.size, actionsAfter(size)]).toEqual([size, []])
  vi.restoreAllMocks()
  await Promise.all([submit(note('one')), submit(note('two'))])
  expect(actionsAfter(size)).toEqual(['one', 'two'])
  expect(auditFaults(db)).toEqual([])
})

describe('a process that ends', () => {
  const folders: string[] = []
  afterEach(() => {
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
  })

  /** The files as they stand, as a process finds them that begins after this one was killed. */
  function asAfterAKill(): string {
    const folder = mkdtempSync(join(tmpdir(), 'ended-'))
    folders.push(folder)
    cpSync(a.kernel.config.data, folder, {
      recursive: true,
      filter: (path) => !/granary\.(lock|sock)/.test(path),
    })
    return folder
  }

  test('before its commit leaves nothing of it, and after its commit all', async () => {
    const { db, audit } = store()
    const size = audit.size
    const killed: string[] = []
    const exec = db.exec.bind(db)
    vi.spyOn(db, 'exec').mockImplementation((sql) => {
      if (sql !== 'COMMIT') return exec(sql)
      killed.push(asAfterAKill())
      exec(sql)
      killed.push(asAfterAKill())
      return db
    })
    await Promise.all([submit(note('one')), submit(note('two', { text: 'x'.repeat(200_000) }))])
    vi.restoreAllMocks()
    const found = killed.map((data) => {
      const kernel = openKernel({ ...a.kernel.config, data })
      try {
        expect(auditFaults(kernel.store.db)).toEqual([])
        return audited(kernel.store.db)
          .filter(({ n }) => n > size)
          .map(({ action }) => action)
      } finally {
        kernel.close()
      }
    })
    expect(found).toEqual([[], ['one', 'two']])
  })

  test('finds at its next start what a disk has damaged, and starts', async () => {
    const size = store().audit.size
    await submit(note('one'))
    await submit(note('two'))
    const data = asAfterAKill()
    const raw = new Database(join(data, 'granary.db'))
    withoutGuards(raw, (db) =>
      db.prepare('UPDATE audit SET entries = substr(entries, 3) WHERE last_n = ?').run(size + 1),
    )
    raw.close()
    const kernel = openKernel({ ...a.kernel.config, data })
    try {
      const { audit } = kernel.store
      expect(audit.index.after(INDEXED.credential, 0, size, 9).map(({ n }) => n)).toEqual([size + 2])
      expect([...audit.entries([size, size + 2]).keys()]).toEqual([size, size + 2])
      expect(() => audit.entries([size + 1])).toThrow(`Entries ${size + 1} to ${size + 1} of the audit log`)
    } finally {
      kernel.close()
    }
  })
})
