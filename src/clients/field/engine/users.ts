import { type Database, FIRST_USER, type Lock, openDatabase, writeAll } from './database.ts'

/**
 * Those who use this phone. Each is a device of their own, with a database, a PIN, a queue and a token (contract §10).
 * - State: the list of names, readable without a PIN, in the first one's database.
 * - Holds: a person is listed before their lock is made, so that no lock is out of reach.
 */
export interface PhoneUser {
  /** Which database is theirs. */
  readonly at: number
  /** As the office wrote it; empty on a phone that an earlier version of the page enrolled, until it is opened. */
  readonly name: string
}

const LIST_LOCK = 'granary-field-users'

export class Users {
  readonly #first: Database
  /** Those of others than the first, once they are opened. */
  readonly #databases = new Map<number, Database>()

  constructor(first: Database) {
    this.#first = first
    this.#databases.set(FIRST_USER, first)
  }

  async all(): Promise<readonly PhoneUser[]> {
    const listed = (await this.#first.get('plain', 'users')) as readonly PhoneUser[] | undefined
    if (listed !== undefined && listed.length > 0) return listed
    const lock = (await this.#first.get('plain', 'lock')) as Lock | undefined
    return lock === undefined ? [] : [{ at: FIRST_USER, name: '' }]
  }

  /** The number of a person who is new here. It stays the same until they are listed: a code is good for one device. */
  async free(): Promise<number> {
    const taken = new Set((await this.all()).map(({ at }) => at))
    let at = FIRST_USER
    while (taken.has(at)) at++
    return at
  }

  async database(at: number): Promise<Database> {
    const opened = this.#databases.get(at) ?? (await openDatabase(at))
    this.#databases.set(at, opened)
    return opened
  }

  /** Lists a person, or changes their name. @throws {NoRoom} */
  list(user: PhoneUser): Promise<void> {
    return this.#change((users) => [...users.filter(({ at }) => at !== user.at), user])
  }

  /** Takes a person from the list. What they kept is erased before. */
  drop(gone: number): Promise<void> {
    return this.#change((users) => users.filter(({ at }) => at !== gone))
  }

  #change(rule: (users: readonly PhoneUser[]) => readonly PhoneUser[]): Promise<void> {
    return navigator.locks.request(LIST_LOCK, async () => {
      const users = [...rule(await this.all())].sort((one, other) => one.at - other.at)
      await writeAll(this.#first, [], { users })
    }) as Promise<void>
  }

  /** What stays in the first person's database when everything of theirs is erased: others may be listed there. */
  async shared(): Promise<Readonly<Record<string, unknown>>> {
    const others = (await this.all()).filter(({ at }) => at !== FIRST_USER)
    return others.length === 0 ? {} : { users: others, language: await this.#first.get('plain', 'language') }
  }
}
