import { CHERRY, daysAgo, idOf, recordOf } from '../people.ts'
import type { Scene } from '../scene.ts'

/** A telephone that was away for days. */

export async function tellDevices({ village, show }: Scene): Promise<void> {
  const { cooperative, moses } = village
  const device = { id: idOf("Moses' phone"), name: "Moses' phone", platform: 'Android 14' }
  const registered = await show(
    'POST /v1/devices',
    'new_phone',
    'A phone registers; its token is shown once.',
    {
      as: moses,
      body: device,
    },
  )
  await show('POST /v1/devices', 'again', 'The same again: it has its token already.', {
    status: 200,
    as: moses,
    body: device,
  })
  const phone = { token: registered.body.token as string }

  const harvest = (named: string, days: number, value: number) => ({
    ...recordOf('harvest', idOf(named, days), daysAgo(days), 'consent'),
    recorded_at: daysAgo(days, 18),
    producer: moses.id,
    crop: CHERRY,
    quantity: { value, unit: 'kg' },
  })
  const sold = {
    ...recordOf('delivery', idOf('sold on the way', 2), daysAgo(2), 'consent'),
    recorded_at: daysAgo(2, 18),
    from_party: moses.id,
    to_party: cooperative.id,
    crop: CHERRY,
    quantity: { value: 95, unit: 'kg' },
    agreed_price: { amount_minor: 247_000, currency: 'UGX' },
  }
  await moses.post('/v1/records', harvest('sent before', 3, 80))
  await show(
    'POST /v1/sync/outbox',
    'three_records',
    'One is new, one was here, one is refused; none costs another.',
    {
      status: 200,
      as: phone,
      body: {
        records: [harvest('picked yesterday', 1, 95), harvest('sent before', 3, 80), sold],
      },
    },
  )
  const first = await show('GET /v1/sync/changes', 'from_the_beginning', 'The first pull of a new phone.', {
    as: phone,
    query: { limit: '1' },
  })
  await show('GET /v1/sync/changes', 'since_a_cursor', 'What came in after the cursor.', {
    as: phone,
    query: { since: first.body.cursor, limit: '1' },
  })
}
