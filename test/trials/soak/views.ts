import type { Device } from './device.ts'
import { Feed } from './feed.ts'
import type { Scene } from './scene.ts'
import type { StoredRow } from './stored.ts'
import type { Faults, Tally } from './tally.ts'

/** What every device has in the end, beside what the service lists for it and what a new cursor brings. */

/** Whose view it is. */
export type Viewer = Pick<Device, 'name' | 'party' | 'plan'>

/** One device's view of what it may see for one purpose. */
export interface View {
  readonly device: Viewer
  /** As it was pulled all along. */
  readonly feed: Feed
  /** Ids of what GET /v1/records lists. */
  readonly listed: ReadonlySet<string>
  /** The same, pulled from nothing in the end by one of its twins. */
  readonly fresh: Feed
}

const PAGE = 500
/** No grant is for this: only own records are listed. */
const NO_PURPOSE = 'own_records'

/** Asks the service, which must be up and left alone, what each device may see. */
export async function gatherViews(devices: readonly Device[], scene: Scene): Promise<View[]> {
  const views: View[] = []
  const pulled = new Map<string, Feed>()
  for (const device of devices) {
    for (const feed of device.feeds) {
      const key = twinsKey(device, feed)
      const fresh =
        pulled.get(key) ?? new Feed(feed.purpose, device.get, scene, `${device.name}, from nothing`)
      if (!pulled.has(key)) await fresh.pullDry(PAGE)
      pulled.set(key, fresh)
      views.push({ device, feed, fresh, listed: await listOf(device, feed.purpose, scene.faults) })
    }
  }
  return views
}

/** Twins are devices of one party that ask the same question and so must get the same answer. */
const twinsKey = ({ party, plan }: Viewer, { purpose }: Feed) => `${party} ${purpose} ${plan.sinceMs}`

async function listOf(device: Device, purpose: string | null, faults: Faults): Promise<Set<string>> {
  const listed = new Set<string>()
  const question = new URLSearchParams({
    purpose: purpose ?? NO_PURPOSE,
    standing: 'any',
    limit: String(PAGE),
  })
  for (;;) {
    const reply = await device.get(`/v1/records?${question}`)
    if (!reply.answered || reply.status !== 200)
      throw new Error(`${device.name} got no list: ${JSON.stringify(reply)}`)
    for (const { id } of reply.body.records as { id: string }[]) {
      if (listed.has(id)) faults.add('a record stands twice in one list', `${device.name}: ${id}`)
      listed.add(id)
    }
    if (reply.body.next === null) return listed
    question.set('cursor', reply.body.next)
  }
}

/** What was pulled holds what is listed; a new cursor brings just that; twins see the same; and it is what is stored. */
export function compareViews(
  views: readonly View[],
  stored: ReadonlyMap<string, StoredRow>,
  faults: Faults,
  tally: Tally,
): void {
  const twins = new Map<string, View>()
  for (const view of views) {
    const { device, feed, fresh, listed } = view
    const say = (kind: string, id: string) => {
      const row = stored.get(id)
      const record = row ? `no. ${row.seq} ${JSON.stringify(row.body)}` : 'not stored'
      faults.add(kind, `${device.name}, purpose ${feed.purpose ?? 'none'}: ${id}, ${record}`)
    }
    for (const id of listed) {
      if (!feed.copies.has(id)) say('a device was never brought what is listed for it', id)
      else if (!feed.held.has(id)) say('what is listed for a device was closed to it', id)
      if (!fresh.copies.has(id)) say('a new cursor does not bring what is listed', id)
    }
    for (const id of fresh.copies.keys())
      if (!listed.has(id)) say('a new cursor brings what is not listed', id)
    for (const id of feed.held)
      if (!listed.has(id)) say('a device was never told that it must drop a record', id)
    tally.add('copies dropped', feed.copies.size - feed.held.size)
    for (const { copies } of [feed, fresh]) {
      tally.add('copies compared', copies.size)
      for (const [id, { digest }] of copies)
        if (digest !== null && digest !== stored.get(id)?.digest)
          say('a copy differs from what is stored', id)
    }
    const key = twinsKey(device, feed)
    const twin = twins.get(key) ?? view
    twins.set(key, twin)
    if (twin !== view) tally.add('pairs of twins compared')
    for (const id of [...listed, ...twin.listed])
      if (listed.has(id) !== twin.listed.has(id)) say('two devices of one party see different things', id)
  }
}
