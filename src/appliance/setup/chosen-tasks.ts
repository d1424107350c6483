import { given } from '../../base/typed.ts'
import type { Chosen } from '../../config/config.ts'
import { codesIn } from '../../config/lists.ts'
import { frontOffice } from '../../identity/who.ts'
import { Calendar } from '../../words/calendar.ts'
import { OperatorFault, withRemedy } from '../../words/fault.ts'
import type { MachineKernel } from '../kernel.ts'
import { choose } from './choose.ts'
import { disksFor, unmountedDisks } from './mounted.ts'
import { possiblePlace, tryOut } from './place.ts'

/** Long tasks, because they read from disks. */
export const longChosenTasks = {
  /** The chosen settings, and the default in use if none was chosen. */
  'settings.chosen': async (kernel: MachineKernel, operator: string, _args: Record<string, never>) => {
    const { config, people } = kernel
    const { party } = frontOffice(kernel, operator)
    return {
      country: config.country,
      time_zone: config.timeZone,
      time_zone_in_use: new Calendar(config.timeZone).timeZone,
      name: people.recorded.of(party)?.name ?? null,
      phone: people.recorded.of(party)?.phone ?? null,
      backup_every: config.backupEvery,
      weigh_in_prints: config.weighInPrints,
      receipt_paper: config.receiptPaper,
    }
  },

  /** Changes settings. The new values take effect at once. */
  'settings.choose': async (kernel: MachineKernel, operator: string, args: Omit<Chosen, 'backupStore'>) => {
    const { country, timeZone, backupEvery, weighInPrints, receiptPaper, crops, units, places } = args
    const { messageHours, messagesADay, messageKinds } = args
    for (const [kind, text = ''] of [['crops', crops] as const, ['units', units] as const]) {
      const unknown = codesIn(text).filter((code) => !kernel.registry.has(kind, code))
      if (unknown.length > 0)
        throw new OperatorFault(...withRemedy('setting.unknownCodes', { codes: unknown.join(', ') }))
    }
    await choose(
      kernel,
      operator,
      given({
        ...{ country, timeZone, backupEvery, weighInPrints, receiptPaper, crops, units, places },
        ...{ messageHours, messagesADay, messageKinds },
      }),
    )
    return {}
  },

  'backup.disks': async ({ config }: MachineKernel, _operator: string, _args: Record<string, never>) => ({
    disks: await disksFor(config.data),
    unmounted: unmountedDisks(),
  }),

  /** Checks a place without writing to it. */
  'backup.possible-place': async (
    { config }: MachineKernel,
    _operator: string,
    { text }: { readonly text: string },
  ) => {
    const { place, cautions } = await possiblePlace(config, text, await disksFor(config.data))
    return { place, cautions }
  },

  /** Tries the place by writing to it, and sends backups there from now on. */
  'backup.place': async (kernel: MachineKernel, operator: string, { text }: { readonly text: string }) => {
    const possible = await possiblePlace(kernel.config, text, await disksFor(kernel.config.data))
    await tryOut(possible)
    await choose(kernel, operator, { backupStore: possible.place })
    return { place: possible.place }
  },
} as const
