import { existsSync } from 'node:fs'
import { writeWhole } from '../base/write-whole.ts'
import { dataFiles } from '../config/config.ts'
import { frontOffice } from '../identity/who.ts'
import { tasksOn } from '../registry/kernel.ts'
import { noteAct } from '../store/acts/doer.ts'
import { ownName } from '../words/party-name.ts'
import { DEFAULT_NAME } from './found.ts'
import type { MachineKernel } from './kernel.ts'

/** Number of parties searched for a member. Most of the first parties entered are members. */
const PARTIES_SEARCHED = 500

/** The first steps on a new appliance. A step is done once its result exists, even if a command made it. */
export const firstDayTasks = tasksOn<MachineKernel>()({
  'first-day': (kernel, operator) => {
    const { store, people, config } = kernel
    if (existsSync(dataFiles(config.data).firstDay)) return null
    const cooperative = frontOffice(kernel, operator)
    const hasMember = people.recorded.after(0, PARTIES_SEARCHED).found.some(({ kind }) => kind === 'person')
    return {
      // The time zone of the machine may be right, but the country has no useful default.
      name: ownName(people.facts(cooperative.party).called) !== DEFAULT_NAME && config.country !== '',
      lists: config.crops !== '',
      member: hasMember,
      backup: store.backups.newestMade !== null,
      phone: store.devices.inUse().length > 0,
    }
  },

  /** Hides the guide for good. */
  'first-day.over': ({ config, store }, operator) => {
    writeWhole(dataFiles(config.data).firstDay, '')
    noteAct(store, { credential: null, operator }, 'first-day.over', {})
    return {}
  },
})
