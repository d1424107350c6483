import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { makeFolders } from '../../../base/make-folders.ts'
import { readRegular } from '../../../base/read-regular.ts'
import { syncFolderNow } from '../../../base/sync-folder.ts'
import { fromJson, isObject, membersOf } from '../../../base/typed.ts'
import { writeWhole } from '../../../base/write-whole.ts'
import { asOperator, refuseLink } from '../../../cli/operator-files.ts'
import { sha256 } from '../../../domain/sha256.ts'
import { formatInstant } from '../../../domain/time.ts'
import { RECORD_TYPES, type RecordType } from '../../../domain/types/index.ts'
import { ParquetFile, type WrittenFile } from '../../../records/export/parquet-file.ts'
import { columnsOfType } from '../../../records/export/run.ts'
import { OperatorFault, withRemedy } from '../../../words/fault.ts'
import type { Engine } from '../engine.ts'
import { recordsBetween } from '../records-between.ts'
import { written } from '../report/told.ts'
import { STATEMENTS } from '../statements.ts'
import { checkpointLines } from './checkpoint-lines.ts'
import { fittingCells, fittingColumns } from './fitting.ts'

/**
 * Writes what may be shown now as Parquet files, one for each record type and year, with the source as the first column, and the
 * checkpoints of all sources. All of it is written to an inner folder first, and then replaces the last export file by file,
 * the manifest last: a file is the old one or the new one, complete. What is no longer shown is in no file of the new export.
 */

export interface UnionManifest {
  readonly made_at: string
  readonly files: readonly ExportedYear[]
  readonly checkpoints: { readonly name: string } & WrittenFile
}

interface ExportedYear extends WrittenFile {
  readonly name: string
  readonly type: RecordType
  /** Of `occurred_at` in UTC. */
  readonly year: string
}

const MANIFEST = 'manifest.json'
const CHECKPOINTS = 'checkpoints.jsonl'
const UNFINISHED = '.unfinished'
const OWN_NAME = /^[a-z_]+-\d{4}\.parquet$/

/** @throws {OperatorFault} if the folder holds something else, or cannot be written to */
export async function writeExport(engine: Engine, out: string, nowMs: number): Promise<UnionManifest> {
  const folder = resolve(out)
  const old = written(folder, () => asOperator(() => begin(folder)))
  const sources = (await engine.all(STATEMENTS['source.all'], [])).map(({ source }) => String(source))
  const files: ExportedYear[] = []
  for (const type of RECORD_TYPES)
    for (const [year, some] of await yearsOf(engine, type, sources)) {
      const name = `${type}-${year}.parquet`
      const file = await writeYear(engine, join(folder, UNFINISHED, name), type, year, some)
      files.push({ name, type, year, ...file })
    }
  const lines = await checkpointLines(engine)
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
  const manifest = {
    made_at: formatInstant(nowMs),
    files,
    checkpoints: { name: CHECKPOINTS, rows: lines.length, sha256: sha256(text).toString('hex') },
  }
  written(folder, () =>
    asOperator(() => {
      writeWhole(join(folder, UNFINISHED, CHECKPOINTS), text)
      publish(folder, manifest, old)
    }),
  )
  return manifest
}

async function yearsOf(
  engine: Engine,
  type: RecordType,
  sources: readonly string[],
): Promise<(readonly [year: string, sources: readonly string[]])[]> {
  const found: { readonly source: string; readonly year: string }[] = []
  for (const source of sources)
    for (const { year } of await engine.all(STATEMENTS['export.years'], [source, type]))
      found.push({ source, year: String(year) })
  return [...Map.groupBy(found, ({ year }) => year)]
    .map(([year, some]) => [year, some.map(({ source }) => source)] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
}

async function writeYear(
  engine: Engine,
  path: string,
  type: RecordType,
  year: string,
  sources: readonly string[],
): Promise<WrittenFile> {
  const columns = [{ name: 'source', path: ['source'], kind: 'text' as const }, ...columnsOfType(type)]
  const file = new ParquetFile(path, fittingColumns(columns))
  try {
    // After every instant of the year, and after nothing of the next.
    for (const source of sources)
      for await (const { body, length } of recordsBetween(engine, source, type, year, `${year}~`))
        written(path, () => file.add(fittingCells(columns, { ...body, source }), length))
    return written(path, () => file.finish())
  } catch (error) {
    file.giveUp()
    throw error
  }
}

/** Makes the folder ready. @returns the names of the files of the last export */
function begin(folder: string): readonly string[] {
  makeFolders(folder, 0o700)
  for (const path of [folder, join(folder, UNFINISHED)]) refuseLink(path)
  const names = readdirSync(folder)
  const manifest = names.includes(MANIFEST) ? manifestIn(join(folder, MANIFEST)) : null
  if (manifest === null && names.some((name) => name !== UNFINISHED))
    throw new OperatorFault(...withRemedy('export.noExport', { path: folder }))
  rmSync(join(folder, UNFINISHED), { recursive: true, force: true })
  mkdirSync(join(folder, UNFINISHED), { mode: 0o700 })
  return manifest?.files.map(({ name }) => name) ?? []
}

/** Returns the manifest of a union's export; null if it is none. */
function manifestIn(path: string): UnionManifest | null {
  try {
    const manifest = fromJson<UnionManifest>(readRegular(path).toString())
    const { files, checkpoints } = membersOf(manifest)
    return Array.isArray(files) && files.every((file) => OWN_NAME.test(file?.name)) && isObject(checkpoints)
      ? manifest
      : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/** Puts the new files in place of the old ones. A run that is killed here leaves what the next one replaces. */
function publish(folder: string, manifest: UnionManifest, old: readonly string[]): void {
  const names = manifest.files.map(({ name }) => name)
  for (const name of [...names, CHECKPOINTS]) renameSync(join(folder, UNFINISHED, name), join(folder, name))
  for (const name of old)
    if (!names.includes(name) && existsSync(join(folder, name))) rmSync(join(folder, name))
  syncFolderNow(folder)
  writeWhole(join(folder, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`)
  rmSync(join(folder, UNFINISHED), { recursive: true, force: true })
}
