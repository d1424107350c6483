import type { ComponentChildren } from 'preact'
import { say } from '../text/catalogue/say.ts'
import { Calendar } from '../text/phrases.ts'
import { type Filled, Select, worded } from './layout.tsx'
import { namesBy } from './names.ts'
import type { StaffVisit } from './visit.ts'

/** A consent that takes the place of an earlier one. */

/** Consent that the new one can take the place of: it then ends in the same instant. */
export async function replaceable(visit: StaffVisit, filled: Filled): Promise<ComponentChildren> {
  const live = await liveGrants(visit)
  if (live.length === 0) return null
  const { timeZone } = visit
  const calendar = new Calendar(timeZone)
  const nameOf = namesBy(visit)
  const words = new Map<string, string>([['', say('grant.replacesNone')]])
  for (const { id, grantee, purpose, expires_at } of live)
    words.set(
      id,
      say('grant.replacesThis', {
        reader: await nameOf(grantee),
        purpose: worded(purpose),
        until: calendar.day(Date.parse(expires_at) - 1),
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

async function liveGrants(visit: StaffVisit) {
  const { grants } = await visit.run('grant.list', { subject: visit.path.split('/')[2] ?? '' })
  return grants.filter(({ status }) => status !== 'revoked' && status !== 'expired')
}

/** The form of a renewal: as before, but for the days. */
export async function renewed(visit: StaffVisit): Promise<Filled['values']> {
  const grant = (await liveGrants(visit)).find(({ id }) => id === visit.query.renew)
  if (grant === undefined) return {}
  return {
    grantee: grant.grantee,
    purpose: grant.purpose,
    replaces: grant.id,
    ...Object.fromEntries(grant.record_types.map((type) => [`type_${type}`, '1'])),
  }
}
