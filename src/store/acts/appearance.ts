import type { Db } from '../file/open.ts'

export interface AppearanceRow {
  /** Empty if it was taken away. */
  readonly value: Buffer
  readonly mediaType: string | null
}

type AppearanceKind = 'colour' | 'mark'

/** The cooperative's colour and mark. */
export class AppearanceRows {
  readonly #newest
  readonly #add
  readonly #noteAppend: () => void

  constructor(db: Db, noteAppend: () => void) {
    this.#noteAppend = noteAppend
    this.#newest = db.prepare<[AppearanceKind], AppearanceRow>(
      'SELECT value, media_type AS mediaType FROM appearance WHERE kind = ? ORDER BY n DESC LIMIT 1',
    )
    this.#add = db.prepare<[AppearanceKind, Buffer, string | null, number]>(
      'INSERT INTO appearance (kind, value, media_type, at) VALUES (?, ?, ?, ?)',
    )
  }

  /** Null if there is none. */
  newest(kind: AppearanceKind): AppearanceRow | null {
    const row = this.#newest.get(kind)
    return row === undefined || row.value.length === 0 ? null : row
  }

  /** Call inside a job of the writer. */
  add(kind: AppearanceKind, value: Buffer, mediaType: string | null, atMs: number): void {
    this.#noteAppend()
    this.#add.run(kind, value, mediaType, atMs)
  }
}
