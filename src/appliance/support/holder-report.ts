import { orNull } from '../../base/or-null.ts'
import { VERSION } from '../../base/version.ts'
import type { Figures } from '../../domain/figures.ts'
import type { Store } from '../../store/store.ts'
import type { Patient } from '../doctor/patient.ts'
import type { MachineKernel } from '../kernel.ts'
import { type SettingSummary, settingsSummary } from './settings.ts'

/** Figures of the program that holds the database, and words of the program, for a support bundle. */
export interface HolderReport {
  readonly version: string
  readonly is_service: boolean
  readonly uptime_seconds: number
  /** In bytes; null when the system does not report it. */
  readonly memory: Readonly<Record<'rss' | 'heap_used', number>> | null
  readonly settings: readonly SettingSummary[]
  /** Null when the database could not be opened or read. */
  readonly held: ReturnType<typeof heldBy> | null
  /** The totals for the metrics; null while the service counts them, and without a service. */
  readonly figures: Figures | null
}

export const reportOf = ({ config, store }: Patient, service?: MachineKernel): HolderReport => ({
  version: VERSION,
  is_service: service?.presence.serving != null,
  uptime_seconds: Math.round(process.uptime()),
  memory: orNull(memory),
  settings: settingsSummary(config),
  held: store === null ? null : orNull(() => heldBy(store)),
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
