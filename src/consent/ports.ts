import type { RoomPorts } from '../http/ports.ts'
import type { DisclosureList } from './disclosures/disclosure-list.ts'
import type { Acts } from './kernel.ts'

/** What a room of consent may use: people's acts, and the list of who saw what. */
export interface ActPorts extends RoomPorts, Acts {
  readonly disclosures: DisclosureList
}
