import { once } from 'node:events'
import { createServer, Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import { pageIn, takeIn } from '../../../../src/clients/union/apply.ts'
import type { Engine } from '../../../../src/clients/union/engine.ts'
import { openPostgres } from '../../../../src/clients/union/postgres.ts'
import { purge, toBePurged } from '../../../../src/clients/union/purge.ts'
import { PARTITIONS, TABLE_NAMES } from '../../../../src/clients/union/schema.ts'
import { allSources } from '../../../../src/clients/union/source.ts'
import { INSTALLED_CITUS, STATEMENTS } from '../../../../src/clients/union/statements.ts'
import { makeStore, opened, withStore } from '../../../../src/clients/union/store.ts'
import { RECORD_TYPES } from '../../../../src/domain/types/index.ts'
import { added, newStore, STORES, secondOfFile } from '../../../support/clients/union-stores.ts'
import { testsOn } from '../../../support/clients/union-tests.ts'
import { cli, founded, json } from '../../../support/command.ts'
import { listening } from '../../../support/listening.ts'
import { asked } from '../../../support/postgres.ts'

/** The tables of a union on SQLite and on PostgreSQL, by the same statements. */

describe.for(STORES)('%s', (kind) => {
  const on = testsOn(kind)

  on('init makes tables and a view for each type, and changes nothing when done again', async () => {
    const store = await newStore(kind)
    expect(await json('union init --store', store)).toMatchObject({ code: 0, store: kind })
    await withStore(store, (engine) => added(engine, 'kahawa'))
    expect(await makeStore(store)).toBe(kind)
    await withStore(store, async (engine) => {
      expect(await engine.all(STATEMENTS['source.all'], [])).toMatchObject([{ source: 'kahawa', pages: 0 }])
      for (const view of ['shown', ...RECORD_TYPES])
        expect(await engine.all(`SELECT * FROM ${view} WHERE source = $1`, ['kahawa'])).toEqual([])
    })
  })

  on('a store that another version made is refused until init is run again', async () => {
    const store = await newStore(kind)
    await makeStore(store)
    const engine = await opened(store, false)
    await engine.script(kind === 'sqlite' ? 'PRAGMA user_version = 7' : "COMMENT ON VIEW shown IS '7'")
    await engine.close()
    const said = await cli('union status --store', store)
    expect([said.code, said.err]).toEqual([1, expect.stringContaining('granary union init')])
    await makeStore(store)
    expect(await json('union status --store', store)).toMatchObject({ code: 0, sources: [] })
  })

  on('every statement is prepared, and names the source', async () => {
    const store = await newStore(kind)
    await makeStore(store)
    const engine = await opened(store, false)
    try {
      for (const [name, sql] of Object.entries(STATEMENTS)) {
        expect(sql, name).toMatch(/\bsource\b/)
        // A partition on another server does not take it.
        expect(sql, name).not.toMatch(/ON CONFLICT \(|DO UPDATE/)
        const params = Math.max(0, ...[...sql.matchAll(/\$(\d+)/g)].map(([, n]) => Number(n)))
        const prepared = kind === 'sqlite' ? `EXPLAIN ${sql}` : `PREPARE one AS ${sql}`
        if (kind === 'sqlite')
          await engine.all(
            prepared,
            Array.from({ length: params }, () => null),
          )
        else await engine.script(`${prepared}; DEALLOCATE one`)
      }
    } finally {
      await engine.close()
    }
  })

  on('an error undoes all of a transaction, and others see nothing of it before its end', async () => {
    const store = await newStore(kind)
    await makeStore(store)
    const [one, other] = [await opened(store, false), await opened(store, false)]
    try {
      const failed = one.atOnce('a', async (within) => {
        await added(within, 'a')
        expect(await other.all(STATEMENTS['source.all'], [])).toEqual([])
        throw new Error('in the middle')
      })
      // It waits for its turn.
      const outside = one.all(STATEMENTS['source.all'], [])
      await expect(failed).rejects.toThrow('in the middle')
      expect(await outside).toEqual([])
      await one.atOnce('a', (within) => added(within, 'a'))
      await expect(added(one, 'a')).rejects.toThrow('of this name')
      expect(await other.all(STATEMENTS['source.all'], [])).toHaveLength(1)
    } finally {
      await Promise.all([one.close(), other.close()])
    }
  })

  on('a store that is not there is told with its remedy', async () => {
    const said = await cli('union init --store', kind === 'sqlite' ? 'sqlite:x' : 'mysql://x/y')
    expect(said.code).toBe(2)
    await expect(withStore(await newStore(kind), async () => {})).rejects.toThrow('There is no store')
  })
})

test('every unique key begins with the source', async () => {
  const store = await newStore('sqlite')
  await makeStore(store)
  const keys = await withStore(store, (engine) =>
    engine.all(
      `SELECT m.name, c.name AS first FROM sqlite_schema m, pragma_index_list(m.name) i, pragma_index_info(i.name) c
      WHERE i."unique" = 1 AND c.seqno = 0 ORDER BY m.name`,
      [],
    ),
  )
  expect(keys).toEqual(TABLE_NAMES.toSorted().map((name) => ({ name, first: 'source' })))
  expect(TABLE_NAMES).toEqual(expect.arrayContaining(['record', 'kept', 'closing', 'checkpoint', 'source']))
  expect(INSTALLED_CITUS).toContain('pg_extension')
})

testsOn('postgres')('each table is divided by source, and its statistics sample no content', async () => {
  const store = await newStore('postgres')
  await makeStore(store)
  const parts = await asked(
    store,
    `SELECT inhparent::regclass::text AS name, count(*)::int AS n FROM pg_inherits
      WHERE inhparent::regclass::text = ANY (ARRAY['${TABLE_NAMES.join("','")}']) GROUP BY 1`,
  )
  expect(Object.fromEntries(parts.map(({ name, n }) => [name, n]))).toEqual(
    Object.fromEntries(TABLE_NAMES.map((name) => [name, PARTITIONS])),
  )
  const sampled = await asked(
    store,
    `SELECT attrelid::regclass::text AS name FROM pg_attribute
      WHERE attname = 'body' AND attrelid::regclass::text ~ '^(record|kept)_p' AND attstattarget <> 0`,
  )
  expect(sampled).toEqual([])
})

testsOn('postgres')(
  'init again keeps what was granted on views, and the views that others made of them',
  async () => {
    const store = await newStore('postgres')
    await makeStore(store)
    const granted = async () =>
      (
        await asked(
          store,
          `SELECT has_table_privilege('reporter', 'shown', 'SELECT') AS shown,
          has_table_privilege('reporter', 'delivery', 'SELECT') AS delivery`,
        )
      )[0]
    await asked(store, 'CREATE ROLE reporter')
    await asked(store, 'GRANT SELECT ON shown, delivery TO reporter')
    await asked(store, 'CREATE VIEW own AS SELECT id FROM shown')
    await makeStore(store)
    expect(await granted()).toEqual({ shown: true, delivery: true })
    expect(await asked(store, 'SELECT * FROM own')).toEqual([])
    // As a version with other columns left it.
    await asked(store, 'DROP VIEW delivery')
    await asked(store, 'CREATE VIEW delivery AS SELECT 1 AS one')
    await makeStore(store)
    expect(await asked(store, 'SELECT source FROM delivery')).toEqual([])
    expect(await granted()).toEqual({ shown: true, delivery: false })
    await asked(store, 'DROP VIEW delivery')
    await asked(store, 'CREATE VIEW delivery AS SELECT 1 AS one')
    await asked(store, 'CREATE VIEW own_too AS SELECT one FROM delivery')
    await expect(makeStore(store)).rejects.toThrow('another view was made of it')
  },
)

testsOn('two servers')('while one is away, the sources of the other are found and go on', async () => {
  const store = await newStore('two servers')
  const page = { changes: [], closed: [], has_more: false, cursor: 'c1' }
  const names = ['kahawa', 'c1']
  const put = (engine: Engine, name: string, since: string | null) =>
    takeIn(engine, name, pageIn(page), since, { nowMs: 0 })
  const found = () =>
    withStore(store, async (engine) => (await allSources(engine)).map(({ source }) => source))
  await withStore(store, async (engine) => {
    for (const name of names) {
      await added(engine, name)
      expect(await put(engine, name, null)).toMatchObject({ is: 'taken' })
    }
  })
  expect(await found()).toEqual(['c1', 'kahawa'])
  const other = await secondOfFile()
  await other.crash()
  expect(await found()).toEqual(['c1'])
  await withStore(store, async (engine) => {
    expect(await put(engine, 'c1', 'c1')).toMatchObject({ is: 'taken' })
    await expect(put(engine, 'kahawa', 'c1')).rejects.toMatchObject({ code: '08001' })
    await other.start()
    expect(await put(engine, 'kahawa', 'c1')).toMatchObject({ is: 'taken' })
  })
  expect(await found()).toEqual(['c1', 'kahawa'])
})

testsOn('two servers')('each purges its own partitions, and says nothing of the others', async () => {
  const store = await newStore('two servers')
  await withStore(store, async (engine) => {
    for (const name of ['kahawa', 'c1']) {
      await added(engine, name)
      await engine.run(STATEMENTS['source.toPurge'], [name, '2026-06-28T07:15:00.000Z'])
    }
    expect((await toBePurged(engine, '2027')).map(({ source }) => source)).toEqual(['c1'])
    expect(await purge(engine, '2027')).toEqual(['c1'])
    expect(await toBePurged(engine, '2027')).toEqual([])
    expect((await engine.all(STATEMENTS['source.toBePurged'], ['2027'])).map(({ source }) => source)).toEqual(
      ['kahawa'],
    )
    await (await secondOfFile()).crash()
    expect(await purge(engine, '2027')).toEqual([])
    await (await secondOfFile()).start()
  })
})

testsOn('postgres')(
  'nothing is noted as purged while somebody may still see it, or holds the table',
  async () => {
    const store = await newStore('postgres')
    await makeStore(store)
    // It is no superuser, and no member of the reader's role.
    await asked(store, 'CREATE ROLE purger LOGIN')
    const [purger, reader] = [new URL(store), await opened(store, false)]
    purger.username = 'purger'
    for (const { name } of await asked(
      store,
      `SELECT relname AS name FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace`,
    ))
      await asked(store, `ALTER TABLE ${name} OWNER TO purger`)
    const one = await opened(purger.href, false)
    const purges = async () => [await purge(one, '2027'), (await toBePurged(one, '2027')).length]
    try {
      await added(one, 'kahawa')
      const row = ['kahawa', 'r1', 'x', '', '', null, null, null, null, '', '', '', null, null, 'body']
      const kept = async () => {
        const files = await asked(
          store,
          `SELECT sum(pg_relation_size(relid))::int AS n FROM pg_partition_tree('record')`,
        )
        return Number(files[0]?.n) > 0
      }
      await one.run(STATEMENTS['record.put'], row)
      await reader.alone(async (on) => {
        await on.script('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT 1 FROM source')
        await one.atOnce('kahawa', async (within) => {
          await within.run(STATEMENTS['record.dropAll'], ['kahawa'])
          await within.run(STATEMENTS['source.toPurge'], ['kahawa', '2026-06-28T07:15:00.000Z'])
        })
        expect(await purges()).toEqual([[], 1])
        await on.script('COMMIT')
        await on.script('BEGIN; LOCK TABLE record IN ACCESS SHARE MODE')
        expect(await purges()).toEqual([[], 1])
        expect(await kept()).toBe(true)
        await on.script('COMMIT')
      })
      expect(await purges()).toEqual([['kahawa'], 0])
      expect(await kept()).toBe(false)
    } finally {
      await Promise.all([one.close(), reader.close()])
    }
  },
)

test('a file is opened while another program is in the middle of a page', async () => {
  const store = await newStore('sqlite')
  await makeStore(store)
  const one = await opened(store, false)
  await one.atOnce('kahawa', async () => {
    const other = await opened(store, false)
    expect(await other.all(STATEMENTS['source.all'], [])).toEqual([])
    await other.close()
  })
  await one.close()
})

test('a server that is silent is given up, and one that went away is noticed', async () => {
  const keepAlive = vi.spyOn(Socket.prototype, 'setKeepAlive')
  const silent = createServer()
  const { host } = new URL(await listening(silent))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const opening = openPostgres(`postgres://union@${host}/union`)
    const failing = expect(opening).rejects.toThrow('cannot be reached')
    const [socket] = await once(silent, 'connection')
    while (keepAlive.mock.calls.length === 0) await setImmediate()
    expect(keepAlive).toHaveBeenCalledWith(true, 60_000)
    vi.advanceTimersByTime(60_000)
    await failing
    socket.destroy()
  } finally {
    vi.useRealTimers()
    keepAlive.mockRestore()
    silent.close()
  }
})

test("a file of another program is not taken for a store, nor the service's own", async () => {
  const { data } = await founded()
  const said = await cli('union init --store', `file:${data}/granary.db`)
  expect(said.code).toBe(1)
  expect(said.err).toContain('something else')
})
