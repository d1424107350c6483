import { rmSync } from 'node:fs'
import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { makeServer, openKernel } from '../../../src/assemble.ts'
import type { ListedDisclosure } from '../../../src/consent/disclosures/disclosure-shapes.ts'
import type { NumberedEntry } from '../../../src/store/audit/audit-row.ts'
import { type Actor, type Appliance, actor, makeAppliance, readingOf } from '../../support/appliance.ts'
import { pagesOf } from '../../support/consent/disclosure-pages.ts'
import {
  appended,
  cherry,
  deliveryOf,
  granted,
  harvestOf,
  inferred,
  retract,
} from '../../support/flows/help.ts'
import { isLong } from '../../support/is-long.ts'
import { type Random, seeded } from '../../support/records/gate/random.ts'

/**
 * Who saw what, in random worlds with a long audit log: recomputed entry by entry, without the log's index, and compared
 * with the pages for every party, whatever their size, over a restart.
 */

const ENTRIES = 3_000

interface World {
  readonly a: Appliance
  readonly people: readonly Actor[]
  readonly organisations: readonly Actor[]
  /** Whom each record is about, by its number in the log. */
  readonly about: ReadonlyMap<
    number,
    { readonly id: string; readonly type: string; readonly parties: readonly string[] }
  >
  readonly grants: ReadonlyMap<
    number,
    { readonly id: string; readonly subject: string; readonly types: readonly string[] }
  >
}

async function makeWorld(random: Random): Promise<World> {
  const a = await makeAppliance()
  const people: Actor[] = []
  for (let i = 0; i < 5; i++) people.push(await a.party('person', `Person ${i}`))
  const organisations = [
    a.cooperative,
    await a.party('institution', 'Bank'),
    await a.party('business', 'Buyer'),
  ]
  const { store } = a.kernel
  const seqOf = (id: string) => (store.records.byId(id) ?? store.inferences.byId(id))?.seq as number
  const about = new Map<number, { id: string; type: string; parties: string[] }>()
  const keep = (type: string, id: string, ...parties: string[]) => {
    about.set(seqOf(id), { id, type, parties })
    return id
  }
  const partiesOf = (id: string) => about.get(seqOf(id))?.parties as string[]
  const lots: { id: string; holder: Actor }[] = []
  for (let i = 0; i < 30; i++) {
    const who = random.pick(people)
    const harvest = keep('harvest', (await appended(who, 'harvest', harvestOf(who))).id, who.id)
    const to = random.pick([...people.filter((one) => one !== who), ...organisations])
    const delivery = keep(
      'delivery',
      (await appended(who, 'delivery', deliveryOf(who, to))).id,
      who.id,
      to.id,
    )
    if (random.chance(0.3)) keep('retraction', (await retract(who, delivery)).body.id, who.id, to.id)
    if (random.chance(0.3)) {
      const parties = [...new Set([...partiesOf(harvest), ...partiesOf(delivery)])]
      keep('inference', (await inferred(a, who, [harvest, delivery])).id, ...parties)
    }
    if (random.chance(0.3)) {
      const lot = { id: uuidv7(), holder: random.pick(people) }
      lots.push(lot)
      const loss = { lot_id: lot.id, quantity: { value: 1, unit: 'kg' }, cause: 'drying' }
      keep('loss', (await appended(a.cooperative, 'loss', loss)).id, lot.holder.id)
    }
  }
  const grants = new Map<number, { id: string; subject: string; types: readonly string[] }>()
  for (const who of people) {
    for (const types of [['harvest', 'delivery'], ['retraction', 'loss'], ['inference']]) {
      const id = await granted(a, who, random.pick(organisations.slice(1)), types)
      grants.set(store.acts.byId(id)?.seq as number, { id, subject: who.id, types })
    }
  }
  await readAtRandom(random, { a, people, organisations, about, grants })
  // Only now does anybody know whose lots these are.
  for (const { id, holder } of lots)
    await appended(a.cooperative, 'lot', { id, holder: holder.id, ...cherry(), crop: 'coffee_green' })
  return { a, people, organisations, about, grants }
}

/** Entries as the gate writes them; more of them than a test could make by requests. */
async function readAtRandom(
  random: Random,
  { a, people, organisations, about, grants }: World,
): Promise<void> {
  const { store } = a.kernel
  const credentialOf = (who: Actor) => a.kernel.credentials.verify(who.token)?.credential as number
  const readers = [...people, ...organisations].map(credentialOf)
  const seqs = [...about.keys()]
  for (let written = 0; written < ENTRIES; written += 100) {
    a.clock.nowMs += 60_000
    await a.kernel.ports.submit(() => {
      for (let i = 0; i < 100; i++) {
        const records = seqs.filter(() => random.chance(random.chance(0.5) ? 0.02 : 0.2))
        const ways = ['own', 'grants', 'groups'] as const
        const way = random.pick(ways)
        const some = () => [...grants.keys()].filter(() => random.chance(0.2))
        const sizes = [Math.floor(records.length / 3), Math.floor(records.length / 4)]
        const detail =
          way === 'own'
            ? undefined
            : way === 'grants'
              ? { grants: some() }
              : { groups: sizes.map((n) => [n, ...some()]) }
        store.audit.append(store.writer.nowMs, {
          credential: random.chance(0.1) ? null : random.pick(readers),
          action: random.chance(0.05) ? 'subject_access' : random.pick(['list', 'read', 'changes']),
          ...(random.chance(0.1) ? {} : { purpose: random.pick(['credit_assessment', 'insurance']) }),
          outcome: random.pick(['disclosed', 'disclosed', 'disclosed', 'no_grant']),
          records,
          ...(detail === undefined ? {} : { detail }),
        })
      }
    })
  }
}

const RANKS = ['own', 'consent', 'consent_of_others', 'printed_for_the_subject']

/** What the party is to be told of one entry: by ground, then by grant. */
/** What was read; `acknowledged.test.ts` is about the rest. */
type Read = Omit<ListedDisclosure, 'ended' | 'changed'>

function toldOf(w: World, me: Actor, entry: NumberedEntry): Read[] {
  if (entry.outcome !== 'disclosed') return []
  const { store } = w.a.kernel
  const reader = store.parties.id(store.readerOf(entry.credential ?? 0))
  if (reader === me.id) return []
  const { grants = [], groups } = (entry.detail ?? {}) as { grants?: number[]; groups?: number[][] }
  const reliedOn: number[][] = entry.records.map(() => (groups === undefined ? grants : []))
  let end = reliedOn.length
  for (const [count = 0, ...relied] of [...(groups ?? [])].reverse()) {
    reliedOn.fill(relied, end - count, end)
    end -= count
  }
  const found = new Map<string, { rank: number; grant: number; ids: string[]; inferences: number }>()
  for (const [i, seq] of entry.records.entries()) {
    const record = w.about.get(seq)
    if (!record?.parties.includes(me.id)) continue
    const mine = (reliedOn[i] as number[]).find((one) => {
      const grant = w.grants.get(one)
      return grant?.subject === me.id && grant.types.includes(record.type)
    })
    const consented = mine === undefined ? 2 : 1
    const given = (reliedOn[i] as number[]).length === 0 ? 0 : consented
    const rank = entry.action === 'subject_access' ? (entry.credential === null ? 3 : 0) : given
    const key = `${rank} ${mine}`
    const known = found.get(key) ?? { rank, grant: mine ?? 0, ids: [], inferences: 0 }
    if (record.type === 'inference') known.inferences++
    else known.ids.push(record.id)
    found.set(key, known)
  }
  const isPerson = w.people.some(({ id }) => id === reader)
  return [...found.values()]
    .sort((x, y) => x.rank - y.rank || x.grant - y.grant)
    .map(({ rank, grant, ids, inferences }) => ({
      to: isPerson && rank !== 1 ? null : reader,
      at: new Date(entry.at).toISOString(),
      purpose: entry.purpose ?? null,
      ground: RANKS[rank] as ListedDisclosure['ground'],
      grant_id: grant === 0 ? null : (w.grants.get(grant)?.id as string),
      record_ids: ids.sort(),
      inferences,
    }))
}

const sorted = (told: readonly ListedDisclosure[]): Read[] =>
  told.map(({ ended: _, changed: __, ...one }) => ({ ...one, record_ids: [...one.record_ids].sort() }))

test.each(isLong ? [1, 2] : [1])(
  'pages of any size are the audit log read entry by entry, in world %i',
  async (seed) => {
    const random = seeded(seed)
    const w = await makeWorld(random)
    const { a } = w
    let { kernel, app } = a
    const everybody = [...w.people, ...w.organisations]
    let seen = 0
    let counted = 0
    const grounds = new Set<string>()
    const compare = async (holder: (who: Actor) => Actor, sizes: readonly number[]) => {
      const entries = kernel.store.audit.after(0, 1_000_000).reverse()
      for (const who of everybody) {
        const wanted = entries.flatMap((entry) => toldOf({ ...w, a: { ...a, kernel } }, who, entry))
        const since = random.pick(wanted)?.at
        for (const limit of sizes) expect(sorted(await pagesOf(holder(who), limit))).toEqual(wanted)
        const recent = wanted.filter(({ at }) => at >= (since as string))
        expect(sorted(await pagesOf(holder(who), 100, since))).toEqual(recent)
        seen += wanted.length
        for (const { ground, inferences } of wanted) {
          grounds.add(ground)
          counted += inferences
        }
      }
    }
    await compare((who) => who, [37])
    await app.close()
    kernel.close()
    kernel = openKernel(a.kernel.config, { create: false, reading: readingOf(a.clock) })
    app = await makeServer(kernel)
    try {
      await compare((who) => actor(app, a.clock, who.id, who.token), [500])
    } finally {
      await app.close()
      kernel.close()
      rmSync(a.data, { recursive: true, force: true })
    }
    expect(seen).toBeGreaterThan(ENTRIES)
    expect(counted).toBeGreaterThan(20)
    expect([...grounds].sort()).toEqual([...RANKS].sort())
  },
)
