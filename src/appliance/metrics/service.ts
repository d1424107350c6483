import type { ConnectionFigures } from '../../http/connections.ts'
import type { Series } from './gauges.ts'
import { ageSeconds } from './held.ts'

/** Backups. */
export interface Backups {
  /** Backups are set up and have a place. */
  readonly isConfigured: boolean
  /** Time of the newest whole one, in milliseconds; null when there is none. */
  readonly newestAtMs: number | null
}

export interface Build {
  readonly version: string
  readonly node: string
  readonly sqlite: string
  /** Schema version of the database. */
  readonly schema: number
}

/** State of the service at one instant. */
export interface Service {
  /** By part, null when it works (`Readiness`). */
  readonly parts: Readonly<Record<string, string | null>>
  /** null when the disk does not answer. */
  readonly freeBytes: number | null
  readonly reserveBytes: number
  /** The totals of what is held are counted. */
  readonly areFiguresReady: boolean
  /** Time of the oldest open subject access request, in milliseconds. */
  readonly oldestOpenRequestAtMs: number | null
  readonly queueJobs: number
  /** Derived rows not yet written. */
  readonly rowsInMemory: number
  readonly connections: ConnectionFigures
  readonly backups: Backups
  /** End of the certificate in use, in milliseconds; null without TLS. */
  readonly certificateEndsAtMs: number | null
  /** People signed in to the office page. */
  readonly officeSessions: number
  readonly build: Build
  readonly nowMs: number
}

const works = ({ parts }: Service, part: string): number => Number(parts[part] === null)

/** What operators watch beyond the specification. */
export const SERVICE_SERIES: readonly Series<Service>[] = [
  {
    name: 'granary_build_info',
    help: 'The running program, by labels; always 1.',
    labels: ['version', 'node', 'sqlite', 'schema'],
    read: ({ build }) => [[1, { ...build, schema: String(build.schema) }]],
  },
  {
    name: 'granary_database_ok',
    help: 'Whether the database answers, queued behind waiting jobs: 1 or 0.',
    read: (service) => works(service, 'database'),
  },
  {
    name: 'granary_last_commit_ok',
    help: 'Whether the last commit succeeded: 1 or 0.',
    read: (service) => works(service, 'last_commit'),
  },
  {
    name: 'granary_clock_ok',
    help: 'Whether the clock of the machine is trusted: 1 or 0. While it is not, writes are refused, and ages use the trusted time.',
    read: (service) => works(service, 'clock'),
  },
  {
    name: 'granary_object_store_ok',
    help: 'Whether the object store for pictures works: 1 or 0.',
    read: (service) => works(service, 'object_store'),
  },
  {
    name: 'granary_disk_free_bytes',
    help: 'Free bytes on the disk that holds the data. NaN when it does not answer.',
    read: ({ freeBytes }) => freeBytes ?? Number.NaN,
  },
  {
    name: 'granary_disk_reserve_bytes',
    help: 'Writing stops while fewer bytes than this are free.',
    read: ({ reserveBytes }) => reserveBytes,
  },
  {
    name: 'granary_figures_ready',
    help: 'Whether the totals of what is held are counted: 1 or 0. After a start this may take a while; until then those series are left out.',
    read: ({ areFiguresReady }) => Number(areFiguresReady),
  },
  {
    name: 'granary_subject_access_oldest_open_seconds',
    help: 'Age of the oldest open subject access request. NaN when none is open. The limit is 30 days.',
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
    help: 'When the certificate in use ends, in seconds since 1970. Left out without TLS.',
    read: ({ certificateEndsAtMs }) => (certificateEndsAtMs === null ? [] : certificateEndsAtMs / 1000),
  },
  {
    name: 'granary_office_sessions',
    help: 'Sessions open on the office page.',
    read: ({ officeSessions }) => officeSessions,
  },
  {
    name: 'granary_writer_queue_jobs',
    help: 'Jobs waiting for their transaction.',
    read: ({ queueJobs }) => queueJobs,
  },
  {
    name: 'granary_rows_in_memory',
    help: 'Rows of lists, changes and mentions not yet written. After a crash they are recreated from the log.',
    read: ({ rowsInMemory }) => rowsInMemory,
  },
  {
    name: 'granary_connections',
    help: 'Open connections.',
    read: ({ connections }) => connections.open,
  },
  {
    name: 'granary_connections_limit',
    help: 'Limit of open connections.',
    read: ({ connections }) => connections.most,
  },
  {
    name: 'granary_unread_bytes',
    help: 'Bytes in memory of large replies being made or sent, and of packs being made.',
    read: ({ connections }) => connections.waitingBytes,
  },
  {
    name: 'granary_unread_bytes_limit',
    help: 'Limit of granary_unread_bytes.',
    read: ({ connections }) => connections.waitingBytesAtMost,
  },
]
