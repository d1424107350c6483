import { type ToldCheck, toldCheck } from '../../../src/appliance/doctor/check.ts'
import { consult } from '../../../src/appliance/doctor/consult.ts'
import type { TaskRunner } from '../../../src/cli/tasks.ts'
import type { Config } from '../../../src/config/config.ts'
import { localTasks } from '../../../src/tasks.ts'
import { englishWords } from '../../../src/words/words.ts'
import type { Appliance } from '../appliance.ts'

/** Faults and notes: what every new appliance is missing is none of them. */
const FOUND = ['bad', 'unknown', 'caution']

/** All checks, in English. */
export async function visited(config: Config, service: TaskRunner | null = null) {
  const visit = await consult(config, async () => service, 'test')
  const words = englishWords(visit.timeZone)
  return { ...visit, checks: visit.checks.map((check) => toldCheck(words, check)) }
}

/** As beside a running service: its own checks by it, those of the files by the command. */
export async function examined(
  { kernel }: Pick<Appliance, 'kernel'>,
  service: TaskRunner | null = localTasks(kernel),
) {
  const { checks } = await visited(kernel.config, service)
  const found = checks.filter(({ standing }) => FOUND.includes(standing))
  return { checks, found, numbers: found.map(({ number }) => number) }
}

/** What one check finds. */
export const checked = async (
  appliance: Pick<Appliance, 'kernel'>,
  number: number,
  service?: TaskRunner | null,
): Promise<ToldCheck> =>
  (await examined(appliance, service)).checks.find((one) => one.number === number) as ToldCheck
