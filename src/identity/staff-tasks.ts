import { officeUrl } from '../config/service-address.ts'
import type { Role } from '../domain/staff.ts'
import { formatInstant } from '../domain/time.ts'
import { tasksOn } from '../registry/kernel.ts'
import type { OfficeKernel } from './kernel.ts'

interface Named {
  readonly name: string
}

export const staffTasks = tasksOn<OfficeKernel>()({
  'staff.add': (kernel, operator, { name, role }: Named & { readonly role: Role }) => ({
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

  'staff.role': ({ staff }, operator, { name, role }: Named & { readonly role: Role }) =>
    staff.setRole(operator, name, role),

  'staff.reset': (kernel, operator, { name }: Named) => ({
    ...kernel.staff.reset(operator, name),
    url: officeUrl(kernel.config, kernel.tls.pin()),
  }),

  'staff.end': ({ staff }, operator, { name }: Named) => staff.end(operator, name),
})
