import { openKernel } from '../../src/assemble.ts'
import { readConfig } from '../../src/config.ts'
import type { Draft } from '../../src/domain/record.ts'
import { serveTasks } from '../bench/children.ts'
import { chance, idAt } from '../bench/records.ts'

/** Somebody with a token to whom nobody has opened anything. */
export interface Stranger {
  readonly party: string
  readonly token: string
  /** Ids of objections that somebody else has lodged. */
  readonly objections: readonly string[]
}

const OBJECTIONS = 50

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
  const { token } = await kernel.handles.submit(() => {
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
    await kernel.objections.lodge(kernel.handles.submit, doer, farmer, {
      id,
      channel: 'written',
      purposes: ['research'],
      record_types: ['party'],
    })
    objections.push(id)
  }
  kernel.close()
  return { party, token, objections }
}

export function strangerRole(): void {
  serveTasks({ introduce })
}
