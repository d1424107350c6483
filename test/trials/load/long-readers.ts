import Database from 'better-sqlite3'

/** Programs beside the service that read its database in transactions of their own, and so keep what they see. */

export class LongReaders {
  readonly #file: string
  readonly #readers: Reader[] = []

  /** @param file of the database */
  constructor(file: string) {
    this.#file = file
  }

  /** Several take turns, each for so long: there is no moment at which none of them reads. */
  takeTurns(count: number, holdMs: number): void {
    for (let i = 0; i < count; i++) this.#readers.push(new Reader(this.#file, holdMs, (holdMs * i) / count))
  }

  /** One that never ends by itself. */
  hold(): void {
    this.#readers.push(new Reader(this.#file, null, 0))
  }

  end(): void {
    for (const reader of this.#readers.splice(0)) reader.end()
  }
}

class Reader {
  readonly #db: Database.Database
  #timer: NodeJS.Timeout | undefined

  constructor(file: string, holdMs: number | null, firstAfterMs: number) {
    // Whoever is turned away comes again in his next turn: waiting would hold up those who ask the service.
    this.#db = new Database(file, { readonly: true, fileMustExist: true, timeout: 0 })
    const turn = () => {
      if (this.#db.inTransaction) this.#db.exec('COMMIT')
      this.#db.exec('BEGIN')
      try {
        this.#db.prepare('SELECT max(seq) FROM entry').get()
      } catch (error) {
        if ((error as { code?: string }).code !== 'SQLITE_BUSY') throw error
        this.#db.exec('ROLLBACK')
      }
      if (holdMs !== null) this.#timer = setTimeout(turn, holdMs)
    }
    this.#timer = setTimeout(turn, firstAfterMs)
  }

  end(): void {
    clearTimeout(this.#timer)
    this.#db.close()
  }
}
