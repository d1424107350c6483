import { createHash } from 'node:crypto'
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type ExportedFile, ExportFolder, type Manifest } from '../../../../src/records/export/folder.ts'
import { temporaryFolder } from '../../../support/command.ts'

/** The folder of an export, stopped between any two of the steps that make a finished run the export of that folder. */

const begun = {
  for: '019f0000-0000-7000-8000-000000000001',
  purpose: 'research',
  since: null,
  made_at: '2026-11-24T08:00:00.000Z',
  log_size: 7,
  root: 'AA==',
  checkpoint: null,
}

function file(month: string, text: string): ExportedFile & { readonly text: string } {
  const sha256 = createHash('sha256').update(text).digest('hex')
  return { name: `delivery-${month}.parquet`, type: 'delivery', month, rows: 1, sha256, text }
}

const OLD = [file('2026-01', 'a'), file('2026-02', 'b'), file('2026-03', 'gone')]
const NEW = [file('2026-01', 'a'), file('2026-02', 'changed'), file('2026-04', 'new')]
const closed = { name: 'closed.parquet', rows: 1, sha256: 'x' }
const strip = ({ text: _, ...rest }: ReturnType<typeof file>): ExportedFile => rest
const manifestOf = (files: typeof OLD, of: Manifest['closed']): Manifest => ({
  ...begun,
  files: files.map(strip),
  closed: of,
})

/** A folder with an export, and a run within it that has written everything, its manifest too. */
function readyToMove(): string {
  const out = temporaryFolder()
  const inner = join(out, '.unfinished')
  mkdirSync(inner)
  for (const { name, text } of OLD) writeFileSync(join(out, name), text)
  writeFileSync(join(out, 'manifest.json'), JSON.stringify(manifestOf(OLD, null)))
  for (const { name, text } of NEW) writeFileSync(join(inner, name), text)
  writeFileSync(join(inner, 'closed.parquet'), 'ids')
  writeFileSync(join(inner, 'manifest.json'), JSON.stringify(manifestOf(NEW, closed)))
  return out
}

const STEPS: readonly (readonly [string, (out: string) => void])[] = [
  ['before anything was moved', () => {}],
  [
    'after one file',
    (out) => renameSync(join(out, '.unfinished', NEW[1]?.name ?? ''), join(out, NEW[1]?.name ?? '')),
  ],
  [
    'after all files',
    (out) => {
      for (const name of readdirSync(join(out, '.unfinished')))
        if (name !== 'manifest.json') renameSync(join(out, '.unfinished', name), join(out, name))
    },
  ],
  [
    'after the manifest',
    (out) => {
      for (const name of readdirSync(join(out, '.unfinished')))
        renameSync(join(out, '.unfinished', name), join(out, name))
      rmSync(join(out, OLD[2]?.name ?? ''))
    },
  ],
]

test.each(STEPS)('stopped %s, the next start does the rest', (_when, until) => {
  const out = readyToMove()
  until(out)
  const folder = new ExportFolder(out)
  folder.release()
  expect(folder.interrupted()).toBeNull()
  expect(folder.manifest?.closed).toEqual(closed)
  expect(folder.manifest?.files).toEqual(NEW.map(strip))
  const left = readdirSync(out).filter((name) => name !== '.unfinished')
  expect(left.sort()).toEqual(['closed.parquet', ...NEW.map(({ name }) => name), 'manifest.json'])
  for (const { name, text } of NEW) expect(readFileSync(join(out, name), 'utf8')).toBe(text)
})

const CHANGED = JSON.stringify(strip(file('2026-05', 'later')))

test.each([
  '',
  '{"name":"deli',
  '{"name":"deli\n',
  'null\n',
  `{"name":"deli${CHANGED}\n`,
  `{"name":"deli\n${CHANGED}\n`,
  `${CHANGED.replace('"2026-05"', '7')}\n`,
])('a run goes on whose list ends with %j: interrupted again, it gives back all its files', (end) => {
  const out = join(temporaryFolder(), 'x')
  const folder = new ExportFolder(out)
  folder.begin(begun)
  for (const one of OLD) folder.note(strip(one))
  appendFileSync(join(out, '.unfinished', 'files.jsonl'), end)
  folder.release()
  const second = new ExportFolder(out)
  expect(second.interrupted()).toEqual({ begun, files: OLD.map(strip) })
  const next = strip(file('2026-04', 'new'))
  second.note(next)
  second.release()
  const third = new ExportFolder(out)
  expect(third.interrupted()?.files).toEqual([...OLD.map(strip), next])
  third.release()
})

test.each(['begun.json', 'manifest.json'])('a damaged %s is told', (name) => {
  for (const text of ['', '{"for":', 'null']) {
    const out = temporaryFolder()
    mkdirSync(join(out, '.unfinished'))
    writeFileSync(join(out, '.unfinished', name), text)
    expect(() => {
      const folder = new ExportFolder(out)
      folder.interrupted()
    }).toThrow(`${name} is damaged.`)
  }
})

test('two runs at once are refused', () => {
  const out = join(temporaryFolder(), 'x')
  mkdirSync(out)
  mkdirSync(join(out, '.unfinished'))
  // The parent of this process runs as long as the process does.
  writeFileSync(join(out, 'running'), String(process.ppid))
  expect(() => new ExportFolder(out)).toThrow('under way')
})

test.each(['../beside.parquet', '/etc/passwd', 'begun.json', '', null])(
  'a manifest that names %j, which no export makes, is refused, and nothing is deleted',
  (name) => {
    const above = temporaryFolder()
    const out = join(above, 'x')
    mkdirSync(out)
    writeFileSync(join(above, 'beside.parquet'), 'kept')
    const files = [...OLD.map(strip), { ...strip(OLD[0] as (typeof OLD)[0]), name }]
    writeFileSync(join(out, 'manifest.json'), JSON.stringify({ ...begun, files, closed: null }))
    expect(() => new ExportFolder(out)).toThrow('names files that no export makes')
    expect(readFileSync(join(above, 'beside.parquet'), 'utf8')).toBe('kept')
    expect(readdirSync(out)).toEqual(['manifest.json'])
  },
)

test('a folder that cannot be made is told, even where the system takes none', () => {
  expect(() => new ExportFolder('/proc/exports/coffee')).toThrow('cannot be used')
})
