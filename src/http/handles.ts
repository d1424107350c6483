import type { CredentialDesk, Verified } from '../access/credentials.ts'
import type { DeviceDesk } from '../access/devices.ts'
import type { AnchorDesk } from '../anchor/desk.ts'
import type { Config } from '../config.ts'
import type { Delegations } from '../consent/delegations.ts'
import type { Doer } from '../consent/doer.ts'
import type { Grants } from '../consent/grants.ts'
import type { Objections } from '../consent/objections.ts'
import type { Figures } from '../domain/figures.ts'
import type { EvidenceRoom } from '../evidence/room.ts'
import type { Gate } from '../gate/gate.ts'
import type { InferenceIntake } from '../intake/inferences.ts'
import type { Appended, Intake } from '../intake/intake.ts'
import type { Anchoring } from '../metrics/held.ts'
import type { Backups, Build } from '../metrics/service.ts'
import type { Registry } from '../registry/registry.ts'
import type { Owner } from '../store/turns.ts'
import type { SubjectAccess } from '../subject-access/desk.ts'
import type { ChangesDesk } from '../sync/changes.ts'
import type { Outbox } from '../sync/outbox.ts'
import type { TlsDesk } from '../tls/desk.ts'
import type { Connections } from './connections.ts'
import type { WindowCounter } from './limits.ts'

/** What the door is given. It holds no store: records come only from the gate, and go in only by the intake. */
export interface Handles {
  /** Runs a job of nobody's in one of the next transactions; resolves when it is durable. */
  readonly submit: <T>(work: () => T) => Promise<T>
  /** The same for a caller, whose credential must still hold then. @throws {Problem} no_verified_subject */
  readonly submitFor: <T>(caller: Owner, work: () => T) => Promise<T>
  /** Whether a caller's credential still holds, outside of any job. @throws {Problem} no_verified_subject */
  readonly checkStillLive: (caller: Owner) => void
  /** A long work for a caller: what `begin` gives is called in job after job until that gives something. */
  readonly inSlices: <T>(caller: Owner, begin: () => () => T | null) => Promise<T>
  /**
   * The same for what a caller does: a refusal is written into the audit log, with its true reason, before it is
   * uttered. The caller's credential must still hold.
   * @param detail what the caller named
   */
  readonly perform: <T>(
    caller: Doer & Partial<Owner>,
    action: string,
    detail: object,
    work: () => T,
  ) => Promise<T>
  /** Writes a refusal at the door into the audit log, when it next writes; nobody waits for it. */
  readonly noteRefusal: (credential: number, route: string, outcome: string) => void
  /** Notes what a device sent one by one, for the list of devices. Inside the job that took it. */
  readonly noteSent: (caller: Verified, status: Appended['status']) => void
  /** By how many bytes the reads of each party make the audit log grow today. */
  readonly readBytes: WindowCounter
  /** Jobs waiting for their transaction. */
  readonly waiting: () => number
  /** Rows that follow from the log and are to be written yet. */
  readonly rowsInMemory: () => number
  /** Restored from a backup, and not confirmed yet: no credential holds (contract §10). */
  readonly isSuspended: () => boolean
  readonly gate: Gate
  readonly intake: Intake
  readonly inferences: InferenceIntake
  readonly grants: Grants
  readonly delegations: Delegations
  readonly objections: Objections
  readonly subjectAccess: SubjectAccess
  readonly credentials: CredentialDesk
  readonly devices: DeviceDesk
  readonly outbox: Outbox
  readonly changes: ChangesDesk
  readonly evidence: EvidenceRoom
  readonly registry: Registry
  readonly config: Config
  /** What the clock shows or, while that is in doubt, the time that was trusted last and what has passed since. */
  readonly clock: () => number
  /** Asked before anything is taken that would be written. @throws {Problem} clock_in_doubt */
  readonly checkClock: () => void
  /** The later of the clock and the newest time of receipt: what "now" is for consent. */
  readonly nowMs: () => number
  /** Free bytes on the disk that holds the data. */
  readonly freeBytes: () => number
  /** What readiness asks: each part, and null when it works or a word on what does not. */
  readonly readiness: () => Promise<Readonly<Record<string, string | null>>>
  /** The same as `freeBytes`, asked without holding up anybody; null when the disk does not tell. */
  readonly askFreeBytes: () => Promise<number | null>
  /** The sums that metrics give; null while they are being counted after a start. */
  readonly figures: () => Figures | null
  /** Resolves when they are counted, after a second at the latest. */
  readonly waitForFigures: () => Promise<unknown>
  readonly anchors: AnchorDesk
  readonly anchoring: () => Anchoring
  readonly backups: () => Backups
  readonly tls: TlsDesk
  readonly connections: Connections
  readonly build: Build
}
