import { given } from '../../../base/typed.ts'
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
import { type Enrolled, noRoom, type Registered, register, sessionOf, userName } from './registering.ts'
import { sendLock } from './sender.ts'
import { Service } from './service.ts'
import { type Missing, type PageSurroundings, platformName, whatIsMissing } from './surroundings.ts'
import type { Telling } from './telling.ts'
import { type PhoneUser, Users } from './users.ts'
import { pinLock, tryPin, Vault } from './vault.ts'

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

/** What one person keeps on the phone, whose door it is. The same object until the door is another's. */
interface Part {
  /** Their number. */
  readonly at: number
  readonly database: Database
}
const lockOf = ({ database }: Part): Promise<Lock | undefined> =>
  database.get('plain', 'lock') as Promise<Lock | undefined>

/** How long erasing waits for what is under way. */
const ERASE_WAIT_MS = 5_000

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
  #part: Part | null = null
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
    const chosen = this.#isChosen ? this.#part?.at : users[0]?.at
    const part = await this.#use(chosen ?? FIRST_USER)
    const lock = await lockOf(part)
    // Another's door was chosen meanwhile, and is shown.
    if (this.#part !== part) return
    const { name = '' } = users.find(({ at }) => at === part.at) ?? {}
    const door = { name, isShared: users.length > 1, ...given({ code }) }
    if (lock === undefined)
      this.#enter({ is: 'new', isAnother: users.some(({ at }) => at !== part.at), ...given({ code }) })
    else if (lock.byPin === null) this.#enter({ is: 'shut', ...door })
    else this.#enter({ is: 'locked', left: MOST_WRONG - lock.wrong, ...door })
  }

  /** Nothing changes if the person's part cannot be opened. */
  async #use(at: number): Promise<Part> {
    const database = await this.#all.database(at)
    if (this.#part?.database !== database) this.#part = { at, database }
    this.#telling.of = database.name
    return this.#mine
  }

  get #all(): Users {
    if (this.#users === null) throw new Error('not started')
    return this.#users
  }

  /** The code of a scanned address, which goes along from door to door. */
  get #code(): string | undefined {
    return 'code' in this.stage ? this.stage.code : undefined
  }

  /**
   * Goes to the door of one who uses the phone.
   * @param at their number; null for a person who is new here
   * @returns why the door stays as it is
   */
  async chooseUser(at: number | null): Promise<'no_room' | null> {
    const code = this.#code
    try {
      await this.#use(at ?? (await this.#all.free()))
    } catch {
      // Browsers name a full phone in many ways here.
      return 'no_room'
    }
    this.#registered = null
    this.#isChosen = true
    await this.#toDoor(code)
    return null
  }

  /** Goes back to the names, or to the only door. */
  async toUsers(): Promise<void> {
    this.#isChosen = false
    await this.#toDoor(this.#code)
  }

  /** Whose door it is, and whether others use the phone too. */
  async whose(): Promise<{ readonly name: string; readonly isShared: boolean }> {
    const users = await this.#all.all()
    const { at } = this.#mine
    const { name = '' } = users.find((user) => user.at === at) ?? {}
    return { name, isShared: users.some((user) => user.at !== at) }
  }

  get #mine(): Part {
    if (this.#part === null) throw new Error('not started')
    return this.#part
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
    const part = this.#mine
    const registered = await register(this.#service, part.database, enrolment.code, name)
    if (typeof registered === 'string') return registered
    const lock = await lockOf(part)
    if (lock !== undefined && !(await Vault.isOf(lock, registered.recovery_key))) return 'other_lock'
    // At another's door the reply is as if lost: the code is still good here.
    if (this.#part !== part) return 'no_answer'
    const { phone } = this
    if (phone !== null) {
      const session = sessionOf(registered)
      void this.#name(session, part)
      const full = await ifNoRoom(phone.keepSession(session), noRoom)
      if (!full) void phone.sender.go()
      return full ?? 'done'
    }
    this.#registered = registered
    this.#enter({ is: 'choosing_pin' })
    return 'done'
  }

  /** Sets the PIN after `enrol`, and opens the phone. @returns why the PIN is refused */
  async choosePin(pin: string): Promise<PinFault | 'no_code' | 'no_room' | null> {
    const fault = pinFault(pin)
    if (fault !== null) return fault
    const registered = this.#registered
    if (registered === null) return 'no_code'
    const part = this.#mine
    // In turn with tabs that try or set a PIN here.
    const made = await navigator.locks.request(pinLock(part.database), () =>
      this.#makeLock(part, registered, pin),
    )
    if (typeof made === 'string') return made
    // The page was locked meanwhile: the PIN opens it.
    if (!this.#isStill(part, registered)) return this.#toDoor().then(() => null)
    this.#isChosen = true
    this.#registered = null
    await this.#around.makeStorageLast()
    await this.#open(part, made)
    return null
  }

  async #makeLock(part: Part, registered: Registered, pin: string): Promise<Vault | 'no_code' | 'no_room'> {
    const { id: device, recovery_key: recoveryKey } = registered
    const before = await lockOf(part)
    const made =
      before === undefined
        ? await Vault.make(pin, recoveryKey)
        : await Vault.byService(before, recoveryKey, pin)
    if (made === null) return 'no_code'
    const session = sessionOf(registered)
    const write = await made.vault.write('facts', 'session', session)
    if (!this.#isStill(part, registered)) return 'no_code'
    const { at, database } = part
    // Listed first: a lock that no list names would be out of reach.
    const written = this.#all
      .list({ at, name: userName(session) })
      .then(() => writeAll(database, [write], { device, lock: made.lock }))
    return (await ifNoRoom(written, noRoom)) ?? made.vault
  }

  /** Whether a PIN is still chosen here: a page that was suspended is locked when it goes on, and may be at another's door. */
  #isStill(part: Part, registered: Registered): boolean {
    return this.#part === part && this.#registered === registered
  }

  // --- The lock ---

  /** @returns how many attempts are left after a wrong PIN; 0 if it is shut now; null if it is open */
  async unlock(pin: string): Promise<number | null> {
    const part = this.#mine
    const tried = await tryPin(part.database, pin)
    if (tried.is === 'open') {
      await this.#open(part, tried.vault)
      return null
    }
    if (this.#part === part) await this.#toDoor()
    if (tried.is === 'shut') this.#telling.tell('lock', part.database.name)
    return tried.is === 'shut' ? 0 : tried.left
  }

  /** Does nothing if the door is another's by now. */
  async #open(part: Part, vault: Vault): Promise<void> {
    const [{ database }, telling, around] = [part, this.#telling, this.#around]
    const session = await vault.read<PhoneSession>(database, 'facts', 'session')
    if (this.#part !== part) return
    if (session === undefined) return this.#toDoor()
    void this.#name(session, part)
    const service = this.#newService()
    this.#services.add(service)
    const isOverdue = () => this.#lockIfOverdue()
    const phone = new Phone(database, vault, service, telling, around, isOverdue, session)
    await phone.sender.reload()
    if (this.#part !== part) return
    phone.onName = (named) => this.#name(named, part)
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
  async #name(session: PhoneSession, { at }: Part): Promise<void> {
    const user = { at, name: userName(session) }
    const known = (await this.#all.all()).find(({ at }) => at === user.at)
    if (known?.name !== user.name) await ifNoRoom(this.#all.list(user), () => {})
  }

  /** @returns why the new PIN is refused, `wrong` for a wrong old one */
  async changePin(old: string, pin: string): Promise<PinFault | 'wrong' | null> {
    const fault = pinFault(pin)
    if (fault !== null) return fault
    const part = this.#mine
    const lock = await lockOf(part)
    const changed = lock && (await Vault.repinned(lock, old, pin))
    if (!changed) return 'wrong'
    await writeAll(part.database, [], { lock: changed })
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
    if (this.#part !== null) void this.#toDoor()
  }

  // --- Erasing ---

  /** Erases everything, also what was never sent. A reply that is under way must not write afterwards. */
  async startOver(): Promise<void> {
    const part = this.#mine
    this.phone?.sender.stop()
    this.phone = null
    this.#enter({ is: 'starting' })
    this.#endRequests()
    this.#telling.tell('erase')
    const signal = AbortSignal.timeout(ERASE_WAIT_MS)
    let isErased = false
    const erase = async () => {
      await this.#erase(part)
      isErased = true
    }
    try {
      // The tab that sends, this or another, is done writing.
      await navigator.locks.request(sendLock(part.database), { signal }, erase)
    } catch (error) {
      if (!signal.aborted) throw error
    }
    // A tab that the phone has suspended keeps the lock.
    if (!isErased) await this.#erase(part)
    this.#isChosen = false
    await this.#toDoor()
  }

  async #erase({ at, database }: Part): Promise<void> {
    const isFirst = at === FIRST_USER
    const kept = isFirst ? await this.#all.shared() : {}
    const transaction = database.transaction(ALL_STORES, 'readwrite', { durability: 'strict' })
    await Promise.all([
      ...ALL_STORES.map((store) => transaction.objectStore(store).clear()),
      ...Object.entries(kept).map(([key, value]) => transaction.objectStore('plain').put(value, key)),
      transaction.done,
    ])
    if (!isFirst) await this.#all.drop(at)
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
