import { mkdirSync, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { uuidv7 } from 'uuidv7'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { UploadFolder } from '../../../src/evidence/upload-folder.ts'

/** What the next start finds in the folder of unfinished uploads. */

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'uploads-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const put = (name: string, text: string) => writeFileSync(join(folder, name), text)
/** An upload of which so many bytes are here. */
function upload(received: number): string {
  const id = uuidv7()
  const session = { id, credential: 1, party: 1, sha256: 'ab'.repeat(32), bytes: 5_000, createdAtMs: 0 }
  put(`${id}.json`, JSON.stringify(session))
  put(`${id}.bytes`, 'x'.repeat(received))
  return id
}
async function opened() {
  const said: string[] = []
  const found = await new UploadFolder(folder).open((text) => said.push(text))
  return { found, said: said.sort() }
}

test('what belongs to no upload is cleared away, what is not ours is left alone', async () => {
  const id = upload(7)
  const [noSession, noBytes, torn, halfWritten] = [uuidv7(), uuidv7(), uuidv7(), uuidv7()]
  put(`${noSession}.bytes`, 'abc')
  put(`${noBytes}.json`, JSON.stringify({ id: noBytes, credential: 1, bytes: 3 }))
  put(`${torn}.bytes`, '')
  put(`${torn}.json`, '{"id":"')
  put(`${halfWritten}.new`, '{}')
  put('notes.txt', 'mine')
  mkdirSync(join(folder, 'folder'))
  const { found, said } = await opened()
  expect(readdirSync(folder).sort()).toEqual([`${id}.bytes`, `${id}.json`, 'folder', 'notes.txt'].sort())
  expect([found, said]).toEqual([[{ session: expect.objectContaining({ id }), received: 7 }], []])
})

test('something odd is told, and costs no other upload', async () => {
  const id = upload(0)
  const [odd, alone] = [uuidv7(), uuidv7()]
  mkdirSync(join(folder, `${odd}.json`))
  put(`${odd}.bytes`, 'abc')
  mkdirSync(join(folder, `${alone}.bytes`))
  const { found, said } = await opened()
  expect(found.map(({ session }) => session.id)).toEqual([id])
  expect(said).toEqual([
    expect.stringContaining(`${odd}.json cannot be read or removed (EISDIR)`),
    expect.stringContaining(`${alone}.bytes cannot be read or removed (ERR_FS_EISDIR)`),
  ])
  const kept = [`${id}.bytes`, `${id}.json`, `${alone}.bytes`, `${odd}.bytes`, `${odd}.json`]
  expect(readdirSync(folder).sort()).toEqual(kept.sort())
})

test('bytes that a power cut has cost are not taken for received', async () => {
  const id = upload(200)
  truncateSync(join(folder, `${id}.bytes`), 120)
  expect((await opened()).found.map(({ received }) => received)).toEqual([120])
})
