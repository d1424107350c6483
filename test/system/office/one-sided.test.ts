import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withTasks } from '../../../src/cli/context.ts'
import { DESKTOP, expectUsable, NO_BROWSER, PHONE, Windows, wrapped } from '../../support/browser.ts'
import { type Office, openOffice, staffOf, type Visitor } from '../../support/office.ts'

/** The pages about money, with agreed debts, debts that are one side's word alone, and what was signed on paper. */

const ugx = (amount_minor: number) => ({ amount_minor, currency: 'UGX' })
const ofService = () => {
  throw new Error('nobody serves the folder')
}

describe.skipIf(NO_BROWSER !== '')(`money by whose word it is${NO_BROWSER}`, () => {
  let office: Office
  let windows: Windows
  let manager: Visitor
  let paths: Readonly<Record<string, string>>

  beforeAll(async () => {
    office = await openOffice()
    manager = (await staffOf(office)).manager
    windows = await Windows.at(office.url)
    const us = office.coop.cooperative
    const grace = await office.party('person', 'Grace Nakato', '12')
    const { token } = await office.did('credential', 'issue', '--party', '12', '--kind', 'party')
    const basis = { lawful_basis: 'special_data_consent' }
    const goods = {
      crop: 'maize_grain',
      quantity: { value: 90, unit: 'kg' },
      from_party: grace,
      to_party: us,
    }
    const sold = (price: number, by?: string) =>
      office.append('delivery', { ...goods, ...basis, agreed_price: ugx(price) }, by)
    const lent = (amount: number, by?: string) =>
      office.append(
        'obligation',
        { ...basis, kind: 'repay_loan', obligor: grace, obligee: us, amount: ugx(amount) },
        by,
      )
    const claim = await sold(7_777_000, token)
    const agreed = await sold(1_360_000)
    await lent(200_000)
    await lent(350_000, token)
    const { id } = await office.append('payment', {
      ...{ ...basis, payer: us, payee: grace, amount: ugx(450_000), method: 'cash', purpose: 'produce' },
      settles: [{ record_id: agreed.id, amount_minor: 450_000 }],
    })
    const draft = {
      ...{ id: uuidv7(), type: 'payment_confirmation', payment_id: id, signed_by: grace, channel: 'written' },
      occurred_at: new Date().toISOString(),
    }
    await withTasks({ data: office.coop.data, open: ofService }, (run) => run('record.append', { draft }))
    await office.append(
      'payment',
      { ...basis, payer: grace, payee: us, amount: ugx(5_000), method: 'mobile_money', purpose: 'repayment' },
      token,
    )
    paths = {
      member: `/members/${grace}`,
      account: `/members/${grace}/account`,
      pay: '/payments?who=12&act=pay',
      receive: '/payments?who=12&act=receive',
      offset: '/payments?who=12&act=offset',
      payments: '/payments',
      record: `/records/${claim.id}`,
      debts: '/records?type=obligation',
    }
  })
  afterAll(async () => {
    await windows?.close()
    await office?.service.stop()
  })

  test.each([
    ['a screen', DESKTOP, 'en'],
    ['a phone', PHONE, 'en'],
    ['a screen, in French', DESKTOP, 'fr'],
    ['a phone, in Swahili', PHONE, 'sw'],
  ] as const)(
    'on %s everybody can use them, and no figure or heading is broken',
    async (_, viewport, language) => {
      const sent = { form_token: await manager.formToken(), act: 'language', language }
      expect((await manager.post('/account', sent)).status).toBe(303)
      const page = await windows.open(viewport, {}, manager.cookie)
      for (const [name, path] of Object.entries(paths)) {
        expect((await page.goto(office.url + path))?.status(), name).toBe(200)
        await expectUsable(page, `one-sided-${name}-${language}-${viewport.width}`)
        if (viewport === DESKTOP) expect(await wrapped(page), name).toEqual([])
      }
    },
  )
})
