import { isWithoutToken } from '../rules/confirmer.ts'
import { Confirmers } from './confirmers.ts'
import { type Database, ifNoRoom, writeAll } from './database.ts'
import { Feed } from './feed.ts'
import { Photographs } from './photographs.ts'
import { Records } from './records.ts'
import { Sender, type Session } from './sender.ts'
import type { Service } from './service.ts'
import { Shown } from './shown.ts'
import type { Surroundings } from './surroundings.ts'
import type { Telling } from './telling.ts'
import type { Vault } from './vault.ts'
import { type KeptName, Writing } from './writing.ts'

interface Given {
  readonly database: Database
  readonly vault: Vault
  readonly service: Service
  readonly telling: Telling
  readonly around: Surroundings
  /** Whether the page was out of sight too long; then it locks. */
  readonly isOverdue: () => boolean
}

/** What is there while the lock is open. Each part names those of the others that it uses. */
export class Phone implements Given {
  readonly database: Database
  readonly vault: Vault
  readonly service: Service
  readonly telling: Telling
  readonly around: Surroundings
  readonly isOverdue: () => boolean
  readonly records: Records
  readonly photographs: Photographs
  readonly feed: Feed
  readonly shown = new Shown(this)
  readonly writing = new Writing(this)
  readonly confirmers = new Confirmers(this)
  readonly sender = new Sender(this)
  #session: Session

  constructor({ database, vault, service, telling, around, isOverdue }: Given, session: Session) {
    this.database = database
    this.vault = vault
    this.service = service
    this.telling = telling
    this.around = around
    this.isOverdue = isOverdue
    this.photographs = new Photographs(database, vault)
    this.records = new Records(database, vault, this.photographs)
    this.feed = new Feed(database, vault, () => this.records.all.map(({ record }) => record))
    this.#session = session
  }

  get session(): Session {
    return this.#session
  }

  /** Goes on with the token that a new code brought. @throws {NoRoom} */
  async renew({ token, party, name }: Pick<Session, 'token' | 'party' | 'name'>): Promise<void> {
    await this.#keepSession({ ...this.#session, token, party, name, ended: false })
    void this.sender.go()
  }

  /** The token ended: everything stays, and a new code is needed. */
  ended(): Promise<void> {
    const session = { ...this.#session, ended: true }
    return ifNoRoom(this.#keepSession(session), () => {
      this.#session = session
    })
  }

  async #keepSession(session: Session): Promise<void> {
    await writeAll(this.database, [await this.vault.write('facts', 'session', session)])
    this.#session = session
    this.telling.changed()
  }

  /** Reads everything again, as another tab may have changed it. */
  async reload(): Promise<void> {
    await Promise.all([this.records.load(), this.feed.load(), this.confirmers.load()])
  }

  /** A person wrote something, which may be sent. */
  wrote(): void {
    this.telling.wrote()
    void this.around.measureStorage()
    void this.sender.go()
  }

  /** Another tab changed something. */
  async heard(): Promise<void> {
    // What is under way reads everything again before it sends.
    if (!this.sender.progress.isBusy) {
      await this.reload()
      this.telling.changed()
      if (!this.records.all.some((entry) => entry.state === 'waiting' && !isWithoutToken(entry))) return
    }
    void this.sender.go()
  }

  /** Returns what a screen kept on this phone, sealed like everything else; null for nothing. */
  async kept<T>(name: KeptName): Promise<T | null> {
    return (await this.vault.read<T>(this.database, 'facts', name)) ?? null
  }

  /** Keeps something for later, as far as there is room: else the next form begins empty. @param value null to drop it */
  async keep(name: KeptName, value: unknown): Promise<void> {
    const row = value === null ? null : await this.vault.seal('facts', name, value)
    await ifNoRoom(writeAll(this.database, [{ store: 'facts', key: name, row }]), () => {})
  }
}
