import type { DeviceCalled } from '../../../domain/device-called.ts'
import { isSameName, type OwnName, ownNameOf } from '../rules/recorded-by.ts'
import { PhoneClock } from './clock.ts'
import { type Database, ifNoRoom, type Write, writeAll } from './database.ts'
import { Feed, type PhoneOwner } from './feed.ts'
import { Photographs } from './photographs.ts'
import { Records } from './records.ts'
import type { Service } from './service.ts'
import type { PageSurroundings } from './surroundings.ts'
import type { Telling } from './telling.ts'
import type { Vault } from './vault.ts'

/** With the phone's name as the office gave it; who carries it is absent until a service of this version says it. */
export interface PhoneSession extends PhoneOwner, OwnName {
  readonly token: string
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
  /** Receives the session when the phone has another name, or somebody else carries it. */
  onName: (session: PhoneSession) => Promise<void> = async () => {}
  readonly records: Records
  readonly photographs: Photographs
  readonly feed: Feed
  readonly clock: PhoneClock
  /** The last write of the session. */
  #turn: Promise<unknown> = Promise.resolve()

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
  async ended(): Promise<void> {
    await this.#changeSession((session) => ({ ...session, ended: true }))
  }

  /** Notes what the office calls the phone now, and who carries it. @param called undefined of an older service, which does not say */
  async nameIt(called: DeviceCalled | undefined): Promise<void> {
    if (called === undefined) return
    const named = await this.#changeSession((session) => {
      const { name, usedBy, isOwn, ...rest } = session
      const own = ownNameOf(called, rest.party)
      return isSameName(own, session) ? null : { ...rest, ...own }
    })
    if (named !== null) await this.onName(named)
  }

  /** @throws {NoRoom} */
  keepSession(session: PhoneSession): Promise<void> {
    return this.#inTurn(() => this.#write(session))
  }

  /**
   * Changes the session in its turn, in memory alone if there is no room, unless a new code replaced it meanwhile.
   * @returns what it became; null if nothing changed
   */
  #changeSession(change: (session: PhoneSession) => PhoneSession | null): Promise<PhoneSession | null> {
    const { token } = this.session
    return this.#inTurn(async () => {
      const session = this.session.token === token ? change(this.session) : null
      if (session === null) return null
      await ifNoRoom(this.#write(session), () => {
        this.session = session
      })
      return session
    })
  }

  async #write(session: PhoneSession): Promise<void> {
    await writeAll(this.database, [await this.vault.write('facts', 'session', session)])
    this.session = session
    this.telling.changed()
  }

  /** Each write of the session begins with what the one before it left. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work)
    this.#turn = done.catch(() => {})
    return done
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
