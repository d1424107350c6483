import { VERSION } from '../../base/version.ts'
import type { Config } from '../../config/config.ts'
import { EXPIRY_NOTICE_DAYS } from '../../domain/consent.ts'
import type { Figures } from '../../domain/figures.ts'
import { DAY_MS } from '../../domain/time.ts'
import type { Store } from '../../store/store.ts'
import { backupStatus } from '../backup/backup-status.ts'
import { type SettingSummary, settingsSummary } from './settings.ts'

export interface SupportTaskPorts {
  readonly config: Config
  readonly store: Store
  readonly presence: { readonly serving: object | null }
  readonly ports: { readonly clock: () => number; readonly figures: () => Figures | null }
}

/** The service in a support bundle, by the program that holds the database: numbers, and words of the program. */
export interface HolderReport {
  readonly version: string
  readonly is_service: boolean
  readonly uptime_seconds: number
  /** Bytes; null when the system does not tell. */
  readonly memory: Readonly<Record<'rss' | 'heap_used', number>> | null
  readonly settings: readonly SettingSummary[]
  /** Null when the database could not be opened. */
  readonly held: ReturnType<typeof heldBy> | null
  /** The totals behind the metrics; null while they are being counted, and without a service. */
  readonly figures: Figures | null
}

export const supportTasks = {
  /** A task of several jobs, made between other jobs. */
  support: async (
    kernel: SupportTaskPorts,
    _operator: string,
    _args: Record<string, never>,
  ): Promise<HolderReport> => ({
    ...reportOf(kernel.config, kernel.store, kernel.ports.clock),
    is_service: kernel.presence.serving !== null,
    figures: kernel.ports.figures(),
  }),
} as const

export function reportOf(config: Config, store: Store | null, clock: () => number): HolderReport {
  return {
    version: VERSION,
    is_service: false,
    uptime_seconds: Math.round(process.uptime()),
    memory: memory(),
    settings: settingsSummary(config),
    held: store === null ? null : heldBy(config, store, clock),
    figures: null,
  }
}

/** Read from /proc, which may be missing. */
function memory(): HolderReport['memory'] {
  try {
    const { rss, heapUsed } = process.memoryUsage()
    return { rss, heap_used: heapUsed }
  } catch {
    return null
  }
}

/** Most rows counted. */
const COUNTED = 1_000

function heldBy(config: Config, store: Store, clock: () => number) {
  const { nowMs } = store.writer
  const backups = backupStatus({ store, config, ports: { clock } })
  return {
    entries: store.log.size,
    devices: store.devices.live,
    has_cooperative: store.appliance.cooperative !== null,
    lives: store.appliance.incarnations.length,
    is_suspended: store.backups.suspension !== null,
    grants_ending: store.consents.grantsEnding(nowMs, nowMs + EXPIRY_NOTICE_DAYS * DAY_MS, COUNTED).length,
    subject_access_open: store.subjectAccess.after(0, COUNTED, false).length,
    notifications_owed: store.notifications.after(0, COUNTED, false).length,
    backups: {
      has_place: backups.place !== null,
      has_key: backups.has_key,
      newest_age_hours: backups.newest_age_hours,
      newest_bytes: backups.newest?.bytes ?? null,
      late: backups.late,
      last_failed: backups.last_failure !== null,
    },
  }
}
