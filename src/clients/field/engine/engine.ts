import { uuidv7 } from 'uuidv7'
import type { Ticked } from '../../../domain/ticked.ts'
import type { Chain } from '../rules/chains.ts'
import type { happening } from '../rules/clock.ts'
import type { MemberIndex } from '../rules/members.ts'
import type { Confirmers } from './confirmers.ts'
import { Door } from './door.ts'
import type { Registry } from './feed.ts'
import type { KeptName } from './inside.ts'
import type { Phone } from './phone.ts'
import type { Photograph, Photographs } from './photographs.ts'
import { type QueueFile, queueFiles } from './queue-file.ts'
import type { PhoneShown } from './shown.ts'
import { type PhoneStatus, statusOf } from './status.ts'
import { PageSurroundings } from './surroundings.ts'
import { Telling } from './telling.ts'
import type { Writing } from './writing.ts'

/** All that the screens may ask for. They import this file and `rules`, and no other of the engine. */

export type { Chain } from '../rules/chains.ts'
export type { Entry, Says, SentRecord } from '../rules/entry.ts'
export type { PinFault } from '../rules/lock.ts'
export type { Member } from '../rules/members.ts'
export type { Admitted, Confirmer, Confirmers, ConfirmOutcome } from './confirmers.ts'
export type { Stage } from './door.ts'
export { type Photograph, shrunk } from './photographs.ts'
export type { Enrolled } from './registering.ts'
export { readCode } from './scan.ts'
export type { Failure } from './sender.ts'
export type { ListedEntry } from './shown.ts'
export type { Missing } from './surroundings.ts'
export type { PhoneUser } from './users.ts'
export type { Changed, Saved } from './writing.ts'
export type { PhoneStatus, QueueFile, Registry }

/** Each member is described where it is made: `Door`, `Inside`, `PhoneShown`, `Writing`. */
export class Engine {
  #status: PhoneStatus | null = null
  readonly #telling = new Telling(() => {
    this.#status = null
  })
  readonly #around = new PageSurroundings(() => this.#telling.changed())
  readonly #door = new Door(this.#telling, this.#around)
  readonly version = this.#around.version

  /** What is there while the page is open. */
  get #in(): Phone {
    const { phone } = this.#door
    if (phone === null) throw new Error('the page is locked')
    return phone
  }

  subscribe: Telling['subscribe'] = (listener) => this.#telling.subscribe(listener)

  /** The same until something changes. */
  get status(): PhoneStatus {
    this.#status ??= statusOf(this.#door.stage, this.#door.phone, this.#around)
    return this.#status
  }

  // --- The door ---

  start: Door['start'] = () => this.#door.start()
  enrol: Door['enrol'] = (...given) => this.#door.enrol(...given)
  choosePin: Door['choosePin'] = (pin) => this.#door.choosePin(pin)
  unlock: Door['unlock'] = (pin) => this.#door.unlock(pin)
  changePin: Door['changePin'] = (...given) => this.#door.changePin(...given)
  chooseUser: Door['chooseUser'] = (at) => this.#door.chooseUser(at)
  whose: Door['whose'] = () => this.#door.whose()
  toUsers: Door['toUsers'] = () => this.#door.toUsers()
  lock: Door['lock'] = () => this.#door.lock()
  startOver: Door['startOver'] = () => this.#door.startOver()
  chosenLanguage: Door['chosenLanguage'] = () => this.#door.chosenLanguage()
  chooseLanguage: Door['chooseLanguage'] = (code) => this.#door.chooseLanguage(code)
  sendNow: Door['sendNow'] = (byPerson) => this.#door.sendNow(byPerson)
  /** Uses the new version that is ready: the page loads again. */
  useNewVersion = (): void => this.#around.useNewVersion()

  // --- What is shown ---

  get members(): MemberIndex {
    return this.#in.shown.members
  }
  /** Whether the office has sent what it has, or begun to. */
  get hasFetched(): boolean {
    return this.#in.feed.hasBegun
  }
  get ticked(): Ticked {
    return this.#in.feed.ticked
  }

  get registry(): Registry {
    return this.#in.feed.registry
  }
  /** The phone's own party: the cooperative. */
  get party(): string {
    return this.#in.session.party
  }
  get changedElsewhere(): ReadonlyMap<string, Chain> {
    return this.#in.shown.changedElsewhere
  }
  get plotNames(): ReadonlyMap<string, string> {
    return this.#in.shown.plotNames
  }
  /** How many records others stated about the phone's party. */
  get othersCount(): number {
    return this.#in.feed.othersCount
  }
  get news(): number {
    return this.#in.shown.news
  }
  /** Members who confirm on this phone. */
  get confirmers(): Confirmers {
    return this.#in.confirmers
  }

  entries: PhoneShown['entries'] = () => this.#in.shown.entries()
  fetched: PhoneShown['fetched'] = () => this.#in.shown.fetched()
  fromFeed: PhoneShown['fromFeed'] = () => this.#in.shown.fromFeed()
  entryOf: PhoneShown['entryOf'] = (key) => this.#in.shown.entryOf(key)
  ofId: PhoneShown['ofId'] = (id) => this.#in.shown.ofId(id)
  chainOf: PhoneShown['chainOf'] = (id) => this.#in.shown.chainOf(id)
  isNews: PhoneShown['isNews'] = (chain) => this.#in.shown.isNews(chain)
  look: PhoneShown['look'] = async (chain) => this.#door.phone?.shown.look(chain)
  toConfirm: PhoneShown['toConfirm'] = () => this.#in.shown.toConfirm()
  canConfirm: PhoneShown['canConfirm'] = (key) => this.#in.shown.canConfirm(key)
  confirmationOf: PhoneShown['confirmationOf'] = (id) => this.#in.shown.confirmationOf(id)

  // --- Writing ---

  /** The time by which days are filled in. */
  get nowMs(): number {
    return this.#in.clock.nowMs
  }
  /** When something happens that is recorded at once. */
  get happening(): ReturnType<typeof happening> {
    return this.#in.clock.happening
  }
  /** Whether the day is one that a person stated, without an hour. */
  get isDayStated(): boolean {
    return this.#in.clock.isStated
  }
  /** A person states which day it is, because the clock was set back. */
  stateDay = async (day: string): Promise<void> => this.#in.clock.state(day)

  /** An id for a new member or plot. */
  newId = (): string => uuidv7()
  save: Writing['save'] = async (...given) => this.#in.writing.save(...given)
  queue: Writing['queue'] = async (key) => this.#in.writing.queue(key)
  correct: Writing['correct'] = async (...given) => this.#in.writing.correct(...given)
  sendAgain: Writing['sendAgain'] = async (key) => this.#in.writing.sendAgain(key)
  takeBack: Writing['takeBack'] = async (...given) => this.#in.writing.takeBack(...given)
  keepVersion: Writing['keepVersion'] = async (id) => this.#in.writing.keepVersion(id)

  kept = async <T>(name: KeptName): Promise<T | null> => this.#in.kept<T>(name)
  keep: Phone['keep'] = async (...given) => this.#in.keep(...given)
  photographs = (): readonly Photograph[] => this.#in.photographs.all
  sentOf: Photographs['sentOf'] = (photograph) => this.#in.photographs.sentOf(photograph)
  /** Returns a photograph that was not sent yet. */
  photograph: Photographs['read'] = (sha256) => this.#in.photographs.read(sha256)

  /** Drops a photograph that the service does not want. */
  async dropPhotograph(photograph: Photograph): Promise<void> {
    await this.#in.photographs.drop(photograph)
    this.#telling.changed()
  }

  /** Everything unsent as files, for `granary device take-in`: the records, then photographs. They are not encrypted. */
  queueFiles(): QueueFile[] {
    const { records, photographs, session } = this.#in
    return queueFiles(records.all, photographs, session.device, Date.now())
  }
}
