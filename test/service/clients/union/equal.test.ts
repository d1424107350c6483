import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { must } from '../../../../src/base/typed.ts'
import type { Engine } from '../../../../src/clients/union/engine.ts'
import { inboxServer } from '../../../../src/clients/union/inbox.ts'
import { purge } from '../../../../src/clients/union/purge.ts'
import { tokenDigest, tokenFor } from '../../../../src/clients/union/source.ts'
import { STATEMENTS } from '../../../../src/clients/union/statements.ts'
import { makeStore, opened } from '../../../../src/clients/union/store.ts'
import {
  added,
  lacks,
  newStore,
  STORES,
  type StoreKind,
  serverOfFile,
} from '../../../support/clients/union-stores.ts'
import { filesBelow } from '../../../support/files-below.ts'
import { isLong } from '../../../support/is-long.ts'
import { listening } from '../../../support/listening.ts'
import { asked } from '../../../support/postgres.ts'
import { type Random, seeded } from '../../../support/records/gate/random.ts'
import { PURPOSES, same } from '../../records/gate/world.ts'
import { begunWorld } from '../../records/gate/worlds.ts'
import { step } from './growing.ts'
import { Copy, count, HAPPENINGS, type Inbox, Source, type Tally, type Told } from './sources.ts'
import { chosenOf } from './stopping.ts'

/**
 * Random appliances, and unions that read them: whenever nothing is left to read, a union holds exactly what the gate of each
 * appliance shows its reader. `--mode model` makes many; GRANARY_UNION_SEED makes one again.
 */

const KINDS = STORES.filter((kind) => lacks(kind) === null)
const SEEDS = process.env.GRANARY_UNION_SEED?.split(',').map(Number)
const WORLDS = Number(process.env.GRANARY_UNION_WORLDS ?? (isLong ? 40 : 3))
const APPLIANCES = 3
const ROUNDS = 6
const STEPS = 14

interface Store {
  readonly kind: StoreKind
  readonly address: string
  /** Two programs. */
  readonly engines: readonly Engine[]
  readonly copies: Copy[]
  readonly inbox: Inbox
  readonly server: Server
}

async function newUnion(kind: StoreKind): Promise<Store> {
  const address = await newStore(kind)
  await makeStore(address)
  const engines = [await opened(address, false), await opened(address, false)] as const
  const chosen = { engine: engines[0], nowMs: 0 }
  const server = inboxServer({
    ...{ engine: chosenOf(chosen), clock: () => ({ nowMs: chosen.nowMs }), tls: null },
    log: () => {},
  })
  const inbox = Object.assign(chosen, { url: `${await listening(server)}/v1/inbox` })
  return { kind, address, engines, copies: [], inbox, server }
}

/** Two of them have the same ids: what a statement does to one must not be done to the other. */
async function appliances(seed: number, random: Random): Promise<Source[]> {
  const sources: Source[] = []
  for (let n = 0; n < APPLIANCES; n++) {
    const w = await begunWorld(seeded(seed * 100 + Math.max(0, n - 1)), { overHttp: true, others: 5 })
    let marks = 0
    const name = `source-${n}`
    w.mark = () => ({ note: `mark-${seed}-${name}-${++marks}-end` })
    const reader = w.asker(random.pick(w.parties.slice(1, 4)))
    sources.push(new Source(name, w, reader, PURPOSES[0]))
  }
  return sources
}

async function add(store: Store, source: Source, url: string, random: Random, tally: Tally): Promise<void> {
  const { engines, inbox, copies } = store
  const { name, purpose, reader } = source
  const way = random.pick(['fetched', 'sent'] as const)
  const token = tokenFor(name, randomBytes(32))
  const row = { way, url, purpose, token_sha256: tokenDigest(token) }
  await added(must(engines[0]), name, { ...row, token: reader.token, added_at: '2026-06-01T00:00:00.000Z' })
  copies.push(new Copy({ source, way, token, inbox, engines, random, tally }))
}

/**
 * What a copy and the gate say alike of a record: all that is stored, what of that is left out because the reader may not read
 * another record, its standing, what corrects it, and until when it may be kept. Not figures that others' records change.
 */
function alike({ derived, ...stored }: Told): object {
  const { standing, superseded_by, keep_until, redacted = [] } = derived
  const isStored = ({ member }: { readonly member: string }) => member === 'inputs' || member === 'supersedes'
  return { ...stored, derived: { standing, superseded_by, keep_until, redacted: redacted.filter(isStored) } }
}

async function compare(store: Store, random: Random, seed: number, tally: Tally): Promise<void> {
  const engine = must(store.engines[0])
  const names = new Set<unknown>()
  for (const copy of store.copies) {
    const { name } = copy.source
    const where = (what: string) => () => `world ${seed}, ${store.kind}, ${name} (${copy.of.way}): ${what}`
    names.add(name)
    const shown = await copy.source.shown(random)
    const rows = await engine.all('SELECT * FROM record WHERE source = $1 ORDER BY id', [name])
    same(
      rows.map(({ id }) => id),
      [...shown.keys()].sort(),
      where('ids'),
    )
    for (const row of rows) {
      const record = must(shown.get(String(row.id)))
      const body = JSON.parse(String(row.body)) as Told
      same(row.standing, record.derived.standing, where(`standing of ${row.id}`))
      same(row.keep_until ?? undefined, record.derived.keep_until, where(`keep_until of ${row.id}`))
      same(alike(body), alike(record), where(`body of ${row.id}`))
    }
    count(tally, 'a record is the same', rows.length)
    count(tally, 'a record is kept', copy.keptNow.length)
    const kept = await engine.all('SELECT id, keep_until FROM kept WHERE source = $1', [name])
    const nowMs = copy.source.w.nowMs
    same(
      kept
        .filter(({ keep_until }) => Date.parse(String(keep_until)) > nowMs)
        .map(({ id }) => String(id))
        .sort(),
      copy.keptNow.sort(),
      where('kept'),
    )
  }
  for (const table of ['record', 'kept', 'closing', 'consent', 'checkpoint'])
    for (const { source } of await engine.all(`SELECT DISTINCT source FROM ${table}`, []))
      same(names.has(source), true, () => `${table} of ${source}`)
}

/** After `purge` no file of the store has a word of what closed. */
async function comparePurged(store: Store, seed: number, tally: Tally): Promise<void> {
  const engine = must(store.engines[0])
  await purge(engine, FAR)
  same(
    await engine.all(STATEMENTS['source.toBePurged'], [FAR]),
    [],
    () => `world ${seed}, ${store.kind}: left`,
  )
  // PostgreSQL's log of changes is not the union's: here it is cut, as its operator may set it.
  if (store.kind === 'postgres')
    for (let n = 0; n < 3; n++) await asked(store.address, 'SELECT pg_switch_wal(); CHECKPOINT')
  const folder =
    store.kind === 'sqlite' ? dirname(store.address.slice('file:'.length)) : (await serverOfFile()).folder
  const inFiles = marksIn(
    filesBelow(folder).map((file) => readIfThere(file)),
    seed,
  )
  const rows = ['record', 'kept'].map((table) => engine.all(`SELECT source, body FROM ${table}`, []))
  const open = marksIn(
    (await Promise.all(rows)).flat().map(({ body }) => String(body)),
    seed,
  )
  same([...inFiles].sort(), [...open].sort(), () => `world ${seed}, ${store.kind}: marks in files`)
  for (const { notes } of store.copies)
    for (const note of notes) if (!open.has(note)) count(tally, 'a record is in no file any more')
}
const FAR = '9999-12-31T00:00:00.000Z'

const marksIn = (texts: readonly string[], seed: number): ReadonlySet<string> =>
  new Set(texts.flatMap((text) => text.match(new RegExp(`mark-${seed}-source-\\d-\\d+-end`, 'g')) ?? []))

/** A database deletes files of its own while they are read. */
const readIfThere = (file: string): string => {
  try {
    return readFileSync(file, 'latin1')
  } catch {
    return ''
  }
}

async function world(seed: number, tally: Tally): Promise<void> {
  const random = seeded(seed)
  const sources = await appliances(seed, random)
  const stores: Store[] = []
  try {
    for (const kind of KINDS) stores.push(await newUnion(kind))
    for (const source of sources) {
      const url = await source.listen()
      for (const store of stores) await add(store, source, url, random, tally)
    }
    const backups = new Map<Source, () => Promise<void>>()
    for (let round = 0; round < ROUNDS; round++) {
      for (const source of sources) {
        const { w } = source
        if (random.chance(0.3) && w.records.length > 20) backups.set(source, await w.backUp())
        for (let n = 0; n < STEPS; n++) {
          await step(w, source.reader.party, source.purpose)
          if (random.chance(0.15)) await random.pick(stores.flatMap(({ copies }) => copies)).tryOnce()
        }
        if (random.chance(0.3)) await backups.get(source)?.()
      }
      for (const store of stores) {
        for (const copy of store.copies) {
          if (random.chance(0.2)) await copy.passTime()
          if (random.chance(0.5)) await copy.tryOnce()
          if (random.chance(0.2)) await copy.passTime()
          await copy.drain()
        }
        await compare(store, random, seed, tally)
      }
    }
    for (const store of stores) await comparePurged(store, seed, tally)
  } finally {
    for (const { server, engines } of stores) {
      server.close()
      for (const engine of engines) await engine.close()
    }
    for (const source of sources) await source.close()
  }
}

test('a union holds what the gate of each appliance shows, whatever happens on the way', {
  timeout: 3_600_000,
}, async () => {
  const tally: Tally = new Map()
  for (const seed of SEEDS ?? Array.from({ length: WORLDS }, (_, i) => i + 1)) {
    try {
      await world(seed, tally)
    } catch (error) {
      if (error instanceof Error) error.message = `union of seed ${seed}: ${error.message}`
      throw error
    }
  }
  if (isLong || SEEDS) console.log(HAPPENINGS.map((what) => `${tally.get(what) ?? 0} × ${what}`).join('\n'))
  if (SEEDS === undefined) expect(HAPPENINGS.filter((what) => !tally.has(what))).toEqual([])
})
