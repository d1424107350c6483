import { mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { FolderStore } from '../../../src/evidence/objects/folder.ts'
import { all, fetched } from '../../support/evidence/objects/contract.ts'
import { killedAfter } from './killed.ts'

const KILLS = 5

const above = mkdtempSync(join(tmpdir(), 'granary-killed-'))
const folder = join(above, 'objects')
afterAll(() => rmSync(above, { recursive: true, force: true }))

const PROGRAM = new URL('./folder-child.ts', import.meta.url).pathname

const leftovers = (): string[] =>
  readdirSync(join(folder, '.unfinished')).map((name) => join(folder, '.unfinished', name))

test(`a process killed in the middle of writing, ${KILLS} times over, leaves only whole objects`, async () => {
  const acknowledged: string[] = []
  for (let kill = 1; kill <= KILLS; kill++)
    acknowledged.push(...(await killedAfter([PROGRAM, folder], 5 + kill * 3)))
  expect(leftovers().length, 'it was never killed while it wrote').toBeGreaterThan(0)
  for (const path of leftovers()) utimesSync(path, 0, 0)
  const store = new FolderStore(folder)
  expect(leftovers()).toEqual([])
  const kept = (await all(store.list(''))).map(({ key }) => key.slice('evidence/'.length))
  expect(acknowledged.filter((sha256) => !kept.includes(sha256))).toEqual([])
  for (const sha256 of kept) expect(await fetched(store, `evidence/${sha256}`, sha256)).not.toBeNull()
})
