import { describe, expect, test } from 'vitest'
import { Unfinished } from '../../../src/evidence/unfinished.ts'
import { makeRoom } from '../../../src/evidence/upload-room.ts'

const HOUR_MS = 3_600_000
const NOW_MS = Date.UTC(2026, 5, 28)
const PHONE = { credential: 7, party: 3 }

const upload = (id: string, movedAtMs: number): Unfinished =>
  new Unfinished({ ...PHONE, id, sha256: '0'.repeat(64), bytes: 1_000, createdAtMs: movedAtMs }, 1, movedAtMs)

/** @returns the ids of the uploads that give way to one more, where a credential may have two */
const roomFor = (...uploads: readonly Unfinished[]) =>
  makeRoom(
    uploads,
    { ...PHONE, bytes: 1_000 },
    { clockMs: NOW_MS, freeBytes: 1e9 },
    { maxUploads: 2, maxUnfinishedBytes: 1e9, minFreeBytes: 0 },
  ).map(({ session }) => session.id)

describe('one more upload', () => {
  test('is refused beyond the limit of its credential', () => {
    expect(roomFor(upload('a', NOW_MS))).toEqual([])
    expect(() => roomFor(upload('a', NOW_MS), upload('b', NOW_MS))).toThrow(
      expect.objectContaining({ code: 'too_many_uploads' }),
    )
  })
  test('takes the place of the one that stalled longest, and of none that is being received', async () => {
    const [older, newer] = [upload('older', NOW_MS - 3 * HOUR_MS), upload('newer', NOW_MS - 2 * HOUR_MS)]
    expect(roomFor(newer, older)).toEqual(['older'])
    await older.inTurn(async () => expect(roomFor(newer, older)).toEqual(['newer']))
  })
})
