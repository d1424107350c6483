import { join } from 'node:path'
import type { DeviceLine } from '../../../src/identity/device-tasks.ts'
import { openDatabase } from '../../../src/store/file/open.ts'
import { seeded } from '../../support/records/gate/random.ts'
import { checkFile } from '../common/check.ts'
import type { Consents } from './consents.ts'
import { compareActs, compareCounts } from './counts.ts'
import type { Device } from './device.ts'
import { compareDoubles, turnsOfNature } from './doubles.ts'
import { compareShortPages } from './pages.ts'
import { compareOnceOpen, compareRights } from './rights.ts'
import type { Scene } from './scene.ts'
import { compareStored, readStored } from './stored.ts'
import { compareViews, gatherViews } from './views.ts'
import { Whom } from './whom.ts'

/**
 * Holds everything against everything: what devices were told, what they have, what is listed for them and what is on
 * the disk. Nobody else may write meanwhile. The service has ended when this is done.
 */
export async function check(scene: Scene, devices: readonly Device[], consents: Consents): Promise<void> {
  const { service, faults, tally, ledger, cast } = scene
  const views = await gatherViews(devices, scene)
  const { devices: lines } = (await service.document('device', 'list')) as { devices: DeviceLine[] }
  await service.end('SIGTERM')
  for (const complaint of service.complaints) faults.add('the service complained', complaint)

  // Its schema and guards are compared with schema.sql when it is opened.
  const db = openDatabase(join(service.data, 'granary.db'), { readonly: true })
  try {
    checkFile(db, faults)
    const stored = readStored(db)
    tally.add('records stored', stored.size)
    compareStored(stored, ledger, new Set(cast.records), faults)
    compareActs(
      db,
      [...consents.grants, ...consents.objections].map(({ id }) => id),
      faults,
    )
    compareViews(views, stored, faults, tally)
    compareShortPages(tally, faults)
    compareCounts(devices, lines, stored, faults)
    const whom = new Whom(stored)
    const random = seeded(scene.seed)
    compareRights(views, stored, { cast, consents, random }, faults, tally)
    compareOnceOpen(views, stored, whom, consents, faults)
    const openings = [...consents.openings, ...turnsOfNature(stored, cast.cooperative.id)]
    compareDoubles(views, stored, whom, openings, faults, tally)
  } finally {
    db.close()
  }
}
