import { CHERRY, daysAgo, idOf, recordOf } from '../people.ts'
import type { Scene } from '../scene.ts'
import { ENDED_MANDATE } from '../story/consent.ts'
import { CORRECTED, HARVEST, TAKEN_BACK } from '../story/records.ts'

/** Records that are well-formed, and against a rule. */

const WRITE = 'POST /v1/records'
const cherry = { crop: CHERRY, quantity: { value: 90, unit: 'kg' } }

const harvestOf = (producer: string, named: string, more: object = {}) => ({
  ...recordOf('harvest', idOf(named), daysAgo(2), 'consent'),
  producer,
  ...cherry,
  ...more,
})

export async function refuseRecords(scene: Scene): Promise<void> {
  await refuseMembers(scene)
  await refuseActs(scene)
  await refuseForks(scene)
}

/** What a record says of itself. */
async function refuseMembers({ village, refuse }: Scene): Promise<void> {
  const { cooperative, grace } = village
  const forGrace = { on_behalf_of: grace.id, delegation_id: ENDED_MANDATE }

  await refuse('id_conflict', 'The id of a record that is here, with other content.', WRITE, {
    as: grace,
    body: { ...harvestOf(grace.id, 'of the same id'), id: HARVEST },
  })
  await refuse('delegation_required', 'Written for somebody, under no mandate.', WRITE, {
    as: cooperative,
    body: harvestOf(grace.id, 'without a mandate', { on_behalf_of: grace.id }),
  })
  await refuse('delegation_not_live', 'A correction under a mandate that has ended.', WRITE, {
    as: cooperative,
    body: harvestOf(grace.id, 'after the mandate', { ...forGrace, supersedes: HARVEST }),
  })
  await refuse('conversion_required', 'Kilograms without the factor that gave them.', WRITE, {
    as: grace,
    body: harvestOf(grace.id, 'without a factor', {
      quantity: { value: 7, unit: 'debe' },
      normalized_kg: 95.8,
    }),
  })
  await refuse('lawful_basis_insufficient', 'Money shows in it, and it is held on another ground.', WRITE, {
    as: cooperative,
    body: {
      ...recordOf('delivery', idOf('on the wrong ground'), daysAgo(2), 'contract_performance'),
      from_party: grace.id,
      to_party: cooperative.id,
      ...cherry,
      agreed_price: { amount_minor: 234_000, currency: 'UGX' },
    },
  })
}

/** What is done to other records. */
async function refuseActs({ village, refuse }: Scene): Promise<void> {
  const { cooperative, grace, moses } = village
  const retraction = (named: string, target_id: string) => ({
    ...recordOf('retraction', idOf(named), daysAgo(0)),
    target_id,
    reason: 'entered_in_error',
  })
  await refuse(
    'reference_unresolved',
    "It takes back what is not there, or not the writer's to see.",
    WRITE,
    {
      as: moses,
      body: retraction('of nothing', idOf('nothing')),
    },
  )
  await refuse('already_retracted', 'It takes back what was taken back.', WRITE, {
    as: cooperative,
    body: retraction('once more', TAKEN_BACK),
  })
  await refuse('not_the_asserter', 'It takes back what another has written.', WRITE, {
    as: grace,
    body: retraction("of the cooperative's", CORRECTED),
  })
  await refuse('not_the_counterparty', 'The cooperative confirms what it wrote itself.', WRITE, {
    as: cooperative,
    body: {
      ...recordOf('delivery_confirmation', idOf('its own confirmation'), daysAgo(0)),
      delivery_id: CORRECTED,
      channel: 'app',
    },
  })
}

async function refuseForks({ village, refuse, done }: Scene): Promise<void> {
  const { moses } = village
  const body = (named: string, more: object = {}) => harvestOf(moses.id, named, more)
  const corrected = { supersedes: idOf('corrected twice') }
  await done(WRITE, { as: moses, body: body('corrected twice') })
  await done(WRITE, { as: moses, body: body('one correction', corrected) })
  await done(WRITE, { as: moses, body: body('another correction', corrected) })
  await refuse('fork_has_no_authority', 'A correction of one of two that contradict each other.', WRITE, {
    as: moses,
    body: body('a third', { supersedes: idOf('one correction') }),
  })
}
