import { uuidv7 } from 'uuidv7'
import { isChangedElsewhere, isHeld, isHoldable, kept, retargeted } from '../rules/acts.ts'
import { type Chain, Chains, newsOf } from '../rules/chains.ts'
import { correct, type Makes, queued, type Rows, sendAgain, takeBack } from '../rules/changing.ts'
import { serviceMs } from '../rules/clock.ts'
import { enrolmentIn, scannedEnrolment } from '../rules/code.ts'
import {
  canConfirm,
  confirmationOf,
  isConfirmed,
  isOfPerson,
  isWithoutToken,
  withoutToken,
} from '../rules/confirmer.ts'
import type { Cited, Entry, Says, SentRecord } from '../rules/entry.ts'
import { HIDDEN_MS, isOverdue, MOST_WRONG, type PinFault, pinFault } from '../rules/lock.ts'
import { isToConfirm, type Member, MemberIndex, memberOf } from '../rules/members.ts'
import { type Admitted, type Confirmed, type Confirmer, Confirmers } from './confirmers.ts'
import {
  ALL_STORES,
  type Database,
  type Lock,
  NoRoom,
  openDatabase,
  SEALED,
  type Write,
  writeAll,
} from './database.ts'
import { Feed, type Registry } from './feed.ts'
import { type Installed, install } from './install.ts'
import { type Photograph, Photographs } from './photographs.ts'
import { type QueueFile, queueFiles } from './queue-file.ts'
import { Records } from './records.ts'
import { type Failure, type Report, SEND_LOCK, Sender, type Session } from './sender.ts'
import { NoAnswer, Refused, Service } from './service.ts'
import { tryPin, Vault } from './vault.ts'

/** All that the screens may ask for. They import this file and `rules`, and no other of the engine. */

export { shrunk } from './photographs.ts'
export { readCode } from './scan.ts'
export type {
  Admitted,
  Chain,
  Confirmed,
  Confirmer,
  Confirmers,
  Entry,
  Failure,
  Member,
  Photograph,
  PinFault,
  QueueFile,
  Registry,
  Says,
  SentRecord,
}

/** Why the page cannot be a device here. */
export type Missing = 'secure_connection' | 'worker' | 'storage' | 'crypto'

export type Stage =
  | { readonly is: 'starting' }
  | { readonly is: 'missing'; readonly what: Missing }
  /** Not enrolled. `code` was in the address that was scanned. */
  | { readonly is: 'new'; readonly code?: string }
  /** The service has registered the phone, and a PIN must be chosen: at first, or after a new code. */
  | { readonly is: 'choosing_pin' }
  | { readonly is: 'locked'; readonly left: number; readonly code?: string }
  /** After too many wrong PINs; only a new code opens it. */
  | { readonly is: 'shut'; readonly code?: string }
  | { readonly is: 'open' }

export interface Status {
  readonly stage: Stage
  readonly isOnline: boolean
  readonly isBusy: boolean
  readonly failure: Failure | null
  readonly lastContactAt: number | null
  readonly nextTryAt: number | null
  /** The token ended: nothing is lost, and a new code is needed. */
  readonly isEnded: boolean
  readonly drafts: number
  readonly waiting: number
  /** Confirmations that wait until their person enters a PIN or has a new code. */
  readonly withoutToken: number
  readonly rejected: number
  /** Stored by the office, and still on the phone. */
  readonly accepted: number
  readonly photographs: number
  readonly members: number
  /** By how much the phone's clock is ahead of the service's, in milliseconds. */
  readonly clockAheadMs: number | null
  readonly storage: {
    readonly usedBytes: number
    readonly quotaBytes: number
    readonly isLasting: boolean
  } | null
  readonly worker: Installed
  readonly device: { readonly id: string; readonly name: string; readonly party: string } | null
}

/** An entry as a list shows it. */
export interface Listed extends Entry {
  readonly isSending: boolean
  /** It waits until its person enters a PIN or has a new code. */
  readonly isWithoutToken: boolean
}

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

export type Saved = { readonly key: string } | { readonly notSaved: 'no_room' }
/** `elsewhere`: another phone or the office changed the record first; a person must see that before they go on. */
export type Changed = 'done' | 'no_room' | 'not_possible' | 'elsewhere'

interface Registered {
  readonly id: string
  readonly party: string
  readonly name: string
  readonly token?: string
  readonly recovery_key?: string
}

/** What is there while the lock is open. */
interface Inside {
  readonly vault: Vault
  readonly records: Records
  readonly photographs: Photographs
  readonly feed: Feed
  readonly sender: Sender
  readonly confirmers: Confirmers
  session: Session
}

/** How long erasing waits for what is under way. */
const ERASE_WAIT_MS = 5_000
/** Set by the build: whether the service takes a phone's report. */
declare const TAKES_REPORT: boolean

/** Not all that WebKit drives has it, and older Safari has a part. */
const { storage } = navigator as { storage?: Partial<StorageManager> }

const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

const makes = (): Makes => ({ newId: uuidv7, newKey, nowMs: Date.now() })

export class Engine {
  readonly #service = new Service()
  /** Those of phones that were opened here, until everything is erased. */
  readonly #services = new Set<Service>()
  readonly #listeners = new Set<() => void>()
  readonly #channel = new BroadcastChannel('granary-field')
  #database: Database | null = null
  #stage: Stage = { is: 'starting' }
  #inside: Inside | null = null
  /** The reply to a code, until a PIN is chosen. */
  #registered: Registered | null = null
  #clockAheadMs: number | null = null
  #storage: Status['storage'] = null
  #worker: Installed = { state: 'none' }
  #takesReport = TAKES_REPORT
  #status: Status | null = null
  #isTelling = false
  #chainsOf: { entries: readonly Entry[]; fed: Feed['chains']; chains: Chains } | null = null
  #membersOf: {
    feed: MemberIndex
    entries: readonly Entry[]
    own: readonly Entry[]
    index: MemberIndex
  } | null = null
  #hiddenTimer: ReturnType<typeof setTimeout> | undefined
  #hiddenAt: number | null = null
  #useNew = () => {}

  /** The version of the page, for reports. */
  readonly version = /-([A-Z0-9]+)\.js$/.exec(new URL(import.meta.url).pathname)?.[1] ?? 'unknown'

  // --- Watching ---

  /** Calls back after each change, once for all changes of one turn. @returns to end it */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  get status(): Status {
    this.#status ??= this.#currentStatus()
    return this.#status
  }

  #currentStatus(): Status {
    const inside = this.#inside
    const progress = inside?.sender.progress
    const entries = inside?.records.all ?? []
    const count = (state: Entry['state']) => entries.filter((entry) => entry.state === state).length
    const session = inside?.session
    return {
      stage: this.#stage,
      isOnline: navigator.onLine,
      isBusy: progress?.isBusy ?? false,
      failure: progress?.failure ?? null,
      lastContactAt: progress?.lastContactAt ?? null,
      nextTryAt: progress?.nextTryAt ?? null,
      isEnded: session?.ended ?? false,
      drafts: count('draft'),
      waiting: count('waiting') - (inside?.confirmers.withoutToken ?? 0),
      withoutToken: inside?.confirmers.withoutToken ?? 0,
      rejected: count('rejected'),
      accepted: count('accepted'),
      photographs: inside?.photographs.all.length ?? 0,
      members: inside?.feed.members.size ?? 0,
      clockAheadMs: this.#clockAheadMs,
      storage: this.#storage,
      worker: this.#worker,
      device: session === undefined ? null : { id: session.device, name: session.name, party: session.party },
    }
  }

  #changed(): void {
    this.#status = null
    if (this.#isTelling) return
    this.#isTelling = true
    queueMicrotask(() => {
      this.#isTelling = false
      for (const listener of this.#listeners) listener()
    })
  }

  #enter(stage: Stage): void {
    this.#stage = stage
    this.#changed()
  }

  // --- Start ---

  /** Looks at what is on the phone. The code of a scanned address is read once, and removed from the address. */
  async start(): Promise<void> {
    const code = enrolmentIn(location.hash)?.code
    if (location.hash !== '') history.replaceState(null, '', location.pathname)
    const missing = whatIsMissing()
    if (missing !== null) return this.#enter({ is: 'missing', what: missing })
    this.#service.onClock = (aheadMs) => {
      this.#clockAheadMs = aheadMs
      this.#changed()
    }
    try {
      this.#database = await openDatabase()
    } catch {
      return this.#enter({ is: 'missing', what: 'storage' })
    }
    this.#watchSurroundings()
    await this.#toDoor(code)
    this.#useNew = await install((worker) => {
      this.#worker = worker
      this.#changed()
    })
    if (this.#worker.state === 'refused' && this.#stage.is === 'new')
      this.#enter({ is: 'missing', what: 'worker' })
  }

  async #toDoor(code?: string): Promise<void> {
    const lock = await this.#lock()
    const given = code === undefined ? {} : { code }
    if (lock === undefined) this.#enter({ is: 'new', ...given })
    else if (lock.byPin === null) this.#enter({ is: 'shut', ...given })
    else this.#enter({ is: 'locked', left: MOST_WRONG - lock.wrong, ...given })
  }

  #lock(): Promise<Lock | undefined> {
    return this.#db.get('plain', 'lock') as Promise<Lock | undefined>
  }

  get #db(): Database {
    if (this.#database === null) throw new Error('not started')
    return this.#database
  }

  #watchSurroundings(): void {
    addEventListener('online', () => void this.sendNow())
    addEventListener('offline', () => this.#changed())
    document.addEventListener('visibilitychange', () => this.#seenOrNot())
    // A page that was frozen or kept for the way back may hear these first.
    document.addEventListener('resume', () => this.#lockIfOverdue())
    addEventListener('pageshow', () => this.#seenOrNot())
    this.#channel.onmessage = ({ data }) => void this.#heard(data as string)
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
    if (this.#inside !== null || this.#registered !== null) this.#close()
    return true
  }

  /** Another tab changed something. */
  async #heard(what: string): Promise<void> {
    if (what === 'erase') this.#endRequests()
    if (what === 'lock' || what === 'erase') return this.#close()
    if (this.#lockIfOverdue()) return
    const inside = this.#inside
    if (inside === null) {
      if (this.#database !== null && this.#registered === null) await this.#toDoor()
      return
    }
    // What is under way reads everything again before it sends.
    if (!inside.sender.progress.isBusy) {
      await reload(inside)
      this.#changed()
      if (!inside.records.all.some((entry) => entry.state === 'waiting' && !isWithoutToken(entry))) return
    }
    void inside.sender.go()
  }

  // --- The lock ---

  /**
   * Registers the phone by a code that was scanned or typed, or renews its token. An open phone goes on; any other chooses a
   * PIN next. A lost reply is met by trying again: the phone's id stays the same.
   */
  async enrol(text: string, name = platformName()): Promise<Enrolled> {
    const enrolment = scannedEnrolment(text, location.origin)
    if (enrolment === null) return 'no_code'
    if (enrolment === 'other') return 'other_office'
    let id = (await this.#db.get('plain', 'device')) as string | undefined
    if (id === undefined) {
      id = uuidv7()
      // On the disk first: after a lost reply, the code is good for this id alone.
      try {
        await writeAll(this.#db, [], { device: id })
      } catch (error) {
        if (error instanceof NoRoom) return 'no_room'
        throw error
      }
    }
    let registered: Registered
    try {
      const json = { id, name, platform: platformName() }
      registered = await this.#service.json<Registered>('/v1/devices', { token: enrolment.code, json })
    } catch (error) {
      if (error instanceof NoAnswer) return 'no_answer'
      if (error instanceof Refused && error.status >= 500) return 'no_answer'
      if (error instanceof Refused) return error.refusal.code === 'id_conflict' ? 'of_person' : 'refused'
      throw error
    }
    const { token, recovery_key: recoveryKey } = registered
    // A code whose token was used already returns none.
    if (token === undefined || recoveryKey === undefined) return 'refused'
    const lock = await this.#lock()
    if (lock !== undefined && !(await Vault.isOf(lock, recoveryKey))) return 'other_lock'
    if (this.#inside !== null) return this.#renewed(registered)
    this.#registered = registered
    this.#enter({ is: 'choosing_pin' })
    return 'done'
  }

  async #renewed({ token = '', party, name }: Registered): Promise<Enrolled> {
    const inside = this.#inside
    if (inside === null) return 'refused'
    try {
      await this.#keepSession(inside, { ...inside.session, token, party, name, ended: false })
    } catch (error) {
      if (error instanceof NoRoom) return 'no_room'
      throw error
    }
    void inside.sender.go()
    return 'done'
  }

  /** Sets the PIN after `enrol`, and opens the phone. @returns why the PIN is refused */
  async choosePin(pin: string): Promise<PinFault | 'no_code' | 'no_room' | null> {
    const fault = pinFault(pin)
    if (fault !== null) return fault
    const registered = this.#registered
    if (registered === null) return 'no_code'
    const { id: device, party, name, token = '', recovery_key: recoveryKey = '' } = registered
    const before = await this.#lock()
    const made =
      before === undefined
        ? await Vault.make(pin, recoveryKey)
        : await Vault.byService(before, recoveryKey, pin)
    if (made === null) return 'no_code'
    const session: Session = { token, party, device, name, ended: false }
    const row = await made.vault.seal('facts', 'session', session)
    try {
      await writeAll(this.#db, [{ store: 'facts', key: 'session', row, was: undefined }], { lock: made.lock })
    } catch (error) {
      if (error instanceof NoRoom) return 'no_room'
      throw error
    }
    this.#registered = null
    // Without this, the browser may drop everything when its disk is nearly full.
    await storage?.persist?.().catch(() => false)
    await this.#open(made.vault)
    return null
  }

  /** @returns how many attempts are left after a wrong PIN; 0 if it is shut now; null if it is open */
  async unlock(pin: string): Promise<number | null> {
    const tried = await tryPin(this.#db, pin)
    if (tried.is === 'open') {
      await this.#open(tried.vault)
      return null
    }
    await this.#toDoor()
    if (tried.is === 'shut') this.#channel.postMessage('lock')
    return tried.is === 'shut' ? 0 : tried.left
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
    this.#channel.postMessage('lock')
    this.#close()
  }

  #close(): void {
    this.#inside?.sender.stop()
    // Nothing is shown until the door is.
    if (this.#inside !== null) this.#enter({ is: 'starting' })
    this.#inside = null
    this.#registered = null
    if (this.#database !== null) void this.#toDoor()
  }

  /** Erases everything, also what was never sent. A reply that is under way must not write afterwards. */
  async startOver(): Promise<void> {
    this.#inside?.sender.stop()
    this.#inside = null
    this.#enter({ is: 'starting' })
    this.#endRequests()
    this.#channel.postMessage('erase')
    const signal = AbortSignal.timeout(ERASE_WAIT_MS)
    let isErased = false
    const erase = async () => {
      await this.#erase()
      isErased = true
    }
    try {
      // The tab that sends, this or another, is done writing.
      await navigator.locks.request(SEND_LOCK, { signal }, erase)
    } catch (error) {
      if (!signal.aborted) throw error
    }
    // A tab that the phone has suspended keeps the lock.
    if (!isErased) await this.#erase()
    await this.#toDoor()
  }

  async #erase(): Promise<void> {
    const transaction = this.#db.transaction(ALL_STORES, 'readwrite', { durability: 'strict' })
    await Promise.all([
      ...SEALED.map((store) => transaction.objectStore(store).clear()),
      transaction.objectStore('plain').clear(),
      transaction.done,
    ])
  }

  /** Ends what is asked of the service for an open phone, for good. */
  #endRequests(): void {
    for (const service of this.#services) service.end()
    this.#services.clear()
  }

  /** @returns requests of a phone that is open, until everything is erased */
  #newService(): Service {
    const service = new Service()
    service.onClock = this.#service.onClock
    this.#services.add(service)
    return service
  }

  async #open(vault: Vault): Promise<void> {
    const database = this.#db
    const photographs = new Photographs(database, vault)
    const records = new Records(database, vault, photographs)
    const feed = new Feed(database, vault, () => records.all.map(({ record }) => record))
    const row = await database.get('facts', 'session')
    if (row === undefined) return this.#toDoor()
    const session = await vault.open<Session>('facts', 'session', row)
    const service = this.#newService()
    const confirmers = new Confirmers({
      database,
      vault,
      records,
      service,
      session: () => inside.session,
      // The page may be locked while a PIN is tried.
      memberOf: (party) => this.#membersIn(inside).of(party),
      entryOf: (key) => this.#entryOf(key, inside),
      chainOf: (id) => this.#chainsIn(inside).of(id),
      withRoom: (write) => withRoom(photographs, write),
      newKey,
      changed: () => this.#changed(),
      wrote: () => this.#channel.postMessage('changed'),
      send: () => void sender.go(),
    })
    const sender = new Sender({
      records,
      photographs,
      feed,
      service,
      personEnded: (by) => confirmers.ended(by),
      session: () => inside.session,
      isOverdue: () => this.#lockIfOverdue(),
      ended: async () => {
        const session = { ...inside.session, ended: true }
        await this.#keepSession(inside, session).catch((error: unknown) => {
          if (!(error instanceof NoRoom)) throw error
          inside.session = session
        })
      },
      isHeld: (entry) => isHoldable(entry) && isHeld(this.#chainsIn(inside).of(entry.record.id), entry),
      report: () => this.#report(inside),
      reportRefused: () => {
        this.#takesReport = false
      },
      changed: () => this.#changed(),
      reload: () => reload(inside),
      wrote: () => this.#channel.postMessage('changed'),
      serviceMs: () => serviceMs(Date.now(), this.#clockAheadMs),
      prune: async () => {
        if (this.#clockAheadMs === null) return
        const nowMs = serviceMs(Date.now(), this.#clockAheadMs)
        await records.prune(nowMs)
        await photographs.prune(nowMs)
      },
    })
    const inside: Inside = { vault, records, photographs, feed, sender, confirmers, session }
    await reload(inside)
    this.#inside = inside
    this.#enter({ is: 'open' })
    void this.#measureStorage()
      .catch((error: unknown) => reportError(error))
      .then(() => sender.go())
  }

  async #keepSession(inside: Inside, session: Session): Promise<void> {
    const row = await inside.vault.seal('facts', 'session', session)
    await writeAll(this.#db, [{ store: 'facts', key: 'session', row, was: undefined }])
    inside.session = session
    this.#changed()
  }

  async #report({ records }: Inside): Promise<Report | null> {
    if (!this.#takesReport) return null
    await this.#measureStorage()
    // What people confirmed is not of this phone's credential.
    const own = records.all.filter((entry) => !isOfPerson(entry))
    const waiting = own.filter(({ state }) => state === 'waiting')
    const oldest = waiting.reduce((least, { madeAt }) => Math.min(least, madeAt), Number.POSITIVE_INFINITY)
    const { usedBytes, quotaBytes } = this.#storage ?? {}
    return {
      waiting: waiting.length,
      rejected: own.filter(({ state }) => state === 'rejected').length,
      ...(waiting.length === 0 ? {} : { oldest_waiting_at: new Date(oldest).toISOString() }),
      ...(usedBytes === undefined ? {} : { storage_used_bytes: usedBytes }),
      ...(quotaBytes === undefined ? {} : { storage_quota_bytes: quotaBytes }),
      client: `field ${this.version}`,
    }
  }

  async #measureStorage(): Promise<void> {
    const { usage = 0, quota = 0 } = (await storage?.estimate?.()) ?? {}
    const isLasting = (await storage?.persisted?.()) ?? false
    this.#storage = { usedBytes: usage, quotaBytes: quota, isLasting }
    this.#changed()
  }

  // --- Reading ---

  /** What is there while the page is open. */
  get #in(): Inside {
    if (this.#inside === null) throw new Error('the page is locked')
    return this.#inside
  }

  /** Those of the feed, and new ones that this phone wrote. */
  get members(): MemberIndex {
    return this.#membersIn(this.#in)
  }

  #membersIn({ feed, records }: Inside): MemberIndex {
    const known = this.#membersOf
    if (known?.feed === feed.members && known.entries === records.all) return known.index
    const own = records.all
      .filter(({ record }) => record.type === 'party')
      .sort((a, b) => a.madeAt - b.madeAt)
    if (known?.feed === feed.members && same(known.own, own)) {
      known.entries = records.all
      return known.index
    }
    const byParty = new Map(feed.members.all.map((member) => [member.party, member]))
    for (const { record, state } of own) {
      const member = memberOf(record)
      // What the service has, the feed says better.
      if (member !== null && !(state === 'accepted' && byParty.has(member.party)))
        byParty.set(member.party, member)
    }
    const placeOf = (region: string) => feed.registry.regions[region] ?? region
    const index = own.length === 0 ? feed.members : new MemberIndex(byParty.values(), placeOf)
    this.#membersOf = { feed: feed.members, entries: records.all, own, index }
    return index
  }

  get registry(): Registry {
    return this.#in.feed.registry
  }

  /** The phone's own party: the cooperative. */
  get party(): string {
    return this.#in.session.party
  }

  /** Every record of the phone, the newest first. */
  entries(): Listed[] {
    return this.#in.records.all.map((entry) => this.#listed(entry)).sort((a, b) => b.madeAt - a.madeAt)
  }

  #listed(entry: Entry): Listed {
    const isSending = this.#in.sender.progress.sending.has(entry.key)
    return { ...withoutToken(entry), isSending, isWithoutToken: isWithoutToken(entry) }
  }

  /** Lots, records of this phone, what others did to them, and what can be confirmed here, as the feed sent them. */
  fetched(): readonly SentRecord[] {
    const { feed } = this.#in
    return [...feed.others.values(), ...feed.chains.values()]
  }

  /**
   * Records of this phone that it knows from the feed alone, as entries: `correct` and `takeBack` accept their keys, which
   * are the records' ids.
   */
  fromFeed(): Listed[] {
    const { records, feed, session } = this.#in
    const fed = [...feed.chains.values()].filter(({ device_id }) => device_id === session.device)
    const own = new Set(records.all.map(({ record }) => record.id))
    for (const { supersedes, target_id } of [...records.all.map(({ record }) => record), ...fed])
      for (const id of [supersedes, target_id]) if (typeof id === 'string') own.add(id)
    return fed
      .filter(({ id, type }) => type !== 'retraction' && !own.has(id))
      .map((record) => this.#listed(fedEntry(record)))
  }

  /** Returns what a key opens: an entry, or a record that the feed brought. */
  entryOf(key: string): Listed | undefined {
    const entry = this.#entryOf(key)
    return entry && this.#listed(entry)
  }

  // --- What others did to the phone's records ---

  get #chains(): Chains {
    return this.#chainsIn(this.#in)
  }

  #chainsIn({ records, feed, session }: Inside): Chains {
    const entries = records.all
    const known = this.#chainsOf
    if (known?.fed === feed.chains && same(known.entries, entries)) return known.chains
    const chains = new Chains(entries, feed.chains, session)
    this.#chainsOf = { entries, fed: feed.chains, chains }
    return chains
  }

  /** Returns the versions of a record that the phone knows, by the id of any. */
  chainOf(id: string): Chain {
    return this.#chains.of(id)
  }

  /** Chains that others changed, by the id of each version and retraction. */
  get changedElsewhere(): ReadonlyMap<string, Chain> {
    return this.#chains.changed
  }

  /** Whether others changed the record since a person last looked at it here, or a person must still decide. */
  isNews(chain: Chain): boolean {
    return this.#isUnseen(chain) || this.#isHolding(chain)
  }

  #isUnseen(chain: Chain): boolean {
    const { lookedAt } = this.#in.feed
    return newsOf(chain).some((one) => !lookedAt.has(one))
  }

  /** Whether a correction waits here until a person decides. */
  #isHolding(chain: Chain): boolean {
    const { records } = this.#in
    return chain.branches.some(({ key, isUnsent }) => {
      const entry = isUnsent ? records.of(key) : undefined
      return entry !== undefined && isHeld(chain, entry)
    })
  }

  /** Returns how many records others changed since a person looked at them. */
  get news(): number {
    return [...new Set(this.changedElsewhere.values())].filter((chain) => this.isNews(chain)).length
  }

  /** Notes that a person looks at the record. */
  async look(chain: Chain): Promise<void> {
    const feed = this.#inside?.feed
    if (feed === undefined || !this.#isUnseen(chain)) return
    try {
      await feed.look(newsOf(chain))
    } catch (error) {
      // Without room for it, it is shown as new again.
      if (!(error instanceof NoRoom)) throw error
    }
    this.#changed()
    this.#channel.postMessage('changed')
  }

  /** Keeps one of the figures that contradict each other, and takes the others back. @param id of its record */
  keepVersion(id: string): Promise<Changed> {
    return this.#write([], () => (entries) => kept(entries, this.chainOf(id), id, makes()))
  }

  /** What others wrote of deliveries and payments with the phone's party, which confirms them. */
  toConfirm(): SentRecord[] {
    const { records, feed, session } = this.#in
    const confirmed = new Set(
      records.all.flatMap(({ record }) => [record.delivery_id, record.payment_id]).filter(Boolean),
    )
    return [...feed.others.values()].filter(
      (record) => isToConfirm(record, session.party) && !isConfirmed(record) && !confirmed.has(record.id),
    )
  }

  /** Members who confirm on this phone. */
  get confirmers(): Confirmers {
    return this.#in.confirmers
  }

  /** Returns who can confirm a record of this phone now; null if nobody can, or somebody did. */
  canConfirm(key: string): string | null {
    const { records, feed, session } = this.#in
    const entry = this.#entryOf(key)
    if (entry === undefined) return null
    const fed = feed.of(entry.record.id)
    const chain = this.chainOf(entry.record.id)
    return fed !== undefined && isConfirmed(fed) ? null : canConfirm(records.all, entry, session.party, chain)
  }

  /** Returns what a person confirmed here of a record, or whether the office has it confirmed. */
  confirmationOf(id: string): Listed | 'at_office' | null {
    const { records, feed } = this.#in
    const found = confirmationOf(records.all, id)
    if (found !== undefined) return this.#listed(found)
    const fed = feed.of(id)
    return fed !== undefined && isConfirmed(fed) ? 'at_office' : null
  }

  /** Returns how much of a photograph the service has. */
  sentOf(photograph: Photograph): number {
    return this.#in.photographs.sentOf(photograph)
  }

  // --- What the screens remember ---

  /** Returns what a screen kept on this phone, sealed like everything else; null for nothing. */
  async kept<T>(name: KeptName): Promise<T | null> {
    const row = await this.#db.get('facts', name)
    return row === undefined ? null : await this.#in.vault.open<T>('facts', name, row)
  }

  /** Keeps something for later: what was used last, or a form that is not finished. @param value null to drop it */
  async keep(name: KeptName, value: unknown): Promise<void> {
    const row = value === null ? null : await this.#in.vault.seal('facts', name, value)
    await writeAll(this.#db, [{ store: 'facts', key: name, row, was: undefined }]).catch((error: unknown) => {
      // Without room for it, the next form begins empty.
      if (!(error instanceof NoRoom)) throw error
    })
  }

  /** An id for a new member or plot. */
  newId(): string {
    return uuidv7()
  }

  /** Returns a record of this phone or of the feed. */
  ofId(id: string): SentRecord | undefined {
    const { records, feed } = this.#in
    return records.ofId(id)?.record ?? feed.of(id)
  }

  photographs(): readonly Photograph[] {
    return this.#in.photographs.all
  }

  /** Returns a photograph that was not sent yet. */
  photograph(sha256: string): Promise<Blob | null> {
    return this.#in.photographs.read(sha256)
  }

  // --- Writing ---

  /**
   * Saves a record with its photographs, in one transaction that is on the disk when this resolves. `id` and `recorded_at`
   * are set here; all other members are the screen's.
   * @param asDraft to be sent only after `queue`
   * @param endsForm drops the form that is not finished with it: nobody goes on with it and saves twice
   */
  async save(
    says: Says,
    { photographs = [], asDraft = false, endsForm = false }: SaveOptions & { asDraft?: boolean } = {},
  ): Promise<Saved> {
    const { nowMs, newId } = makes()
    const key = newKey()
    const record = { ...says, id: newId(), recorded_at: new Date(nowMs).toISOString() }
    const state = asDraft ? 'draft' : 'waiting'
    const done = await this.#write(
      photographs,
      (cited) => () =>
        new Map([[key, { key, state, record: citing(record, cited), madeAt: nowMs, mayBeSent: false }]]),
      endsForm ? [NO_FORM] : [],
    )
    return done === 'done' ? { key } : { notSaved: 'no_room' }
  }

  /** Lets a draft be sent. */
  queue(key: string): Promise<Changed> {
    return this.#write(
      [],
      () => () => this.#ofKey(key, (entry) => (entry.state === 'draft' ? queued(entry) : null)),
    )
  }

  /**
   * Changes what a record says: in place if the service cannot have it, else by a record that supersedes it. Also mends one
   * that was rejected.
   * @param says all its members, those of the old one included
   */
  correct(
    key: string,
    says: Says,
    { photographs = [], endsForm = false }: SaveOptions = {},
  ): Promise<Changed> {
    const stated = { ...says, recorded_at: new Date().toISOString() }
    return this.#onNewest(
      key,
      photographs,
      (entries, entry, cited) => correct(entries, entry, citing(stated, cited), makes()),
      endsForm ? [NO_FORM] : [],
    )
  }

  /** Sends a rejected record again as it is. */
  sendAgain(key: string): Promise<Changed> {
    return this.#write(
      [],
      () => (entries) =>
        this.#ofKey(key, (entry) =>
          entry.state === 'rejected' ? sendAgain(entries, this.#retargeted(entry), makes()) : null,
        ),
    )
  }

  /** Takes a record back: it goes if the service cannot have it, else a retraction follows. @param reason of a retraction */
  takeBack(key: string, reason = 'entered_in_error'): Promise<Changed> {
    return this.#onNewest(key, [], (entries, entry) => takeBack(entries, entry, reason, makes()))
  }

  /** Changes a record unless others changed it first. */
  async #onNewest(
    key: string,
    photographs: readonly Blob[],
    rule: (entries: readonly Entry[], entry: Entry, cited: readonly Cited[]) => Rows | null,
    more: readonly Write[] = [],
  ): Promise<Changed> {
    let isElsewhere = false
    const done = await this.#write(
      photographs,
      (cited) => (entries) =>
        this.#ofKey(key, (entry) => {
          isElsewhere = isChangedElsewhere(this.chainOf(entry.record.id), entry)
          return isElsewhere ? null : rule(entries, this.#retargeted(entry), cited)
        }),
      more,
    )
    return done === 'not_possible' && isElsewhere ? 'elsewhere' : done
  }

  #retargeted(entry: Entry): Entry {
    return retargeted(this.chainOf(entry.record.id), entry)
  }

  /** An entry of the phone, or a record of the feed as one. */
  #entryOf(key: string, { records, feed } = this.#in): Entry | undefined {
    const fed = feed.of(key)
    return records.of(key) ?? (fed && fedEntry(fed))
  }

  #ofKey(key: string, rule: (entry: Entry) => Rows | null): Rows | null {
    const entry = this.#entryOf(key)
    return entry === undefined ? null : rule(entry)
  }

  async #write(
    pictures: readonly Blob[],
    ruleOf: (cited: readonly Cited[]) => (entries: readonly Entry[]) => Rows | null,
    more: readonly Write[] = [],
  ): Promise<Changed> {
    const { records, photographs, sender } = this.#in
    const taken = await Promise.all(
      pictures.map((picture) => photographs.taken(picture, newKey(), Date.now())),
    )
    const rule = ruleOf(taken.map(({ cited }) => cited))
    const writes = taken.flatMap((one) => one.writes)
    try {
      const wrote = () => {
        for (const { done } of taken) done()
      }
      const rows = await withRoom(photographs, () => records.change(rule, [...writes, ...more], wrote))
      if (rows === null) return 'not_possible'
    } catch (error) {
      if (error instanceof NoRoom) return 'no_room'
      throw error
    }
    this.#changed()
    this.#channel.postMessage('changed')
    void this.#measureStorage()
    void sender.go()
    return 'done'
  }

  // --- Sending ---

  async sendNow(byPerson = false): Promise<void> {
    if (this.#lockIfOverdue()) return
    this.#changed()
    await this.#inside?.sender.go(byPerson)
  }

  /** Drops a photograph that the service does not want. */
  async dropPhotograph(photograph: Photograph): Promise<void> {
    await this.#in.photographs.drop(photograph)
    this.#changed()
  }

  /** Everything unsent as files, for `granary device take-in`: the records, then photographs. They are not encrypted. */
  queueFiles(): QueueFile[] {
    const { records, photographs, session } = this.#in
    return queueFiles(records.all, photographs, session.device, Date.now())
  }

  /** Uses the new version that is ready: the page loads again. */
  useNewVersion(): void {
    this.#useNew()
  }

  // --- Language ---

  async chosenLanguage(): Promise<string | undefined> {
    return this.#database === null
      ? undefined
      : ((await this.#database.get('plain', 'language')) as string | undefined)
  }

  async chooseLanguage(code: string): Promise<void> {
    if (this.#database !== null) await writeAll(this.#database, [], { language: code })
  }
}

export type KeptName = 'used' | 'form'
const NO_FORM: Write = { store: 'facts', key: 'form' satisfies KeptName, row: null, was: undefined }

interface SaveOptions {
  readonly photographs?: readonly Blob[]
  readonly endsForm?: boolean
}

/** A record of the feed, which the service has. */
const fedEntry = (record: SentRecord): Entry => ({
  key: record.id,
  state: 'accepted',
  record,
  madeAt: Date.parse(String(record.recorded_at ?? record.occurred_at)),
  mayBeSent: false,
})

/** A full phone gives up what was sent already before it refuses to save. */
async function withRoom<T>(photographs: Photographs, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (!(error instanceof NoRoom)) throw error
    await photographs.prune(Date.now(), true)
    return write()
  }
}

const same = (one: readonly Entry[], other: readonly Entry[]): boolean =>
  one.length === other.length && one.every((entry, i) => entry === other[i])

/** Reads what another tab may have changed. */
const reload = async ({ records, feed, confirmers }: Inside): Promise<void> => {
  await Promise.all([records.load(), feed.load(), confirmers.load()])
}

const citing = <T extends Says>(says: T, cited: readonly Cited[]): T =>
  cited.length === 0 ? says : { ...says, evidence: [...(says.evidence ?? []), ...cited] }

function whatIsMissing(): Missing | null {
  if (!isSecureContext) return 'secure_connection'
  if (!('serviceWorker' in navigator)) return 'worker'
  if (!('indexedDB' in globalThis) || !('locks' in navigator)) return 'storage'
  return crypto.subtle === undefined ? 'crypto' : null
}

/** Such as `Android 14`; what a browser tells of itself, at most. */
function platformName(): string {
  const found = /Android [\d.]+|iPhone OS [\d_]+|iPad|Windows NT [\d.]+|Mac OS X [\d_.]+|CrOS|Linux/.exec(
    navigator.userAgent,
  )
  return (found?.[0] ?? 'Phone').replaceAll('_', '.')
}
