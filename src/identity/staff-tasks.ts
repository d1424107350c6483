import { type Args, oneOf, required, shownBy } from '../cli/asked.ts'
import { officeUrl } from '../config/service-address.ts'
import { ROLES } from '../domain/staff.ts'
import { formatInstant } from '../domain/time.ts'
import { tasksOn } from '../registry/kernel.ts'
import type { OfficeKernel } from './kernel.ts'

export const STAFF_ADD = {
  name: required('<name>', 'help.staff.add.name'),
  role: oneOf('--role <role>', 'help.staff.theirRole', ROLES),
}
export const STAFF_NAMED = { name: shownBy('granary staff list', '<name>') }
export const STAFF_ROLE = { ...STAFF_NAMED, role: oneOf('<role>', 'help.staff.theirRole', ROLES) }

export const staffTasks = tasksOn<OfficeKernel>()({
  'staff.add': (kernel, operator, { name, role }: Args<typeof STAFF_ADD>) => ({
    ...kernel.staff.add(operator, name, role),
    url: officeUrl(kernel.config, kernel.tls.pin()),
  }),

  'staff.list': ({ staff }) => ({
    staff: staff.all().map(({ id, name, role, since, endedAt }) => ({
      id,
      name,
      role,
      since: formatInstant(since),
      ended_at: endedAt === null ? null : formatInstant(endedAt),
    })),
  }),

  'staff.role': ({ staff }, operator, { name, role }: Args<typeof STAFF_ROLE>) =>
    staff.setRole(operator, name, role),

  'staff.reset': (kernel, operator, { name }: Args<typeof STAFF_NAMED>) => ({
    ...kernel.staff.reset(operator, name),
    url: officeUrl(kernel.config, kernel.tls.pin()),
  }),

  'staff.end': ({ staff }, operator, { name }: Args<typeof STAFF_NAMED>) => staff.end(operator, name),
})

/** An account with its one-time code. */
export type StaffCode = ReturnType<(typeof staffTasks)['staff.add' | 'staff.reset']>
