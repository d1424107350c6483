import type { Check } from '../../../src/appliance/doctor/check.ts'
import { consult } from '../../../src/appliance/doctor/consult.ts'
import { localTasks, type TaskRunner } from '../../../src/tasks.ts'
import type { Appliance } from '../../support/appliance.ts'

/** Faults and notes: what every new appliance is missing is none of them. */
const FOUND = ['bad', 'unknown', 'caution']

/** As beside a running service: its own checks by it, those of the files by the command. */
export async function examined(
  { kernel }: Pick<Appliance, 'kernel'>,
  service: TaskRunner | null = localTasks(kernel),
) {
  const { checks } = await consult(kernel.config, async () => service, 'test')
  const found = checks.filter(({ standing }) => FOUND.includes(standing))
  return { checks, found, numbers: found.map(({ number }) => number) }
}

/** What one check finds. */
export const checked = async (
  appliance: Pick<Appliance, 'kernel'>,
  number: number,
  service?: TaskRunner | null,
): Promise<Check> => (await examined(appliance, service)).checks.find((one) => one.number === number) as Check
