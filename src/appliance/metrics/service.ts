import { VERSION } from '../../base/version.ts'
import { isOverWithin } from '../../base/within.ts'
import { backupEveryMs } from '../../config/addresses.ts'
import type { Figures } from '../../domain/figures.ts'
import type { ConnectionFigures } from '../../http/connections.ts'
import type { AnchorService } from '../../proofs/anchor/anchor-service.ts'
import type { BaseKernel } from '../../registry/kernel.ts'
import { SCHEMA_VERSION } from '../../store/file/upgrades.ts'
import { FIGURES_WAIT_MS } from '../../store/tables/tallies.ts'
import { backupPlace } from '../backup/location.ts'
import { ageSeconds } from './held.ts'
import type { Sample, Series } from './series.ts'

/** Where a scrape reads its values. */
export interface MetricsSources extends ReturnType<typeof storeSources> {
  /** The certificate in use; null without TLS. */
  readonly tls: { readonly served: { readonly notAfterMs: number } | null }
  /** For each part: null when it works, otherwise the fault. Resolves within a few seconds. */
  readonly readiness: () => Promise<Readonly<Record<string, string | null>>>
  /** Free bytes on the disk of the data; null when the disk does not answer. */
  readonly askFreeBytes: () => Promise<number | null>
  readonly connections: { readonly figures: ConnectionFigures }
  readonly staff: { openSessions(): number; readonly refused: CountsByReason }
  readonly config: { readonly minFreeBytes: number }
}

/** Counts since the start, by reason. */
type CountsByReason = Readonly<Record<string, number>>

/** The service at one instant: the sources, and the values that had to be read from them beforehand. */
export interface Service {
  readonly sources: MetricsSources
  readonly parts: Awaited<ReturnType<MetricsSources['readiness']>>
  readonly freeBytes: number | null
  readonly figures: Figures | null
  readonly nowMs: number
}

const byReason = (refused: CountsByReason): Sample[] =>
  Object.entries(refused).map(([reason, count]) => [count, { reason }])

const works = ({ parts }: Service, part: string): number => Number(parts[part] === null)

/** Series for operators, in addition to those in the specification. */
export const SERVICE_SERIES: readonly Series<Service>[] = [
  {
    name: 'granary_build_info',
    help: 'The running program, by labels; always 1.',
    read: ({ sources }) => [[1, sources.build]],
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
    help: 'Free bytes on the disk that holds the data. NaN when the disk does not answer.',
    read: ({ freeBytes }) => freeBytes ?? Number.NaN,
  },
  {
    name: 'granary_disk_reserve_bytes',
    help: 'Writing stops while fewer bytes than this are free.',
    read: ({ sources }) => sources.config.minFreeBytes,
  },
  {
    name: 'granary_figures_ready',
    help: 'Whether the totals of the stored data are counted: 1 or 0. After a start this may take a while; until then the series with these totals are left out.',
    read: ({ figures }) => Number(figures !== null),
  },
  {
    name: 'granary_subject_access_oldest_open_seconds',
    help: 'Age of the oldest open subject access request. NaN when none is open. The limit is 30 days.',
    read: ({ figures, nowMs }) => ageSeconds(figures?.subjectAccess.oldestOpenAtMs ?? null, nowMs),
  },
  {
    name: 'granary_backup_configured',
    help: 'Whether backups are made: 1 or 0.',
    read: ({ sources }) => Number(sources.backups().isConfigured),
  },
  {
    name: 'granary_backup_age_seconds',
    help: 'Age of the newest whole backup. NaN when there is none.',
    read: ({ sources, nowMs }) => ageSeconds(sources.backups().newestAtMs, nowMs),
  },
  {
    name: 'granary_certificate_expires_timestamp_seconds',
    help: 'When the certificate in use ends, in seconds since 1970. Left out without TLS.',
    read: ({ sources: { tls } }) => (tls.served === null ? [] : tls.served.notAfterMs / 1000),
  },
  {
    name: 'granary_office_sessions',
    help: 'Sessions open on the office page.',
    read: ({ sources }) => sources.staff.openSessions(),
  },
  {
    name: 'granary_writer_queue_jobs',
    help: 'Jobs waiting for their transaction.',
    read: ({ sources }) => sources.waiting(),
  },
  {
    name: 'granary_rows_in_memory',
    help: 'Rows of lists, changes and mentions not yet written. After a crash they are recreated from the log.',
    read: ({ sources }) => sources.rowsInMemory(),
  },
  {
    name: 'granary_connections',
    help: 'Open connections.',
    read: ({ sources }) => sources.connections.figures.open,
  },
  {
    name: 'granary_connections_limit',
    help: 'Limit of open connections.',
    read: ({ sources }) => sources.connections.figures.most,
  },
  {
    name: 'granary_unread_bytes',
    help: 'Bytes in memory of large replies being made or sent, and of packs being made.',
    read: ({ sources }) => sources.connections.figures.waitingBytes,
  },
  {
    name: 'granary_unread_bytes_limit',
    help: 'Limit of granary_unread_bytes.',
    read: ({ sources }) => sources.connections.figures.waitingBytesAtMost,
  },
  {
    name: 'granary_connections_refused_total',
    help: 'Connections refused or closed, and replies refused or cut off, by reason: no_place and address_full, all places in total or of one address were in use; unread, the client did not read the reply; make_room and no_room, unread replies filled the memory reserved for them.',
    type: 'counter',
    read: ({ sources }) => byReason(sources.connections.figures.refused),
  },
  {
    name: 'granary_office_sign_ins_refused_total',
    help: 'Refused sign-ins to the office page, by reason: unknown_name, wrong_password, wrong_code; slowed, refused unchecked after too many attempts.',
    type: 'counter',
    read: ({ sources }) => byReason(sources.staff.refused),
  },
]

/** The sources that are read from the store. */
export const storeSources = ({ config, store }: BaseKernel, anchors: AnchorService, sqlite: string) => ({
  /** Null while the service counts the totals after a start. */
  figures: () => store.tallies.figures(),
  /** Resolves when the totals are counted, or after a second. */
  waitForFigures: (): Promise<unknown> => isOverWithin(FIGURES_WAIT_MS, store.tallies.caughtUp()),
  anchoring: () => anchors.figures(store.writer.nowMs),
  /** Whether backups are set up and have a place, and the time of the newest whole backup. */
  backups: () => ({
    isConfigured:
      backupPlace(config) !== null &&
      backupEveryMs(config.backupEvery) !== null &&
      store.backups.recipient !== null,
    newestAtMs: store.backups.newestMade?.begunAtMs ?? null,
  }),
  /** Jobs waiting for their transaction. */
  waiting: () => store.writer.waiting,
  /** Derived rows not yet written. */
  rowsInMemory: () => store.behind.rows,
  nowMs: () => store.writer.nowMs,
  /** Versions of the program and its parts, and of the schema in the database. */
  build: { version: VERSION, node: process.versions.node, sqlite, schema: SCHEMA_VERSION },
})
