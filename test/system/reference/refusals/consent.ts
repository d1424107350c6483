import type { ProblemCode } from '../../../../src/base/problem.ts'
import { daysAgo, idOf, inDays } from '../people.ts'
import { PURPOSE } from '../scenario.ts'
import { ENDED_MANDATE } from '../story/consent.ts'
import { HARVEST } from '../story/records.ts'
import { type Refusing, withSettings } from './scene.ts'

/** Consent, mandates and objections that are well-formed, and against a rule. */

export async function refuseConsent(refusing: Refusing): Promise<void> {
  const { village, refuseToo } = refusing
  await refuseGrants(refusing)
  await refuseMandates(refusing)
  await refuseObjections(refusing)
  await refuseRequests(refusing)
  const as = village.grace
  await refuseToo('id_conflict', 'POST /v1/subject-access-requests', { as, body: { id: HARVEST } })
  await refuseToo('id_conflict', 'POST /v1/devices', { as, body: { id: HARVEST, name: 'A phone' } })
}

async function refuseGrants({ village, refuse, refuseToo, done }: Refusing): Promise<void> {
  const { moses, bank } = village
  const grant = (named: string, more: object = {}) => ({
    id: idOf(named),
    grantee: bank.id,
    purpose: PURPOSE,
    record_types: ['harvest'],
    expires_at: inDays(30),
    ...more,
  })
  const give = 'POST /v1/grants'
  await refuse('purpose_unknown', 'Consent to a purpose that is not in the registry.', give, {
    as: moses,
    body: grant('to what nobody knows', { purpose: 'curiosity' }),
  })
  await refuse('period_invalid', 'Consent that has ended before it was given.', give, {
    as: moses,
    body: grant('too late', { expires_at: daysAgo(1) }),
  })
  await refuseToo('id_conflict', give, { as: moses, body: grant('of a record', { id: HARVEST }) })
  const replacing = grant('in place of none', { replaces: HARVEST })
  await refuseToo('reference_unresolved', give, { as: moses, body: replacing })

  const live = grant('that he ends')
  await done(give, { as: moses, body: live })
  const revoke = 'POST /v1/grants/{id}/revocation'
  await refuseToo('id_conflict', revoke, { as: moses, path: { id: live.id }, body: { id: HARVEST } })
}

async function refuseMandates({ village, refuseToo, done }: Refusing): Promise<void> {
  const { cooperative, moses } = village
  const mandate = (named: string, more: object = {}) => ({
    id: idOf(named),
    principal: moses.id,
    delegate: cooperative.id,
    record_types: ['harvest'],
    acts: ['assert'],
    valid_from: daysAgo(1),
    valid_until: inDays(30),
    basis: 'witnessed',
    ...more,
  })
  const empower = 'POST /v1/delegations'
  await refuseToo('period_invalid', empower, {
    as: moses,
    body: mandate('ends before it begins', { valid_until: daysAgo(2) }),
  })
  await refuseToo('id_conflict', empower, { as: moses, body: mandate('of a record', { id: HARVEST }) })
  const held = mandate('that he ends too')
  await done(empower, { as: moses, body: held })
  await refuseToo('id_conflict', 'POST /v1/delegations/{id}/revocation', {
    as: moses,
    path: { id: held.id },
    body: { id: HARVEST },
  })
}

async function refuseObjections({ village, refuseToo, done }: Refusing): Promise<void> {
  const { cooperative, grace } = village
  const object = 'POST /v1/objections'
  const objection = (named: string, more: object = {}) => ({ id: idOf(named), channel: 'app', ...more })
  const refused = (code: ProblemCode, body: object, as = grace) => refuseToo(code, object, { as, body })
  // Of what is not refused there is a limit of its own.
  const busy = await withSettings(village, { recordsPerDay: '1' })
  const unheardOf = { as: grace, body: objection('of what nobody knows', { purposes: ['curiosity'] }) }
  await refuseToo('purpose_unknown', object, unheardOf, busy)
  await refuseToo('quota_exceeded', object, unheardOf, busy)
  await busy.close()
  await refused('id_conflict', objection('of a record', { id: HARVEST }))
  await refused('purpose_unknown', objection('once more', { purposes: ['curiosity'] }))
  await refused('delegation_required', objection('for her', { on_behalf_of: grace.id }), cooperative)
  await refused(
    'reference_unresolved',
    objection('under nothing', { on_behalf_of: grace.id, delegation_id: idOf('nothing') }),
    cooperative,
  )
  await refused(
    'delegation_not_live',
    objection('too late', { on_behalf_of: grace.id, delegation_id: ENDED_MANDATE }),
    cooperative,
  )
  const standing = objection('that stands')
  await done(object, { as: grace, body: standing })
  await refuseToo('id_conflict', 'POST /v1/objections/{id}/withdrawal', {
    as: grace,
    path: { id: standing.id },
    body: { id: HARVEST, channel: 'written' },
  })
}

async function refuseRequests({ village, refuse, refuseToo, done }: Refusing): Promise<void> {
  const { moses, mill } = village
  const request = (named: string, more: object = {}) => ({
    id: idOf(named),
    about: { party: moses.id },
    purpose: PURPOSE,
    record_types: ['harvest'],
    expires_at: inDays(30),
    reason: 'About a loan.',
    ...more,
  })
  const ask = 'POST /v1/access-requests'
  await refuseToo('purpose_unknown', ask, {
    as: mill,
    body: request('for what nobody knows', { purpose: 'curiosity' }),
  })
  await refuseToo('period_invalid', ask, {
    as: mill,
    body: request('until yesterday', { expires_at: daysAgo(1) }),
  })
  await refuseToo('id_conflict', ask, { as: mill, body: request('of a record', { id: HARVEST }) })

  const open = request('that waits')
  await done(ask, { as: mill, body: open })
  const path = { id: open.id }
  const decide = 'POST /v1/access-requests/{id}/decision'
  const granting = (more: object) => ({ grant: { id: idOf('the grant of a request'), ...more } })
  await refuse('wider_than_asked', 'A grant of more than was asked for.', decide, {
    as: moses,
    path,
    body: granting({ record_types: ['harvest', 'lot'] }),
  })
  await refuseToo('period_invalid', decide, {
    as: moses,
    path,
    body: granting({ expires_at: daysAgo(1) }),
  })
  await refuseToo('id_conflict', decide, { as: moses, path, body: granting({ id: HARVEST }) })
  const withdraw = 'POST /v1/access-requests/{id}/withdrawal'
  await refuseToo('id_conflict', withdraw, { as: mill, path, body: { id: HARVEST } })
  await done(decide, { as: moses, path, body: granting({}) })
  await refuse('request_ended', 'A request that was granted is refused.', decide, {
    as: moses,
    path,
    body: { refuse: true },
  })
  await refuseToo('request_ended', withdraw, { as: mill, path })
}
