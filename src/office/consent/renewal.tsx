import type { ComponentChildren } from 'preact'
import { given, ifGiven } from '../../base/typed.ts'
import { lastInstant } from '../../domain/time.ts'
import { fullNames } from '../../identity/party-names.ts'
import { shortName } from '../../words/party-name.ts'

import type { Words } from '../../words/words.ts'
import { type Filled, Select } from '../frame/form.tsx'
import { Box } from '../frame/parts.tsx'
import { withPicks } from '../frame/picks.tsx'
import type { StaffVisit } from '../frame/visit.ts'
import { purposesCalled } from './words-of-grants.ts'

/** Renewal of a consent: the form starts with its terms, and the new consent replaces it. */

/** Returns the address of the form for a new consent with the terms of an old one. */
export const renewalAddress = (subject: string, grant: string): string =>
  `/consent/${subject}/grant?${new URLSearchParams({ renews: grant })}`

type Grants = Awaited<ReturnType<typeof grantsOf>>

const grantsOf = async ({ run }: StaffVisit, subject: string) => (await run('grant.list', { subject })).grants

/** Returns the grant to renew; undefined if the person has no such grant, or it has ended. */
async function renewed(visit: StaffVisit, subject: string, id: string): Promise<Grants[number] | undefined> {
  const [grant] = (await visit.run('grant.list', { subject, id })).grants
  return grant?.live ? grant : undefined
}

/** Returns the values for the form; none if the address names no grant to renew. */
export async function termsToRenew(visit: StaffVisit, subject: string): Promise<Filled['values']> {
  const { calendar } = visit.words
  const grant = await renewed(visit, subject, visit.query.renews ?? '')
  if (grant === undefined) return {}

  const { grantee } = grant
  const { called } = await visit.run('party.resolve', { text: grantee })
  const name = shortName(called, visit.words)
  return {
    replaces: grant.id,
    renewed_given: grant.received_at,
    ...withPicks({ grantee: name ?? grantee }, { grantee }),
    purpose: grant.purpose,
    // A grant that ends at midnight ends with the day before.
    until: calendar.isoDay(lastInstant(grant.expires_at)),
    ...daysOf(grant, visit.words),
    ...Object.fromEntries(grant.record_types.map((type) => [`type_${type}`, '1'])),
  }
}

/** Returns the days of events that the grant covers, and until when copies may be kept. */
const daysOf = (
  { occurred_from, occurred_to, keep_until }: Grants[number],
  { calendar }: Words,
): Record<string, string> => {
  const before = (end: string) => calendar.isoDay(lastInstant(end))
  return given({
    happened_from: ifGiven(occurred_from, (from) => calendar.isoDay(from)),
    happened_to: ifGiven(occurred_to, before),
    keep_until: ifGiven(keep_until, before),
  })
}

/** A choice of consents that the new one can replace; the replaced one ends in the same instant. */
export async function replaceable(visit: StaffVisit, filled: Filled): Promise<ComponentChildren> {
  const { calendar, say } = visit.words
  const grants = await grantsOf(visit, visit.path.split('/')[2] ?? '')
  const live = grants.filter(({ status }) => status !== 'revoked' && status !== 'expired')
  if (live.length === 0) return null
  const nameOf = await fullNames(
    visit,
    live.map(({ grantee }) => grantee),
  )
  const called = await purposesCalled(visit)
  const words = new Map<string, string>([['', say('grant.replacesNone')]])
  for (const { id, grantee, purpose, expires_at } of live)
    words.set(
      id,
      say('grant.replacesThis', {
        reader: nameOf(grantee),
        purpose: called(purpose),
        until: calendar.day(lastInstant(expires_at)),
      }),
    )
  return (
    <Select
      name="replaces"
      label={say('grant.replaces')}
      words={[...words.keys()]}
      chosen={filled.values.replaces ?? ''}
      called={(id) => words.get(id) ?? ''}
    />
  )
}

/** States that the form is a renewal. */
export function Renewal({
  visit,
  values: { renewed_given: given },
}: {
  visit: StaffVisit
  values: Readonly<Record<string, string | undefined>>
}) {
  const { calendar, say } = visit.words
  if (given === undefined) return null
  return <Box kind="good">{say('grant.renews', { at: calendar.day(given) })}</Box>
}
