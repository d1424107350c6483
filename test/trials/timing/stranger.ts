import { openKernel } from '../../../src/assemble.ts'
import { readConfig } from '../../../src/config/config.ts'
import type { Draft } from '../../../src/domain/record.ts'
import { chance } from '../../support/records/gate/random.ts'
import { serveTasks } from '../bench/children.ts'
import { idAt } from '../bench/records.ts'

/** Somebody with a token to whom nobody has opened anything. */
export interface Stranger {
  readonly party: string
  readonly token: string
  /** Ids of objections that somebody else has lodged. */
  readonly objections: readonly string[]
  /** Ids of access requests between others. */
  readonly requests: readonly string[]
  /** Ids of lots of somebody else, which other strangers have named again and again. */
  readonly lots: readonly string[]
}

const OBJECTIONS = 50
/** As many as one party may make in a day. */
const REQUESTS = 20
const LOTS = 20
const NAMED_TIMES = 500

async function introduce({
  folder,
  cooperative,
  farmer,
}: {
  folder: string
  cooperative: string
  farmer: string
}): Promise<Stranger> {
  const config = readConfig({ data: folder, logLevel: 'error', minFreeBytes: '0' }, {})
  const kernel = openKernel(config)
  const random = chance(Date.now())
  const party = idAt(Date.now(), random)
  const author = {
    party: kernel.store.parties.find(cooperative) as number,
    partyId: cooperative,
    credential: null,
  }
  const { token } = await kernel.ports.submit(() => {
    kernel.intake.append(author, {
      id: idAt(Date.now(), random),
      type: 'party',
      occurred_at: new Date().toISOString(),
      lawful_basis: 'contract_performance',
      party,
      kind: 'business',
      display_name: 'Stranger',
    } as Draft)
    return kernel.credentials.issue('timing', party, 'party', null)
  })
  const objections: string[] = []
  for (let i = 0; i < OBJECTIONS; i++) {
    const id = idAt(Date.now(), random)
    const doer = { credential: null, operator: 'timing' }
    await kernel.objections.lodge(kernel.ports.submit, doer, farmer, {
      id,
      channel: 'written',
      purposes: ['research'],
      record_types: ['party'],
    })
    objections.push(id)
  }
  const requests: string[] = []
  for (let i = 0; i < REQUESTS; i++) {
    const id = idAt(Date.now(), random)
    await kernel.ports.submit(() =>
      kernel.accessRequests.ask({ credential: null, operator: 'timing' }, cooperative, {
        id,
        about: { party: farmer },
        purpose: 'research',
        record_types: ['party'],
        expires_at: new Date(Date.now() + 86_400_000).toISOString(),
        reason: 'To time it.',
      }),
    )
    requests.push(id)
  }
  const lots: string[] = []
  const said = { occurred_at: new Date().toISOString(), lawful_basis: 'contract_performance' }
  const mass = { crop: 'coffee_arabica_parchment', quantity: { value: 60, unit: 'kg' } }
  const other = idAt(Date.now(), random)
  for (let i = 0; i < LOTS; i++) {
    const id = idAt(Date.now(), random)
    await kernel.ports.submit(() => {
      kernel.intake.append(author, { id, type: 'lot', ...said, holder: farmer, ...mass } as Draft)
      const rival = { ...author, party: kernel.store.parties.intern(other), partyId: other }
      for (let n = 0; n < NAMED_TIMES; n++)
        kernel.intake.append(rival, {
          id: idAt(Date.now(), random),
          type: 'custody_transfer',
          ...said,
          from_party: other,
          to_party: cooperative,
          lot_id: id,
        } as Draft)
    })
    lots.push(id)
  }
  kernel.close()
  return { party, token, objections, requests, lots }
}

export function strangerRole(): void {
  serveTasks({ introduce })
}
