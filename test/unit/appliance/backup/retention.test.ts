import { expect, it } from 'vitest'
import {
  backupsToRemove,
  isNoneWhole,
  type KeptBackup,
  objectsToRemove,
} from '../../../../src/appliance/backup/retention.ts'

/** Which backups and parts of them are deleted. The number in an id is the day on which it was made. */

const DAY_MS = 86_400_000
const backup = (day: number, more: Partial<KeptBackup> = {}): KeptBackup => ({
  ...{ id: `b${day}`, madeAtMs: day * DAY_MS, auditN: 0, treeSize: 0 },
  ...{ isWhole: true, isComplete: true, isOurs: true, ...more },
})

it.each<[string, readonly KeptBackup[], { days: number | null; count: number | null }, readonly string[]]>([
  ['the older than so many days', [backup(1), backup(2), backup(9)], { days: 7, count: null }, ['b2', 'b1']],
  ['all but so many', [backup(1), backup(2), backup(3)], { days: null, count: 2 }, ['b1']],
  ['what neither keeps', [backup(1), backup(2), backup(9)], { days: 3, count: 2 }, ['b1']],
  [
    'by the newest whole one, whatever a broken one says of its day',
    [backup(1), backup(2), backup(9), backup(999, { isWhole: false })],
    { days: 7, count: null },
    ['b2', 'b1'],
  ],
  ['never the newest whole one', [backup(1), backup(2)], { days: 0, count: 0 }, ['b1']],
  [
    'not the newest whole one, though pictures were missing, nor the best',
    [backup(1), backup(2), backup(3, { isComplete: false })],
    { days: null, count: 1 },
    ['b1'],
  ],
  ['no other store’s', [backup(1, { isOurs: false }), backup(2), backup(3)], { days: 0, count: 1 }, ['b2']],
  ['none while none is whole', [backup(1, { isWhole: false })], { days: 0, count: 0 }, []],
])('deletes %s', (_, backups, retention, expected) => {
  expect(backupsToRemove(backups, retention)).toEqual(expected)
})

it('asks whether any whole one of its own is left', () => {
  const broken = backup(1, { isWhole: false })
  const others = backup(2, { isOurs: false })
  const found = [[], [broken], [broken, backup(2)], [broken, others]].map((some) => isNoneWhole(some))
  expect(found).toEqual([false, true, false, true])
})

it('deletes a part that no backup names once it was released, or has been there for a day', () => {
  const there = ['named', 'released', 'old', 'young', 'new', 'later']
  const firstSeen = { named: 0, old: 0, young: 1, later: 9 * DAY_MS }
  const found = objectsToRemove(there, new Set(['named']), new Set(['released', 'named']), firstSeen, DAY_MS)
  expect(found).toEqual({ remove: ['released', 'old'], waiting: { young: 1, new: DAY_MS, later: DAY_MS } })
})
