import { orNull } from '../../base/or-null.ts'
import { VERSION } from '../../base/version.ts'
import type { Figures } from '../../domain/figures.ts'
import type { Store } from '../../store/store.ts'
import type { Patient } from '../doctor/patient.ts'
import { type SettingSummary, settingsSummary } from './settings.ts'

/** What a service tells besides. */
export interface ReportPorts {
  readonly presence: { readonly serving: object | null }
  readonly ports: { readonly figures: () => Figures | null }
}

/** The service in a support bundle, by the program that holds the database: numbers, and words of the program. */
export interface HolderReport {
  readonly version: string
  readonly is_service: boolean
  readonly uptime_seconds: number
  /** Bytes; null when the system does not tell. */
  readonly memory: Readonly<Record<'rss' | 'heap_used', number>> | null
  readonly settings: readonly SettingSummary[]
  /** Null when the database could not be opened or read. */
  readonly held: ReturnType<typeof heldBy> | null
  /** The totals behind the metrics; null while they are being counted, and without a service. */
  readonly figures: Figures | null
}

export const reportOf = ({ config, store }: Patient, service?: ReportPorts): HolderReport => ({
  version: VERSION,
  is_service: service?.presence.serving != null,
  uptime_seconds: Math.round(process.uptime()),
  memory: orNull(memory),
  settings: settingsSummary(config),
  held: store === null ? null : orNull(() => heldBy(store)),
  figures: service?.ports.figures() ?? null,
})

/** Read from /proc, which may be missing. */
function memory() {
  const { rss, heapUsed } = process.memoryUsage()
  return { rss, heap_used: heapUsed }
}

/** Not what the doctor's checks and the totals tell in figures. */
const heldBy = (store: Store) => ({
  entries: store.log.size,
  devices: store.devices.inUse().length,
  has_cooperative: store.appliance.cooperative !== null,
  lives: store.appliance.incarnations.length,
  is_suspended: store.backups.suspension !== null,
})
