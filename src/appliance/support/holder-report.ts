import { orNull } from '../../base/or-null.ts'
import { VERSION } from '../../base/version.ts'
import type { Store } from '../../store/store.ts'
import type { Patient } from '../doctor/patient.ts'
import type { MachineKernel } from '../kernel.ts'
import { settingsSummary } from './settings.ts'

/** Figures of the program that holds the database, and words of the program, for a support bundle. */
export const reportOf = ({ config, store }: Patient, service?: MachineKernel) => ({
  version: VERSION,
  is_service: service?.presence.serving != null,
  uptime_seconds: Math.round(process.uptime()),
  /** In bytes; null when the system does not report it. */
  memory: orNull(memory),
  settings: settingsSummary(config),
  /** Null when the database could not be opened or read. */
  held: store === null ? null : orNull(() => heldBy(store)),
  /** The totals for the metrics; null while the service counts them, and without a service. */
  figures: service?.ports.figures() ?? null,
})

/** Node reads these figures from /proc, which may be missing. */
function memory() {
  const { rss, heapUsed } = process.memoryUsage()
  return { rss, heap_used: heapUsed }
}

/** Figures that neither the doctor's checks nor the totals contain. */
const heldBy = (store: Store) => ({
  entries: store.log.size,
  devices: store.devices.inUse().length,
  has_cooperative: store.appliance.cooperative !== null,
  lives: store.appliance.incarnations.length,
  is_suspended: store.backups.suspension !== null,
})
