/**
 * A lender's copy of what people have opened to it: a small program that keeps a mirror in SQLite by the change feed, drops
 * what is closed, and deletes what it may no longer keep. It needs Node 24 or later. Make the types from the contract first:
 *
 *   npm install openapi-fetch openapi-typescript typescript@5 && npm pkg set type=module
 *   npx openapi-typescript http://127.0.0.1:7373/v1/openapi.json -o contract.d.ts
 *   GRANARY_TOKEN=gry_... node mirror.ts http://127.0.0.1:7373 credit_assessment mirror.db
 *
 * Run it every hour. Each page of the feed is one transaction together with its cursor: after a power cut it goes on with
 * the last complete page.
 */
import { DatabaseSync } from 'node:sqlite'
import createClient, { type Client } from 'openapi-fetch'
import type { components, paths } from './contract.d.ts'

type Schemas = components['schemas']

export interface Source {
  readonly url: string
  readonly token: string
  readonly purpose: string
  /** Records a page. */
  readonly limit?: number
}

/** What one run did, by the ids of records. */
export interface Report {
  readonly taken: readonly string[]
  /** Closed, and deleted at once: nobody said that a copy may be kept. */
  readonly deleted: readonly string[]
  /** Closed, and kept apart until their `keep_until`. */
  readonly kept: readonly string[]
  /** Deleted because their `keep_until` has come. */
  readonly expired: readonly string[]
  /** The service was restored from a backup: the mirror was emptied and made anew. */
  readonly madeAnew: boolean
}

/**
 * `record` is the mirror: what may be read now. `kept` has what may no longer be read but may be kept for a while, for
 * instance as the file of a loan: show it to nobody as current.
 */
const SCHEMA = `
  CREATE TABLE IF NOT EXISTS record (id TEXT PRIMARY KEY, type TEXT NOT NULL, keep_until TEXT, body TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS kept (id TEXT PRIMARY KEY, keep_until TEXT NOT NULL, body TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS place (url TEXT, purpose TEXT, cursor TEXT NOT NULL, PRIMARY KEY (url, purpose)) STRICT;
`

export class Mirror {
  readonly db: DatabaseSync
  readonly #source: Source
  readonly #client: Client<paths>
  readonly #now: () => number

  /** @param file of the mirror; one for each service and purpose */
  constructor(file: string, source: Source, now: () => number = Date.now) {
    this.#source = source
    this.#now = now
    this.#client = createClient<paths>({
      baseUrl: source.url,
      headers: { authorization: `Bearer ${source.token}` },
    })
    this.db = new DatabaseSync(file)
    this.db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON;')
    this.db.exec(SCHEMA)
  }

  /** Brings the mirror up to date. @throws {Error} what the service refused, or that it cannot be reached */
  async run(): Promise<Report> {
    // First, and whether the service can be reached or not.
    const expired = this.#expire()
    const report = { taken: [], deleted: [], kept: [], madeAnew: false } as {
      taken: string[]
      deleted: string[]
      kept: string[]
      madeAnew: boolean
    }
    // The last page brings nothing. It is asked for with the cursor of the page before, which tells the service that this
    // mirror has what that page closed and corrected; `GET /v1/disclosures` then says so to the people concerned.
    for (let goesOn = true; goesOn; ) {
      const page = await this.#page()
      if (page === 'made anew') report.madeAnew = true
      else {
        this.#apply(page, report)
        goesOn = page.has_more || page.changes.length + page.closed.length > 0
      }
    }
    return { ...report, expired: [...expired, ...this.#expire()] }
  }

  /** Ids that the mirror holds, sorted. */
  get held(): string[] {
    return this.db
      .prepare('SELECT id FROM record ORDER BY id')
      .all()
      .map((row) => row.id as string)
  }

  close(): void {
    this.db.close()
  }

  async #page(): Promise<Schemas['ChangesPage'] | 'made anew'> {
    const { url, purpose, limit = 500 } = this.#source
    const place = this.db.prepare('SELECT cursor FROM place WHERE url = ? AND purpose = ?').get(url, purpose)
    const since = place?.cursor as string | undefined
    const { data, error } = await this.#client.GET('/v1/sync/changes', {
      params: { query: { purpose, limit, ...(since === undefined ? {} : { since }) } },
    })
    if (data !== undefined) return data
    const refusal = error as Partial<Schemas['Problem']> & { readonly cursor?: string }
    if (refusal.code !== 'restored_from_backup' || refusal.cursor === undefined)
      throw new Error(`${refusal.status} ${refusal.code ?? ''}: ${refusal.title}`)
    // Nobody knows what the service forgot, so everything comes again.
    this.#atOnce(() => {
      this.db.exec('DELETE FROM record')
      this.#setPlace(refusal.cursor as string)
    })
    return 'made anew'
  }

  #apply(page: Schemas['ChangesPage'], report: { taken: string[]; deleted: string[]; kept: string[] }): void {
    const take = this.db.prepare(
      'INSERT OR REPLACE INTO record (id, type, keep_until, body) VALUES (?, ?, ?, ?)',
    )
    const drop = this.db.prepare('DELETE FROM record WHERE id = ?')
    const keep = this.db.prepare(
      `INSERT OR REPLACE INTO kept (id, keep_until, body)
       SELECT id, keep_until, body FROM record WHERE id = ? AND keep_until > ?`,
    )
    const unkeep = this.db.prepare('DELETE FROM kept WHERE id = ?')
    this.#atOnce(() => {
      for (const record of page.changes) {
        take.run(record.id, record.type, record.derived.keep_until ?? null, JSON.stringify(record))
        // It may be read again.
        unkeep.run(record.id)
        report.taken.push(record.id)
      }
      for (const id of page.closed) {
        const isKept = keep.run(id, this.#nowText()).changes > 0
        if (drop.run(id).changes > 0) (isKept ? report.kept : report.deleted).push(id)
      }
      this.#setPlace(page.cursor)
    })
  }

  /** Deletes what may be kept no longer. */
  #expire(): string[] {
    const now = this.#nowText()
    const expired: string[] = []
    this.#atOnce(() => {
      for (const table of ['record', 'kept']) {
        const rows = this.db.prepare(`DELETE FROM ${table} WHERE keep_until <= ? RETURNING id`).all(now)
        expired.push(...rows.map((row) => row.id as string))
      }
    })
    return expired
  }

  #setPlace(cursor: string): void {
    const { url, purpose } = this.#source
    this.db
      .prepare('INSERT OR REPLACE INTO place (url, purpose, cursor) VALUES (?, ?, ?)')
      .run(url, purpose, cursor)
  }

  #atOnce(work: () => void): void {
    this.db.exec('BEGIN IMMEDIATE')
    try {
      work()
      this.db.exec('COMMIT')
    } catch (error) {
      this.db.exec('ROLLBACK')
      throw error
    }
  }

  /** Instants of the service are in UTC with milliseconds, so their texts sort by time. */
  #nowText(): string {
    return new Date(this.#now()).toISOString()
  }
}

async function main([url, purpose, file]: readonly string[]): Promise<void> {
  const token = process.env.GRANARY_TOKEN
  if (url === undefined || purpose === undefined || file === undefined || token === undefined) {
    console.error('Usage: GRANARY_TOKEN=gry_... node mirror.ts URL PURPOSE FILE')
    process.exit(2)
  }
  const mirror = new Mirror(file, { url, token, purpose })
  try {
    const { taken, deleted, kept, expired, madeAnew } = await mirror.run()
    if (madeAnew) console.log('The service was restored from a backup: the mirror was made anew.')
    console.log(`${taken.length} taken in, ${mirror.held.length} held.`)
    if (deleted.length > 0) console.log(`Deleted, because they may no longer be read: ${deleted.join(' ')}`)
    if (kept.length > 0) console.log(`No longer current, kept until their time: ${kept.join(' ')}`)
    if (expired.length > 0) console.log(`Deleted, because their time has come: ${expired.join(' ')}`)
  } catch (error) {
    console.error(`${(error as Error).message}. Nothing of this page was taken in; run it again.`)
    process.exitCode = 1
  } finally {
    mirror.close()
  }
}

if (import.meta.main) await main(process.argv.slice(2))
