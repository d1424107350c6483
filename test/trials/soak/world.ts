import { Problem } from '../../../src/base/problem.ts'
import { type Random, seeded } from '../../support/records/gate/random.ts'
import { Consents } from './consents.ts'
import type { Device } from './device.ts'
import { type Draft, type Expectation, sending } from './ledger.ts'
import { Link } from './link.ts'
import type { Party } from './people.ts'
import type { Scene } from './scene.ts'
import { pause } from './stop.ts'

/** What goes on while the devices sync: consent, lots that change hands, people who become known, phones that are lost. */

/** Posts as a party until an answer comes. @returns false where it was refused with one of these codes */
export type Insist = (by: Party, path: string, body: object, refusals?: readonly string[]) => Promise<boolean>

const AGAIN_MS = 200
const LAST_ACTS = 6
const ENROLMENT_LIFE_MS = 3_600_000

export class World {
  readonly consents: Consents
  readonly #scene: Scene
  readonly #devices: readonly Device[]
  readonly #random: Random
  readonly #link: Link
  /** Hand-overs that may be taken back. */
  readonly #handOvers: { readonly by: Party; readonly draft: Draft }[] = []
  /** The newest thing the cooperative said of each party, to be corrected. */
  readonly #said = new Map<string, Draft>()

  constructor(scene: Scene, devices: readonly Device[]) {
    this.#scene = scene
    this.#devices = devices
    this.#random = seeded(scene.seed * 1_000 + 1)
    this.#link = new Link(scene.service.port, seeded(scene.seed * 1_000 + 2), scene.tally)
    this.consents = new Consents(scene.cast, this.#random, this.#insist)
  }

  async live(): Promise<void> {
    const { stop, restMs } = this.#scene
    while (!stop.isSet) {
      await this.#something()
      await stop.sleep(this.#random.below(restMs))
    }
  }

  /** Some last grants and objections, so that in the end there is something to be brought and something to be withheld. */
  async settle(): Promise<void> {
    this.#link.isCalm = true
    for (let i = 0; i < LAST_ACTS; i++) {
      await this.consents.give()
      await this.consents.object()
    }
    this.#link.close()
  }

  async admit(device: Device): Promise<void> {
    await device.register(await this.#codeFor(device))
    this.#scene.tally.add('enrolments')
  }

  /** Devices may have retracted every record that told of its party: the cooperative then first tells of it again. */
  async #codeFor(device: Device): Promise<string> {
    const { party, sinceMs } = device.plan
    const asked = { party: party.id, lifeMs: ENROLMENT_LIFE_MS, sinceMs }
    for (;;) {
      try {
        return (await this.#scene.operator.ask('device.enrol', asked)).enrolment_code
      } catch (error) {
        if (!(error instanceof Problem && error.code === 'party_not_asserted')) throw error
        this.#scene.tally.add('enrolments of somebody no record told of')
        await this.#speakOf(party.id)
      }
    }
  }

  #something(): Promise<void> {
    const { tally } = this.#scene
    const roll = this.#random.below(100)
    const did = (what: string, act: Promise<void>) => {
      tally.add(`world: ${what}`)
      return act
    }
    if (roll < 30) return did('grants given', this.consents.give())
    if (roll < 40) return did('grants taken back', this.consents.revoke())
    if (roll < 50) return did('objections', this.consents.object())
    if (roll < 60) return did('objections withdrawn', this.consents.withdraw())
    if (roll < 75) return did('lots handed over', this.#handOver())
    if (roll < 80) return did('hand-overs taken back', this.#takeBack())
    if (roll < 90) return did('words about a party', this.#speakOfSomebody())
    return did('devices enrolled again', this.#enrolAgain())
  }

  /** A lot that was spoken of goes from whoever holds it to somebody else, whether it has arrived or not. */
  async #handOver(): Promise<void> {
    const { hearsay, cast } = this.#scene
    const lot = hearsay.some(this.#random, ['lot'])
    const by = cast.parties.find(({ id }) => id === lot?.holder)
    if (!lot || !by) return
    const draft = this.#draft('custody_transfer', {
      occurred_at: new Date(Date.parse(String(lot.occurred_at)) + 60_000).toISOString(),
      lawful_basis: 'contract_performance',
      lot_id: lot.id,
      from_party: by.id,
      to_party: this.#random.pick(cast.parties).id,
    })
    await this.#write(by, draft)
    this.#handOvers.push({ by, draft })
  }

  async #takeBack(): Promise<void> {
    const [handOver] = this.#handOvers.splice(this.#random.below(Math.max(1, this.#handOvers.length)), 1)
    if (!handOver) return
    const { by, draft } = handOver
    await this.#write(
      by,
      this.#draft('retraction', { target_id: draft.id, reason: 'did_not_happen' }),
      'acting',
    )
  }

  /** The cooperative tells who a stranger is, or corrects what it said: a person, or an organisation. */
  #speakOfSomebody(): Promise<void> {
    const { strangers, people } = this.#scene.cast
    return this.#speakOf(this.#random.pick([...strangers, ...people]))
  }

  async #speakOf(party: string): Promise<void> {
    const { cooperative } = this.#scene.cast
    const before = this.#said.get(party)
    const draft = this.#draft('party', {
      lawful_basis: 'contract_performance',
      party,
      kind: this.#random.pick(['person', 'business', 'business', 'institution']),
      display_name: `Known ${this.#random.below(1_000)}`,
      ...(before ? { supersedes: before.id } : {}),
    })
    const isTaken = await this.#write(cooperative, draft, before ? 'acting' : 'taken')
    if (isTaken) this.#said.set(party, draft)
    else this.#said.delete(party)
  }

  /** A phone was lost and found again, or set back to nothing: it comes back with a fresh code. */
  async #enrolAgain(): Promise<void> {
    const device = this.#random.pick(this.#devices)
    if (this.#random.chance(0.6)) {
      device.noteEnding()
      await this.#scene.operator.ask('device.revoke', { id: device.id })
      device.noteEnded()
      await pause(this.#random.below(1_500))
    }
    await this.admit(device)
  }

  #draft(type: string, fields: object): Draft {
    const nowMs = Date.now()
    return { id: this.#random.id(nowMs), type, occurred_at: new Date(nowMs).toISOString(), ...fields }
  }

  /** @returns whether it was taken: a device of the same party may have come first with a correction or retraction */
  async #write(by: Party, draft: Draft, expects: Expectation = 'taken'): Promise<boolean> {
    const { ledger } = this.#scene
    const sent = sending(by.id, draft, expects)
    ledger.add(sent)
    for (;;) {
      sent.reached++
      const begunMs = Date.now()
      const reply = await this.#post(by, '/v1/records', sent.text)
      if (reply === null) continue
      const status = reply.status === 201 ? 'accepted' : reply.status === 200 ? 'replayed' : 'rejected'
      ledger.settle(sent, { status, code: reply.body?.code ?? null }, begunMs)
      return status !== 'rejected'
    }
  }

  #insist: Insist = async (by, path, body, refusals = []) => {
    for (;;) {
      const reply = await this.#post(by, path, JSON.stringify(body))
      if (reply === null) continue
      if (reply.status === 200 || reply.status === 201) return true
      if (!refusals.includes(reply.body?.code))
        this.#scene.faults.add('an act of consent was refused', `${path}: ${JSON.stringify(reply.body)}`)
      return false
    }
  }

  /** Null where no answer came, or none but that the service is busy. */
  async #post(by: Party, path: string, text: string) {
    const headers = { 'content-type': 'application/json' }
    const reply = await this.#link.ask({
      method: 'POST',
      path,
      token: by.token,
      body: Buffer.from(text),
      headers,
    })
    if (reply.answered && reply.status !== 503) return reply
    await pause(AGAIN_MS)
    return null
  }
}
