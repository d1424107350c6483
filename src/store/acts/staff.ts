import { idText } from '../../domain/id.ts'
import type { Role } from '../../domain/staff.ts'
import type { Db } from '../file/open.ts'

export interface StaffRow {
  readonly seq: number
  readonly id: string
  readonly name: string
  readonly role: Role
  readonly endedAt: number | null
  readonly since: number
}

export interface SecretRow {
  readonly n: number
  /** `place`: the digest of an address from which the person signed in (`src/identity/places.ts`). */
  readonly kind: 'code' | 'password' | 'factor' | 'recovery' | 'used' | 'place' | 'language'
  readonly value: string
  readonly at: number
}

const STAFF = `SELECT s.seq, s.id, s.name,
    coalesce((SELECT r.role FROM staff_role r WHERE r.staff = s.seq ORDER BY r.seq DESC LIMIT 1), s.role) AS role,
    e.at AS endedAt, l.received_at AS since
  FROM staff s JOIN entry l ON l.seq = s.seq LEFT JOIN staff_end e ON e.staff = s.seq`

type Stored = Omit<StaffRow, 'id'> & { readonly id: Buffer }

/** Accounts of staff, and their secrets for signing in. */
export class Staff {
  readonly #all
  readonly #byId
  readonly #newestSecret
  readonly #newestAt
  readonly #since
  readonly #addSecret
  readonly #noteAppend: () => void

  constructor(db: Db, noteAppend: () => void) {
    this.#noteAppend = noteAppend
    this.#all = db.prepare<[], Stored>(`${STAFF} ORDER BY s.seq`)
    this.#byId = db.prepare<[string], Stored>(`${STAFF} WHERE s.id = unhex(?, '-')`)
    this.#newestSecret = db.prepare<[number, string], SecretRow>(
      'SELECT n, kind, value, at FROM staff_secret WHERE staff = ? AND kind = ? ORDER BY n DESC LIMIT 1',
    )
    this.#newestAt = db
      .prepare<[number, string, string], number>(
        'SELECT at FROM staff_secret WHERE staff = ? AND kind = ? AND value = ? ORDER BY n DESC LIMIT 1',
      )
      .pluck()
    this.#since = db
      .prepare<[number, string, number], string>(
        'SELECT value FROM staff_secret WHERE staff = ? AND kind = ? AND n > ? ORDER BY n',
      )
      .pluck()
    this.#addSecret = db.prepare<[number, string, string, number]>(
      'INSERT INTO staff_secret (staff, kind, value, at) VALUES (?, ?, ?, ?)',
    )
  }

  /** All accounts, including ended ones: there are few. */
  all(): StaffRow[] {
    return this.#all.all().map(asRow)
  }

  /** Accounts of managers that have not ended. */
  managers(): StaffRow[] {
    return this.all().filter(({ role, endedAt }) => role === 'manager' && endedAt === null)
  }

  byId(id: string): StaffRow | undefined {
    const row = this.#byId.get(id)
    return row && asRow(row)
  }

  /** The password or the one-time code, whichever is newer. */
  secret(staff: number): SecretRow | undefined {
    const [password, code] = [this.newest(staff, 'password'), this.newest(staff, 'code')]
    return (password?.n ?? 0) > (code?.n ?? 0) ? password : code
  }

  newest(staff: number, kind: SecretRow['kind']): SecretRow | undefined {
    return this.#newestSecret.get(staff, kind)
  }

  /** The time at which exactly this value was last added. */
  newestAt(staff: number, kind: SecretRow['kind'], value: string): number | undefined {
    return this.#newestAt.get(staff, kind, value)
  }

  /** Values of this kind that are newer than row `n`, oldest first. */
  valuesSince(staff: number, kind: SecretRow['kind'], n: number): string[] {
    return this.#since.all(staff, kind, n)
  }

  /** Adds a secret. Call inside a job of the writer. */
  addSecret(staff: number, kind: SecretRow['kind'], value: string, atMs: number): void {
    this.#noteAppend()
    this.#addSecret.run(staff, kind, value, atMs)
  }
}

const asRow = (row: Stored): StaffRow => ({ ...row, id: idText(row.id) })
