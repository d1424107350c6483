import { foundCooperative } from '../../../src/appliance/found.ts'
import { openKernel } from '../../../src/assemble.ts'
import { readConfig } from '../../../src/config/config.ts'

/** What a child that is killed while it writes works on: a folder that is founded the first time. */
export async function housed(data: string) {
  const kernel = openKernel(readConfig({ data, logLevel: 'silent' }, {}), { create: true })
  const { store, ports } = kernel
  if (store.appliance.cooperative === null)
    await ports.submit(() => foundCooperative(kernel, 'test', 'Test Cooperative'))
  const party = store.appliance.cooperative as number
  return { kernel, party, partyId: store.parties.id(party) }
}
