import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { uuidv7 } from 'uuidv7'
import { type Kernel, openKernel } from '../../src/assemble.ts'
import { readConfig } from '../../src/config.ts'
import type { Draft } from '../../src/domain/record.ts'
import { type GrantableType, typeMask } from '../../src/domain/types/index.ts'
import { foundCooperative } from '../../src/operator/found.ts'
import { Problem } from '../../src/problem.ts'
import type { OracleWorld } from './oracle.ts'

/** Random worlds, written into a real store and told to the oracle as they are accepted. */

export const PURPOSES = ['credit_assessment', 'insurance', 'research'] as const
const TYPES: readonly GrantableType[] = [
  'party',
  'harvest',
  'lot',
  'delivery',
  'delivery_confirmation',
  'custody_transfer',
  'loss',
  'obligation',
  'retraction',
]
const BASES = [
  'consent',
  'special_data_consent',
  'contract_performance',
  'legal_obligation',
  'legal_authorisation',
  'public_duty',
  'law_enforcement',
  'national_security',
  'medical',
]
const DAY = 86_400_000

/** A small generator with a seed (mulberry32), so that a failing world can be made again. */
export function seeded(seed: number) {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    below: (n: number) => Math.floor(next() * n),
    chance: (p: number) => next() < p,
    pick: <T>(from: readonly T[]): T => from[Math.floor(next() * from.length)] as T,
  }
}
export type Random = ReturnType<typeof seeded>

export interface World extends OracleWorld {
  readonly kernel: Kernel
  readonly parties: string[]
  close(): void
}

export async function makeWorld(random: Random, size: number): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'granary-gate-'))
  const clock = { nowMs: Date.UTC(2026, 5, 1) }
  const config = readConfig({ data: folder, logLevel: 'silent', minFreeBytes: '0' }, {})
  const kernel = openKernel(config, { create: true, clock: () => clock.nowMs })
  const { cooperative } = await kernel.handles.submit(() => foundCooperative(kernel, 'test', 'Cooperative'))
  const parties = [cooperative, ...Array.from({ length: 5 }, () => uuidv7())]
  const w: World = {
    kernel,
    parties,
    cooperative,
    records: [],
    grants: [],
    objections: [],
    get nowMs() {
      return clock.nowMs
    },
    set nowMs(ms: number) {
      clock.nowMs = ms
    },
    close() {
      kernel.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  await kernel.handles.submit(() => {
    const first = kernel.gate.readerFor({ party: 1, partyId: cooperative, credential: null }, 'research')
    const own = first.list(everything(), null, 10).found
    w.records.push(...own.map((g) => g.record.body))
  })
  for (let i = 0; i < size; i++) await kernel.handles.submit(() => step(w, random))
  return w
}

export const everything = () => ({
  types: TYPES.filter((t) => t !== 'inference') as never[],
  subject: null,
  lotId: null,
  obligationId: null,
  fromMs: -Number.MAX_SAFE_INTEGER,
  toMs: Number.MAX_SAFE_INTEGER,
  standing: 'any' as const,
  order: 'newest' as const,
})

function step(w: World, random: Random): void {
  const roll = random.below(20)
  if (roll < 3) give(w, random)
  else if (roll === 3 && w.grants.length > 0) revoke(w, random)
  else if (roll === 4) object(w, random)
  else record(w, random)
  w.nowMs += random.below(3) * DAY
}

const grantSeqs = new WeakMap<object, { id: string }>()

function give(w: World, random: Random): void {
  const fromMs = w.nowMs + (random.chance(0.2) ? 5 * DAY : 0)
  const grant = {
    subject: random.pick(w.parties),
    grantee: random.pick(w.parties),
    purpose: random.pick(PURPOSES),
    types: TYPES.filter(() => random.chance(0.6)),
    fromMs,
    untilMs: fromMs + (1 + random.below(60)) * DAY,
    revoked: false,
  }
  if (grant.types.length === 0) return
  const id = uuidv7()
  w.kernel.grants.give({ credential: null, operator: 'test' }, grant.subject, {
    id,
    grantee: grant.grantee,
    purpose: grant.purpose,
    record_types: grant.types,
    valid_from: new Date(fromMs).toISOString(),
    expires_at: new Date(grant.untilMs).toISOString(),
  })
  grantSeqs.set(grant, { id })
  w.grants.push(grant)
}

function revoke(w: World, random: Random): void {
  const grant = random.pick(w.grants)
  const id = grantSeqs.get(grant)?.id as string
  w.kernel.grants.revoke({ credential: null, operator: 'test' }, grant.subject, id, uuidv7())
  grant.revoked = true
}

function object(w: World, random: Random): void {
  const { store } = w.kernel
  const standing = w.objections.filter((o) => !o.withdrawn)
  if (standing.length > 0 && random.chance(0.4)) {
    const objection = random.pick(standing)
    const seq = store.acts.append('objection_withdrawal', uuidv7(), store.writer.nowMs, {})
    store.consents.endObjection(objectionSeqs.get(objection) as number, seq, store.writer.nowMs)
    objection.withdrawn = true
    return
  }
  const objection = {
    subject: random.pick(w.parties),
    purposes: random.chance(0.5) ? null : [random.pick(PURPOSES)],
    types: random.chance(0.5) ? null : TYPES.filter(() => random.chance(0.5)),
    withdrawn: false,
  }
  const seq = store.acts.append('objection', uuidv7(), store.writer.nowMs, {})
  store.consents.addObjection({
    seq,
    subject: store.parties.intern(objection.subject),
    purposes: objection.purposes,
    types: objection.types === null ? null : typeMask(objection.types),
  })
  objectionSeqs.set(objection, seq)
  w.objections.push(objection)
}
const objectionSeqs = new WeakMap<object, number>()

function record(w: World, random: Random): void {
  const asserter = random.pick(w.parties)
  const draft = draftFor(w, random)
  try {
    const author = { party: w.kernel.store.parties.intern(asserter), partyId: asserter, credential: null }
    const { record: stored } = w.kernel.intake.append(author, draft as unknown as Draft)
    w.records.push(stored.body)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
  }
}

function draftFor(w: World, random: Random): object {
  const type = random.pick(TYPES.filter((t) => t !== 'inference'))
  const party = () => random.pick(w.parties)
  const of = (wanted: string) => {
    const found = w.records.filter((r) => r.type === wanted)
    return found.length > 0 && random.chance(0.9) ? random.pick(found).id : uuidv7()
  }
  const quantity = { value: 1 + random.below(500), unit: 'kg' }
  const fields: Record<string, () => object> = {
    party: () => ({
      party: party(),
      kind: random.pick(['person', 'business', 'institution', 'unknown']),
      display_name: 'N',
    }),
    harvest: () => ({ producer: party(), crop: 'coffee_green', quantity }),
    lot: () => ({
      holder: party(),
      crop: 'coffee_green',
      quantity,
      inputs: [{ record_id: of('harvest'), kg: 5 }],
    }),
    delivery: () => ({
      from_party: party(),
      to_party: party(),
      crop: 'coffee_green',
      quantity,
      lot_id: of('lot'),
    }),
    custody_transfer: () => ({ lot_id: of('lot'), from_party: party(), to_party: party() }),
    loss: () => ({ lot_id: of('lot'), quantity, cause: 'drying' }),
    obligation: () => ({
      kind: 'deliver_produce',
      obligor: party(),
      obligee: party(),
      crop: 'coffee_green',
      quantity,
    }),
    delivery_confirmation: () => ({ delivery_id: of('delivery'), channel: 'app' }),
    retraction: () => ({ target_id: random.pick(w.records).id, reason: 'other' }),
  }
  const acting = type === 'retraction' || type === 'delivery_confirmation'
  const same = w.records.filter((r) => r.type === type)
  return {
    id: uuidv7(),
    type,
    occurred_at: new Date(w.nowMs - random.below(4) * DAY).toISOString(),
    ...(acting ? {} : { lawful_basis: type === 'obligation' ? 'special_data_consent' : random.pick(BASES) }),
    ...(!acting && same.length > 0 && random.chance(0.25) ? { supersedes: random.pick(same).id } : {}),
    ...(fields[type] as () => object)(),
  }
}
