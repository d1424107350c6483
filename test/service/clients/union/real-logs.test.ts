import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect } from 'vitest'
import { makeServer, openKernel } from '../../../../src/assemble.ts'
import type { Engine } from '../../../../src/clients/union/engine.ts'
import { passTime } from '../../../../src/clients/union/own-clock.ts'
import { serveOnce } from '../../../../src/clients/union/serve.ts'
import { STATEMENTS } from '../../../../src/clients/union/statements.ts'
import { dataFiles } from '../../../../src/config/config.ts'
import { type Actor, type Appliance, actor, makeAppliance } from '../../../support/appliance.ts'
import { added, STORES } from '../../../support/clients/union-stores.ts'
import { testsOnNew } from '../../../support/clients/union-tests.ts'
import { json } from '../../../support/command.ts'
import { appended, DAY_MS, granted, harvestOf, PURPOSE } from '../../../support/flows/help.ts'
import { makeBatch } from '../../proofs/anchor/help.ts'

/** Logs of real appliances that change behind a union's back, and unions that hear of an appliance only late. */

describe.for(STORES)('%s', (kind) => {
  let a: Appliance
  let grace: Actor
  let ben: Actor
  let bank: Actor
  let store: string
  let engine: Engine
  const ends: (() => Promise<unknown>)[] = []

  const on = testsOnNew(kind, async (made) => {
    ;({ store, engine } = made)
    a = await makeAppliance()
    grace = await a.party('person', 'Grace')
    ben = await a.party('person', 'Ben')
    bank = await a.party('institution', 'Union')
    await add('kahawa')
  })
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end()
    await a.close()
  })

  const harvest = async (by: Actor): Promise<string> =>
    (await appended(by, 'harvest', { ...harvestOf(by), occurred_at: new Date(a.clock.nowMs).toISOString() }))
      .id
  const clock = () => ({ nowMs: a.clock.nowMs })
  const add = async (name: string) => {
    const url = `http://127.0.0.1:${await a.port()}`
    const added_at = new Date(a.clock.nowMs).toISOString()
    await added(engine, name, { url, token: bank.token, purpose: PURPOSE, added_at })
  }
  const read = async () => {
    const { signal } = new AbortController()
    const rounds = await serveOnce({ engine, clock, signal, program: 'test', log: () => {} })
    return Object.fromEntries(rounds.map(({ name, fault }) => [name, fault]))
  }
  const ids = async (name = 'kahawa') =>
    (await engine.all('SELECT id FROM record WHERE source = $1 ORDER BY id', [name])).map((row) => row.id)
  const readable = async (as = bank) => {
    const { body } = await as.get(`/v1/records?purpose=${PURPOSE}&standing=any&limit=500`)
    return body.records.map((one: { id: string }) => one.id).sort()
  }
  const status = async (name = 'kahawa') => {
    const { sources } = await json('union status --store', store)
    return sources.find((one: { name: string }) => one.name === name)
  }

  /** Somebody runs another appliance from a copy of the folder: the same key, the same name of the log. */
  const copied = async () => {
    const folder = mkdtempSync(join(tmpdir(), 'copied-'))
    const [from, to] = [dataFiles(a.kernel.config.data), dataFiles(folder)]
    a.kernel.store.writeBehind()
    a.kernel.store.db.pragma('wal_checkpoint(TRUNCATE)')
    for (const file of ['database', 'anchorKey'] as const)
      if (existsSync(from[file])) copyFileSync(from[file], to[file])
    const kernel = openKernel({ ...a.kernel.config, data: folder }, { clock: () => a.clock.nowMs })
    const app = await makeServer(kernel)
    const url = await app.listen({ host: '127.0.0.1', port: 0 })
    ends.push(async () => {
      await app.close()
      kernel.close()
      rmSync(folder, { recursive: true, force: true })
    })
    const as = ({ id, token }: Actor) => actor(app, a.clock, id, token)
    return { url, as, anchor: () => kernel.ports.submit(() => kernel.anchors.makeBatch()) }
  }
  const goesTo = (url: string, name = 'kahawa') =>
    engine.run('UPDATE source SET url = $2 WHERE source = $1', [name, url])

  on(
    'a log that was rewritten freezes its source with both checkpoints, until its operator names one',
    async () => {
      await granted(a, grace, bank, ['harvest'], PURPOSE, {
        expires_at: new Date(a.clock.nowMs + 300 * DAY_MS).toISOString(),
      })
      await harvest(grace)
      await makeBatch(a)
      const other = await copied()
      const here = await harvest(grace)
      await makeBatch(a)
      expect(await read()).toEqual({ kahawa: null })
      const before = await ids()
      expect(before).toContain(here)
      // There it never happened; something else did, and more of it.
      const there: string[] = []
      for (let n = 0; n < 9; n++) there.push(await harvest(other.as(grace)))
      await other.anchor()
      await goesTo(other.url)
      expect(await read()).toEqual({ kahawa: 'frozen' })
      expect(await ids()).toEqual(before)
      const frozen = await status()
      expect(frozen).toMatchObject({ state: 'frozen', fault: 'frozen' })
      const [kept, second] = frozen.checkpoints
      expect([kept.follows, second.follows, kept.log === second.log]).toEqual([true, false, true])
      // Nothing more is asked of it, and the kept checkpoint stays, however long nobody looks.
      a.clock.nowMs += 200 * DAY_MS
      expect(await read()).toEqual({ kahawa: 'frozen' })
      expect((await status()).checkpoints.map(({ hash }: { hash: string }) => hash)).toEqual([
        kept.hash,
        second.hash,
      ])
      // Meanwhile there is another root.
      there.push(await harvest(other.as(grace)))
      await other.anchor()
      expect((await json('union thaw kahawa --store', store, '--checkpoint', second.hash)).code).toBe(0)
      expect(await read()).toEqual({ kahawa: null })
      expect(await ids()).toEqual(await readable(other.as(bank)))
      expect(await ids()).toEqual(expect.arrayContaining(there))
      expect(await ids()).not.toContain(here)
      // The first history does not follow this one.
      for (let n = 0; n < 20; n++) await harvest(grace)
      await makeBatch(a)
      await goesTo(`http://127.0.0.1:${await a.port()}`)
      expect(await read()).toEqual({ kahawa: 'frozen' })
    },
  )

  on(
    'after long silence it holds what the gate shows, though what closed meanwhile is told to nobody again',
    async () => {
      await granted(a, grace, bank, ['harvest'], PURPOSE, {
        expires_at: new Date(a.clock.nowMs + 5 * DAY_MS).toISOString(),
      })
      const given = await granted(a, ben, bank, ['harvest'], PURPOSE, {
        expires_at: new Date(a.clock.nowMs + 300 * DAY_MS).toISOString(),
      })
      const [one, two] = [await harvest(grace), await harvest(ben)]
      await makeBatch(a)
      expect(await read()).toEqual({ kahawa: null })
      expect(await ids()).toEqual(expect.arrayContaining([one, two]))
      await ben.post(`/v1/grants/${given}/revocation`, {})
      await goesTo('http://127.0.0.1:9')
      a.clock.nowMs += 40 * DAY_MS
      await passTime(engine, clock())
      expect(await ids()).not.toContain(one)
      await goesTo(`http://127.0.0.1:${await a.port()}`)
      expect(await read()).toEqual({ kahawa: null })
      expect(await ids()).toEqual(await readable())
      expect(await ids()).not.toContain(two)
    },
  )

  on('a source that cannot be taken in holds up no other', async () => {
    await granted(a, grace, bank, ['harvest'], PURPOSE)
    await add('second')
    const broken: Engine = {
      ...{ kind: engine.kind, close: async () => {}, script: (sql) => engine.script(sql) },
      ...{ all: (sql, params) => engine.all(sql, params), run: (sql, params) => engine.run(sql, params) },
      alone: (work) => engine.alone(work),
      atOnce: (source, work) =>
        engine.atOnce(source, (within) =>
          work({
            ...within,
            run: async (sql, params) => {
              if (source === 'kahawa' && sql === STATEMENTS['source.took']) throw new RangeError('a fault')
              return within.run(sql, params)
            },
          }),
        ),
    }
    const logged: string[] = []
    const { signal } = new AbortController()
    const serving = {
      engine: broken,
      clock,
      signal,
      program: 'test',
      log: (text: string) => logged.push(text),
    }
    expect(await serveOnce(serving).catch((error) => error)).toEqual([
      { name: 'kahawa', fault: 'store RangeError' },
      { name: 'second', fault: null },
    ])
    expect(await ids()).toEqual([])
    expect(await ids('second')).toEqual(await readable())
    expect(logged).toEqual(['kahawa: store RangeError'])
  })
})
