import { uuidv7 } from 'uuidv7'
import type { Store } from '../../src/store/store.ts'
import {
  actingFor,
  appended,
  confirm,
  deliveryOf,
  harvestOf,
  mandate,
  PURPOSE,
  retract,
} from '../flows/help.ts'
import { type Appliance, makeAppliance } from '../support/appliance.ts'

/** An appliance with at least one row in every table. */
export async function fullHouse(): Promise<Appliance> {
  const a = await makeAppliance()
  const farmer = await a.party('person', 'Grace', { member_no: 'M-1' })
  const mill = await a.party('business', 'Mill')
  const delegation = await mandate(a, farmer, mill)
  const harvest = await appended(mill, 'harvest', { ...harvestOf(farmer), ...actingFor(farmer, delegation) })
  await appended(farmer, 'harvest', { ...harvestOf(farmer), supersedes: harvest.id })
  const delivery = await appended(farmer, 'delivery', deliveryOf(farmer, mill))
  await confirm(a, mill, delivery.id)
  await retract(farmer, delivery.id)
  const grant = await farmer.post('/v1/grants', {
    id: uuidv7(),
    grantee: mill.id,
    purpose: PURPOSE,
    record_types: ['harvest'],
    expires_at: '2027-01-01T00:00:00Z',
  })
  await farmer.post(`/v1/grants/${grant.body.id}/revocation`)
  await farmer.post(`/v1/delegations/${delegation}/revocation`)
  await a.kernel.handles.submit(() => {
    const { credentials, store } = a.kernel
    const last = credentials.list().at(-1)?.credential_id as string
    credentials.revoke('test', last)
    objectionAndRegistryRow(store, farmer.id)
  })
  return a
}

function objectionAndRegistryRow(store: Store, subject: string): void {
  const act = (kind: 'objection' | 'objection_withdrawal' | 'registry_row') =>
    store.acts.append(kind, uuidv7(), store.writer.nowMs, {})
  const objection = act('objection')
  store.consents.addObjection({
    seq: objection,
    subject: store.parties.intern(subject),
    purposes: null,
    types: null,
  })
  store.consents.endObjection(objection, act('objection_withdrawal'), store.writer.nowMs)
  store.registryRows.add(act('registry_row'), 'units', 'gunny', { id: 'gunny' })
}
