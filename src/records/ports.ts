import type { Verified } from '../domain/credential.ts'
import type { RoomPorts } from '../http/ports.ts'
import type { Gate } from './gate/gate.ts'
import type { Appended } from './intake/author.ts'
import type { InferenceIntake } from './intake/inferences.ts'
import type { Intake } from './intake/intake.ts'

/** What a room that reads records may use: the one way out. */
export interface ReaderPorts extends RoomPorts {
  readonly gate: Gate
}

/** What a room that writes records may use: the one way in. Its replies leave through the gate. */
export interface IntakePorts extends ReaderPorts {
  readonly intake: Intake
  readonly inferences: InferenceIntake
  /** Notes a record that a device sent by itself, for the list of devices. Call it inside the job. */
  readonly noteSent: (caller: Verified, status: Appended['status']) => void
}
