import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { type Db, openDatabase } from '../../../src/store/file/open.ts'
import { bundled } from '../../support/bundled.ts'
import { auditFaults } from '../../support/store/audit-faults.ts'
import { leafFaults } from '../../support/store/leaf-faults.ts'
import { killedAfter } from './killed.ts'

const KILLS = 6
const RECORDS = 400
/** Numbers of batches are never used twice. */
const BATCHES_A_LIFE = 10_000

const child = await bundled('test/trials/kill/outbox-child.ts')
const folder = mkdtempSync(join(tmpdir(), 'granary-batches-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Lets the child take batches and kills it some milliseconds after one of them. @returns those it acknowledged */
async function takeAndKill(life: number): Promise<number[]> {
  const words = [child.program, folder, String(life * BATCHES_A_LIFE), String(RECORDS)]
  return (await killedAfter(words, 3, life * 5)).map(Number)
}

/** Of the records of a batch, which count up in their quantities, are the first so many here? */
function isBeginning(db: Db, note: string, count: number): boolean {
  const newest = db
    .prepare("SELECT max(body ->> '$.quantity.value') FROM entry WHERE body ->> '$.note' = ?")
    .pluck()
    .get(note)
  return newest === count
}

test(`a process killed in the middle of batches, ${KILLS} times over, leaves of each its beginning at most, and all of what was acknowledged`, async () => {
  const acknowledged: number[] = []
  for (let life = 1; life <= KILLS; life++) {
    acknowledged.push(...(await takeAndKill(life)))
    const db = openDatabase(join(folder, 'granary.db'), { readonly: true })
    try {
      const counts = new Map(
        db
          .prepare<[], [string, number]>(
            "SELECT body ->> '$.note', count(*) FROM entry WHERE body ->> '$.note' LIKE 'batch %' GROUP BY 1",
          )
          .raw()
          .all(),
      )
      const torn = [...counts].filter(([, count]) => count !== RECORDS)
      // Two batches are under way at a time, and one of them is appended.
      expect(torn.length, `after kill ${life}`).toBeLessThanOrEqual(life)
      for (const [note, count] of torn) expect(isBeginning(db, note, count), note).toBe(true)
      for (const batch of acknowledged) expect(counts.get(`batch ${batch}`), `batch ${batch}`).toBe(RECORDS)
      expect(leafFaults(db)).toEqual([])
      expect(auditFaults(db)).toEqual([])
      // Those of later entries were in memory, and are made again at the next start.
      const silent = db
        .prepare(
          `SELECT count(*) FROM entry WHERE kind < 31 AND seq <= (SELECT coalesce(max(seq), 0) FROM written_through)
             AND seq NOT IN (SELECT seq FROM change)`,
        )
        .pluck()
        .get()
      expect(silent).toBe(0)
    } finally {
      db.close()
    }
  }
  expect(acknowledged.length).toBeGreaterThanOrEqual(KILLS)
})
