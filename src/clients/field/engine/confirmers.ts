import { uuidv7 } from 'uuidv7'
import { given } from '../../../base/typed.ts'
import type { DeviceView } from '../../../identity/device-shapes.ts'
import type { Rows } from '../rules/changing.ts'
import { scannedEnrolment } from '../rules/code.ts'
import { confirmed, givenToken, isOfPerson, isWithoutToken, takenToken } from '../rules/confirmer.ts'
import type { By, Entry, SentRecord } from '../rules/entry.ts'
import { MOST_WRONG, type PinFault, pinFault } from '../rules/lock.ts'
import { ifNoRoom, NoRoom, newKey, writeAll } from './database.ts'
import type { Inside } from './inside.ts'
import { NoAnswer, Refused } from './service.ts'
import type { PhoneShown } from './shown.ts'
import { boxed, type PinBox, unboxed } from './vault.ts'

/**
 * Members who confirm on this phone. Each has a credential of a device of their own, in a box that their PIN opens; all boxes
 * are in one sealed row, so that a thief cannot count them.
 */

interface Kept {
  readonly party: string
  readonly device: string
  readonly name: string
  readonly number?: string
  readonly language: string
  /** The token. Null after too many wrong PINs, or once it has ended. */
  readonly box: PinBox | null
  readonly wrong: number
  /** From when on the code confirms. */
  readonly since?: string
  readonly lost?: 'pin' | 'ended'
}

interface ConfirmerRow {
  readonly people: readonly Kept[]
  /** A code that may have been spent: after a lost reply it is good for this device alone. */
  readonly begun?: { readonly code: string; readonly device: string }
}

const NOBODY: ConfirmerRow = { people: [] }

/** A person as a screen shows them. */
export interface Confirmer {
  readonly party: string
  readonly name: string
  readonly number?: string
  readonly language: string
  /** `pin`: too many wrong PINs. `ended`: the office ended it. Both need a new code. */
  readonly state: 'ready' | 'pin' | 'ended'
  /** What happened before this they confirm at the office alone. */
  readonly since?: string
  /** What they confirmed and the office does not have yet. */
  readonly unsent: number
}

export type Admitted =
  | { readonly is: 'done'; readonly party: string; readonly language?: string }
  | {
      readonly is:
        | 'no_code'
        | 'other_office'
        | 'refused'
        | 'no_answer'
        | 'no_room'
        /** The code is of another person than the one who needs a new one. */
        | 'other_person'
        /** The code is one for phones of the office. */
        | 'own_party'
    }

export type ConfirmOutcome =
  | { readonly is: 'done' }
  | { readonly is: 'wrong'; readonly left: number }
  /** Too many wrong PINs, or the token ended: a new code is needed. */
  | { readonly is: 'shut' }
  /** What was shown has changed, or cannot be confirmed any more. */
  | { readonly is: 'changed' }
  | { readonly is: 'no_room' }

const placeOf = (party: string): string => `person/${party}`

export class Confirmers {
  readonly #phone: Inside
  readonly #shown: PhoneShown
  readonly #send: () => void
  #row: ConfirmerRow = NOBODY
  /** The reply to a code, until its person has chosen a PIN. */
  #registered: (Required<By> & { readonly since?: string }) | null = null

  constructor(phone: Inside, shown: PhoneShown, send: () => void) {
    this.#phone = phone
    this.#shown = shown
    this.#send = send
  }

  /** Everyone who can confirm here, by name. */
  get all(): Confirmer[] {
    const { records } = this.#phone
    const unsent = records.all.filter((entry) => isOfPerson(entry) && entry.state === 'waiting')
    return this.#row.people
      .map(({ party, name, number, language, since, box, lost }) => {
        const member = this.#shown.members.of(party)
        const called = member?.number ?? number
        return {
          party,
          name: member?.name ?? name,
          ...given({ number: called, since }),
          language,
          state: box === null ? (lost ?? 'ended') : 'ready',
          unsent: unsent.filter(({ by }) => by?.party === party).length,
        } as const
      })
      .sort((a, b) => a.name.localeCompare(b.name))
  }

  of(party: string): Confirmer | undefined {
    return this.all.find((one) => one.party === party)
  }

  /** What waits until its person enters a PIN or has a new code. */
  get withoutToken(): number {
    return this.#phone.records.all.filter(isWithoutToken).length
  }

  async load(): Promise<void> {
    this.#row = await this.#read()
  }

  async #read(): Promise<ConfirmerRow> {
    const { database, vault } = this.#phone
    return (await vault.read<ConfirmerRow>(database, 'facts', 'people')) ?? NOBODY
  }

  /** Changes the row as it is on the disk; other tabs wait. */
  #inTurn<T>(work: (row: ConfirmerRow) => Promise<T>): Promise<T> {
    const lock = `${this.#phone.database.name}-people`
    return navigator.locks.request(lock, async () => work(await this.#read())) as Promise<T>
  }

  /** Writes the row, and entries with it, in one transaction. @throws {NoRoom} */
  async #keep(row: ConfirmerRow, rule?: (entries: readonly Entry[]) => Rows): Promise<void> {
    const { vault, database, records, photographs } = this.#phone
    const write = await vault.write('facts', 'people', row)
    await photographs.withRoom<unknown>(() =>
      rule === undefined ? writeAll(database, [write]) : records.change(rule, [write]),
    )
    this.#row = row
    this.#phone.telling.wrote()
  }

  /**
   * Spends a code that the office made for a person; they choose a PIN next. A lost reply is met by trying again.
   * @param party who needs a new code; undefined for a new person
   */
  async admit(text: string, party?: string): Promise<Admitted> {
    const enrolment = scannedEnrolment(text, location.origin)
    if (enrolment === null) return { is: 'no_code' }
    if (enrolment === 'other') return { is: 'other_office' }
    const { code } = enrolment
    try {
      const device = await this.#inTurn(async (row) => {
        const known = row.people.find((one) => one.party === party)?.device
        const begun = row.begun?.code === code ? row.begun.device : undefined
        const chosen = known ?? begun ?? uuidv7()
        if (chosen !== begun) await this.#keep({ ...row, begun: { code, device: chosen } })
        return chosen
      })
      return await this.#register(code, device, party)
    } catch (error) {
      if (error instanceof NoRoom) return { is: 'no_room' }
      if (error instanceof NoAnswer || (error instanceof Refused && error.status >= 500))
        return { is: 'no_answer' }
      if (!(error instanceof Refused)) throw error
      // The service spends no code of the phone's own party.
      if (error.refusal.errors?.some(({ pointer }) => pointer === '/held_on')) return { is: 'own_party' }
      return { is: error.refusal.code === 'id_conflict' ? 'other_person' : 'refused' }
    }
  }

  async #register(code: string, device: string, wanted: string | undefined): Promise<Admitted> {
    const { service, session } = this.#phone
    const { device: phone, name } = session
    const call = { token: code, json: { id: device, name, held_on: phone } }
    const { party, token, since } = await service.json<DeviceView>('/v1/devices', call)
    // A code whose token was used already returns none.
    if (token === undefined) return { is: 'refused' }
    if (wanted !== undefined && party !== wanted) return { is: 'other_person' }
    this.#registered = { party, device, token, ...given({ since }) }
    const language =
      this.#row.people.find((one) => one.party === party)?.language ?? this.#shown.members.of(party)?.language
    return { is: 'done', party, ...given({ language }) }
  }

  /** Sets the PIN of the person whom `admit` admitted. @returns why it is refused */
  async choosePin(pin: string, language: string): Promise<PinFault | 'no_code' | 'no_room' | null> {
    const fault = pinFault(pin)
    if (fault !== null) return fault
    if (this.#registered === null) return 'no_code'
    const { since, ...by } = this.#registered
    const { party, device, token } = by
    const member = this.#shown.members.of(party)
    const kept: Kept = {
      party,
      device,
      name: member?.name ?? '',
      ...(member?.number === undefined ? {} : { number: member.number }),
      language,
      box: await boxed(pin, placeOf(party), token),
      wrong: 0,
      ...given({ since }),
    }
    const written = this.#inTurn(({ people }) =>
      this.#keep({ people: [...people.filter((one) => one.party !== party), kept] }, (entries) =>
        givenToken(entries, by),
      ),
    )
    if ((await ifNoRoom(written, () => 'no_room' as const)) === 'no_room') return 'no_room'
    this.#registered = null
    this.#send()
    return null
  }

  /** A person who does not choose a PIN now may do so later, with the same code. */
  leave(): void {
    this.#registered = null
  }

  /** Removes a person. What they confirmed is still sent. */
  remove(party: string): Promise<void> {
    return this.#inTurn((row) =>
      this.#keep({ ...row, people: row.people.filter((one) => one.party !== party) }),
    )
  }

  /**
   * Confirms what a person saw, if the PIN is theirs. What they confirmed before and waits for their PIN is sent too.
   * @param shown the entry's record as the person saw it; null to send what waits alone
   */
  async confirm(
    party: string,
    pin: string,
    shown: { readonly key: string; readonly record: SentRecord } | null,
  ): Promise<ConfirmOutcome> {
    const { records, photographs, session, clock } = this.#phone
    if (clock.isInDoubt) {
      this.#phone.telling.changed()
      return { is: 'changed' }
    }
    try {
      const tried = await this.#tried(party, pin)
      if (typeof tried === 'object') return tried
      const { device = '', since } = this.#row.people.find((one) => one.party === party) ?? {}
      const by = { party, device, token: tried }
      const rule = (entries: readonly Entry[]) => {
        if (shown === null) return givenToken(entries, by)
        const entry = this.#shown.stored(shown.key)
        if (entry === undefined) return null
        const chain = this.#shown.chainOf(entry.record.id)
        const what = { shown: shown.record, own: session.party, by, chain, ...given({ since }) }
        return confirmed(entries, entry, what, {
          newId: uuidv7,
          newKey,
          nowMs: Date.now(),
          happening: clock.happening,
        })
      }
      const rows = await photographs.withRoom(() => records.change(rule))
      if (rows === null) return { is: 'changed' }
    } catch (error) {
      if (error instanceof NoRoom) return { is: 'no_room' }
      throw error
    }
    this.#phone.telling.wrote()
    this.#send()
    return { is: 'done' }
  }

  /** Returns the token. An attempt is counted on the disk before it is made: closing the page in between gains none. */
  #tried(party: string, pin: string): Promise<string | ConfirmOutcome> {
    return this.#inTurn(async (row) => {
      const person = row.people.find((one) => one.party === party)
      if (person === undefined || person.box === null) return { is: 'shut' } as const
      const keep = (more: Partial<Kept>) =>
        this.#keep({ ...row, people: row.people.map((one) => (one === person ? { ...one, ...more } : one)) })
      const wrong = person.wrong + 1
      await keep({ wrong })
      const token = await unboxed(pin, placeOf(party), person.box)
      if (token !== null) {
        await keep({ wrong: 0 })
        return token
      }
      if (wrong < MOST_WRONG) return { is: 'wrong', left: MOST_WRONG - wrong } as const
      await keep({ wrong, box: null, lost: 'pin' })
      return { is: 'shut' } as const
    })
  }

  /** The service no longer knows a token. What was to be sent by it stays, and its person needs a new code. */
  ended({ party, token }: Required<By>): Promise<void> {
    return this.#inTurn(async (row) => {
      // A new code may have brought another token meanwhile.
      const isCurrent = this.#phone.records.all.some((entry) => entry.by?.token === token)
      const people = row.people.map((one) =>
        isCurrent && one.party === party ? ({ ...one, box: null, lost: 'ended' } as const) : one,
      )
      await this.#keep({ ...row, people }, (entries) => takenToken(entries, token))
    })
  }
}
