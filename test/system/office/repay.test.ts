import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DESKTOP, NO_BROWSER, Windows } from '../../support/browser.ts'
import { type Office, openOffice, staffOf, type Visitor } from '../../support/office.ts'

/** Money at the counter in a real browser, where keys are counted. */

/** Most keys of a repayment, once the member is chosen. */
const MOST_KEYS = 8

describe.skipIf(NO_BROWSER !== '')(`repaying by the keyboard${NO_BROWSER}`, () => {
  let office: Office
  let windows: Windows
  let clerk: Visitor
  const debts: string[] = []
  const members: string[] = []
  beforeAll(async () => {
    office = await openOffice({ country: 'UG' })
    clerk = (await staffOf(office)).clerk
    windows = await Windows.at(office.url)
    const us = office.coop.cooperative
    for (const [number, name] of [
      ['18', 'James Okello'],
      ['19', 'Grace Nakato'],
    ] as const) {
      const member = await office.party('person', name, number)
      const { token } = await office.did('credential', 'issue', '--party', number, '--kind', 'party')
      const due_at = new Date(Date.now() + 100 * 86_400_000).toISOString()
      const own = { lawful_basis: 'special_data_consent', kind: 'repay_loan', due_at }
      const amount = { amount_minor: 200_000, currency: 'UGX' }
      const debt = await office.append('obligation', { ...own, obligor: member, obligee: us, amount }, token)
      debts.push(debt.id)
      members.push(member)
    }
    // The second member is owed something too, so that the clerk says what for.
    const sold = await office.append('delivery', {
      ...{ lawful_basis: 'special_data_consent', from_party: members[1], to_party: us },
      ...{ crop: 'maize_grain', quantity: { value: 90, unit: 'kg' } },
      agreed_price: { amount_minor: 60_000, currency: 'UGX' },
    })
    await office.append('payment', {
      ...{ lawful_basis: 'special_data_consent', payer: us, payee: members[1], method: 'cash' },
      ...{ purpose: 'produce', amount: { amount_minor: 20_000, currency: 'UGX' } },
      settles: [{ record_id: sold.id, amount_minor: 20_000 }],
    })
  })
  afterAll(async () => {
    await windows?.close()
    await office?.service.stop()
  })

  const remaining = async (i: number) =>
    (await office.call(`/v1/records/${debts[i]}?purpose=audit`)).derived.fulfilment.money.remaining_minor

  test.each([
    ['all of it, by a member who is owed nothing', 0, '18', ['Enter'], 0],
    ['a part of it', 1, '19', ['Enter', '5', '0', '0', '0', '0', 'Enter'], 150_000],
  ] as const)('%s', async (_, i, number, keys, left) => {
    expect(keys.length).toBeLessThanOrEqual(MOST_KEYS)
    const page = await windows.open(DESKTOP, {}, clerk.cookie)
    await page.goto(`${office.url}/payments`)
    await page.keyboard.type(number)
    await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')])
    for (const key of keys) {
      const isSent = key === 'Enter'
      const shown = isSent ? page.waitForEvent('load') : null
      await page.keyboard.press(key)
      await shown
    }
    expect(await page.getByText('Saved.').count()).toBe(1)
    expect(await remaining(i)).toBe(left)
    // One more prints the receipt.
    await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')])
    expect(await page.locator('.sheet.receipt').count()).toBe(1)
  })

  test('the buttons of a voucher are whole in the narrow card beside the form, in each language', async () => {
    const page = await windows.open(DESKTOP, {}, clerk.cookie)
    for (const language of ['en', 'sw', 'fr']) {
      await page.goto(`${office.url}/payments?who=19&act=receive&language=${language}`)
      const tables = await page.locator('.card .wide').all()
      expect(tables.length).toBeGreaterThan(0)
      for (const table of tables)
        expect(await table.evaluate((it) => it.scrollWidth - it.clientWidth), language).toBeLessThanOrEqual(0)
    }
  })

  test('no page complains', () => {
    expect(windows.faults(/status of 4/)).toEqual([])
  })
})
