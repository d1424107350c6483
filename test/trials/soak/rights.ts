import type { RecordBody } from '../../../src/domain/types/index.ts'
import { decisionOn, type OracleWorld } from '../../support/records/gate/oracle.ts'
import type { Random } from '../../support/records/gate/random.ts'
import type { Consents } from './consents.ts'
import type { Cast } from './people.ts'
import type { StoredRow } from './stored.ts'
import type { Faults, Tally } from './tally.ts'
import type { View } from './views.ts'
import type { Whom } from './whom.ts'

/** Is what the devices see what they may see, as an oracle that shares no code with the service has it? */

/** Some of a large store are asked about. */
const MOST_ASKED = 2_500
/** For each of these types the oracle walks all records from end to end: so many steps of such walks it may take. */
const STEPS = 1.5e6
const SLOW: ReadonlySet<string> = new Set(['lot', 'loss', 'retraction', 'delivery_confirmation'])
/** What the oracle is asked for where a device pulls its own records: nobody gives grants for it. */
const NO_PURPOSE = 'own_records'

export function compareRights(
  views: readonly View[],
  stored: ReadonlyMap<string, StoredRow>,
  { cast, consents, random }: { readonly cast: Cast; readonly consents: Consents; readonly random: Random },
  faults: Faults,
  tally: Tally,
): void {
  const records = [...stored.values()].map(({ body }) => body)
  const world: OracleWorld = {
    cooperative: cast.cooperative.id,
    records,
    grants: consents.grants,
    objections: consents.objections,
    delegations: [...cast.mandates],
    nowMs: Date.now(),
  }
  const isSlow = ({ type }: RecordBody) => SLOW.has(type)
  const asked = [
    ...some(
      records.filter((body) => !isSlow(body)),
      MOST_ASKED,
      random,
    ),
    ...some(records.filter(isSlow), STEPS / records.length, random),
  ]
  for (const { device, feed, listed } of views) {
    for (const body of asked) {
      const { reads } = decisionOn(world, device.party, feed.purpose ?? NO_PURPOSE, body)
      const isEarly = Date.parse(body.occurred_at) < (device.plan.sinceMs ?? Number.NEGATIVE_INFINITY)
      const mayRead = reads && !isEarly
      if (listed.has(body.id) !== mayRead)
        faults.add(
          mayRead ? 'a device does not see what it may see' : 'a device sees what it may not see',
          `${device.name}, purpose ${feed.purpose ?? 'none'}: ${JSON.stringify(body)}`,
        )
    }
    tally.add('rights asked of the oracle', asked.length)
  }
}

/** Whatever a device ever got, or was told is closed, somebody must once have been able to open to it. */
export function compareOnceOpen(
  views: readonly View[],
  stored: ReadonlyMap<string, StoredRow>,
  whom: Whom,
  { grants }: Consents,
  faults: Faults,
): void {
  for (const { device, feed } of views) {
    const { party, plan } = device
    const given = new Set(
      grants
        .filter(({ grantee, purpose }) => grantee === party && purpose === feed.purpose)
        .flatMap(({ subject, types }) => types.map((type) => `${subject} ${type}`)),
    )
    for (const id of new Set([...feed.copies.keys(), ...feed.closed])) {
      const body = stored.get(id)?.body
      if (!body) continue
      const wasOpen =
        whom.mayBeOwnOf(party, body) ||
        whom.subjectsOf(body).some((subject) => given.has(`${subject} ${body.type}`))
      if (!wasOpen || Date.parse(body.occurred_at) < (plan.sinceMs ?? Number.NEGATIVE_INFINITY))
        faults.add(
          'a device got what it may never have read',
          `${device.name}, purpose ${feed.purpose ?? 'none'}: ${JSON.stringify(body)}`,
        )
    }
  }
}

const some = <T>(items: readonly T[], most: number, random: Random): T[] =>
  items.length <= most ? [...items] : random.some(items, most / items.length)
