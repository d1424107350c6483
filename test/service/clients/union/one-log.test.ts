import { setTimeout } from 'node:timers/promises'
import { describe, expect } from 'vitest'
import { takeIn } from '../../../../src/clients/union/apply.ts'
import type { Engine, Queries, Value } from '../../../../src/clients/union/engine.ts'
import { freezeSplit } from '../../../../src/clients/union/one-log.ts'
import { endSource } from '../../../../src/clients/union/own-clock.ts'
import { type Serving, serve, serveOnce } from '../../../../src/clients/union/serve.ts'
import { sourceNamed } from '../../../../src/clients/union/source.ts'
import { forRows, STATEMENTS } from '../../../../src/clients/union/statements.ts'
import { checkpointText, originOf } from '../../../../src/domain/checkpoint.ts'
import { rawPublicKey, signNote, vkeyOf } from '../../../../src/domain/note.ts'
import { DAY_MS, formatInstant } from '../../../../src/domain/time.ts'
import { typed } from '../../../../src/text/shell.ts'
import { Log, leaves } from '../../../support/clients/union-log.ts'
import { pageOf } from '../../../support/clients/union-pages.ts'
import { added, STORES } from '../../../support/clients/union-stores.ts'
import { testsOnNew } from '../../../support/clients/union-tests.ts'
import { cli, json } from '../../../support/command.ts'

/** Made-up offices that are two sources of a store, and what a store says of a log that began again. */

const nowMs = Date.now()
const at = (days: number) => formatInstant(nowMs + days * DAY_MS)

describe.for(STORES)('%s', (kind) => {
  let store: string
  let engine: Engine
  let cursors = 0
  const since = new Map<string, string | null>()
  const union = (...words: string[]) => json(`union ${words[0]}`, ...words.slice(1), '--store', store)

  const on = testsOnNew(kind, (made) => {
    ;({ store, engine } = made)
    since.clear()
  })

  const page = async (name: string, source: object, more: object = {}, atMs = nowMs) => {
    const said = pageOf(`c${++cursors}`, { source, ...more })
    const taken = await takeIn(engine, name, said, since.get(name) ?? null, { nowMs: atMs })
    if (taken.is === 'taken') since.set(name, taken.cursor)
    return taken.is
  }
  const states = async () =>
    Object.fromEntries((await union('status')).sources.map(({ name, state }: Named) => [name, state]))
  interface Named {
    readonly name: string
    readonly state: string
  }

  const log = new Log(leaves(20))
  /** The same log, as the office shows it to somebody else. */
  const other = new Log([...leaves(5), 'changed', ...leaves(14, 'more')], log.key)

  /** Two sources of one office, to which it shows two histories. */
  const split = async () => {
    for (const name of ['kahawa', 'loans']) await added(engine, name)
    await page('kahawa', log.states(9, 0))
    await page('loans', other.states(9, 0))
  }

  on('an office that shows two sources two histories is frozen at both, until somebody chose', async () => {
    for (const name of ['kahawa', 'loans']) {
      await added(engine, name)
      expect(await page(name, log.states(5, 0))).toBe('taken')
    }
    expect(await union('serve --once')).toMatchObject({ code: 0, sources: [] })
    const [own, lie] = [log.states(9, 5), other.states(9, 5)]
    expect(await page('kahawa', own)).toBe('taken')
    expect(await page('loans', lie)).toBe('taken')
    expect(await union('serve --once')).toMatchObject({
      code: 3,
      sources: [
        { name: 'kahawa', fault: 'frozen' },
        { name: 'loans', fault: 'frozen' },
      ],
    })
    const [kahawa, loans] = (await union('status')).sources
    expect([kahawa.fault, loans.fault]).toEqual(['frozen loans', 'frozen kahawa'])
    const notes = ({ checkpoints }: typeof kahawa) =>
      checkpoints.map(({ note, follows }: { note: string; follows: boolean }) => [note, follows])
    expect(notes(kahawa)).toEqual([
      [own.checkpoint, true],
      [lie.checkpoint, false],
    ])
    expect(notes(loans)).toEqual([
      [lie.checkpoint, true],
      [own.checkpoint, false],
    ])
    const said = (await cli('union status --store', store)).err
    expect(said).toContain('shows the source loans another history')
    expect(said.replace(/\s+/g, ' ')).toContain(
      `granary union thaw kahawa --store ${typed(store)} --checkpoint`,
    )
    for (const { hash } of kahawa.checkpoints) expect(said).toContain(hash)
    expect(await page('kahawa', log.states(12, 9))).toBe('frozen')

    // Its history is right at the one, and wrong at the other.
    const { hash } = kahawa.checkpoints[0]
    expect((await union('thaw kahawa --checkpoint', 'ab')).code).toBe(2)
    for (const name of ['kahawa', 'loans'])
      expect(await union('thaw', name, '--checkpoint', hash)).toMatchObject({ code: 0 })
    expect((await union('thaw kahawa --checkpoint', hash)).code).toBe(1)
    expect(await page('kahawa', log.states(12, 9))).toBe('taken')
    expect(await page('loans', log.states(12, 9))).toBe('again')
    since.set('loans', null)
    expect(await page('loans', log.states(12, 0))).toBe('taken')
    expect(await union('serve --once')).toMatchObject({ code: 0 })
    expect(await states()).toEqual({ kahawa: 'live', loans: 'live' })

    const later = new Log([...leaves(14), 'later', ...leaves(5)], log.key)
    expect(await page('kahawa', log.states(16, 12))).toBe('taken')
    expect(await page('loans', later.states(16, 12))).toBe('taken')
    expect(await freezeSplit(engine, nowMs)).toEqual(['kahawa', 'loans'])
    expect(await freezeSplit(engine, nowMs)).toEqual([])
  })

  on('an older checkpoint is compared too, and shown beside the one that was kept last', async () => {
    for (const name of ['kahawa', 'loans']) await added(engine, name)
    await page('kahawa', log.states(9, 0))
    await page('kahawa', log.states(12, 9))
    await page('loans', other.states(9, 0))
    expect(await freezeSplit(engine, nowMs)).toEqual(['kahawa', 'loans'])
    const both = (await union('status')).sources
    const [{ checkpoints }] = both
    const sizes = checkpoints.map(({ size, follows }: { size: number; follows: boolean }) => [size, follows])
    expect(sizes.sort()).toEqual([
      [12, true],
      [9, false],
      [9, true],
    ])
    // Whoever goes on with each as it was has seen these: only a later one would freeze them again.
    for (const { name, checkpoints: held } of both) {
      const follows = held.filter((one: { follows: boolean }) => one.follows)
      const { hash } = follows.find(({ size }: { size: number }) => size === (name === 'kahawa' ? 12 : 9))
      expect(await union('thaw', name, '--checkpoint', hash)).toMatchObject({ code: 0 })
    }
    expect(await freezeSplit(engine, nowMs)).toEqual([])
    expect(await page('loans', other.states(12, 9))).toBe('taken')
    expect(await freezeSplit(engine, nowMs)).toEqual(['kahawa', 'loans'])
  })

  on('one tree is kept once, however often and with whatever text and proof it is shown', async () => {
    for (const name of ['kahawa', 'loans']) await added(engine, name)
    await page('kahawa', log.states(5, 0))
    const audit = (n: number) =>
      signNote(
        checkpointText({
          ...{ origin: log.origin, size: 9, root: log.oracle.root(0, 9) },
          audit: { n, hash: Buffer.alloc(32, n) },
        }),
        log.origin,
        log.key,
      )
    const { consistency } = log.states(9, 5)
    for (let n = 0; n < 5; n++) {
      const more = { checkpoint: audit(n), consistency: n === 0 ? consistency : Array(64).fill('x') }
      expect(await page('kahawa', log.states(9, 5, more))).toBe('taken')
    }
    const rows = () => engine.all(STATEMENTS['checkpoint.all'], ['kahawa'])
    expect((await rows()).map(({ size, consistency: proof }) => [size, proof])).toEqual([
      [5, '[]'],
      [9, JSON.stringify(consistency)],
    ])
    expect(await page('kahawa', log.states(12, 9))).toBe('taken')
    expect((await rows())[2]?.continues).toBe((await rows())[1]?.hash)
    // Nor does one that was seen freeze it again because its text is another.
    await page('loans', other.states(9, 0))
    expect(await freezeSplit(engine, nowMs)).toEqual(['kahawa', 'loans'])
    const held = String((await sourceNamed(engine, 'loans'))?.held)
    expect(await union('thaw', 'loans', '--checkpoint', held)).toMatchObject({ code: 0 })
    await engine.run(
      "UPDATE checkpoint SET note = $1, hash = 'x' WHERE source = 'kahawa' AND size = 9 AND follows = 1",
      [audit(7)],
    )
    expect(await freezeSplit(engine, nowMs)).toEqual([])
  })

  on('checkpoints are compared of logs that have more of them than one query returns', async () => {
    await split()
    const rows = Array.from({ length: 1_100 }, (_, n) => {
      const text = checkpointText({ origin: log.origin, size: n + 10, root: Buffer.alloc(32), audit: null })
      const row = { log: log.origin, size: n + 10, seen_at: at(0), follows: 1, consistency: '[]' }
      return { ...row, hash: String(n).padStart(64, '0'), note: signNote(text, log.origin, log.key) }
    })
    for (let n = 0; n < rows.length; n += 200)
      await engine.run(...forRows('checkpoint.put', 'loans', rows.slice(n, n + 200)))
    expect(await freezeSplit(engine, nowMs)).toEqual(['kahawa', 'loans'])
  })

  on('a source that could not be frozen with the other is frozen the next time', async () => {
    await split()
    let writes = 0
    const failing: Engine = Object.assign(Object.create(engine) as Engine, {
      kind: engine.kind,
      all: engine.all.bind(engine),
      atOnce: <T>(source: string, work: (within: Queries) => Promise<T>) =>
        writes++ === 0 ? engine.atOnce(source, work) : Promise.reject(new Error('ended')),
    })
    await expect(freezeSplit(failing, nowMs)).rejects.toThrow('ended')
    expect(await states()).toEqual({ kahawa: 'frozen', loans: 'live' })
    expect(await freezeSplit(engine, nowMs)).toEqual(['loans'])
    expect(await freezeSplit(engine, nowMs)).toEqual([])
  })

  on('neither a purge that fails keeps histories from being compared, nor the other way round', async () => {
    await split()
    const logged: string[] = []
    const serving = (failing: string, signal: AbortSignal): Serving => {
      const all = (sql: string, params: readonly Value[]) =>
        sql.includes(failing) ? Promise.reject(new Error('fails')) : engine.all(sql, params)
      const faulty: Partial<Engine> = {
        ...{ kind: engine.kind, all, run: engine.run.bind(engine), atOnce: engine.atOnce.bind(engine) },
        alone: (work) => work({ ...faulty, script: engine.script.bind(engine) } as Queries),
      }
      const made = Object.assign(Object.create(engine) as Engine, faulty)
      const log = (text: string) => void logged.push(text)
      return { engine: made, clock: () => ({ nowMs }), signal, program: 'test', log }
    }
    const stopping = new AbortController()
    const { signal } = stopping
    expect(await serveOnce(serving('hash > $2', signal))).toEqual([])
    expect(logged.splice(0)).toHaveLength(1)
    await engine.run('UPDATE source SET purge_from = $1, purge_to = $1', [at(-3)])
    const served = serve(serving('purge_from IS NOT NULL', signal))
    while (logged.length === 0) await setTimeout(10)
    stopping.abort()
    await served
    expect(await states()).toEqual({ kahawa: 'frozen', loans: 'frozen' })
  })

  on('after a thaw from another checkpoint, nothing is left of the history that was given up', async () => {
    await added(engine, 'kahawa')
    await page('kahawa', log.states(4, 0))
    for (const [size, from] of [
      [8, 4],
      [12, 8],
    ] as const)
      await page('kahawa', log.states(size, from))
    // The office lost some, and went on from there.
    expect(await page('kahawa', other.states(10, 4))).toBe('frozen')
    const [{ checkpoints }] = (await union('status')).sources
    const { hash } = checkpoints.find((one: { follows: boolean }) => !one.follows)
    expect(await union('thaw', 'kahawa', '--checkpoint', hash)).toMatchObject({ code: 0 })
    since.set('kahawa', null)
    expect(await page('kahawa', other.states(14, 0))).toBe('taken')
    await added(engine, 'loans')
    expect(await page('loans', other.states(8, 0))).toBe('taken')
    expect(await freezeSplit(engine, nowMs)).toEqual([])
  })

  on('nothing is compared but checkpoints of one size, of one log, by one key', async () => {
    const restored = new Log(leaves(20, 'restored'), log.key, 2)
    // Of an earlier version, whose text had a line more.
    const audit = { n: 3, hash: Buffer.alloc(32, 3) }
    const text = checkpointText({ origin: log.origin, size: 9, root: log.oracle.root(0, 9), audit })
    for (const [name, stated] of [
      ['kahawa', log.states(9, 0)],
      ['audited', log.states(9, 0, { checkpoint: signNote(text, log.origin, log.key) })],
      ['smaller', other.states(8, 0)],
      ['larger', other.states(10, 0)],
      ['restored', restored.states(9, 0)],
      ['stranger', new Log(leaves(20, 'stranger')).states(9, 0)],
      ['ended', other.states(9, 0)],
      ['same', log.states(9, 0)],
    ] as const) {
      await added(engine, name)
      expect(await page(name, stated)).toBe('taken')
    }
    await endSource(engine, 'ended', nowMs)
    await added(engine, 'silent')
    expect(await freezeSplit(engine, nowMs)).toEqual([])
    // A key is known by its bytes: its name is that of the log before a restore.
    const vkey = vkeyOf(originOf(Buffer.alloc(16, 7)), rawPublicKey(log.key))
    await added(engine, 'z-named', { vkey })
    expect(await page('z-named', other.states(9, 0))).toBe('taken')
    expect(await freezeSplit(engine, nowMs)).toEqual(['audited', 'kahawa', 'same', 'z-named'])
  })

  on('a log that began again is told with the last checkpoint of the one before', async () => {
    await added(engine, 'kahawa')
    await page('kahawa', log.states(5, 0), {}, nowMs - 9 * DAY_MS)
    await page('kahawa', log.states(9, 5), {}, nowMs - 8 * DAY_MS)
    const before = (await union('status')).sources[0]
    expect(before.began_again).toBeUndefined()
    const restored = new Log(leaves(20, 'restored'), log.key, 2)
    since.delete('kahawa')
    const anew = { restored_from_backup: true }
    expect(await page('kahawa', restored.states(7, 0), anew, nowMs - 3 * DAY_MS)).toBe('taken')
    expect(await page('kahawa', restored.states(8, 7))).toBe('taken')
    const [{ began_again }] = (await union('status')).sources
    expect(began_again).toMatchObject({ since: at(-3), log: log.origin, size: 9, seen_at: at(-8) })
    const said = (await cli('union status --store', store)).err
    expect(said).toContain('another log since')
    expect(said).toContain(began_again.hash)
  })
})
