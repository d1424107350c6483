import { createHash } from 'node:crypto'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect } from 'vitest'
import { membersOf, must } from '../../../src/base/typed.ts'
import type { Entry, SentRecord } from '../../../src/clients/field/rules/entry.ts'
import { type Coop, coopIn, founded, type Program, program, temporaryFolder } from '../command.ts'
import { aPicture } from '../evidence/scene.ts'
import { ANSWERS_AT, addressIn } from '../heard.ts'
import { type Office, officeOf } from '../office.ts'
import { rectangle } from '../outlines.ts'
import { type Random, seeded } from '../records/gate/random.ts'
import { digestOf, figureOf, Ledger, type Told } from './ledger.ts'
import { Link } from './link.ts'
import { Phone } from './phone.ts'

/** A day of one phone and its office: what is recorded, what is shown, and everything that goes wrong meanwhile. */

export const PIN = '382915'

export const SIZE = {
  ...{ deliveries: 200, members: 20, plots: 5, photographs: 60 },
  /** Kills at a random moment, each while saving and while sending. */
  kills: 10,
} as const

/** A record to save. Its note is in no other one. */
export interface Draft {
  readonly note: string
  readonly says: Record<string, unknown> & { type: string }
  readonly pictures: readonly Buffer[]
}

type Served = Office<{ url: string; stop: () => Promise<void> }>

export class FieldDay {
  readonly random: Random
  readonly ledger = new Ledger()
  readonly link: Link
  readonly coop: Coop
  office!: Served
  phone!: Phone
  /** Of the phone, for whom a code is made. */
  device = ''
  data: string
  readonly backups = join(temporaryFolder(), 'backups')
  /** What opens the backups. */
  readonly identity = join(temporaryFolder(), 'identity.txt')
  #service!: Program
  #address = '127.0.0.1:0'
  /** Parties whose deliveries are weighed. */
  readonly farmers: string[] = []
  readonly made = { delivery: 0, party: 0, plot: 0, photographs: 0 }

  private constructor(seed: number, link: Link, coop: Coop) {
    this.random = seeded(seed)
    this.link = link
    this.coop = coop
    this.data = coop.data
  }

  static async begun(seed: number): Promise<FieldDay> {
    const day = new FieldDay(seed, await Link.open(), await founded())
    await day.serve()
    for (const [i, name] of ['Grace Nakato', 'Okello James', 'Akello Mary'].entries())
      day.farmers.push(await day.office.party('person', name, `M-${i + 1}`))
    day.phone = await day.newPhone()
    day.device = await day.phone.do('engine.status.device.id')
    return day
  }

  // --- The service ---

  /** Starts the service, at the same address as before. */
  async serve(): Promise<void> {
    const args = ['serve', '--data', this.data, '--listen', this.#address]
    this.#service = program(args, { GRANARY_LOG_LEVEL: 'error' })
    const url = addressIn(await this.#service.says(ANSWERS_AT))
    this.#address = new URL(url).host
    this.link.target = url
    const { cooperative, token } = this.coop
    this.office = officeOf(coopIn(this.data, cooperative, token), {
      url,
      stop: () => this.endService('SIGTERM'),
    })
  }

  async endService(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    this.#service.child.kill(signal)
    await this.#service.ended
  }

  async newCode(): Promise<string> {
    return (await this.office.did('device enrol --party', this.coop.cooperative)).enrolment_code
  }

  /** Every observation that the service has, the replaced and retracted ones too. */
  async stored(): Promise<SentRecord[]> {
    const all: SentRecord[] = []
    for (let since = ''; ; ) {
      const page = await this.office.call(`/v1/sync/changes?limit=500${since}`)
      all.push(...page.changes)
      if (!page.has_more) return all
      since = `&since=${encodeURIComponent(page.cursor)}`
    }
  }

  /** Returns the notes of records whose photographs the service does not have as they were taken. */
  async missingPhotographs(): Promise<string[]> {
    const missing: string[] = []
    for (const { note, evidence = [] } of await this.stored())
      for (const { sha256 } of evidence) {
        const answer = await fetch(`${this.office.url}/v1/evidence/${sha256}?purpose=operations`, {
          headers: { authorization: `Bearer ${this.coop.token}` },
        })
        const picture = Buffer.from(await answer.arrayBuffer())
        const taken = this.ledger.pictures.get(sha256)
        // The service drops what a browser notes in a picture that it made smaller: then the picture itself is the same.
        const isWhole = taken?.equals(picture) || (taken && (await isSamePicture(taken, picture)))
        const { takenBack } = this.ledger.of(String(note))
        if (!isWhole) missing.push(`${note}: ${answer.status}, taken back: ${takenBack}`)
      }
    return missing
  }

  // --- The phone ---

  async newPhone(): Promise<Phone> {
    this.link.isDown = false
    const phone = await Phone.at(this.link.url)
    await phone.open()
    await phone.enrol(await this.newCode(), PIN)
    await phone.until(
      "engine.status.worker.state === 'ready' && engine.registry.crops.length > 0 && engine.status.members > 2 && !engine.status.isBusy",
    )
    this.link.isDown = true
    return phone
  }

  /** Opens the page again, without a network. @param clock of the phone */
  async open(clock?: Date): Promise<void> {
    this.link.cut()
    this.link.isDown = true
    await this.phone.open()
    if (clock !== undefined) await this.phone.setClock(clock)
    expect(await this.phone.do('engine.unlock(given)', PIN)).toBeNull()
  }

  /** The clock was set back: a person states which day it is, before which nothing can be recorded. */
  async stateDay(): Promise<void> {
    expect(await this.ask([await this.delivery()])).toBe('clock')
    await this.phone.do('engine.stateDay(given)', new Date().toISOString().slice(0, 10))
  }

  /** Ends the tab, wherever it is, and looks at what it left. */
  async crash(): Promise<void> {
    await this.phone.crash()
    await this.open()
    await this.isWhole()
  }

  /** The battery dies: the whole browser ends. */
  async emptyBattery(): Promise<void> {
    await this.phone.kill()
    this.link.cut()
    await this.phone.start()
    await this.open()
    await this.isWhole()
  }

  /** Starts the phone with a limit of its storage, and opens the page, which stays locked. @param more bytes than it uses; null for no room at all */
  async limitRoom(more: number | null): Promise<void> {
    const used = await this.phone.page.evaluate<{ usage: number }>('navigator.storage.estimate()')
    await this.phone.kill()
    this.link.cut()
    this.link.isDown = true
    await this.phone.start()
    const session = await this.phone.context.newCDPSession(this.phone.page)
    const quotaSize = more === null ? 1000 : used.usage + more
    await session.send('Storage.overrideQuotaForOrigin', { origin: this.link.url, quotaSize })
    await this.phone.open()
  }

  /** Brings the network, and waits until all is sent. */
  async sendAll(): Promise<void> {
    this.link.isDown = false
    await this.phone.do('engine.sendNow()')
    await this.phone.until(
      'engine.status.waiting === 0 && engine.status.photographs === 0 && engine.status.failure === null && !engine.status.isBusy',
    )
    await this.noteAnswers()
  }

  entries(): Promise<Entry[]> {
    return this.phone.do('engine.entries()')
  }

  /** Everything that was shown is on the phone, and nothing else; nothing was rejected. */
  async isWhole(): Promise<void> {
    const entries = await this.entries()
    const there = new Map(entries.map(({ record }) => [record.id, record]))
    const faults: string[] = []
    for (const { note, versions, takenBack } of this.ledger.told.values()) {
      const last = versions.at(-1)
      if (last === undefined || takenBack === 'gone') continue
      const record = there.get(last.record.id)
      if (record === undefined) faults.push(`${note} is not on the phone`)
      else if (digestOf(record) !== last.digest) faults.push(`${note} is not what was shown`)
    }
    for (const { record, state, refusal } of entries)
      if (state === 'rejected') faults.push(`${record.note} was rejected: ${JSON.stringify(refusal)}`)
    expect(faults).toEqual([])
    await this.noteAnswers(entries)
  }

  /** Notes what the phone believes that the service has: in the evening, it must. */
  async noteAnswers(entries?: readonly Entry[]): Promise<void> {
    for (const { state, record } of entries ?? (await this.entries()))
      if (state === 'accepted' && record.type !== 'retraction')
        this.ledger.of(String(record.note)).answered.add(record.id)
  }

  // --- Recording ---

  /** Returns a delivery whose figure no other one has. @param pictures how many */
  async delivery(
    pictures = 0,
    from = this.random.pick(this.farmers),
    hasLarge = this.made.photographs % 10 === 0,
  ): Promise<Draft> {
    const n = ++this.made.delivery
    const made: Buffer[] = []
    // A large one has several parts of an upload.
    for (let i = 0; i < pictures; i++) made.push(await (hasLarge ? aPicture(700, 700, 90) : aPicture(64, 48)))
    this.made.photographs += pictures
    return this.#draft(`delivery ${n}`, made, {
      type: 'delivery',
      from_party: from,
      to_party: this.coop.cooperative,
      crop: 'coffee_fresh_cherry',
      quantity: { value: 10 + n / 4, unit: 'kg' },
    })
  }

  /** Returns a new member, whose deliveries may follow at once. */
  async member(): Promise<Draft> {
    const n = ++this.made.party
    const party = await this.phone.do<string>('engine.newId()')
    this.farmers.push(party)
    return this.#draft(`member ${n}`, [], {
      type: 'party',
      kind: 'person',
      party,
      display_name: `Member ${n}`,
      member_no: `N-${n}`,
    })
  }

  async plot(): Promise<Draft> {
    const n = ++this.made.plot
    const west = 32 + n / 100
    return this.#draft(`plot ${n}`, [], {
      type: 'plot',
      plot: await this.phone.do<string>('engine.newId()'),
      holder: this.random.pick(this.farmers),
      country: 'UG',
      name: `Plot ${n}`,
      geometry: { type: 'Polygon', coordinates: [rectangle(west, 1, west + 0.001, 1.001)] },
    })
  }

  #draft(note: string, pictures: Buffer[], says: Draft['says']): Draft {
    return { note, says: { lawful_basis: 'contract_performance', ...says, note }, pictures }
  }

  /** Asks the engine to save them, one after the other. It may be killed at any of them. @returns why one was not saved */
  async ask(drafts: readonly Draft[]): Promise<string | null> {
    const given = drafts.map(({ says, pictures }) => ({
      says: { ...says, occurred_at: null },
      pictures: pictures.map((picture) => picture.toString('base64')),
    }))
    return this.phone.do(
      `for (const { says, pictures } of given) {
        const photographs = pictures.map((one) =>
          new Blob([Uint8Array.from(atob(one), (c) => c.charCodeAt(0))], { type: 'image/jpeg' }))
        const saved = await engine.save({ ...says, occurred_at: new Date().toISOString() }, { photographs })
        if ('notSaved' in saved) return saved.notSaved
      }
      return null`,
      given,
    )
  }

  /** Saves them, and shows each to its farmer. */
  async save(...drafts: Draft[]): Promise<void> {
    expect(await this.ask(drafts)).toBeNull()
    for (const draft of drafts) await this.show(draft)
  }

  /** What the phone has of a note: the version that stands, and the rest. */
  async entryOf(note: string): Promise<Entry | undefined> {
    return this.phone.do(
      `const all = engine.entries()
      const replaced = new Set(all.map(({ record }) => record.supersedes))
      return all.find(({ record }) => record.note === given && !replaced.has(record.id))`,
      note,
    )
  }

  /** Looks at the receipt of the version that stands, and compares it with what was typed. */
  async show({ note, says, pictures }: Draft): Promise<void> {
    const entry = await this.entryOf(note)
    if (entry === undefined) throw new Error(`${note} is not on the phone`)
    const { record } = entry
    for (const [name, value] of Object.entries(says))
      expect([name, membersOf(record)[name]]).toEqual([name, value])
    const receipt = await this.receipt(entry.key)
    if (record.type === 'delivery') expect(receipt.figure).toBe(figureOf(record))
    expect([receipt.id, receipt.digest]).toEqual([record.id, digestOf(record)])
    this.ledger.of(note).versions.push({ record, figure: receipt.figure, digest: receipt.digest })
    const cited = (record.evidence ?? []).map(({ sha256 }) => sha256)
    for (const picture of pictures) {
      const sha256 = createHash('sha256').update(picture).digest('hex')
      expect(cited).toContain(sha256)
      this.ledger.pictures.set(sha256, picture)
    }
    expect(cited.filter((sha256) => !this.ledger.pictures.has(sha256))).toEqual([])
  }

  /** Reads the screen that is shown after saving. */
  async receipt(key: string): Promise<{ figure: string; id: string; digest: string }> {
    const { page } = this.phone
    await page.evaluate(
      `dispatchEvent(new PopStateEvent('popstate', { state: ${JSON.stringify({ at: 'saved', key })} }))`,
    )
    return page.evaluate(`new Promise((resolve) => {
      const look = () => {
        const codes = [...document.querySelectorAll('.receipt .code')].map((one) => one.textContent)
        const [id, digest] = codes.map((text) => /[0-9a-f-]{36,64}$/.exec(text)?.[0])
        if (id === undefined || digest === undefined) return setTimeout(look, 5)
        const figure = document.querySelector('.shown .huge')?.textContent ?? ''
        resolve({ figure, id, digest })
      }
      look()
    })`)
  }

  /** Corrects the figure of a delivery. */
  async correct(note: string): Promise<void> {
    const told = this.ledger.of(note)
    const { key, record } = await this.#changed(told)
    const quantity = { value: must(record.quantity).value + 300, unit: 'kg' }
    const { id: _, supersedes: __, recorded_at: ___, ...says } = record
    expect(
      await this.phone.do('engine.correct(given.key, given.says)', { key, says: { ...says, quantity } }),
    ).toBe('done')
    await this.show({ note, says: { ...says, quantity } as Draft['says'], pictures: [] })
  }

  async takeBack(note: string): Promise<void> {
    const told = this.ledger.of(note)
    for (let isUndone = true; isUndone; ) {
      const { key, state, mayBeSent, record } = await this.#changed(told, true)
      // A correction that the service cannot have is undone; then the record that it corrected is taken back.
      isUndone = state === 'waiting' && !mayBeSent && record.supersedes !== undefined
      expect(await this.phone.do('engine.takeBack(given)', key)).toBe('done')
    }
  }

  /** Before a change: a version that the service cannot have will never be there. */
  async #changed(told: Told, isTakenBack = false): Promise<Entry> {
    const entry = await this.entryOf(told.note)
    if (entry === undefined) throw new Error(`${told.note} is not on the phone`)
    const { state, mayBeSent, record } = entry
    if (state === 'accepted') told.answered.add(record.id)
    const isUnsent = state === 'waiting' && !mayBeSent
    if (isUnsent) told.versions.pop()
    if (isTakenBack) told.takenBack = told.versions.length === 0 ? 'gone' : 'back'
    return entry
  }
}

async function isSamePicture(one: Buffer, other: Buffer): Promise<boolean> {
  const [a, b] = await Promise.all([one, other].map((bytes) => sharp(bytes).raw().toBuffer()))
  return a !== undefined && b !== undefined && a.equals(b)
}
