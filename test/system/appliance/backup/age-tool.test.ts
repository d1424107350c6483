import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { addPicture, backed, create, fill, manifestsIn } from '../../../support/appliance/backup/help.ts'

const hasTools = ['age', 'zstd'].every((tool) => spawnSync(tool, ['--version']).status === 0)

test.skipIf(!hasTools)(
  `the standard tools open every object and put the database together${hasTools ? '' : ' (skipped: there are no programs "age" and "zstd" here)'}`,
  async () => {
    const b = await backed()
    await fill(b.data, 700)
    const picture = await addPicture(b.data, Buffer.from('a picture'))
    await create(b)
    const manifest = JSON.parse(readFileSync(manifestsIn(b)[0] as string, 'utf8'))
    const opened = (sha256: string): Buffer =>
      execFileSync(
        'age',
        [
          '-d',
          '-i',
          b.identity,
          join(b.placeFolder, 'backups/objects', sha256.slice(0, 2), sha256.slice(2, 4), sha256),
        ],
        { maxBuffer: 1e9 },
      )
    const unpacked = (sha256: string): Buffer =>
      execFileSync('zstd', ['-d'], { input: opened(sha256), maxBuffer: 1e9 })
    for (const [sha256] of manifest.objects) expect(opened(sha256).length).toBeGreaterThan(0)

    const contents = JSON.parse(unpacked(manifest.contents[0]).toString())
    const { page_bytes, pages, sha256 } = contents.database
    const file = Buffer.alloc(page_bytes * pages)
    const packs = contents.packs.map(([object]: [string]) => unpacked(object))
    for (const [page, pack, slot, count] of contents.runs)
      packs[pack].copy(file, page * page_bytes, slot * page_bytes, (slot + count) * page_bytes)
    expect(createHash('sha256').update(file).digest('hex')).toBe(sha256)
    expect(contents.evidence[0][0]).toBe(picture)
    expect(opened(contents.evidence[0][1]).toString()).toBe('a picture')
  },
)
