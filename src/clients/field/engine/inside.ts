import { PhoneClock } from './clock.ts'
import { type Database, ifNoRoom, type Write, writeAll } from './database.ts'
import { Feed, type PhoneOwner } from './feed.ts'
import { Photographs } from './photographs.ts'
import { Records } from './records.ts'
import type { Service } from './service.ts'
import type { PageSurroundings } from './surroundings.ts'
import type { Telling } from './telling.ts'
import type { Vault } from './vault.ts'

export interface PhoneSession extends PhoneOwner {
  readonly token: string
  readonly name: string
  /** Who carries the phone, as the office wrote it; absent on a phone of an earlier version. */
  readonly usedBy?: string
  /** Whether it is a person's own phone, which has the records of no other member. */
  readonly isOwn?: boolean
  /** Whether the service no longer knows the token. */
  readonly ended: boolean
}

/** What is remembered: what was used last, a form that is not finished, and the phone's clock. */
export type KeptName = 'used' | 'form' | 'clock'
/** Ends the form that is not finished, in the transaction of its record. */
export const NO_FORM: Write = { store: 'facts', key: 'form' satisfies KeptName, row: null }

/** What is there while the lock is open: all that the parts of an open phone share. */
export class Inside {
  readonly database: Database
  readonly vault: Vault
  readonly service: Service
  readonly telling: Telling
  readonly around: PageSurroundings
  /** Whether the page was out of sight too long; then it locks. */
  readonly isOverdue: () => boolean
  /** Changed here alone. */
  session: PhoneSession
  readonly records: Records
  readonly photographs: Photographs
  readonly feed: Feed
  readonly clock: PhoneClock

  constructor(
    database: Database,
    vault: Vault,
    service: Service,
    telling: Telling,
    around: PageSurroundings,
    isOverdue: () => boolean,
    session: PhoneSession,
  ) {
    this.database = database
    this.vault = vault
    this.service = service
    this.telling = telling
    this.around = around
    this.isOverdue = isOverdue
    this.photographs = new Photographs(database, vault)
    this.records = new Records(database, vault, this.photographs)
    this.feed = new Feed(database, vault, () => this.records.all.map(({ record }) => record))
    this.clock = new PhoneClock(this)
    this.session = session
  }

  /** The token ended: everything stays, and a new code is needed. */
  ended(): Promise<void> {
    const session = { ...this.session, ended: true }
    return ifNoRoom(this.keepSession(session), () => {
      this.session = session
    })
  }

  /** @throws {NoRoom} */
  async keepSession(session: PhoneSession): Promise<void> {
    await writeAll(this.database, [await this.vault.write('facts', 'session', session)])
    this.session = session
    this.telling.changed()
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
