import { uuidv7 } from 'uuidv7'
import { describe, expect, test } from 'vitest'
import { NO_BROWSER } from '../../support/browser.ts'
import { cherries, fieldOffice, Phone } from '../../support/field/phone.ts'

/** What other parties state about the cooperative: a number, and the newest (contract §24). */

const MADE_UP = 120
const MINUTE_MS = 60_000

describe.skipIf(NO_BROWSER !== '')(`what strangers state about the cooperative${NO_BROWSER}`, () => {
  test('fills no phone: it has their number, the newest 50 to confirm, and its own whole', async () => {
    const { office, grace, newCode } = await fieldOffice()
    await office.party('person', 'Mallory Okot', 'M-2')
    const { token } = await office.did('credential', 'issue', '--party', 'M-2', '--kind', 'party')
    const begin = Date.now() - (MADE_UP + 10) * MINUTE_MS
    const delivery = (n: number) => ({
      ...cherries(grace, office.coop.cooperative, 1 + n),
      ...{ id: uuidv7(), occurred_at: new Date(begin + n * MINUTE_MS).toISOString() },
    })
    const records = Array.from({ length: MADE_UP }, (_, n) => delivery(n))
    await office.call('/v1/sync/outbox', { records }, token as string)
    await office.call('/v1/records', delivery(500))
    const kg = { crop: 'coffee_green', quantity: { value: 1, unit: 'kg' } }
    await office.append('lot', { holder: office.coop.cooperative, inputs: [], ...kg })

    const phone = await Phone.at(office.url)
    const fetched: string[] = []
    phone.page.on('response', (answer) => {
      const { pathname, search } = new URL(answer.url())
      if (/^\/v1\/(?:sync\/changes|records)$/.test(pathname)) fetched.push(`${pathname}${search}`)
    })
    await phone.open()
    await phone.enrol(await newCode(), '382915604817')
    await phone.until('engine.status.members >= 2 && engine.othersCount > 0 && engine.toConfirm().length > 0')
    const found = await phone.do<{ count: number; ids: string[]; lots: number }>(
      `return {
         count: engine.othersCount,
         ids: engine.toConfirm().map(({ id }) => id),
         lots: engine.fetched().filter(({ type }) => type === 'lot').length,
       }`,
    )
    expect([found.count, found.lots]).toEqual([MADE_UP, 1])
    expect(found.ids.sort()).toEqual(
      records
        .slice(-50)
        .map(({ id }) => id)
        .sort(),
    )
    expect(fetched.length).toBeGreaterThan(1)
    expect(fetched.filter((path) => !/asserted_by=/.test(path))).toEqual([])
    await phone.page.getByRole('button', { name: '50 records to confirm' }).click()
    await phone.page.getByText('Others have stated 120 records about the cooperative.').waitFor()
    await phone.kill()
  })
})
