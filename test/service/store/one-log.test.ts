import { randomBytes } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import { describe, expect, test } from 'vitest'
import { idText } from '../../../src/domain/id.ts'
import { appended, harvestOf } from '../../support/flows/help.ts'
import { fullHouse } from '../../support/store/full-house.ts'

/** Entries of every kind stand in one table: whoever asks for one kind is given no other. */

const a = await fullHouse()
const store = a.kernel.store
await appended(a.cooperative, 'harvest', harvestOf(a.cooperative))
const rows = store.db.prepare('SELECT seq, id, kind FROM entry ORDER BY seq').raw().all()
const entries = (rows as [number, Buffer, number][]).map(([seq, id, kind]) => ({ seq, id: idText(id), kind }))

const isRecord = ({ kind }: { kind: number }) => kind < 31

test('there are entries of every kind', () => {
  expect(new Set(entries.map(({ kind }) => Math.sign(kind - 31)))).toEqual(new Set([-1, 0, 1]))
})

test('by id and by number each is found as what it is, and as nothing else', () => {
  const { records, inferences, acts } = store
  for (const { seq, id, kind } of entries) {
    expect(store.log.has(id)).toBe(true)
    const asked = [records.byId(id), inferences.byId(id), acts.byId(id)].map((found) => found?.seq)
    const numbered = [records.bySeq(seq), inferences.bySeq(seq), acts.bySeq(seq)].map((found) => found?.id)
    const at = 1 + Math.sign(kind - 31)
    expect(asked).toEqual([0, 1, 2].map((i) => (i === at ? seq : undefined)))
    expect(numbered).toEqual([0, 1, 2].map((i) => (i === at ? id : undefined)))
  }
  const ids = entries.map(({ id }) => id)
  const seqs = entries.map(({ seq }) => seq)
  const of = entries.filter(isRecord).map(({ seq }) => seq)
  const numbers = (found: readonly { seq: number }[]) => found.map(({ seq }) => seq).sort((x, y) => x - y)
  expect(numbers(records.byIds(ids))).toEqual(of)
  expect(numbers(records.bySeqs(seqs))).toEqual(of)
  expect(numbers(records.outlines(seqs))).toEqual(of)
  expect([...inferences.idsOf(seqs).keys()]).toEqual(
    entries.filter(({ kind }) => kind === 31).map(({ seq }) => seq),
  )
  expect(store.log.has(uuidv7())).toBe(false)
})

describe('what stands near an id', () => {
  test('is the very record or prediction, where there is one', () => {
    for (const { seq, id, kind } of entries) {
      if (kind < 31) expect(store.records.near(id)?.record.seq).toBe(seq)
      if (kind === 31) expect(store.inferences.near(id)?.seq).toBe(seq)
    }
    const ids = entries.filter(isRecord).map(({ id }) => id)
    expect(store.records.seqsNear(ids)).toEqual(entries.filter(isRecord).map(({ seq }) => seq))
  })
  test('is some record for any other id, however many entries of other kinds stand in between', () => {
    const others = [
      ...entries.filter((entry) => !isRecord(entry)).map(({ id }) => id),
      ...['00000000', 'ffffffff'].map((start) => `${start}-0000-7000-8000-${randomBytes(6).toString('hex')}`),
      ...Array.from({ length: 50 }, uuidv7),
    ]
    for (const id of others) expect(store.records.near(id)?.record.seq).toBeGreaterThan(0)
    for (const seq of store.records.seqsNear(others)) expect(store.records.bySeq(seq as number)).toBeDefined()
    store.records.forget()
    for (const id of others) expect(store.records.near(id)?.record.seq).toBeGreaterThan(0)
  })
})
