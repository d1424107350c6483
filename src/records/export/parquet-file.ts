import { createHash } from 'node:crypto'
import { closeSync, fstatSync, fsyncSync, openSync, readSync, renameSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { parquetMetadataAsync, parquetReadObjects, type SchemaElement } from 'hyparquet'
import { ByteWriter, ParquetWriter } from 'hyparquet-writer'
import { READ_AT_ONCE } from '../../base/read-regular.ts'
import { syncFolderNow } from '../../base/sync-folder.ts'
import { must } from '../../base/typed.ts'
import { asOperator } from '../../cli/operator-files.ts'
import { cellOf, type FileCell, type FileColumn, type Scalar } from './columns.ts'

/** Parquet files: written whole or not at all, and read a few rows at a time. */

/** Rows kept in memory until they are written as one row group. */
const ROWS_IN_A_GROUP = 16_384
/** Characters kept in memory until then: notes and geometries can be long. */
const CHARACTERS_IN_A_GROUP = 24 * 1024 * 1024

export interface WrittenFile {
  readonly rows: number
  /** Digest of the whole file, in hexadecimal. */
  readonly sha256: string
}

/**
 * Writes a Parquet file under a temporary name until it is complete. A power cut before the last step leaves
 * the unfinished file. Nothing reads it, and the next one of that name replaces it.
 */
export class ParquetFile {
  readonly #path: string
  readonly #columns: readonly FileColumn[]
  readonly #sink: Sink
  readonly #writer: ParquetWriter
  #cells: FileCell[][]
  #characters = 0
  #rows = 0

  constructor(path: string, columns: readonly FileColumn[]) {
    this.#path = path
    this.#columns = columns
    this.#cells = columns.map(() => [])
    this.#sink = new Sink(unfinished(path))
    this.#writer = new ParquetWriter({ writer: this.#sink, schema: schemaOf(columns), createdBy: 'granary' })
  }

  /** @param length characters of the record as JSON */
  add(record: object, length: number): void {
    for (const [i, column] of this.#columns.entries()) this.#cells[i]?.push(cellOf(column, record))
    this.#rows++
    this.#characters += length
    if (must(this.#cells[0]).length >= ROWS_IN_A_GROUP || this.#characters >= CHARACTERS_IN_A_GROUP)
      this.#writeGroup()
  }

  /** Completes the file, and gives it its final name. */
  finish(): WrittenFile {
    this.#writeGroup()
    // Nothing is promised here: `Sink` writes at once.
    void this.#writer.finish()
    this.#sink.close()
    asOperator(() => {
      renameSync(unfinished(this.#path), this.#path)
      syncFolderNow(dirname(this.#path))
    })
    return { rows: this.#rows, sha256: this.#sink.digest() }
  }

  giveUp(): void {
    this.#sink.giveUp()
  }

  #writeGroup(): void {
    const cells = this.#cells
    const count = must(cells[0]).length
    if (count === 0) return
    this.#cells = this.#columns.map(() => [])
    this.#characters = 0
    void this.#writer.write({
      columnData: this.#columns.map(({ name, kind }, i) => ({
        name,
        data: must(cells[i]),
        statistics: kind !== 'json' && kind !== 'list',
      })),
      rowGroupSize: count,
    })
  }
}

const unfinished = (path: string): string => `${path}.part`

/** Writes the library's bytes to the disk after each row group. */
class Sink extends ByteWriter {
  readonly #path: string
  readonly #hash = createHash('sha256')
  readonly #file: number

  constructor(path: string) {
    super(1 << 20)
    this.#path = path
    this.#file = asOperator(() => {
      rmSync(path, { force: true })
      return openSync(path, 'wx', 0o600)
    })
  }

  flush(): void {
    const bytes = this.getBytes()
    this.#hash.update(bytes)
    for (let at = 0; at < bytes.length; ) at += writeSync(this.#file, bytes, at)
    this.index = 0
  }

  override finish(): void {
    this.flush()
  }

  close(): void {
    fsyncSync(this.#file)
    closeSync(this.#file)
  }

  giveUp(): void {
    closeSync(this.#file)
    asOperator(() => rmSync(this.#path, { force: true }))
  }

  digest(): string {
    return this.#hash.digest('hex')
  }
}

const TEXT = { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } } as const
const ELEMENTS: Readonly<Record<Scalar, Omit<SchemaElement, 'name'>>> = {
  text: TEXT,
  instant: {
    type: 'INT64',
    converted_type: 'TIMESTAMP_MILLIS',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
  },
  number: { type: 'DOUBLE' },
  integer: { type: 'INT64' },
  boolean: { type: 'BOOLEAN' },
  json: { type: 'BYTE_ARRAY', converted_type: 'JSON', logical_type: { type: 'JSON' } },
}
const OPTIONAL = { repetition_type: 'OPTIONAL' } as const

function schemaOf(columns: readonly FileColumn[]): SchemaElement[] {
  return [{ name: 'record', num_children: columns.length }, ...columns.flatMap(elementsOf)]
}

function elementsOf({ name, kind, element }: FileColumn): SchemaElement[] {
  if (kind !== 'list') return [{ name, ...ELEMENTS[kind], ...OPTIONAL }]
  const list: SchemaElement[] = [
    { name, ...OPTIONAL, converted_type: 'LIST', logical_type: { type: 'LIST' }, num_children: 1 },
    { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
  ]
  if (typeof element === 'string') return [...list, { name: 'element', ...ELEMENTS[element], ...OPTIONAL }]
  const members = element ?? []
  return [
    ...list,
    { name: 'element', ...OPTIONAL, num_children: members.length },
    ...members.map((member) => ({ name: member.name, ...ELEMENTS[member.kind], ...OPTIONAL })),
  ]
}

/** Yields the rows of a file in order, with some of its columns. Holds one row group in memory at a time. */
export async function* rowsOf(
  path: string,
  columns: readonly string[],
): AsyncGenerator<Readonly<Record<string, unknown>>> {
  const fd = asOperator(() => openSync(path, READ_AT_ONCE))
  try {
    const byteLength = fstatSync(fd).size
    const file = {
      byteLength,
      slice(start: number, end = byteLength) {
        const bytes = new Uint8Array(end - start)
        for (let at = 0; at < bytes.length; ) {
          const read = readSync(fd, bytes, at, bytes.length - at, start + at)
          if (read === 0) throw new Error(`${path} is shorter than it was`)
          at += read
        }
        return bytes.buffer
      },
    }
    const metadata = await parquetMetadataAsync(file)
    let rowStart = 0
    for (const group of metadata.row_groups) {
      const rowEnd = rowStart + Number(group.num_rows)
      yield* await parquetReadObjects({ file, metadata, columns: [...columns], rowStart, rowEnd })
      rowStart = rowEnd
    }
  } finally {
    closeSync(fd)
  }
}

/** Returns the SHA-256 of a file; null if it cannot be read. */
export function sha256Of(path: string): string | null {
  const hash = createHash('sha256')
  const chunk = new Uint8Array(1 << 20)
  let fd: number
  try {
    fd = asOperator(() => openSync(path, READ_AT_ONCE))
  } catch {
    return null
  }
  try {
    for (let read = -1; read !== 0; ) {
      read = readSync(fd, chunk)
      hash.update(chunk.subarray(0, read))
    }
    return hash.digest('hex')
  } finally {
    closeSync(fd)
  }
}
