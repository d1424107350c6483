import { uuidv7 } from 'uuidv7'
import { isChangedElsewhere, kept, retargeted } from '../rules/acts.ts'
import { correct, queued, type Reason, type Rows, sendAgain, takeBack } from '../rules/changing.ts'
import { type Cited, citing, type Entry, type Makes, type Says } from '../rules/entry.ts'
import { ifNoRoom, newKey } from './database.ts'
import { type Inside, NO_FORM } from './inside.ts'
import type { PhoneShown } from './shown.ts'

/** What a person writes: new records, and changes of those that are there. */

export type Saved = { readonly key: string } | { readonly notSaved: 'no_room' | 'clock' }
/**
 * `clock`: it was set back, so a person must state the day first. `elsewhere`: another phone or the office changed the record first; a person must see that before
 * they go on.
 */
export type Changed = 'done' | 'no_room' | 'not_possible' | 'elsewhere' | 'clock'

interface SaveOptions {
  readonly photographs?: readonly Blob[]
  readonly endsForm?: boolean
}

/** Returns the rows to write. @param cited the photographs that are saved with it */
type Rule = (entries: readonly Entry[], cited: readonly Cited[]) => Rows | null

type WritingParts = Pick<Inside, 'records' | 'photographs' | 'telling' | 'around' | 'clock'>

export class Writing {
  readonly #phone: WritingParts
  readonly #shown: PhoneShown
  readonly #send: () => void

  constructor(phone: WritingParts, shown: PhoneShown, send: () => void) {
    this.#phone = phone
    this.#shown = shown
    this.#send = send
  }

  /**
   * Saves a record with its photographs, in one transaction that is on the disk when this resolves. `id` and `recorded_at`
   * are set here; all other members are the screen's.
   * @param asDraft to be sent only after `queue`
   * @param endsForm drops the form that is not finished with it: nobody goes on with it and saves twice
   */
  async save(says: Says, options: SaveOptions & { readonly asDraft?: boolean } = {}): Promise<Saved> {
    const { nowMs: madeAt, newId } = this.#makes()
    const key = newKey()
    const said = { ...says, id: newId(), recorded_at: new Date(madeAt).toISOString() }
    const state = options.asDraft ? 'draft' : 'waiting'
    const rule: Rule = (_, cited) =>
      new Map([[key, { key, state, record: citing(said, cited), madeAt, mayBeSent: false }]])
    const done = await this.#write(rule, options)
    return done === 'done' ? { key } : { notSaved: done === 'clock' ? 'clock' : 'no_room' }
  }

  /** Lets a draft be sent. */
  queue(key: string): Promise<Changed> {
    return this.#write(() => this.#ofKey(key, (entry) => (entry.state === 'draft' ? queued(entry) : null)))
  }

  /**
   * Changes what a record says: in place if the service cannot have it, else by a record that supersedes it. Also mends one
   * that was rejected.
   * @param says all its members, those of the old one included
   */
  correct(key: string, says: Says, options: SaveOptions = {}): Promise<Changed> {
    const stated = { ...says, recorded_at: new Date().toISOString() }
    return this.#onNewest(
      key,
      (entries, entry, cited) => correct(entries, entry, citing(stated, cited), this.#makes()),
      options,
    )
  }

  /** Sends a rejected record again as it is. */
  sendAgain(key: string): Promise<Changed> {
    return this.#write((entries) =>
      this.#ofKey(key, (entry) =>
        entry.state === 'rejected' ? sendAgain(entries, this.#retargeted(entry), this.#makes()) : null,
      ),
    )
  }

  /** Takes a record back: it goes if the service cannot have it, else a retraction follows. @param reason of a retraction */
  takeBack(key: string, reason: Reason = 'entered_in_error'): Promise<Changed> {
    return this.#onNewest(key, (entries, entry) => takeBack(entries, entry, reason, this.#makes()))
  }

  /** Keeps one of the figures that contradict each other, and takes the others back. @param id of its record */
  keepVersion(id: string): Promise<Changed> {
    return this.#write((entries) => kept(entries, this.#shown.chainOf(id), id, this.#makes()))
  }

  /** Changes a record unless others changed it first. */
  async #onNewest(
    key: string,
    rule: (entries: readonly Entry[], entry: Entry, cited: readonly Cited[]) => Rows | null,
    options?: SaveOptions,
  ): Promise<Changed> {
    let isElsewhere = false
    const unlessElsewhere: Rule = (entries, cited) =>
      this.#ofKey(key, (entry) => {
        isElsewhere = isChangedElsewhere(this.#shown.chainOf(entry.record.id), entry)
        return isElsewhere ? null : rule(entries, this.#retargeted(entry), cited)
      })
    const done = await this.#write(unlessElsewhere, options)
    return done === 'not_possible' && isElsewhere ? 'elsewhere' : done
  }

  #makes(): Makes {
    return { newId: uuidv7, newKey, nowMs: Date.now(), happening: this.#phone.clock.happening }
  }

  #retargeted(entry: Entry): Entry {
    return retargeted(this.#shown.chainOf(entry.record.id), entry)
  }

  #ofKey(key: string, rule: (entry: Entry) => Rows | null): Rows | null {
    const entry = this.#shown.stored(key)
    return entry === undefined ? null : rule(entry)
  }

  async #write(rule: Rule, { photographs = [], endsForm = false }: SaveOptions = {}): Promise<Changed> {
    const { records, photographs: all, telling, around, clock } = this.#phone
    if (clock.isInDoubt) {
      telling.changed()
      return 'clock'
    }
    const taken = await Promise.all(photographs.map((picture) => all.taken(picture, newKey(), Date.now())))
    const cited = taken.map((one) => one.cited)
    const more = [
      ...taken.flatMap(({ writes }) => writes),
      ...(endsForm ? [NO_FORM] : []),
      await clock.relied(),
    ]
    const wrote = () => {
      for (const { done } of taken) done()
    }
    const written = all.withRoom(() => records.change((entries) => rule(entries, cited), more, wrote))
    const rows = await ifNoRoom(written, () => 'no_room' as const)
    if (rows === 'no_room') return rows
    if (rows === null) return 'not_possible'
    telling.wrote()
    void around.measureStorage()
    this.#send()
    return 'done'
  }
}
