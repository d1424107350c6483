import type { RecordBody } from '../../../src/domain/types/index.ts'
import { isPerson, type OracleWorld } from '../../support/records/gate/oracle.ts'
import type { Opening } from './consents.ts'
import type { Double } from './feed.ts'
import type { StoredRow } from './stored.ts'
import type { Faults, Tally } from './tally.ts'
import type { View } from './views.ts'
import type { Whom } from './whom.ts'

/** Records that came twice into one feed: may they have? */

/** Between the clock that dates an opening and the moment at which a puller meets it. */
const SLACK_MS = 1_000

/** A lot that changed hands, and a loss whose lot turned out to be somebody's, come when they become one's own. */
const MAY_BECOME_OWN: ReadonlySet<string> = new Set(['lot', 'loss', 'due_diligence'])

/**
 * A record may come again when it became the puller's own, or when somebody opened it again since the round of pulling
 * in which it came first: by a grant, by withdrawing an objection, by turning out to be an organisation or none. Or its standing
 * changed: a later version of its chain was corrected or retracted before it came again. Or it shows something of another record,
 * which may have opened or closed meanwhile.
 */
export function compareDoubles(
  views: readonly View[],
  stored: ReadonlyMap<string, StoredRow>,
  whom: Whom,
  openings: readonly Opening[],
  faults: Faults,
  tally: Tally,
): void {
  const byParty = Map.groupBy(openings, ({ party }) => party)
  const wasOpened = (body: RecordBody, { firstMs, againMs }: Double): boolean =>
    whom
      .subjectsOf(body)
      .flatMap((subject) => byParty.get(subject) ?? [])
      .some(({ fromMs, untilMs }) => untilMs + SLACK_MS >= firstMs && fromMs - SLACK_MS <= againMs)
  const chains = changesOfChains(stored)
  const showing = showingOthers(stored, whom)
  for (const { device, feed, fresh } of views) {
    const say = (id: string) =>
      `${device.name}, purpose ${feed.purpose ?? 'none'}: ${JSON.stringify(stored.get(id)?.body)}`
    for (const double of feed.doubles) {
      const body = stored.get(double.id)?.body
      if (!body) continue
      if (feed.purpose !== null && wasOpened(body, double)) tally.add('doubles: opened again')
      else if (mayBecomeOwn(body, stored)) tally.add('doubles: become own')
      else if (mayStandOtherwise(body, stored, chains, double)) tally.add('doubles: stands otherwise')
      else if (showing.has(firstOf(double.id, stored))) tally.add('doubles: shows another')
      else faults.add('a record came twice for no reason', say(double.id))
    }
    for (const { id } of fresh.doubles) {
      const body = stored.get(id)?.body
      if (body && mayBecomeOwn(body, stored)) tally.add('doubles: become own')
      else if (body && mayStandOtherwise(body, stored, chains)) tally.add('doubles: stands otherwise')
      else if (showing.has(firstOf(id, stored))) tally.add('doubles: shows another')
      else faults.add('a record came twice to a new cursor', say(id))
    }
  }
}

function mayBecomeOwn(
  { type, target_id: target }: RecordBody,
  stored: ReadonlyMap<string, StoredRow>,
): boolean {
  const named = type === 'retraction' ? stored.get(target as string)?.body.type : type
  return MAY_BECOME_OWN.has(named ?? '')
}

/** By the first version of each chain: its corrections and retractions. */
type Chains = ReadonlyMap<string, readonly StoredRow[]>

function changesOfChains(stored: ReadonlyMap<string, StoredRow>): Chains {
  const changes = [...stored.values()].filter(
    ({ body }) => body.supersedes !== undefined || body.type === 'retraction',
  )
  return Map.groupBy(changes, ({ body }) =>
    firstOf(body.type === 'retraction' ? (body.target_id as string) : body.id, stored),
  )
}

function firstOf(id: string, stored: ReadonlyMap<string, StoredRow>): string {
  const earlier = stored.get(id)?.body.supersedes
  return earlier === undefined ? id : firstOf(earlier, stored)
}

/** @param double when it came, if that matters */
function mayStandOtherwise(
  { id }: RecordBody,
  stored: ReadonlyMap<string, StoredRow>,
  chains: Chains,
  double?: Double,
): boolean {
  const itself = stored.get(id)?.seq ?? 0
  return (chains.get(firstOf(id, stored)) ?? []).some(({ seq, body }) => {
    // It may have come first as it stood then, by a puller who had not yet reached what changed it.
    const isBefore = double === undefined || Date.parse(body.received_at) - SLACK_MS <= double.againMs
    return seq > itself && isBefore
  })
}

/**
 * Returns the first versions of all chains that show something of records that are about others: what they draw on, what they correct
 * if it is about somebody else, and what confirms, pays or hands them over.
 */
function showingOthers(stored: ReadonlyMap<string, StoredRow>, whom: Whom): ReadonlySet<string> {
  const found = new Set<string>()
  const add = (id: unknown) => stored.has(id as string) && found.add(firstOf(id as string, stored))
  for (const { body } of stored.values()) {
    const corrected = stored.get(body.supersedes as string)?.body
    const isAboutOthers =
      corrected !== undefined && `${whom.subjectsOf(corrected)}` !== `${whom.subjectsOf(body)}`
    if (isAboutOthers || (body.inputs ?? []).length > 0) add(body.id)
    if (body.type === 'custody_transfer') add(body.lot_id)
    if (body.type.endsWith('_confirmation')) add(body.delivery_id ?? body.payment_id ?? body.obligation_id)
    for (const { record_id: paid } of body.settles ?? []) add(paid)
  }
  return found
}

/** When parties began or ceased to count as natural persons: every record about them is decided anew then. */
export function turnsOfNature(stored: ReadonlyMap<string, StoredRow>, cooperative: string): Opening[] {
  const turns: Opening[] = []
  const worlds = new Map<string, OracleWorld & { records: RecordBody[] }>()
  for (const { body } of stored.values()) {
    const spoken = body.type === 'party' ? body : stored.get(body.target_id as string)?.body
    if (spoken?.type !== 'party') continue
    const party = spoken.party as string
    // A correction speaks of the same party as what it corrects, so each party is a small world of its own.
    const world = worlds.get(party) ?? { cooperative, records: [], ...NO_CONSENT }
    worlds.set(party, world)
    const before = isPerson(world, party)
    world.records.push(body)
    const atMs = Date.parse(body.received_at)
    if (isPerson(world, party) !== before) turns.push({ party, fromMs: atMs, untilMs: atMs })
  }
  return turns
}

const NO_CONSENT = { grants: [], objections: [], delegations: [], nowMs: 0 }
