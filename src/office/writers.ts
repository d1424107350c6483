import type { Writer } from '../consent/audit-tasks.ts'
import { say } from '../text/catalogue/say.ts'
import type { StaffVisit } from './visit.ts'

/** Returns who wrote each version (person, phone or program), from the audit log. For staff only. */
export async function writersOf(
  { run }: StaffVisit,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const writers = await run('audit.writers', { ids })
  return new Map(writers.map((writer) => [writer.id, writerWords(writer)]))
}

function writerWords({ staff, operator, device, party }: Writer): string {
  const name = party ?? ''
  if (staff !== null) return staff
  if (operator !== null) return say('record.byCommand', { name: operator })
  return device === null
    ? say('record.byProgram', { name })
    : say('record.byPhone', { name, device: device.slice(-6) })
}
