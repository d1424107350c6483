import { RECORD_TYPES } from '../../../src/domain/types/index.ts'
import type { OracleGrant, OracleObjection } from '../../support/records/gate/oracle.ts'
import type { Random } from '../../support/records/gate/random.ts'
import { type Cast, type Party, PURPOSES } from './people.ts'
import type { Insist } from './world.ts'

/** Grants and objections as they come and go, and when each may have opened records again. */

type Revocable<T> = { -readonly [K in keyof T]: T[K] }

/** Something that opened a party's records to others, at some moment between these two. */
export interface Opening {
  readonly party: string
  readonly fromMs: number
  untilMs: number
}

/** More live grants of one party than this, and it takes one back instead of giving another. */
const MOST_LIVE_GRANTS = 10
const MOST_OBJECTIONS = 2
/** Grants that end or begin by themselves while the soak goes on. */
const SHORT_MS = 6_000
const LONG_MS = 365 * 86_400_000

export class Consents {
  readonly grants: Revocable<OracleGrant>[] = []
  readonly objections: Revocable<OracleObjection>[] = []
  readonly openings: Opening[] = []
  readonly #cast: Cast
  readonly #random: Random
  readonly #insist: Insist

  constructor(cast: Cast, random: Random, insist: Insist) {
    this.#cast = cast
    this.#random = random
    this.#insist = insist
  }

  /** All grants that a clock ends or begins have done so then, milliseconds since 1970. */
  get settledMs(): number {
    const nowMs = Date.now()
    const turns = this.grants.flatMap(({ fromMs, untilMs }) => [fromMs, untilMs])
    return Math.max(nowMs, ...turns.filter((ms) => ms < nowMs + 2 * SHORT_MS))
  }

  /** Somebody opens some of his records to those who pull for a purpose; most last, some are short, some begin later. */
  async give(subject: Party = this.#random.pick(this.#cast.parties)): Promise<void> {
    const random = this.#random
    const live = this.grants.filter((g) => g.subject === subject.id && !g.revoked && g.untilMs > Date.now())
    if (live.length >= MOST_LIVE_GRANTS) return this.revoke()
    const nowMs = Date.now()
    const purpose = random.pick(PURPOSES)
    const types = random.some(RECORD_TYPES, 0.6)
    const beginsLater = random.chance(0.15)
    const fromMs = beginsLater ? nowMs + random.below(SHORT_MS) : nowMs
    const grant = {
      id: random.id(nowMs),
      subject: subject.id,
      grantee: random.pick(this.#cast.parties.filter(({ id }) => id !== subject.id)).id,
      purpose,
      types: types.length > 0 ? types : RECORD_TYPES,
      fromMs,
      // Late enough to be still ahead when it arrives, however often it has to be sent.
      untilMs: fromMs + (random.chance(0.15) ? SHORT_MS : LONG_MS),
      happenedFromMs: null,
      happenedToMs: null,
      keepUntilMs: null,
      revoked: false,
    }
    await this.#opening(subject.id, fromMs, async () => {
      const taken = await this.#insist(
        subject,
        '/v1/grants',
        {
          id: grant.id,
          grantee: grant.grantee,
          purpose,
          record_types: grant.types,
          expires_at: new Date(grant.untilMs).toISOString(),
          ...(beginsLater ? { valid_from: new Date(fromMs).toISOString() } : {}),
        },
        ['period_invalid'],
      )
      if (taken) this.grants.push(grant)
    })
  }

  async revoke(): Promise<void> {
    const live = this.grants.filter((grant) => !grant.revoked)
    if (live.length === 0) return
    const grant = this.#random.pick(live)
    await this.#insist(this.#party(grant.subject), `/v1/grants/${grant.id}/revocation`, {
      id: this.#random.id(Date.now()),
    })
    grant.revoked = true
  }

  async object(): Promise<void> {
    const random = this.#random
    const subject = random.pick(this.#cast.parties)
    const standing = this.objections.filter((o) => o.subject === subject.id && !o.withdrawn)
    if (standing.length >= MOST_OBJECTIONS) return this.withdraw()
    const objection = {
      id: random.id(Date.now()),
      lodger: subject.id,
      subject: subject.id,
      purposes: random.chance(0.5) ? null : [random.pick(PURPOSES)],
      types: random.chance(0.5) ? null : [random.pick(RECORD_TYPES), 'inference'],
      withdrawn: false,
    }
    await this.#insist(subject, '/v1/objections', {
      id: objection.id,
      channel: 'app',
      ...(objection.purposes ? { purposes: objection.purposes } : {}),
      ...(objection.types ? { record_types: objection.types } : {}),
    })
    this.objections.push(objection)
  }

  async withdraw(): Promise<void> {
    const standing = this.objections.filter((objection) => !objection.withdrawn)
    if (standing.length === 0) return
    const objection = this.#random.pick(standing)
    await this.#opening(objection.subject, 0, () =>
      this.#insist(this.#party(objection.subject), `/v1/objections/${objection.id}/withdrawal`, {
        id: this.#random.id(Date.now()),
        channel: 'in_person',
      }),
    )
    objection.withdrawn = true
  }

  async #opening(party: string, beginsMs: number, act: () => Promise<unknown>): Promise<void> {
    const opening: Opening = { party, fromMs: Date.now(), untilMs: Number.POSITIVE_INFINITY }
    this.openings.push(opening)
    await act()
    opening.untilMs = Math.max(Date.now(), beginsMs)
  }

  #party(id: string): Party {
    return this.#cast.parties.find((party) => party.id === id) as Party
  }
}
