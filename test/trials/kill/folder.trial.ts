import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FolderStore } from '../../../src/evidence/objects/folder.ts'
import { all, fetched } from '../../support/evidence/objects/contract.ts'

const KILLS = 5

let above: string
let folder: string
beforeAll(() => {
  above = mkdtempSync(join(tmpdir(), 'granary-killed-'))
  folder = join(above, 'objects')
})
afterAll(() => rmSync(above, { recursive: true, force: true }))

/** Lets the child write until it has acknowledged this many, then kills it at once, wherever it stands. */
async function writeAndKill(acknowledgements: number): Promise<string[]> {
  const program = new URL('./folder-child.ts', import.meta.url).pathname
  const child = spawn(process.execPath, [program, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
  let text = ''
  await new Promise<void>((resolve) => {
    child.stdout.setEncoding('utf8')
    child.stdout.on('data', (more: string) => {
      text += more
      if (text.split('\n').length > acknowledgements) child.kill('SIGKILL')
    })
    child.once('close', () => resolve())
  })
  return text.split('\n').slice(0, -1)
}

const leftovers = (): string[] =>
  readdirSync(join(folder, '.unfinished')).map((name) => join(folder, '.unfinished', name))

test(`a process killed in the middle of writing, ${KILLS} times over, leaves only whole objects`, async () => {
  const acknowledged: string[] = []
  for (let kill = 1; kill <= KILLS; kill++) acknowledged.push(...(await writeAndKill(5 + kill * 3)))
  expect(leftovers().length, 'it was never killed while it wrote').toBeGreaterThan(0)
  for (const path of leftovers()) utimesSync(path, 0, 0)
  const store = new FolderStore(folder)
  expect(leftovers()).toEqual([])
  const kept = (await all(store.list(''))).map(({ key }) => key.slice('evidence/'.length))
  expect(acknowledged.filter((sha256) => !kept.includes(sha256))).toEqual([])
  for (const sha256 of kept) expect(await fetched(store, `evidence/${sha256}`, sha256)).not.toBeNull()
})
