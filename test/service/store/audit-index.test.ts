import { describe, expect, test } from 'vitest'
import { INDEXED } from '../../../src/store/audit/postings.ts'
import type { StoredRecord } from '../../../src/store/log/records.ts'
import { type Actor, makeAppliance } from '../../support/appliance.ts'
import { appended, deliveryOf, granted, harvestOf } from '../../support/flows/help.ts'
import { seeded } from '../../support/records/gate/random.ts'

/** The index against the log itself, read from end to end. */

/** By record: its seq and whom it is about, as the test wrote it. */
const about = new Map<number, readonly number[]>()
const credentials: number[] = []
/** What entries tell, and whom that concerns, as the test made it. */
const details: object[] = []
const concerned = new Map<string, readonly number[]>()

const a = await makeAppliance()
const store = a.kernel.store
const people = await Promise.all(['Anna', 'Ben', 'Cora'].map((name) => a.party('person', name)))
for (let i = 0; i < 60; i++) {
  const [from, to] = [people[i % 3], people[(i + 1) % 3]] as [Actor, Actor]
  const isDelivery = i % 2 === 0
  const record = await appended(
    from,
    isDelivery ? 'delivery' : 'harvest',
    isDelivery ? deliveryOf(from, to) : harvestOf(from),
  )
  const parties = isDelivery ? [from, to] : [from]
  about.set(
    store.records.byId(record.id)?.seq as number,
    parties.map(({ id }) => store.parties.find(id) as number),
  )
}
credentials.push(...store.credentials.all().map(({ seq }) => seq))
const [anna, ben, cora] = people.map(({ id }) => store.parties.find(id)) as [number, number, number]
const grant = await granted(a, people[0] as Actor, people[1] as Actor, ['harvest'], 'research')
const seq = store.acts.byId(grant)?.seq as number
const tells = (detail: object, parties: readonly number[]) => {
  details.push(detail)
  concerned.set(JSON.stringify(detail), parties)
}
tells({ grant: seq }, [anna, ben])
tells({ credential: credentials.at(-1), grant: seq }, [anna, ben, cora])
tells({ subject: 'x', looked_up: cora }, [cora])
// Numbers that are no places of acts, and an act that is not there.
tells({ refused: seq, batch: seq, device: 1_000_000 }, [])

const seqs = () => [...about.keys()]
const PURPOSES = ['research', 'insurance', 'credit_assessment']

/** Reads and refusals of every size, many more than one chunk holds. */
async function write(count: number, seed: number): Promise<void> {
  const random = seeded(seed)
  for (let i = 0; i < count; i += 500)
    await a.kernel.ports.submit(() => {
      for (let j = 0; j < 500; j++) {
        const size = random.chance(0.1) ? 1 + random.below(40) : 1
        store.audit.append(store.writer.nowMs, {
          credential: random.chance(0.1) ? null : random.pick(credentials),
          action: 'read',
          purpose: random.pick(PURPOSES),
          outcome: random.pick(['disclosed', 'disclosed', 'no_grant', 'done']),
          records: random.chance(0.1) ? [] : Array.from({ length: size }, () => random.pick(seqs())),
          ...(random.chance(0.2) ? { detail: random.pick(details) } : {}),
        })
      }
    })
}

interface Plain {
  readonly n: number
  readonly credential: number
  readonly outcome: string
  readonly seqs: readonly number[]
  readonly detail: string
}
const wholeLog = (): Plain[] =>
  store.audit
    .after(0, 1_000_000)
    .filter(({ action }) => action === 'read')
    .map((row) => ({
      n: row.n,
      credential: row.credential ?? 0,
      outcome: row.outcome,
      seqs: row.records,
      detail: JSON.stringify(row.detail ?? null),
    }))

/** Everything under a key, in pages of a size, both ways. */
function paged(kind: (typeof INDEXED)[keyof typeof INDEXED], key: number, size: number) {
  const { index } = store.audit
  const up: ReturnType<typeof index.after> = []
  for (let page = index.after(kind, key, 0, size); page.length > 0; ) {
    up.push(...page)
    page = index.after(kind, key, up.at(-1)?.n as number, size)
  }
  const down: ReturnType<typeof index.after> = []
  for (let page = index.before(kind, key, store.audit.size + 1, size); page.length > 0; ) {
    down.push(...page)
    page = index.before(kind, key, down.at(-1)?.n as number, size)
  }
  expect([...down].reverse()).toEqual(up)
  return up
}

function compare(size: number): void {
  const log = wholeLog()
  for (const [kind, isMeant] of [
    [INDEXED.shown, (e: Plain) => e.outcome === 'disclosed'],
    [INDEXED.refused, (e: Plain) => e.outcome === 'no_grant'],
  ] as const)
    for (const party of new Set([...about.values()].flat())) {
      const wanted = log.filter(isMeant).flatMap(({ n, credential, seqs }) => {
        const concerned = seqs.filter((seq) => about.get(seq)?.includes(party))
        return concerned.length === 0 ? [] : [{ n, credential, seqs: concerned }]
      })
      expect(paged(kind, party, size)).toEqual(wanted)
    }
  for (const party of new Set([...concerned.values()].flat()))
    expect(paged(INDEXED.acts, party, size).filter(({ n }) => log.some((e) => e.n === n))).toEqual(
      log
        .filter(({ detail }) => concerned.get(detail)?.includes(party))
        .map(({ n }) => ({ n, credential: 0, seqs: [] })),
    )
  const ns = (found: readonly { n: number }[]) => found.map(({ n }) => n)
  expect(ns(paged(INDEXED.refusals, 0, size)).filter((n) => log.some((e) => e.n === n))).toEqual(
    ns(log.filter(({ outcome }) => outcome === 'no_grant')),
  )
  for (const credential of [0, ...credentials]) {
    const indexed = new Set(ns(paged(INDEXED.credential, credential, size)))
    expect(log.filter((e) => indexed.has(e.n))).toEqual(log.filter((e) => e.credential === credential))
  }
}

const chunks = () => store.db.prepare('SELECT count(*) FROM audit_chunk').pluck().get() as number

describe('the index says what a walk over the whole log says', () => {
  test.each([1, 7, 1_000, 100_000])('while all is in memory, and in pages of %i', async (size) => {
    if (size === 1) await write(500, 1)
    compare(size)
    expect(chunks()).toBe(0)
  })
  test('when several chunks are on the disk', async () => {
    await write(20_000, 2)
    expect(chunks()).toBeGreaterThan(1)
    compare(1_000)
    compare(100_000)
  })
  test('after a transaction was undone', async () => {
    await expect(
      a.kernel.ports.submit(() => {
        for (let i = 0; i < 10_000; i++)
          store.audit.append(store.writer.nowMs, {
            credential: null,
            action: 'read',
            outcome: 'disclosed',
            records: [seqs()[0] as number],
          })
        throw new Error('after it had written')
      }),
    ).rejects.toThrow('after it had written')
    await write(500, 3)
    compare(1_000)
  })
  test('when what was in memory is read again, as at a start', () => {
    store.audit.index.forget()
    store.audit.index.ready()
    compare(1_000)
  })
})

test('which party was shown which record for which purpose is told by the entries under the record', () => {
  const { audit } = store
  const triple = (credential: number, purpose: string | undefined, seq: number) =>
    `${store.readerOf(credential)} ${purpose} ${seq}`
  const wanted = new Map<string, number[]>()
  for (const { n, credential, purpose, outcome, records } of audit.after(0, 1_000_000))
    if (outcome === 'disclosed')
      for (const seq of records.filter((seq) => about.has(seq))) {
        const key = triple(credential ?? 0, purpose, seq)
        wanted.set(key, [...new Set([...(wanted.get(key) ?? []), n])])
      }
  const found = new Map<string, number[]>()
  for (const seq of seqs()) {
    const record = store.records.bySeq(seq) as StoredRecord
    const shown = [...audit.index.ofRecord(INDEXED.shown, record, 1)]
    const entries = audit.entries(shown.map(({ n }) => n))
    for (const { n, credential } of shown) {
      const key = triple(credential, entries.get(n)?.purpose, seq)
      found.set(key, [...(found.get(key) ?? []), n])
    }
  }
  expect(wanted.size).toBeGreaterThan(seqs().length * PURPOSES.length)
  expect([...found].sort()).toEqual([...wanted].sort())
})

test('chunks follow each other without a gap', () => {
  const rows = store.db.prepare('SELECT first_n, last_n FROM audit_chunk ORDER BY first_n').raw().all()
  expect(rows.length).toBeGreaterThan(1)
  let next = 1
  for (const [first, last] of rows as [number, number][]) {
    expect(first).toBe(next)
    next = last + 1
  }
})

test('the first entry since an instant is found, and there may be none', async () => {
  const log = store.audit.after(0, 1_000_000)
  for (const { at } of [log[0], log[700], log.at(-1)] as { at: number }[])
    expect(store.audit.firstSince(at)).toBe(log.find((row) => row.at >= at)?.n)
  expect(store.audit.firstSince(0)).toBe(1)
  expect(store.audit.firstSince(Number.MAX_SAFE_INTEGER)).toBe(log.length + 1)
})
