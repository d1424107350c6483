import { isId } from '../domain/id.ts'
import { say } from '../text/catalogue/say.ts'
import { Calendar } from '../text/phrases.ts'
import { memberIn } from './filters.ts'
import { Box } from './layout.tsx'
import type { StaffVisit } from './visit.ts'

/** A consent that is asked for again: the form has its terms, and the new one takes its place. */

/** The form of a new consent with the terms of an old one. */
export const renewalAddress = (subject: string, grant: string): string =>
  `/consent/${subject}/grant?${new URLSearchParams({ renews: grant })}`

type Grants = Awaited<ReturnType<typeof grantsOf>>

const grantsOf = async ({ run }: StaffVisit, subject: string) => (await run('grant.list', { subject })).grants

/** The grant that is renewed; undefined if the person has no such grant, or it is over. */
async function renewed(visit: StaffVisit, subject: string, id: string): Promise<Grants[number] | undefined> {
  if (!isId(id)) return undefined
  const grant = (await grantsOf(visit, subject)).find((one) => one.id === id)
  return grant?.live ? grant : undefined
}

/** What the form is filled with; nothing if the address names no grant to renew. */
export async function termsToRenew(visit: StaffVisit, subject: string): Promise<Record<string, string>> {
  const grant = await renewed(visit, subject, visit.query.renews ?? '')
  if (grant === undefined) return {}
  const calendar = new Calendar(visit.timeZone)
  return {
    renews: grant.id,
    renewed_given: grant.received_at,
    grantee: await calledSurely(visit, grant.grantee),
    purpose: grant.purpose,
    // Up to its end: midnight belongs to the day before.
    until: calendar.isoDay(Date.parse(grant.expires_at) - 1),
    ...Object.fromEntries(grant.record_types.map((type) => [`type_${type}`, '1'])),
  }
}

/** The name of a reader, if nobody else is found by it; else the id. */
async function calledSurely({ run }: StaffVisit, party: string): Promise<string> {
  const { name } = await run('party.resolve', { text: party })
  const faults: Record<string, string> = {}
  const found = name === null ? null : await memberIn({ query: { member: name }, run }, faults)
  return found === party ? (name as string) : party
}

/** Says that the form is a renewal, and keeps it so. */
export function Renewal({
  visit,
  values,
}: {
  visit: StaffVisit
  values: Readonly<Record<string, string | undefined>>
}) {
  const { renews, renewed_given: given } = values
  if (renews === undefined) return null
  return (
    <>
      <input type="hidden" name="renews" value={renews} />
      {given !== undefined && (
        <Box kind="good">{say('grant.renews', { at: new Calendar(visit.timeZone).day(given) })}</Box>
      )}
    </>
  )
}

/** Ends the old consent. The new one is written before, so that there is no gap between them. */
export async function endRenewed(
  visit: StaffVisit,
  subject: string,
  id: string | undefined,
  by: { readonly grantee: string; readonly purpose: string },
): Promise<void> {
  const old = id === undefined ? undefined : await renewed(visit, subject, id)
  if (old === undefined || old.grantee !== by.grantee || old.purpose !== by.purpose) return
  await visit.run('grant.revoke', { id: old.id })
}
