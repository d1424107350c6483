import type { Client, Player, RecordReply } from './client.ts'
import type { Stage } from './stage.ts'
import type { Calendar, FarmerPlan } from './world.ts'

/** What every part of the tour shares. */

/** What has no public API, because only the operator of the machine may do it. */
export interface Operator {
  issueToken(party: string, kind: 'party' | 'reader'): Promise<string>
  addConversion(row: object): Promise<void>
  /** A root over the whole log, as one is fixed every day. */
  fixRoot(): Promise<void>
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
  /** Holds a credential that reads and does nothing else. */
  readonly bank: Player
  readonly grace: Player
  readonly farmers: readonly Farmer[]
}

/** Ids of delegations: who may record for whom. */
export interface Mandates {
  /** From a farmer without a telephone to the cooperative, by the farmer's party. */
  readonly toCooperative: ReadonlyMap<string, string>
  /** From Grace to her neighbour, to confirm deliveries for her. */
  readonly toNeighbour: string
}

/** A delivery as the lot it went into draws on it. */
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
