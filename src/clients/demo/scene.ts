import type { Client, Player, RecordReply } from './client.ts'
import type { Stage } from './stage.ts'
import type { Calendar, FarmerPlan } from './world.ts'

/** What all parts of the tour share. */

/** Operator tasks, which have no public API. */
export interface Operator {
  issueToken(party: string, kind: 'party' | 'reader'): Promise<string>
  addConversion(row: object): Promise<void>
  /** Makes a root over the whole log, as happens daily. */
  fixRoot(): Promise<void>
  /** The files of a lot's pack for its buyer, by name. */
  pack(lot: string): Promise<ReadonlyMap<string, string>>
}

export interface Scene {
  readonly stage: Stage
  readonly client: Client
  readonly operator: Operator
  readonly calendar: Calendar
}

export interface Farmer {
  readonly plan: FarmerPlan
  readonly player: Player
}

export interface Cast {
  readonly cooperative: Player
  readonly mill: Player
  readonly exporter: Player
  /** Its credential can only read. */
  readonly bank: Player
  readonly grace: Player
  readonly farmers: readonly Farmer[]
}

/** Ids of delegations. */
export interface Mandates {
  /** By farmer without a telephone: the mandate of the cooperative. */
  readonly toCooperative: ReadonlyMap<string, string>
  /** From Grace to her neighbour, for confirming deliveries. */
  readonly toNeighbour: string
}

/** A delivery that went into a lot. */
export interface Delivered {
  readonly from: Player
  readonly record: RecordReply
  readonly kg: number
}

export function farmerNamed(cast: Cast, name: string): Player {
  const farmer = cast.farmers.find(({ plan }) => plan.name === name)
  if (farmer === undefined) throw new Error(`nobody in the made-up world is called ${name}`)
  return farmer.player
}
