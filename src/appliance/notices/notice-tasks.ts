import { commandWords } from '../../cli/language.ts'
import { noticeTarget } from '../../config/addresses.ts'
import { dataFiles } from '../../config/config.ts'
import { tasksOn } from '../../registry/kernel.ts'
import { noteAct } from '../../store/acts/doer.ts'
import { OperatorFault, withRemedy } from '../../words/fault.ts'
import type { MachineKernel } from '../kernel.ts'
import { withoutPauses } from './due.ts'
import { readNotices, writeNotices } from './memory.ts'
import { hostOf, testNotice } from './message.ts'
import { send } from './send.ts'

/** Long tasks, because the operator's program or address may be slow. */
export const noticeTasks = tasksOn<MachineKernel>()({
  /**
   * Sends a test notice, with the settings and the rights of the service. Once that works, notices that failed are
   * due at the next check.
   * @throws {OperatorFault} when no target is set
   */
  'notice.try': async ({ config, store, ports }, operator, _args: Record<string, never>) => {
    const target = noticeTarget(config.notice)
    if (target === null) throw new OperatorFault(...withRemedy('notice.notSet'))
    const words = commandWords(config, config.timeZone)
    await ports.submit(() =>
      noteAct(store, { credential: null, operator }, 'notice.try', { to: target.kind }),
    )
    const failure = await send(target, testNotice(store.time.nowMs, hostOf(config), words))
    if (failure === null) {
      const file = dataFiles(config.data).notices
      writeNotices(file, { told: withoutPauses(readNotices(file).told), failed: null })
    }
    return { to: target.kind, failure }
  },
})
