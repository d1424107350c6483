import type { Server } from 'node:https'
import type { Logger } from 'pino'
import { type MoreOfServer, makeApp, type ServerPorts } from './app.ts'
import { Appearance } from './appliance/appearance/appearance.ts'
import type { Program } from './appliance/chores/child.ts'
import type { ChoreKernel } from './appliance/chores/chore-tasks.ts'
import { ClockService } from './appliance/clock/clock-service.ts'
import { machineClock, rightClock } from './appliance/clock/machine-clock.ts'
import { storeSources } from './appliance/metrics/service.ts'
import { openFilesLimit } from './appliance/open-files.ts'
import { readinessOf } from './appliance/readiness.ts'
import { thisMachine } from './appliance/tls/machine.ts'
import type { Machine } from './appliance/tls/names.ts'
import { ownNames } from './appliance/tls/own-names.ts'
import { PROTOCOL } from './appliance/tls/pair.ts'
import { sourceOf } from './appliance/tls/source.ts'
import { TlsService } from './appliance/tls/tls-service.ts'
import { freeBytesOn } from './base/free-space.ts'
import { heapBytes, MemoryBudget } from './base/memory-budget.ts'
import { given } from './base/typed.ts'
import type { FolderOpening } from './cli/tasks.ts'
import type { Tickets } from './cli/tickets.ts'
import { type Config, dataFiles } from './config/config.ts'
import { DisclosureList } from './consent/disclosures/disclosure-list.ts'
import { makeActs } from './consent/kernel.ts'
import type { ClockReading } from './domain/clock.ts'
import { DAY_MS } from './domain/time.ts'
import { openObjectStore } from './evidence/objects/open.ts'
import { EvidenceRoom } from './evidence/room.ts'
import type { App } from './http/app.ts'
import { Connections } from './http/connections.ts'
import { WindowCounter } from './http/limits.ts'
import { makeLogger } from './http/log-lines.ts'
import { AUDIT_BYTES } from './http/quotas.ts'
import { makeAccounts } from './identity/kernel.ts'
import { houseOf } from './office/frame/house.ts'
import { ImportDesk } from './office/uploads/import-desk.ts'
import { PaymentDesk } from './office/uploads/payment-desk.ts'
import { makeAnchors } from './proofs/anchor/kernel.ts'
import { followAgain } from './records/intake/follow.ts'
import { makeRecordParts } from './records/kernel.ts'
import type { DaySheets } from './records/report/day-sheets.ts'
import { ChangeFeedService } from './records/sync/changes.ts'
import { Outbox } from './records/sync/outbox.ts'
import { Registry } from './registry/registry.ts'
import { noteAct } from './store/acts/doer.ts'
import { keepNames, makeFolder, refuseHalfRestored } from './store/file/folder.ts'
import { lockFolder } from './store/file/lock.ts'
import { type Db, openDatabase, openingFault, sqliteVersion } from './store/file/open.ts'
import { jobsOf } from './store/jobs/jobs.ts'
import { Store } from './store/store.ts'
import { People } from './store/tables/people.ts'
import type { TallyPace } from './store/tables/tallies.ts'

/** All parts, each built once. A program uses the parts that it needs; the server uses `ports`. */
export interface Kernel extends ChoreKernel {
  readonly daySheets: DaySheets
  readonly ports: ServerPorts
  readonly logger: Logger
  close(): void
}

export interface KernelOptions extends FolderOpening {
  /** A clock that is always right. */
  readonly clock?: () => number
  /** Reads the machine's clock, which may be wrong. */
  readonly reading?: () => ClockReading
  /** Returns the names and addresses of this machine. */
  readonly machine?: () => Machine
  readonly tallyPace?: Partial<TallyPace>
}

/**
 * Opens the data folder for writing and builds the parts.
 * @throws {OperatorFault} when the folder is in use, missing, damaged or not writable
 */
export function openKernel(config: Config, options: KernelOptions = {}): Kernel {
  const files = dataFiles(config.data)
  makeFolder(files.root, options.create ?? false)
  const unlock = lockFolder(files.lock)
  let db: Db | undefined
  try {
    refuseHalfRestored(files)
    db = openDatabase(files.database, {
      create: options.create ?? false,
      isRestored: options.isRestored ?? false,
      ...given({ notify: options.notify }),
    })
    keepNames(files.root)
    const kernel = buildKernel(config, db, options)
    kernel.store.tree.check(kernel.store.log.size)
    kernel.store.audit.index.ready()
    kernel.store.tallies.start(kernel.registry, (error) =>
      kernel.logger.error(
        { err: error },
        'the totals behind the metrics cannot be updated; the service will try again',
      ),
    )
    return {
      ...kernel,
      close: () => {
        kernel.store.tallies.stop()
        kernel.evidence.uploads.close()
        kernel.objects.close()
        void kernel.maps.close()
        kernel.store.writer.close()
        kernel.store.close()
        unlock()
      },
    }
  } catch (error) {
    db?.close()
    unlock()
    throw openingFault(error, files.database)
  }
}

function buildKernel(
  config: Config,
  db: Db,
  { clock: right, reading, machine = thisMachine, tallyPace }: KernelOptions,
): Omit<Kernel, 'close'> {
  const logger = makeLogger(config.logLevel)
  const log = { info: (text: string) => logger.info(text), error: (text: string) => logger.error(text) }
  const read = reading ?? (right === undefined ? machineClock() : rightClock(right))
  const store = new Store(db, read, tallyPace === undefined ? {} : { tallyPace })
  followAgain(store)
  const clock = () => store.clock.nowMs
  const people = new People(store)
  const registry = new Registry(() => store.registryRows.all())
  store.onRollback(() => registry.forget())
  const base = { config, store, people, registry }
  const jobs = jobsOf(store)
  const memory = MemoryBudget.of(heapBytes(), config.maxUnreadBytes)
  const readBytes = new WindowCounter(DAY_MS, clock)
  const accounts = makeAccounts(base)
  const records = makeRecordParts(base, (party, shown) => readBytes.add(party, shown * AUDIT_BYTES.record))
  const { gate, intake } = records
  const acts = makeActs(base, gate)
  const freeBytes = freeBytesOn(dataFiles(config.data).root)
  const objects = openObjectStore(config, store.evidence.isEmpty)
  const evidence = new EvidenceRoom({ config, store, objects, perform: jobs.perform, freeBytes, report: log })
  const proofs = makeAnchors(base)
  const { anchors, sending } = proofs
  const newestMs = () => store.writer.newestMs
  const tls = new TlsService({ config, clock, newestMs, machine, log })
  const appearance = new Appearance(store)
  const ports: ServerPorts = {
    ...jobs,
    ...accounts,
    ...records,
    ...acts,
    ...readinessOf(base, evidence),
    ...storeSources(base, anchors, sqliteVersion(db)),
    noteRefusal: (credential, route, outcome) => {
      // If the audit entry cannot be written, the caller is still refused, and readiness reports the disk.
      jobs.submit(() => noteAct(store, { credential }, 'request', { route }, outcome)).catch(() => {})
    },
    noteSent: ({ device }, status) => {
      if (device !== undefined) store.visits.add(device, store.writer.nowMs, { [status]: 1 })
    },
    readBytes,
    isSuspended: () => store.backups.suspension !== null,
    disclosures: new DisclosureList(store, gate),
    office: houseOf(base, appearance, ownNames(config, machine)),
    outbox: new Outbox(store, intake, config),
    changes: new ChangeFeedService(store, gate, (treeSize) => anchors.rootAfter(treeSize)),
    evidence,
    registry,
    config,
    clock,
    checkClock: () => store.clock.checkNow(),
    knowsTime: () => !store.clock.isDoubted && !store.time.isBehind,
    freeBytes,
    anchors,
    cooperativeId: () =>
      store.appliance.cooperative === null ? '' : store.parties.id(store.appliance.cooperative),
    anchored: () =>
      jobs.submit(() => ({
        isConfigured: sending.publisher !== null,
        newest: anchors.roots(Number.MAX_SAFE_INTEGER, 1).roots[0] ?? null,
      })),
    tls,
    connections: Connections.of(config, openFilesLimit(), memory, (text) => logger.warn(text)),
  }
  return {
    ...base,
    ...accounts,
    ...records,
    ...acts,
    ...proofs,
    appearance,
    memory,
    objects,
    evidence,
    clockService: new ClockService(store, log),
    tls,
    ports,
    logger,
    presence: { serving: null, chores: null },
  }
}

interface Importing {
  /** What the office page needs to import sheets. Without it, sheets cannot be imported there. */
  readonly importing?: { readonly program: Program; readonly tickets: Tickets }
}

/** Makes the server. @throws {OperatorFault} when TLS is required and no certificate can be served */
export async function makeServer(
  { ports, config, tls }: Pick<Kernel, 'ports' | 'config' | 'tls'>,
  { importing, ...more }: Omit<MoreOfServer, 'desk' | 'paymentDesk'> & Importing = {},
): Promise<App> {
  const pair = tls.startServing()
  const app = await makeApp(ports, {
    ...more,
    ...(importing === undefined
      ? {}
      : {
          desk: new ImportDesk(importing.program, config, importing.tickets),
          paymentDesk: new PaymentDesk(importing.program, config, importing.tickets),
        }),
    bodyLimitBytes: config.maxRecordBytes,
    maxJsonDepth: config.maxJsonDepth,
    trustedProxy: config.trustedProxy,
    refusalMs: config.refusalMs,
    logger: makeLogger(config.logLevel),
    ...(pair === null ? {} : { tls: { cert: pair.chain, key: pair.key, ...PROTOCOL } }),
    // Not with the private authority: phones that trust it may have to change to another address or
    // authority.
    strictTransport: pair !== null && sourceOf(config) === 'own',
  })
  if (pair !== null) tls.attach(app.server as Server)
  return app
}
