import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  actsOn,
  canKeep,
  isChangedElsewhere,
  isHeld,
  isUndone,
  kept,
  retargeted,
} from '../../../../src/clients/field/rules/acts.ts'
import { Chains, newsOf, noteOf } from '../../../../src/clients/field/rules/chains.ts'
import type { Entry } from '../../../../src/clients/field/rules/entry.ts'
import type { FedRecord } from '../../../../src/clients/field/rules/members.ts'
import { nextBatch } from '../../../../src/clients/field/rules/sending.ts'
import { standingOf } from '../../../../src/domain/derived/standing.ts'
import { entryOf, makes, part } from '../../../support/field/part.ts'
import { ANNA, Story } from '../../../support/world.ts'

/** What the phone makes of its own records and of what others did to them, and what can be done then. */

const OWN = { party: 'coop', device: 'phone-1' }

const entry = (id: string, more: Partial<Entry> = {}, says: object = {}): Entry =>
  entryOf(id, { state: 'accepted', ...more }, says)
const fed = (id: string, more: object = {}): FedRecord =>
  part({ id, type: 'delivery', asserted_by: 'coop', recorded_at: '2026-03-01T08:00:00.000Z', ...more })
const back = (id: string, target_id: string, more: object = {}) =>
  fed(id, { type: 'retraction', target_id, ...more })
const chains = (entries: readonly Entry[], records: readonly FedRecord[] = []) =>
  new Chains(entries, new Map(records.map((one) => [one.id, one])), OWN)
const a = entry('a')
const REFUSED = { code: 'already_retracted', status: 422, title: '' }

test('taking back a correction that was not sent only undoes it', () => {
  const correction = { supersedes: 'a' }
  expect(isUndone(entry('b', { state: 'waiting' }, correction))).toBe(true)
  expect(isUndone(entry('b', { state: 'waiting', mayBeSent: true }, correction))).toBe(false)
  expect(isUndone(entry('b', {}, correction))).toBe(false)
  expect(isUndone(entry('b', { state: 'rejected' }, correction))).toBe(false)
  expect(isUndone(entry('b', { state: 'waiting' }))).toBe(false)
})

describe('a chain', () => {
  test('of one record is that record', () => {
    const found = chains([a]).of('a')
    expect(found).toMatchObject({ is: 'standing', newest: { key: 'k-a' }, changes: [], retractions: [] })
    expect(newsOf(found)).toEqual([])
  })
  test('that another phone and the office corrected has their newest figure, and who wrote it', () => {
    const all = chains(
      [a],
      [fed('b', { supersedes: 'a', device_id: 'phone-2' }), fed('c', { supersedes: 'b' })],
    )
    const found = all.of('a')
    expect(found).toMatchObject({ is: 'standing', newest: { key: 'c', by: { is: 'office' } } })
    expect(found.versions.map(({ by }) => by.is)).toEqual(['here', 'phone', 'office'])
    expect(newsOf(found)).toEqual(['b', 'c'])
    expect(all.of('c')).toBe(found)
    expect([...all.changed.keys()]).toEqual(['a', 'b', 'c'])
  })
  test('that a delegate corrected names the party', () => {
    const found = chains([a], [fed('b', { supersedes: 'a', asserted_by: 'p9', on_behalf_of: 'coop' })]).of(
      'a',
    )
    expect(found.newest?.by).toEqual({ is: 'party', party: 'p9' })
  })
  test('that was taken back has nothing that counts, also if only its correction was', () => {
    expect(chains([a], [back('t', 'a')]).of('a')).toMatchObject({ is: 'taken_back', newest: null })
    const corrected = [fed('b', { supersedes: 'a' }), back('t', 'b')]
    expect(chains([a], corrected).of('t')).toMatchObject({ is: 'taken_back', newest: null })
  })
  test('whose old version was taken back still has its correction', () => {
    const all = chains(
      [a, entry('t', {}, { type: 'retraction', target_id: 'a' })],
      [fed('b', { supersedes: 'a' })],
    )
    expect(all.of('a')).toMatchObject({ is: 'standing', newest: { key: 'b' } })
  })
  test('with two corrections of one version has both, until one is taken back', () => {
    const two = [fed('b', { supersedes: 'a' }), fed('c', { supersedes: 'a', device_id: 'phone-2' })]
    const found = chains([a], two).of('a')
    expect(found).toMatchObject({ is: 'forked', newest: null })
    expect(found.branches.map(({ id }) => id)).toEqual(['b', 'c'])
    expect(newsOf(found)).toEqual(['b', 'c', 'fork b c'])
    const resolved = chains([a], [...two, back('t', 'c')]).of('a')
    expect(resolved).toMatchObject({ is: 'standing', newest: { key: 'b' }, branches: [] })
    expect(newsOf(resolved)).toEqual(['b', 'c', 't'])
  })
  test('of versions whose first is not known forks as well', () => {
    const found = chains([entry('b', {}, { supersedes: 'x' })], [fed('c', { supersedes: 'x' })]).of('b')
    expect(found).toMatchObject({ is: 'forked', branches: [{ id: 'b' }, { id: 'c' }] })
    expect(found.versions.map(({ id }) => id)).toEqual(['b', 'c'])
  })
  test('has the correction that waits here, not one that was rejected', () => {
    const waiting = entry('b', { state: 'waiting' }, { supersedes: 'a' })
    expect(chains([a, waiting]).of('a').newest?.id).toBe('b')
    const rejected = entry('b', { state: 'rejected', refusal: REFUSED }, { supersedes: 'a' })
    const found = chains([a, rejected]).of('b')
    expect(found.newest?.id).toBe('a')
    expect(found.versions.map(({ id }) => id)).toEqual(['a', 'b'])
    const retraction = entry('t', { state: 'rejected' }, { type: 'retraction', target_id: 'a' })
    expect(chains([a, retraction]).of('a').is).toBe('standing')
  })
  test('that was taken back elsewhere takes no correction that waits here', () => {
    const waiting = entry('b', { state: 'waiting' }, { supersedes: 'a' })
    expect(chains([a, waiting], [back('t', 'a')]).of('b').is).toBe('taken_back')
    const sent = entry('b', { state: 'waiting', mayBeSent: true }, { supersedes: 'a' })
    expect(chains([a, sent], [back('t', 'a')]).of('b').is).toBe('standing')
  })
  test('with a version that the phone does not have says so', () => {
    const derived = { superseded_by: ['b'], retracted: false, standing: 'superseded' }
    const all = chains([a], [fed('a', { device_id: 'phone-1', derived })])
    const found = all.of('a')
    expect(all.changed.get('a')).toBe(found)
    expect(all.of('b')).toBe(found)
    expect(newsOf(found)).toEqual(['b'])
    expect(found).toMatchObject({ is: 'unknown', newest: null })
    expect(found.versions.map(({ record }) => record?.id)).toEqual(['a', undefined])
    const gone = { superseded_by: [], retracted: true, standing: 'retracted' }
    expect(chains([a], [fed('a', { device_id: 'phone-1', derived: gone })]).of('a').is).toBe('taken_back')
  })
  test('has as news only what this phone did not act on', () => {
    const later = entry('c', {}, { supersedes: 'b' })
    const found = chains([a, later], [fed('b', { supersedes: 'a' })]).of('a')
    expect(found).toMatchObject({ newest: { id: 'c' }, changes: [] })
    expect(
      chains([entry('k', {}, { type: 'delivery_confirmation', delivery_id: 'd' })], [fed('d')]).changed.size,
    ).toBe(0)
  })
  test('that names itself ends', () => {
    const loop = [fed('b', { supersedes: 'c' }), fed('c', { supersedes: 'b' })]
    expect(chains([], loop).of('b').versions).toHaveLength(2)
  })
  test('has the standings that the service derives', () => {
    const act = fc.record({ isBack: fc.boolean(), target: fc.nat() })
    fc.assert(
      fc.property(fc.array(act, { maxLength: 14 }), (acts) => {
        const story = new Story()
        const ids = [story.harvest(ANNA)]
        const records = [fed(ids[0] as string)]
        for (const { isBack, target } of acts) {
          const named = ids[target % ids.length] as string
          if (isBack) {
            story.retract(named)
            records.push(back(`t-${records.length}`, named))
          } else {
            const id = story.correct(named)
            ids.push(id)
            records.push(fed(id, { supersedes: named }))
          }
        }
        const world = story.world()
        const { standings, branches, newest } = chains([], records).of(ids[0] as string)
        const expected = ids.map((id) => standingOf(world, world.version(id)))
        expect(ids.map((id) => standings.get(id))).toEqual(expected)
        expect(newest?.id).toBe(ids[expected.indexOf('tip')])
        expect(branches.length > 0).toBe(expected.includes('forked'))
      }),
    )
  })
})

describe('what a list says of a record', () => {
  const b = fed('b', { supersedes: 'a' })
  const note = (entries: readonly Entry[], records: readonly FedRecord[], shown = 'a') =>
    noteOf(chains(entries, records).of(shown), shown)

  test('is nothing as long as nobody else changed it', () => {
    expect(note([a], [])).toBeNull()
    expect(note([a, entry('c', {}, { supersedes: 'a' })], [])).toBeNull()
    expect(note([a, entry('t', {}, { type: 'retraction', target_id: 'a' })], [])).toBeNull()
  })
  test('is the newest figure for each older version, until this phone corrects that', () => {
    expect(note([a], [b])).toMatchObject({ is: 'corrected', newest: { id: 'b' } })
    expect(note([a], [b], 'b')).toBeNull()
    expect(note([a, entry('c', {}, { supersedes: 'b' })], [b])).toBeNull()
  })
  test('is the figure that counts for a retraction that took back another', () => {
    const retraction = entry('t', {}, { type: 'retraction', target_id: 'a' })
    expect(noteOf(chains([a, retraction], [b]).of('t'), 'a')).toMatchObject({ is: 'corrected' })
  })
  test('is who took it back last', () => {
    expect(note([a], [back('t', 'a', { device_id: 'phone-2' })])).toMatchObject({
      is: 'taken_back',
      by: { is: 'phone' },
    })
    const derived = { superseded_by: [], retracted: true, standing: 'retracted' }
    expect(note([a], [fed('a', { device_id: 'phone-1', derived })])).toMatchObject({
      is: 'taken_back',
      retraction: null,
    })
  })
  test('is that corrections contradict each other', () => {
    expect(note([a], [b, fed('c', { supersedes: 'a' })])).toEqual({ is: 'forked' })
  })
})

describe('what can be done', () => {
  const b = fed('b', { supersedes: 'a' })
  const c = fed('c', { supersedes: 'a', device_id: 'phone-2' })

  test('acts on the newest version, whoever wrote it', () => {
    const found = chains([a], [b]).of('a')
    expect(actsOn(found, a)).toMatchObject({ correct: 'b', takeBack: 'b' })
    expect(isChangedElsewhere(found, a)).toBe(true)
    expect(isChangedElsewhere(found, entry('b', { key: 'b' }))).toBe(false)
    expect(isChangedElsewhere(chains([a]).of('a'), a)).toBe(false)
  })
  test('is nothing for what was taken back, and in a fork', () => {
    for (const records of [[back('t', 'a')], [b, c]])
      expect(actsOn(chains([a], records).of('a'), a)).toMatchObject({ correct: null, takeBack: null })
    expect(isChangedElsewhere(chains([a], [b, c]).of('a'), a)).toBe(true)
  })
  test('is nothing for a record of another party', () => {
    const found = chains([], [fed('d', { asserted_by: 'buyer' })]).of('d')
    expect(actsOn(found, entry('d', { key: 'd' }))).toMatchObject({ correct: null, takeBack: null })
  })
  test('is a change in place for what the service cannot have', () => {
    const waiting = entry('w', { state: 'waiting' }, { supersedes: 'a' })
    expect(actsOn(chains([a, waiting], [b]).of('w'), waiting)).toMatchObject({
      correct: 'k-w',
      takeBack: 'k-w',
    })
    expect(isChangedElsewhere(chains([a, waiting], [b]).of('w'), waiting)).toBe(false)
    const refused = chains([a, waiting], [back('t', 'a')]).of('w')
    expect(actsOn(refused, waiting)).toMatchObject({ correct: null, takeBack: 'k-w' })
  })
  test.each<[string, FedRecord[], object, string | undefined]>([
    ['corrects again what it did', [], { correct: 'k-w', sendAgain: true, onto: 'same' }, 'a'],
    ['corrects the newest', [b], { correct: 'k-w', sendAgain: true, onto: 'newest' }, 'b'],
    ['is written as a record of its own', [back('t', 'a')], { correct: 'k-w', sendAgain: false, onto: 'nothing' }, undefined], // biome-ignore format: one case
    ['waits for the office in a fork', [b, c], { correct: null, takeBack: 'k-w', sendAgain: false }, 'a'],
  ])('with a rejected correction: it %s', (_, records, acts, supersedes) => {
    const rejected = entry('w', { state: 'rejected', refusal: REFUSED }, { supersedes: 'a' })
    const found = chains([a, rejected], records).of('w')
    expect(actsOn(found, rejected)).toMatchObject({ takeBack: 'k-w', ...acts })
    expect(retargeted(found, rejected).record.supersedes).toBe(supersedes)
  })
  test('with a rejected retraction of what was taken back is to drop it', () => {
    const rejected = entry(
      'w',
      { state: 'rejected', refusal: REFUSED },
      { type: 'retraction', target_id: 'a' },
    )
    const found = chains([a, rejected], [back('t', 'a')]).of('w')
    expect(actsOn(found, rejected)).toMatchObject({ takeBack: 'k-w', sendAgain: false })
  })
})

describe('keeping one figure of a fork', () => {
  const told = (rows: ReturnType<typeof kept>) =>
    [...(rows ?? [])].map(([key, row]) =>
      row === null ? `drops ${key}` : `takes back ${row.record.target_id}`,
    )
  const keeps = (entries: readonly Entry[], records: readonly FedRecord[], id: string) =>
    told(kept(entries, chains(entries, records).of('a'), id, makes()))

  test('takes back all that is in other branches', () => {
    const records = [
      fed('b', { supersedes: 'a' }),
      fed('c', { supersedes: 'a' }),
      fed('d', { supersedes: 'c' }),
      fed('e', { supersedes: 'b' }),
      fed('f', { supersedes: 'a' }),
      back('t', 'f'),
    ]
    expect(keeps([a], records, 'e')).toEqual(['takes back c', 'takes back d'])
    expect(keeps([a], records, 'd')).toEqual(['takes back b', 'takes back e'])
    expect(kept([a], chains([a], records).of('a'), 'b', makes())).toBeNull()
    expect(kept([a], chains([a], records).of('a'), 'f', makes())).toBeNull()
  })
  test('drops a correction that the service cannot have', () => {
    const waiting = entry('w', { state: 'waiting' }, { supersedes: 'a' })
    expect(keeps([a, waiting], [fed('b', { supersedes: 'a' })], 'b')).toEqual(['drops k-w'])
    const sent = { ...waiting, mayBeSent: true }
    expect(keeps([a, sent], [fed('b', { supersedes: 'a' })], 'b')).toEqual(['takes back w'])
  })
  test('is not possible where the phone does not have them all', () => {
    const derived = { superseded_by: ['b', 'x'], retracted: false, standing: 'forked' }
    const found = chains([], [fed('a', { device_id: 'phone-1', derived }), fed('b', { supersedes: 'a' })]).of(
      'a',
    )
    expect(found.is).toBe('forked')
    expect(canKeep(found, 'b')).toBe(false)
  })
})

describe('a correction that would contradict others', () => {
  const own = entry('o', { state: 'waiting' }, { supersedes: 'a', crop: 'tea' })
  const office = fed('b', { supersedes: 'a' })
  const batch = (entries: readonly Entry[], records: readonly FedRecord[]) =>
    nextBatch(entries, 100, undefined, (one) => isHeld(chains(entries, records).of(one.record.id), one)).map(
      ({ record }) => record.id,
    )

  test('is not sent, and holds up nothing else', () => {
    const other = entry('z', { state: 'waiting' })
    expect(batch([a, own, other], [])).toEqual(['o', 'z'])
    expect(batch([a, own, other], [office])).toEqual(['z'])
    // What names it waits with it.
    const confirmation = entry('c', { state: 'waiting' }, { type: 'delivery_confirmation', delivery_id: 'o' })
    expect(batch([a, own, confirmation], [office])).toEqual([])
    // One that the service may have is asked for again: its answer was lost.
    expect(batch([a, { ...own, mayBeSent: true }], [office])).toEqual(['o'])
    // The office took its own back.
    expect(batch([a, own], [office, back('t', 'b')])).toEqual(['o'])
    // The record was taken back: the rejection says so.
    expect(batch([a, own], [back('t', 'a')])).toEqual(['o'])
  })

  test('is kept as a correction of what others wrote, and no fork arises', () => {
    const entries = [a, own]
    const rows = kept(entries, chains(entries, [office]).of('a'), 'o', makes())
    const row = rows?.get('k-o') as Entry
    expect([...(rows ?? [])]).toHaveLength(1)
    expect(row).toMatchObject({
      state: 'waiting',
      mayBeSent: false,
      record: { id: 'o', supersedes: 'b', crop: 'tea' },
    })
    expect(chains([a, row], [office]).of('a')).toMatchObject({ is: 'standing', newest: { id: 'o' } })
    expect(batch([a, row], [office])).toEqual(['o'])
  })

  test('goes if what others wrote is kept', () => {
    const entries = [a, own]
    const rows = kept(entries, chains(entries, [office]).of('a'), 'b', makes())
    expect([...(rows ?? [])]).toEqual([['k-o', null]])
  })

  test('between others that contradict each other: kept after these are taken back but one', () => {
    const entries = [a, own]
    const both = [office, fed('c', { supersedes: 'b' }), fed('d', { supersedes: 'a' })]
    const rows = kept(entries, chains(entries, both).of('a'), 'o', makes())
    const all = [a, ...[...(rows ?? []).values()].filter((row) => row !== null)]
    const found = chains(all, both).of('a')
    expect(found).toMatchObject({ is: 'standing', newest: { id: 'o' } })
    const order = batch(all, both)
    expect(order.at(-1)).toBe('o')
    expect(order.length).toBeGreaterThan(1)
  })
})
