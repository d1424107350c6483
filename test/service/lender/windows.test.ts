import { uuidv7 } from 'uuidv7'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { expectSound, makeScene, PURPOSE, pageOf, type Scene, sectionOf } from '../../support/lender-scene.ts'

/** What the view says of grants with a window: when what they open happened, and until when each opens it. */

let scene: Scene
beforeEach(async () => {
  scene = await makeScene()
})
afterEach(() => scene.close())

async function open(types: readonly string[], until: string, window: object = {}): Promise<void> {
  const { farmer, lender } = scene
  const given = await farmer.post('/v1/grants', {
    id: uuidv7(),
    grantee: lender.id,
    purpose: PURPOSE,
    record_types: types,
    expires_at: until,
    ...window,
  })
  expect(given.status, given.text).toBe(201)
}

// Midnight in Kampala, where the appliance is.
const [Y2024, Y2025, Y2026] = ['2023', '2024', '2025'].map((year) => `${year}-12-31T21:00:00Z`)
const [JULY, AUGUST] = [7, 8].map((month) => `2026-0${month}-10T09:00:00Z`) as [string, string]

/** A section without its line breaks. */
async function told(title: string): Promise<string> {
  const text = await pageOf(scene.lender, scene.farmer.id)
  expectSound(text)
  return sectionOf(text, title).replace(/\s+/g, ' ')
}

/** What both pages say of deliveries, before those that there are. */
async function ofDeliveries(): Promise<string> {
  const { lender, farmer } = scene
  const [, said] = /(Opened to the reader.*) None is shown/.exec(await told('DELIVERIES')) as RegExpExecArray
  const url = `/v1/lender-view?subject=${farmer.id}&purpose=${PURPOSE}`
  const html = (await lender.get(url, { accept: 'text/html' })).text
  // A page says “you” where the text says “the reader”.
  expect(html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')).toContain(
    (said as string).replace('to the reader', 'to you'),
  )
  return said as string
}

test('windows that end together are told in one sentence', async () => {
  await open(['delivery'], JULY, { occurred_from: Y2024, occurred_to: Y2025 })
  await open(['delivery'], JULY, { occurred_from: Y2026 })
  expect(await ofDeliveries()).toBe(
    'Opened to the reader until 10 Jul 2026. Only what happened from 1 Jan 2024 up to 31 Dec 2024, or from 1 Jan 2026.',
  )
})

test('each window states its own end where they differ', async () => {
  await open(['party', 'delivery'], AUGUST, { occurred_from: Y2026 })
  await open(['delivery'], JULY, { occurred_from: Y2024, occurred_to: Y2025 })
  expect(await ofDeliveries()).toBe(
    'Opened to the reader, by when it happened: - from 1 Jan 2024 up to 31 Dec 2024: until 10 Jul 2026 - from 1 Jan 2026: until 10 Aug 2026',
  )
  const closing = await told('WHAT WAS REFUSED')
  expect(closing).toContain(
    'until 10 Jul 2026, only what happened from 1 Jan 2024 up to 31 Dec 2024: Delivery',
  )
  expect(closing).toContain('until 10 Aug 2026, only what happened from 1 Jan 2026: Delivery')
  // No window leaves out who somebody is.
  expect(closing).toContain('until 10 Aug 2026: Party')
  expect(closing).toContain('(by 2 live grants)')
})
