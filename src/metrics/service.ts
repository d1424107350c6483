import type { ConnectionFigures } from './connections.ts'
import type { Series } from './gauges.ts'
import { ageSeconds } from './held.ts'

/** Copies of the whole, for the day the disk breaks. */
export interface Backups {
  /** They are made, and go somewhere. */
  readonly isConfigured: boolean
  /** When the newest one that is whole was made, in milliseconds; null when none was. */
  readonly newestAtMs: number | null
}

/** What runs here. */
export interface Build {
  readonly version: string
  readonly node: string
  readonly sqlite: string
  /** Version of the database's schema. */
  readonly schema: number
}

/** How the service stands at one instant. */
export interface Service {
  /** By part, null when it works (`Readiness`). */
  readonly parts: Readonly<Record<string, string | null>>
  /** null when the disk does not tell. */
  readonly freeBytes: number | null
  readonly reserveBytes: number
  /** The sums of what is held are counted. */
  readonly areFiguresReady: boolean
  /** Instant of the oldest subject access request that is not answered, in milliseconds. */
  readonly oldestOpenRequestAtMs: number | null
  readonly queueJobs: number
  /** Rows that follow from the log and are to be written yet. */
  readonly rowsInMemory: number
  readonly connections: ConnectionFigures
  readonly backups: Backups
  /** When the certificate ends that is served, in milliseconds; null without TLS. */
  readonly certificateEndsAtMs: number | null
  readonly build: Build
  readonly nowMs: number
}

const works = ({ parts }: Service, part: string): number => Number(parts[part] === null)

/** What an operator watches beside what the specification names. */
export const SERVICE_SERIES: readonly Series<Service>[] = [
  {
    name: 'granary_build_info',
    help: 'What runs here; always 1.',
    labels: ['version', 'node', 'sqlite', 'schema'],
    read: ({ build }) => [[1, { ...build, schema: String(build.schema) }]],
  },
  {
    name: 'granary_database_ok',
    help: 'Whether the database answers, in line behind the jobs that wait: 1 or 0.',
    read: (service) => works(service, 'database'),
  },
  {
    name: 'granary_last_commit_ok',
    help: 'Whether the last commit succeeded: 1 or 0.',
    read: (service) => works(service, 'last_commit'),
  },
  {
    name: 'granary_clock_ok',
    help: 'Whether the clock of the machine is trusted: 1 or 0. While it is not, nothing is written, and ages are by the time that is trusted.',
    read: (service) => works(service, 'clock'),
  },
  {
    name: 'granary_object_store_ok',
    help: 'Whether the object store, where pictures are kept, works: 1 or 0.',
    read: (service) => works(service, 'object_store'),
  },
  {
    name: 'granary_disk_free_bytes',
    help: 'Free bytes on the disk that holds the data. NaN when it does not answer.',
    read: ({ freeBytes }) => freeBytes ?? Number.NaN,
  },
  {
    name: 'granary_disk_reserve_bytes',
    help: 'Writing stops while fewer bytes than these are free.',
    read: ({ reserveBytes }) => reserveBytes,
  },
  {
    name: 'granary_figures_ready',
    help: 'Whether the sums of what is held are counted: 1 or 0. After a start that may take a while; until then what is held is left out.',
    read: ({ areFiguresReady }) => Number(areFiguresReady),
  },
  {
    name: 'granary_subject_access_oldest_open_seconds',
    help: 'Age of the oldest subject access request that is not answered. NaN when none is open. 30 days are allowed.',
    read: ({ oldestOpenRequestAtMs, nowMs }) => ageSeconds(oldestOpenRequestAtMs, nowMs),
  },
  {
    name: 'granary_backup_configured',
    help: 'Whether backups are made: 1 or 0.',
    read: ({ backups }) => Number(backups.isConfigured),
  },
  {
    name: 'granary_backup_age_seconds',
    help: 'Age of the newest whole backup. NaN when there is none.',
    read: ({ backups, nowMs }) => ageSeconds(backups.newestAtMs, nowMs),
  },
  {
    name: 'granary_certificate_expires_timestamp_seconds',
    help: 'When the certificate ends that is served, in seconds since 1970. Left out without TLS.',
    read: ({ certificateEndsAtMs }) => (certificateEndsAtMs === null ? [] : certificateEndsAtMs / 1000),
  },
  {
    name: 'granary_writer_queue_jobs',
    help: 'Jobs that wait for their transaction.',
    read: ({ queueJobs }) => queueJobs,
  },
  {
    name: 'granary_rows_in_memory',
    help: 'Rows of lists, changes and mentions that are to be written yet. After a kill they are made again from the log.',
    read: ({ rowsInMemory }) => rowsInMemory,
  },
  {
    name: 'granary_connections',
    help: 'Connections that are open.',
    read: ({ connections }) => connections.open,
  },
  {
    name: 'granary_connections_limit',
    help: 'Connections that may be open.',
    read: ({ connections }) => connections.most,
  },
  {
    name: 'granary_unread_bytes',
    help: 'Bytes in memory of large replies that are being sent.',
    read: ({ connections }) => connections.waitingBytes,
  },
  {
    name: 'granary_unread_bytes_limit',
    help: 'Limit of granary_unread_bytes.',
    read: ({ connections }) => connections.waitingBytesAtMost,
  },
]
