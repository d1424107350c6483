import { existsSync } from 'node:fs'
import { writeWhole } from '../base/write-whole.ts'
import { type Config, dataFiles } from '../config/config.ts'
import { type FrontOfficePorts, frontOffice } from '../identity/who.ts'
import type { People } from '../store/people.ts'
import type { Store } from '../store/store.ts'
import { shortName } from '../words/party-name.ts'
import { DEFAULT_NAME } from './found.ts'

export interface FirstDayPorts extends FrontOfficePorts {
  readonly store: Store
  readonly people: People
  readonly config: Config
}

/** Whoever is entered first is a member, or the lender after some. */
const LOOKED_AT = 500

/** What a new appliance still lacks. Each is told by what exists, so that it does not matter where it was done. */
export const firstDayTasks = {
  'first-day': (kernel: FirstDayPorts, operator: string, _args: Record<string, never>) => {
    const { store, people, config } = kernel
    if (existsSync(dataFiles(config.data).firstDay)) return null
    const cooperative = frontOffice(kernel, operator)
    const members = people.recorded.after(0, LOOKED_AT).found.some(({ kind }) => kind === 'person')
    return {
      // The machine's own time zone may be right; no country is.
      name: shortName(people.facts(cooperative.party).called) !== DEFAULT_NAME && config.country !== '',
      member: members,
      backup: store.backups.newestMade !== null,
      phone: store.devices.inUse().length > 0,
    }
  },

  /** The guide is not shown again. */
  'first-day.over': ({ config }: FirstDayPorts, _operator: string, _args: Record<string, never>) => {
    writeWhole(dataFiles(config.data).firstDay, '')
    return {}
  },
} as const
