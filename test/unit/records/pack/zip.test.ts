import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import type { PackText } from '../../../../src/records/pack/plot-parts.ts'
import { zipped } from '../../../../src/records/pack/zip.ts'

/** The archive of a pack. test/system/office/pack.test.ts has others take one apart. */

const NOW = Date.UTC(2026, 10, 24)
async function archiveOf(texts: Iterable<PackText>, nowMs = NOW): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of zipped(streamed(texts), nowMs)) pieces.push(piece)
  return Buffer.concat(pieces)
}
async function* streamed(texts: Iterable<PackText>): AsyncGenerator<PackText> {
  yield* texts
}
const contentsOf = (archive: Uint8Array): Record<string, string> =>
  Object.fromEntries(
    Object.entries(unzipSync(archive)).map(([name, bytes]) => [name, Buffer.from(bytes).toString()]),
  )

/** Letters of several bytes across the edges of pieces, and a file that is far longer than a piece. */
const LINES = Array.from({ length: 40_000 }, (_, i) => `{"n":${i},"called":"Ñandú ${i % 7} 🌱"}\n`)
const TEXTS: readonly PackText[] = [
  ...LINES.map((text) => ({ file: 'plots.csv', text })),
  { file: 'empty.txt', text: '' },
  { file: 'pack.json', text: '{}' },
]
const EXPECTED = { 'plots.csv': LINES.join(''), 'empty.txt': '', 'pack.json': '{}' }

test('has each file as it was given, however it was cut, and is smaller', async () => {
  const archive = await archiveOf(TEXTS)
  expect(contentsOf(archive)).toEqual(EXPECTED)
  expect(archive.length).toBeLessThan(EXPECTED['plots.csv'].length / 4)
})

test.each([0, Date.UTC(1970, 5), Date.UTC(2150, 0)])('a clock at %d spoils nothing', async (nowMs) => {
  expect(contentsOf(await archiveOf(TEXTS.slice(-1), nowMs))).toEqual({ 'pack.json': '{}' })
})

test('what breaks while it is made breaks the archive off, and the source is told when the reader goes', async () => {
  const archive = await archiveOf(TEXTS)
  async function* broken(): AsyncGenerator<PackText> {
    yield* TEXTS
    throw new Error('the disk is failing')
  }
  const pieces: Buffer[] = []
  const read = async () => {
    for await (const piece of zipped(broken(), NOW)) pieces.push(piece)
  }
  await expect(read()).rejects.toThrow('the disk is failing')
  expect(Buffer.concat(pieces).length).toBeLessThan(archive.length)
  expect(() => unzipSync(Buffer.concat(pieces))).toThrow('invalid zip data')

  let isTold = false
  async function* endless(): AsyncGenerator<PackText> {
    try {
      for (;;) yield { file: 'a', text: 'a'.repeat(1000) }
    } finally {
      isTold = true
    }
  }
  for await (const _ of zipped(endless(), NOW)) break
  expect(isTold).toBe(true)
})
