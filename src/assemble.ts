import { statfsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import type { Server } from 'node:https'
import type { Logger } from 'pino'
import { type MoreOfServer, makeApp, type ServerPorts } from './app.ts'
import { Appearance } from './appliance/appearance/appearance.ts'
import { backupPlace } from './appliance/backup/location.ts'
import type { Program } from './appliance/chores/child.ts'
import type { ChoreKernel } from './appliance/chores/chore-tasks.ts'
import { ClockService } from './appliance/clock/clock-service.ts'
import { machineClock, rightClock } from './appliance/clock/machine-clock.ts'
import { openFilesLimit } from './appliance/open-files.ts'
import { Readiness } from './appliance/readiness.ts'
import { thisMachine } from './appliance/tls/machine.ts'
import { isHost, type Machine, named, namesFor } from './appliance/tls/names.ts'
import { PROTOCOL } from './appliance/tls/pair.ts'
import { sourceOf } from './appliance/tls/source.ts'
import { TlsService } from './appliance/tls/tls-service.ts'
import { heapBytes, MemoryBudget } from './base/memory-budget.ts'
import { Problem } from './base/problem.ts'
import { given } from './base/typed.ts'
import { VERSION } from './base/version.ts'
import { isOverWithin } from './base/within.ts'
import type { Tickets } from './cli/tickets.ts'
import { ImportDesk } from './clients/importer/desk.ts'
import { PaymentDesk } from './clients/mobile-money/desk.ts'
import { backupEveryMs } from './config/addresses.ts'
import { type Config, dataFiles } from './config/config.ts'
import { AccessRequestService } from './consent/access-requests.ts'
import { Delegations } from './consent/delegations.ts'
import { DisclosureList } from './consent/disclosures/disclosure-list.ts'
import { Grants } from './consent/grants.ts'
import { Objections } from './consent/objections.ts'
import { SubjectAccess, type TextWording } from './consent/subject-access/subject-access.ts'
import type { Reading } from './domain/clock.ts'
import type { Surroundings } from './domain/derived/world.ts'
import { isValidGeometry } from './domain/geometry.ts'
import { isId } from './domain/id.ts'
import { hectaresOf } from './domain/outline.ts'
import { overlap } from './domain/overlap.ts'
import { DAY_MS } from './domain/time.ts'
import { openObjectStore } from './evidence/objects/open.ts'
import { EvidenceRoom } from './evidence/room.ts'
import type { App } from './http/app.ts'
import { Connections, placesFor, RESERVED } from './http/connections.ts'
import type { Jobs } from './http/jobs.ts'
import { WindowCounter } from './http/limits.ts'
import { makeLogger } from './http/log-lines.ts'
import { AUDIT_BYTES } from './http/quotas.ts'
import { CredentialService } from './identity/credentials.ts'
import { DeviceService } from './identity/devices.ts'
import { StaffAccounts } from './identity/staff.ts'
import { waitingIn } from './office/waiting.ts'
import { AnchorService } from './proofs/anchor/anchor-service.ts'
import { LogKey } from './proofs/anchor/log-key.ts'
import { openPublisher } from './proofs/anchor/open.ts'
import { Sending } from './proofs/anchor/sending.ts'
import { Gate } from './records/gate/gate.ts'
import { Outlines } from './records/gate/verdicts.ts'
import { followAgain } from './records/intake/follow.ts'
import { InferenceIntake } from './records/intake/inferences.ts'
import { Intake } from './records/intake/intake.ts'
import { MapFiles } from './records/plots/map-files.ts'
import { DaySheets } from './records/report/day-sheets.ts'
import { ChangeFeedService } from './records/sync/changes.ts'
import { Outbox } from './records/sync/outbox.ts'
import { Registry } from './registry/registry.ts'
import { noteAct } from './store/doer.ts'
import { keepNames, makeFolder, refuseHalfRestored } from './store/folder.ts'
import { lockFolder } from './store/lock.ts'
import { type Db, openDatabase, openingFault, sqliteVersion } from './store/open.ts'
import { People } from './store/people.ts'
import { Store } from './store/store.ts'
import { FIGURES_WAIT_MS, type TallyPace } from './store/tallies.ts'
import { type Owner, SERVICE } from './store/turns.ts'
import { SCHEMA_VERSION } from './store/upgrades.ts'
import { codeOf } from './text/kinds.ts'
import { calendarOf } from './words/calendar.ts'
import { shortName } from './words/party-name.ts'
import { spelled, unitWords } from './words/words.ts'

/** All parts, each built once. A program uses the parts that it needs; the server uses `ports`. */
export interface Kernel extends ChoreKernel {
  readonly daySheets: DaySheets
  readonly ports: ServerPorts
  readonly logger: Logger
  close(): void
}

export interface KernelOptions {
  readonly create?: boolean
  /** A clock that is always right. */
  readonly clock?: () => number
  /** Reads the machine's clock, which may be wrong. */
  readonly reading?: () => Reading
  /** Returns the names and addresses of this machine. */
  readonly machine?: () => Machine
  /** Whether the folder was just restored from a backup (`OpenOptions`). */
  readonly isRestored?: boolean
  /** Receives sentences about work that delays the start. */
  readonly notify?: (text: string) => void
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
    const kernel = buildKernel(config, db, files.root, options)
    kernel.store.tree.check(kernel.store.log.size)
    kernel.store.audit.index.ready()
    startTallies(kernel)
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

/** How long a measurement of the free space is reused: otherwise every write would need a system call. */
const FREE_SPACE_MS = 1_000

const available = ({ bavail, bsize }: { readonly bavail: number; readonly bsize: number }) => bavail * bsize

const IN_DOUBT = 'may be wrong; writing is stopped'
const SUSPENDED = 'requests are refused until the operator runs "granary backup confirm"'

function buildKernel(
  config: Config,
  db: Db,
  folder: string,
  { clock: right, reading, machine = thisMachine, tallyPace }: KernelOptions,
): Omit<Kernel, 'close'> {
  const read = reading ?? (right === undefined ? machineClock() : rightClock(right))
  const store = new Store(db, read, tallyPace === undefined ? {} : { tallyPace })
  followAgain(store)
  const clock = () => store.clock.nowMs
  const people = new People(store)
  const registry = new Registry(() => store.registryRows.all())
  store.onRollback(() => registry.forget())
  const outlines = new Outlines()
  store.onRollback(() => outlines.forget())
  const memory = MemoryBudget.of(heapBytes(), config.maxUnreadBytes)
  const surroundings = makeSurroundings(store, people, registry, outlines, config)
  const readBytes = new WindowCounter(DAY_MS, clock)
  const gate = new Gate(store, people, surroundings, (party, records) =>
    readBytes.add(party, records * AUDIT_BYTES.record),
  )
  const intake = new Intake(store, people, { ...config, graceDays: config.delegationGraceDays })
  const inferences = new InferenceIntake(store, (author, graph) => gate.inputsFor(author, graph), config)
  const isRegisteredPurpose = (purpose: string) => registry.has('purposes', purpose)
  const grants = new Grants(store, people, isRegisteredPurpose, config.maxGrants)
  const accessRequests = new AccessRequestService(store, people, grants, isRegisteredPurpose, {
    open: config.maxAccessRequests,
    perDay: config.accessRequestsPerDay,
    lapseDays: config.accessRequestDays,
  })
  const calendar = calendarOf(config)
  const maps = new MapFiles(dataFiles(folder).maps)
  const wording = makeWording(store, people, registry, config)
  const objections = new Objections(store, people, isRegisteredPurpose, wording, config.maxObjections)
  const delegations = new Delegations(store)
  const subjectAccess = new SubjectAccess({ store, gate, grants, delegations, objections }, wording)
  const credentials = new CredentialService(store, people)
  const devices = new DeviceService(store, credentials, config.maxDevices)
  const staff = new StaffAccounts(
    store,
    () => store.backups.suspension !== null,
    (role) => role === 'manager' && config.officeManagersSecondFactor,
  )
  const appearance = new Appearance(store)
  const perform = performer(store)
  const freeBytes = cached(FREE_SPACE_MS, () => available(statfsSync(folder)))
  const objects = openObjectStore(config, store.evidence.isEmpty)
  const logger = makeLogger(config.logLevel)
  const evidence = new EvidenceRoom({
    config,
    store,
    objects,
    path: dataFiles(folder).uploads,
    perform,
    freeBytes,
    report: { error: (text) => logger.error(text), info: (text) => logger.info(text) },
  })
  const readiness = new Readiness({
    askFreeBytes: async () => available(await statfs(folder)),
    reserveBytes: config.minFreeBytes,
    readInLine: () => store.writer.submit(() => store.ping()),
    lastCommitFault: () => store.writer.lastError,
    objectStore: () => evidence.health.readiness(),
  })
  const anchorKey = new LogKey(store, dataFiles(folder).anchorKey)
  const publisher = openPublisher(config)
  const anchors = new AnchorService(store, anchorKey, publisher !== null)
  const sending = new Sending(store, publisher)
  const tls = new TlsService({
    config,
    clock,
    newestMs: () => store.writer.newestMs,
    machine,
    log: { info: (text) => logger.info(text), error: (text) => logger.error(text) },
  })
  const makesBackups = () => backupPlace(config) !== null && backupEveryMs(config.backupEvery) !== null
  const services = {
    gate,
    intake,
    inferences,
    ...{ grants, accessRequests, delegations, objections, subjectAccess },
    ...{ credentials, devices, staff },
  }
  const ports: ServerPorts = {
    submit: (work) => store.writer.submit(work),
    submitFor: (caller, work) => store.jobs.submit(caller, work),
    checkStillLive: (caller) => store.jobs.checkStillLive(caller),
    perform,
    noteRefusal: (credential, route, outcome) => {
      // If the audit entry cannot be written, the caller is still refused, and readiness reports the disk.
      store.writer.submit(() => noteAct(store, { credential }, 'request', { route }, outcome)).catch(() => {})
    },
    noteSent: ({ device }, status) => {
      if (device !== undefined) store.visits.add(device, store.writer.nowMs, { [status]: 1 })
    },
    readBytes,
    waiting: () => store.writer.waiting,
    rowsInMemory: () => store.behind.rows,
    isSuspended: () => store.backups.suspension !== null,
    ...services,
    disclosures: new DisclosureList(store, gate),
    office: {
      cooperative: () => {
        const n = store.appliance.cooperative
        return (n === null ? null : shortName(people.facts(n).called)) ?? 'Granary'
      },
      get timeZone() {
        return calendar().timeZone
      },
      get country() {
        return config.country
      },
      idleMs: config.officeIdleMinutes * 60_000,
      isOurs: ownNames(config, machine),
      strangersPerMinute: config.signedOutPerMinute,
      waiting: () => waitingIn(store),
      look: () => appearance.look,
      mark: () => appearance.mark,
    },
    outbox: new Outbox(store, intake, config),
    changes: new ChangeFeedService(store, gate),
    evidence,
    registry,
    maps,
    config,
    clock,
    checkClock: () => store.clock.checkNow(),
    nowMs: () => store.writer.nowMs,
    freeBytes,
    readiness: async () => ({
      ...(await readiness.check()),
      clock: store.clock.isDoubted ? IN_DOUBT : null,
      ...(store.backups.suspension === null ? {} : { restore: SUSPENDED }),
    }),
    askFreeBytes: () => readiness.freeBytes(),
    figures: () => store.tallies.figures(),
    waitForFigures: () => isOverWithin(FIGURES_WAIT_MS, store.tallies.caughtUp()),
    anchors,
    anchoring: () => anchors.figures(store.writer.nowMs),
    cooperativeId: () =>
      store.appliance.cooperative === null ? '' : store.parties.id(store.appliance.cooperative),
    anchored: () =>
      store.writer.submit(() => ({
        isConfigured: publisher !== null,
        newest: anchors.roots(Number.MAX_SAFE_INTEGER, 1).roots[0] ?? null,
      })),
    backups: () => ({
      isConfigured: makesBackups() && store.backups.recipient !== null,
      newestAtMs: store.backups.newestMade?.begunAtMs ?? null,
    }),
    tls,
    connections: makeConnections(config, memory, logger),
    build: {
      version: VERSION,
      node: process.versions.node,
      sqlite: sqliteVersion(db),
      schema: SCHEMA_VERSION,
    },
  }
  return {
    config,
    store,
    people,
    registry,
    ...services,
    appearance,
    daySheets: new DaySheets(store, calendar),
    memory,
    objects,
    evidence,
    anchors,
    anchorKey,
    clockService: new ClockService(store, {
      info: (text) => logger.info(text),
      error: (text) => logger.error(text),
    }),
    sending,
    tls,
    maps,
    ports,
    logger,
    presence: { serving: null, chores: null },
  }
}

function makeConnections(config: Config, memory: MemoryBudget, logger: Logger): Connections {
  const limits = {
    most: placesFor(openFilesLimit(), config.maxConnections),
    reserved: RESERVED,
    perAddress: config.maxConnectionsPerAddress,
    unreadMs: config.writeIdleSeconds * 1_000,
    bytesPerAddress: config.maxUnreadBytesPerAddress,
  }
  return new Connections(limits, memory, (text) => logger.warn(text))
}

function startTallies({ store, registry, logger }: Omit<Kernel, 'close'>): void {
  store.tallies.start(registry, (error) =>
    logger.error(
      { err: error },
      'the totals behind the metrics cannot be updated; the service will try again',
    ),
  )
}

/**
 * Returns a function that runs a job and audits its refusal. A job that wrote something before it was refused
 * has a bug, and is rolled back instead.
 */
function performer(store: Store): Jobs['perform'] {
  return async (caller, action, detail, work) => {
    const { party, credential } = caller
    // Work for which no caller waits is finished even if the credential ends.
    const owner: Owner = party === undefined ? SERVICE : { party, credential }
    const result = await store.jobs.submit(owner, () => {
      const before = store.writer.appends
      try {
        return work()
      } catch (error) {
        if (!(error instanceof Problem) || store.writer.appends !== before) throw error
        const because = error.because === undefined ? detail : { ...detail, because: error.because }
        noteAct(store, caller, action, because, error.code)
        return error
      }
    })
    if (result instanceof Problem) throw result
    return result
  }
}

function makeWording(
  store: Store,
  people: People,
  registry: Registry,
  config: Pick<Config, 'country'>,
): TextWording {
  const countryOfLaw = () => {
    const { cooperative } = store.appliance
    return (
      config.country || (cooperative === null ? undefined : people.facts(cooperative).region?.slice(0, 2))
    )
  }
  return {
    nameOf: (party, viewer) => {
      const n = store.parties.find(party)
      if (n === undefined) return null
      const { called, isNaturalPerson } = people.facts(n)
      const mayKnow =
        viewer === null ||
        viewer === party ||
        !isNaturalPerson ||
        store.parties.find(viewer) === store.appliance.cooperative
      if (!mayKnow) return null
      // Leaves out a person's member number, which only the cooperative and the person may know.
      return isNaturalPerson ? { ...called, memberNo: null } : called
    },
    purpose: (code) => {
      const name = (registry.get('purposes', code)?.name ?? code.replaceAll('_', ' ')).replace(
        /^[A-Z](?=[a-z])/,
        (first) => first.toLowerCase(),
      )
      // A name that is the code in words is told in the reader's language.
      return name === spelled(codeOf(code)) ? { code } : name
    },
    basis: (code) => {
      const { name, laws } = registry.get('lawful-bases', code) ?? {
        name: code.replaceAll('_', ' '),
        laws: [],
      }
      const here = countryOfLaw()
      return { name, law: laws.find((law) => law.country === here) ?? null }
    },
    crop: (code) => registry.get('crops', code)?.name ?? code,
    unit: (code) => unitWords(code, registry.get('units', code)?.name),
    region: (code) => registry.get('regions', code)?.name ?? code,
  }
}

function makeSurroundings(
  store: Store,
  people: People,
  registry: Registry,
  outlines: Outlines,
  config: Config,
): Surroundings {
  return {
    conversion: registry.conversion,
    isKnownCode: registry.has,
    commodityOf: (crop) => registry.get('crops', crop)?.commodity ?? crop,
    regionOf: (party, asker) => {
      const n = store.parties.find(party)
      if (n === undefined) return undefined
      const { region, byCooperative } = people.facts(n)
      // A flag must not reveal the region of a party to a reader who may not read that party.
      if (asker === party) return region ?? undefined
      return store.parties.find(asker) === store.appliance.cooperative
        ? (byCooperative.region ?? undefined)
        : undefined
    },
    isNaturalPerson: (party) => {
      const n = store.parties.find(party)
      return n === undefined || people.facts(n).isNaturalPerson
    },
    isCooperative: (party) => store.parties.find(party) === store.appliance.cooperative,
    delegation: (id) => {
      const row = store.delegation(id)
      return row && { basis: row.basis, endedAtMs: row.endedAt }
    },
    enrolledAtMs: (device, party) => {
      const n = store.parties.find(party)
      return n === undefined || !isId(device) ? null : store.devices.enrolledAtMs(device, n)
    },
    isStoredEvidence: (sha256, party) => {
      const n = store.parties.find(party)
      return n !== undefined && store.evidence.isOfParty(sha256, n)
    },
    isValidOutline: (record, geometry) => outlines.valid.of(record, () => isValidGeometry(geometry)),
    drawnHectares: (record, geometry) => outlines.hectares.of(record, () => hectaresOf(geometry)),
    outlinesOverlap: (a, b) => {
      const [first, second] = a.record < b.record ? [a, b] : [b, a]
      return outlines.overlaps.of(`${first.record} ${second.record}`, () =>
        overlap(first.geometry, second.geometry),
      )
    },
    massBalanceTolerance: config.massBalanceTolerance,
    implausibleAboveKg: config.implausibleAboveKg,
  }
}

/** Returns a function that calls `ask` only if its last result is older than `forMs`. */
function cached<T>(forMs: number, ask: () => T): () => T {
  let value: T
  let askedAt = Number.NEGATIVE_INFINITY
  return () => {
    const now = performance.now()
    if (now - askedAt >= forMs) {
      value = ask()
      askedAt = now
    }
    return value
  }
}

/** Returns whether a host name is one of this service: the name in the settings, or a name of the machine. */
function ownNames({ publicUrl }: Config, machine: () => Machine): (host: string) => boolean {
  const configured = named(publicUrl === '' ? [] : [new URL(publicUrl).hostname])
  const names = cached(
    NAMES_MS,
    () => new Set([...configured, ...namesFor(machine(), configured).filter(isHost)]),
  )
  return (host) => names().has(host)
}

/** How long the machine's names are reused; they seldom change. */
const NAMES_MS = 60_000

interface Importing {
  /** What the office page needs to import sheets. Without it, sheets cannot be imported there. */
  readonly importing?: { readonly program: Program; readonly tickets: Tickets }
}

/** Makes the server. @throws {OperatorFault} when TLS is required and no certificate can be served */
export async function makeServer(
  { ports, config }: Pick<Kernel, 'ports' | 'config'>,
  { importing, ...more }: Omit<MoreOfServer, 'desk' | 'paymentDesk'> & Importing = {},
): Promise<App> {
  const pair = ports.tls.startServing()
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
  if (pair !== null) ports.tls.attach(app.server as Server)
  return app
}
