import { join } from 'node:path'
import { remoteTasks } from '../../../src/cli/socket.ts'
import type { Answered, Asked } from '../common/line.ts'
import type { CallerKind, MutableWorld } from './world.ts'

/** Who lives in a village, and every kind of credential. */

const SOCIETY = 'Village Society'
const PEOPLE = [
  ['Grace Nakato', 'person'],
  ['Peter Okello', 'person'],
  ['Sarah Namukasa', 'person'],
  ['Sipi Traders', 'business'],
  ['Bukwo Lenders', 'institution'],
] as const
/** Named in records: known to the cooperative, and to nobody. */
const KNOWN_ONLY = 5
const UNKNOWN = 20
const DAY_MS = 86_400_000
const ENDS_AT_ONCE_MS = 1_000

type Kind = 'person' | 'business' | 'institution' | 'cooperative'
type Issued = 'party' | 'reader' | 'metrics'

export class People {
  readonly #tasks: ReturnType<typeof remoteTasks>
  readonly #world: MutableWorld
  readonly #freshId: () => string
  readonly #ask: (asked: Asked, wanted: readonly number[]) => Promise<Answered>

  constructor(
    data: string,
    world: MutableWorld,
    freshId: () => string,
    ask: (asked: Asked, wanted: readonly number[]) => Promise<Answered>,
  ) {
    this.#tasks = remoteTasks(join(data, 'granary.sock'))
    this.#world = world
    this.#freshId = freshId
    this.#ask = ask
  }

  async settle(cooperative: { readonly id: string; readonly token: string }): Promise<void> {
    const { parties, callers } = this.#world
    for (const [name, kind] of [[SOCIETY, 'cooperative'], ...PEOPLE] as const) {
      const party = await this.#known(name, kind)
      parties.push(party)
      await this.#credential(party, 'party')
    }
    const [society, grace, peter, , , lender] = parties as [string, string, string, string, string, string]
    for (let i = 0; i < KNOWN_ONLY; i++) parties.push(await this.#known(`Member ${i}`, 'person'))
    for (let i = 0; i < UNKNOWN; i++) parties.push(this.#freshId())
    parties.push(cooperative.id)
    callers.push({ kind: 'cooperative', party: cooperative.id, token: cooperative.token })
    await this.#credential(lender, 'reader')
    await this.#credential(society, 'metrics')
    await this.#credential(peter, 'party', 'expired', Date.now() + ENDS_AT_ONCE_MS)
    const revoked = await this.#credential(peter, 'party', 'revoked')
    await this.#tasks.run('credential.revoke', 'fuzz', { id: revoked })
    await this.#device(grace, null)
    await this.#device(society, Date.now() - DAY_MS)
    callers.push({ kind: 'enrolment', party: peter, token: await this.#code(peter, null) })
  }

  async #known(name: string, kind: Kind): Promise<string> {
    const { party } = await this.#tasks.run('party.add', 'fuzz', {
      name,
      kind,
      basis: 'contract_performance',
    })
    return party
  }

  /** @returns its id */
  async #credential(
    party: string,
    issued: Issued,
    kind: CallerKind = issued,
    expiresAtMs: number | null = null,
  ): Promise<string> {
    const made = await this.#tasks.run('credential.issue', 'fuzz', { party, kind: issued, expiresAtMs })
    this.#world.callers.push({ kind, party, token: made.token })
    return made.credential_id
  }

  async #code(party: string, sinceMs: number | null): Promise<string> {
    const made = await this.#tasks.run('device.enrol', 'fuzz', { party, lifeMs: DAY_MS, sinceMs })
    return made.enrolment_code
  }

  async #device(party: string, sinceMs: number | null): Promise<void> {
    const json = { id: this.#freshId(), name: 'A telephone' }
    const asked = {
      method: 'POST',
      path: '/v1/devices',
      token: await this.#code(party, sinceMs),
      json,
    } as const
    const { body } = await this.#ask(asked, [201])
    this.#world.devices.push(json.id)
    this.#world.callers.push({ kind: 'device', party, token: body.token })
  }
}
