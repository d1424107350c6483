import { uuidv7 } from 'uuidv7'
import { given } from '../../../base/typed.ts'
import type { DeviceView } from '../../../identity/device-shapes.ts'
import { enrolmentIn, scannedEnrolment } from '../rules/code.ts'
import { HIDDEN_MS, isOverdue, MOST_WRONG, type PinFault, pinFault } from '../rules/lock.ts'
import {
  ALL_STORES,
  type Database,
  FIRST_USER,
  ifNoRoom,
  type Lock,
  openDatabase,
  writeAll,
} from './database.ts'
import type { PhoneSession } from './inside.ts'
import { Phone } from './phone.ts'
import { sendLock } from './sender.ts'
import { NoAnswer, Refused, Service } from './service.ts'
import { type Missing, type PageSurroundings, platformName, whatIsMissing } from './surroundings.ts'
import type { Telling } from './telling.ts'
import { type PhoneUser, Users } from './users.ts'
import { tryPin, Vault } from './vault.ts'

/** The way in and out: whether the page can be a device here, enrolment, the PIN, the lock, recovery, and erasing. */

interface AtDoor {
  readonly code?: string
  /** Whose PIN is asked for; empty if the phone does not know. */
  readonly name: string
  /** Whether others use the phone too. */
  readonly isShared: boolean
}

export type Stage =
  | { readonly is: 'starting' }
  | { readonly is: 'missing'; readonly what: Missing }
  /** Not enrolled. `code` was in the address that was scanned. */
  | { readonly is: 'new'; readonly code?: string; readonly isAnother: boolean }
  /** Several people use the phone, or somebody does and a code was scanned. */
  | { readonly is: 'who'; readonly users: readonly PhoneUser[]; readonly code?: string }
  /** The service has registered the phone, and a PIN must be chosen: at first, or after a new code. */
  | { readonly is: 'choosing_pin' }
  | ({ readonly is: 'locked'; readonly left: number } & AtDoor)
  /** After too many wrong PINs; only a new code opens it. */
  | ({ readonly is: 'shut' } & AtDoor)
  | { readonly is: 'open' }

export type Enrolled =
  | 'done'
  | 'no_code'
  /** The code is of another appliance. */
  | 'other_office'
  /** The service does not know the code, or it is spent or expired. */
  | 'refused'
  /** The code is of a person, and this phone is not theirs. */
  | 'of_person'
  | 'no_answer'
  /** The code is right, but this phone's lock was made with another office. */
  | 'other_lock'
  | 'no_room'

/** A device as the service registered it, with what it tells once. */
type Registered = DeviceView & Required<Pick<DeviceView, 'token' | 'recovery_key'>>

/** What the phone keeps of a registration. */
const sessionOf = ({ id, party, name, used_by: person, token }: Registered): PhoneSession => ({
  ...{ token, party, device: id, name, ended: false },
  ...(person === undefined ? {} : { usedBy: person.name, isOwn: person.party === party }),
})
const userName = ({ usedBy, name }: PhoneSession): string => usedBy ?? name

/** How long erasing waits for what is under way. */
const ERASE_WAIT_MS = 5_000
const noRoom = () => 'no_room' as const

export class Door {
  /** Changed here alone, as is `phone`. */
  stage: Stage = { is: 'starting' }
  /** Null while it is locked. */
  phone: Phone | null = null
  readonly #telling: Telling
  readonly #around: PageSurroundings
  /** For codes. */
  readonly #service: Service
  /** Those of phones that were opened here, until everything is erased. */
  readonly #services = new Set<Service>()
  #users: Users | null = null
  /** What the person keeps whose door it is. */
  #database: Database | null = null
  #at = FIRST_USER
  /** Whether a name was chosen from the list, or there is but one. */
  #isChosen = false
  /** The reply to a code, until a PIN is chosen. */
  #registered: Registered | null = null
  #hiddenTimer: ReturnType<typeof setTimeout> | undefined
  #hiddenAt: number | null = null

  constructor(telling: Telling, around: PageSurroundings) {
    this.#telling = telling
    this.#around = around
    this.#service = this.#newService()
  }

  #enter(stage: Stage): void {
    this.stage = stage
    this.#telling.changed()
  }

  // --- Start ---

  /** Looks at what is on the phone. The code of a scanned address is read once, and removed from the address. */
  async start(): Promise<void> {
    const code = enrolmentIn(location.hash)?.code
    if (location.hash !== '') history.replaceState(null, '', location.pathname)
    const missing = whatIsMissing()
    if (missing !== null) return this.#enter({ is: 'missing', what: missing })
    try {
      this.#users = new Users(await openDatabase())
    } catch {
      return this.#enter({ is: 'missing', what: 'storage' })
    }
    this.#watch()
    await this.#toDoor(code)
    await this.#around.install()
    if (this.#around.worker.state === 'refused' && this.stage.is === 'new')
      this.#enter({ is: 'missing', what: 'worker' })
  }

  async #toDoor(code?: string): Promise<void> {
    const users = await this.#all.all()
    // A code may be of any of them, or of another officer.
    const isAsked = users.length > 1 || (users.length > 0 && code !== undefined)
    if (!this.#isChosen && isAsked) return this.#enter({ is: 'who', users, ...given({ code }) })
    await this.#use(this.#isChosen ? this.#at : (users[0]?.at ?? FIRST_USER))
    const lock = await this.#lock()
    const isNew = !users.some(({ at }) => at === this.#at)
    const { name = '' } = users.find(({ at }) => at === this.#at) ?? {}
    const door = { name, isShared: users.length > 1, ...given({ code }) }
    if (lock === undefined)
      this.#enter({ is: 'new', isAnother: isNew && users.length > 0, ...given({ code }) })
    else if (lock.byPin === null) this.#enter({ is: 'shut', ...door })
    else this.#enter({ is: 'locked', left: MOST_WRONG - lock.wrong, ...door })
  }

  async #use(at: number): Promise<void> {
    this.#at = at
    this.#database = await this.#all.database(at)
    this.#telling.of = this.#database.name
  }

  get #all(): Users {
    if (this.#users === null) throw new Error('not started')
    return this.#users
  }

  /** The code of a scanned address, which goes along from door to door. */
  get #code(): string | undefined {
    return 'code' in this.stage ? this.stage.code : undefined
  }

  /** Goes to the door of one who uses the phone. @param at their number; null for a person who is new here */
  async chooseUser(at: number | null): Promise<void> {
    this.#at = at ?? (await this.#all.free())
    this.#isChosen = true
    await this.#toDoor(this.#code)
  }

  /** Goes back to the names, or to the only door. */
  async toUsers(): Promise<void> {
    this.#isChosen = false
    await this.#toDoor(this.#code)
  }

  #lock(): Promise<Lock | undefined> {
    return this.#db.get('plain', 'lock') as Promise<Lock | undefined>
  }

  get #db(): Database {
    if (this.#database === null) throw new Error('not started')
    return this.#database
  }

  #newService(): Service {
    const service = new Service()
    service.onClock = (aheadMs) => this.#around.setClock(aheadMs)
    return service
  }

  #watch(): void {
    addEventListener('online', () => void this.sendNow())
    addEventListener('offline', () => this.#telling.changed())
    document.addEventListener('visibilitychange', () => this.#seenOrNot())
    // A page that was frozen or kept for the way back may hear these first.
    document.addEventListener('resume', () => this.#lockIfOverdue())
    addEventListener('pageshow', () => this.#seenOrNot())
    this.#telling.hear(async (what, isOwn) => {
      if (!isOwn) return this.stage.is === 'who' ? this.#toDoor(this.#code) : undefined
      if (what === 'erase') this.#endRequests()
      if (what === 'lock' || what === 'erase') return this.#close()
      if (this.#lockIfOverdue()) return
      if (this.phone !== null) return this.phone.sender.heard()
      if (this.#registered === null) await this.#toDoor()
    })
  }

  #seenOrNot(): void {
    clearTimeout(this.#hiddenTimer)
    if (document.visibilityState === 'visible') {
      this.#lockIfOverdue()
      this.#hiddenAt = null
      void this.sendNow()
      return
    }
    this.#hiddenAt ??= Date.now()
    this.#hiddenTimer = setTimeout(() => this.#lockIfOverdue(), HIDDEN_MS)
  }

  /** Locks this tab alone: another may be in use. @returns whether the page was out of sight too long */
  #lockIfOverdue(): boolean {
    if (!isOverdue(this.#hiddenAt, Date.now())) return false
    // A door stays as it is, with the code that was scanned.
    if (this.phone !== null || this.#registered !== null) this.#close()
    return true
  }

  /** Sends what waits, if the phone is open and may stay so. */
  async sendNow(byPerson = false): Promise<void> {
    if (this.#lockIfOverdue()) return
    this.#telling.changed()
    await this.phone?.sender.go(byPerson)
  }

  // --- Enrolment ---

  /**
   * Registers the phone by a code that was scanned or typed, or renews its token. An open phone goes on; any other chooses a
   * PIN next. A lost reply is met by trying again: the phone's id stays the same.
   */
  async enrol(text: string, name = platformName()): Promise<Enrolled> {
    const enrolment = scannedEnrolment(text, location.origin)
    if (enrolment === null) return 'no_code'
    if (enrolment === 'other') return 'other_office'
    const known = (await this.#db.get('plain', 'device')) as string | undefined
    let reply = await this.#register(enrolment.code, name, known)
    // Somebody registered here and chose no PIN: nothing is theirs.
    if (reply === 'of_person' && known !== undefined && (await this.#lock()) === undefined)
      reply = await this.#register(enrolment.code, name, undefined)
    if (typeof reply === 'string') return reply
    // A code whose token was used already returns none.
    const { token, recovery_key } = reply
    if (token === undefined || recovery_key === undefined) return 'refused'
    const registered = { ...reply, token, recovery_key }
    const lock = await this.#lock()
    if (lock !== undefined && !(await Vault.isOf(lock, registered.recovery_key))) return 'other_lock'
    const { phone } = this
    if (phone !== null) {
      const session = sessionOf(registered)
      void this.#name(session)
      const full = await ifNoRoom(phone.keepSession(session), noRoom)
      if (!full) void phone.sender.go()
      return full ?? 'done'
    }
    this.#registered = registered
    this.#enter({ is: 'choosing_pin' })
    return 'done'
  }

  /** @param known the phone's id; undefined for a new one */
  async #register(code: string, name: string, known: string | undefined) {
    const id = known ?? uuidv7()
    if (known === undefined) {
      // On the disk first: after a lost reply, the code is good for this id alone.
      const full = await ifNoRoom(writeAll(this.#db, [], { device: id }), noRoom)
      if (full) return full
    }
    try {
      const json = { id, name, platform: platformName() }
      return await this.#service.json<DeviceView>('/v1/devices', { token: code, json })
    } catch (error) {
      if (error instanceof NoAnswer) return 'no_answer'
      if (error instanceof Refused && error.status >= 500) return 'no_answer'
      if (error instanceof Refused) return error.refusal.code === 'id_conflict' ? 'of_person' : 'refused'
      throw error
    }
  }

  /** Sets the PIN after `enrol`, and opens the phone. @returns why the PIN is refused */
  async choosePin(pin: string): Promise<PinFault | 'no_code' | 'no_room' | null> {
    const fault = pinFault(pin)
    if (fault !== null) return fault
    const registered = this.#registered
    if (registered === null) return 'no_code'
    const { recovery_key: recoveryKey } = registered
    const before = await this.#lock()
    const made =
      before === undefined
        ? await Vault.make(pin, recoveryKey)
        : await Vault.byService(before, recoveryKey, pin)
    if (made === null) return 'no_code'
    const session = sessionOf(registered)
    const write = await made.vault.write('facts', 'session', session)
    const user = { at: this.#at, name: userName(session) }
    // Listed first: a lock that no list names would be out of reach.
    const written = this.#all.list(user).then(() => writeAll(this.#db, [write], { lock: made.lock }))
    const full = await ifNoRoom(written, noRoom)
    if (full) return full
    this.#isChosen = true
    this.#registered = null
    await this.#around.makeStorageLast()
    await this.#open(made.vault)
    return null
  }

  // --- The lock ---

  /** @returns how many attempts are left after a wrong PIN; 0 if it is shut now; null if it is open */
  async unlock(pin: string): Promise<number | null> {
    const tried = await tryPin(this.#db, pin)
    if (tried.is === 'open') {
      await this.#open(tried.vault)
      return null
    }
    await this.#toDoor()
    if (tried.is === 'shut') this.#telling.tell('lock')
    return tried.is === 'shut' ? 0 : tried.left
  }

  async #open(vault: Vault): Promise<void> {
    const [database, telling, around] = [this.#db, this.#telling, this.#around]
    const session = await vault.read<PhoneSession>(database, 'facts', 'session')
    if (session === undefined) return this.#toDoor()
    void this.#name(session)
    const service = this.#newService()
    this.#services.add(service)
    const isOverdue = () => this.#lockIfOverdue()
    const phone = new Phone(database, vault, service, telling, around, isOverdue, session)
    await phone.sender.reload()
    service.onClock = (aheadMs) => {
      around.setClock(aheadMs)
      void phone.clock.answered(aheadMs)
    }
    this.phone = phone
    this.#enter({ is: 'open' })
    void around
      .measureStorage()
      .catch((error: unknown) => reportError(error))
      .then(() => phone.sender.go())
  }

  /** Writes the person's name into the list, unless it stands there. */
  async #name(session: PhoneSession): Promise<void> {
    const user = { at: this.#at, name: userName(session) }
    const known = (await this.#all.all()).find(({ at }) => at === user.at)
    if (known?.name !== user.name) await ifNoRoom(this.#all.list(user), () => {})
  }

  /** @returns why the new PIN is refused, `wrong` for a wrong old one */
  async changePin(old: string, pin: string): Promise<PinFault | 'wrong' | null> {
    const fault = pinFault(pin)
    if (fault !== null) return fault
    const lock = await this.#lock()
    const changed = lock && (await Vault.repinned(lock, old, pin))
    if (!changed) return 'wrong'
    await writeAll(this.#db, [], { lock: changed })
    return null
  }

  lock(): void {
    this.#telling.tell('lock')
    this.#close()
  }

  #close(): void {
    this.phone?.sender.stop()
    // Nothing is shown until the door is.
    if (this.phone !== null) this.#enter({ is: 'starting' })
    this.phone = null
    this.#registered = null
    this.#isChosen = false
    if (this.#database !== null) void this.#toDoor()
  }

  // --- Erasing ---

  /** Erases everything, also what was never sent. A reply that is under way must not write afterwards. */
  async startOver(): Promise<void> {
    this.phone?.sender.stop()
    this.phone = null
    this.#enter({ is: 'starting' })
    this.#endRequests()
    this.#telling.tell('erase')
    const signal = AbortSignal.timeout(ERASE_WAIT_MS)
    let isErased = false
    const erase = async () => {
      await this.#erase()
      isErased = true
    }
    try {
      // The tab that sends, this or another, is done writing.
      await navigator.locks.request(sendLock(this.#db), { signal }, erase)
    } catch (error) {
      if (!signal.aborted) throw error
    }
    // A tab that the phone has suspended keeps the lock.
    if (!isErased) await this.#erase()
    this.#isChosen = false
    await this.#toDoor()
  }

  async #erase(): Promise<void> {
    const isFirst = this.#at === FIRST_USER
    const kept = isFirst ? await this.#all.shared() : {}
    const transaction = this.#db.transaction(ALL_STORES, 'readwrite', { durability: 'strict' })
    await Promise.all([
      ...ALL_STORES.map((store) => transaction.objectStore(store).clear()),
      ...Object.entries(kept).map(([key, value]) => transaction.objectStore('plain').put(value, key)),
      transaction.done,
    ])
    if (!isFirst) await this.#all.drop(this.#at)
  }

  /** Ends what is asked of the service for an open phone, for good. */
  #endRequests(): void {
    for (const service of this.#services) service.end()
    this.#services.clear()
  }

  async chosenLanguage(): Promise<string | undefined> {
    const first = await this.#users?.database(FIRST_USER)
    return (await first?.get('plain', 'language')) as string | undefined
  }

  async chooseLanguage(code: string): Promise<void> {
    const first = await this.#users?.database(FIRST_USER)
    if (first !== undefined) await writeAll(first, [], { language: code })
  }
}
