import { join } from 'node:path'
import { uuidv7 } from 'uuidv7'
import { vi } from 'vitest'
import { startService } from '../../src/appliance/serve-command.ts'
import { readConfig } from '../../src/config/config.ts'
import { assembly } from '../../src/tasks.ts'
import { coopIn, temporaryFolder } from './command.ts'
import { type Office, officeOf, staffOf, type Visitor } from './office.ts'

/** A member of whom a season is recorded, day by day: deliveries, what was paid, who read it. */

const DAY_MS = 86_400_000
const DAYS = 120
const DELIVERIES = 30

export interface Season {
  readonly office: Office
  readonly manager: Visitor
  readonly lenderTokens: readonly string[]
  /** The ids of the member's deliveries, the oldest first. */
  readonly deliveries: readonly string[]
}

/** @param deliveries how many; each is confirmed, and every fifth is paid with those before it */
export async function openSeason(deliveries = DELIVERIES): Promise<Season> {
  const lastMs = Date.now()
  let nowMs = lastMs - DAYS * DAY_MS
  const openKernel: typeof assembly.openKernel = (its, opening) =>
    assembly.openKernel(its, { ...opening, clock: () => nowMs })
  const then = { ...assembly, openKernel }
  const data = join(temporaryFolder(), 'data')
  const config = readConfig(
    {
      data,
      listen: '127.0.0.1:0',
      logLevel: 'silent',
      minFreeBytes: '0',
      timeZone: 'Africa/Kampala',
      country: 'UG',
    },
    {},
  )
  const kernel = then.openKernel(config, { create: true })
  const made = await then
    .localTasks(kernel)
    .run('cooperative.found', 'the test', { name: 'Kahawa Cooperative' })
  kernel.close()
  const spy = vi.spyOn(process.stderr, 'write').mockImplementation(() => true)
  const service = await startService(then, config).finally(() => spy.mockRestore())
  const office = officeOf(coopIn(data, made.cooperative, made.credential), service) as Office
  const { manager } = await staffOf(office)
  const on = (day: number, hour = 9) => {
    nowMs = lastMs - (DAYS - day) * DAY_MS - (12 - hour) * 3_600_000
    return new Date(nowMs).toISOString()
  }
  const append = (type: string, occurred_at: string, fields: object, token?: string) =>
    office.append(type, { ...fields, occurred_at }, token)

  const member = await office.party('person', 'Grace Nakato Kyomuhendo', '71', '--phone', '+256772000001')
  const tokenOf = async (party: string, kind: string): Promise<string> =>
    (await office.did('credential', 'issue', '--party', party, '--kind', kind)).token
  const hers = await tokenOf('71', 'party')
  const lenderTokens: string[] = []
  for (const [i, name] of ['Hills Savings and Credit Cooperative', 'Harvest Bank'].entries()) {
    await office.party('institution', name, `S${i + 1}`)
    await office.granted(
      '71',
      `S${i + 1}`,
      '--types party,delivery,delivery_confirmation,obligation,payment,payment_confirmation',
    )
    lenderTokens.push(await tokenOf(`S${i + 1}`, 'reader'))
  }
  const us = office.coop.cooperative
  const own = { lawful_basis: 'special_data_consent' }
  const ugx = (amount_minor: number) => ({ amount_minor, currency: 'UGX' })
  const cherries = { from_party: member, to_party: us, crop: 'coffee_robusta_fresh_cherry' }
  const delivered = (occurred_at: string, more: object) =>
    append('delivery', occurred_at, { ...own, ...cherries, location: 'Kasese store', ...more })
  const { id: debt } = await append('obligation', on(2), {
    ...{ ...own, kind: 'repay_input_credit', obligor: member, obligee: us, amount: ugx(480_000) },
    due_at: new Date(lastMs + 30 * DAY_MS).toISOString(),
  })
  const ids: string[] = []
  const read = (path: string, purpose: string, token?: string) =>
    office.call(`/v1/records?purpose=${purpose}${path}`, undefined, token)
  for (let i = 0; i < deliveries; i++) {
    const day = 5 + Math.floor((i * (DAYS - 10)) / deliveries)
    const measured = i % 6 === 5 ? 'coop_counted' : 'coop_weighed'
    const { id } = await delivered(on(day), {
      quantity: i % 6 === 5 ? { value: 2, unit: 'debe' } : { value: 40 + i + (i % 4) / 4, unit: 'kg' },
      ...{ measurement_method: measured, agreed_price: ugx((40 + i) * 2_500) },
      ...(i === 7 ? { note: 'brought after the rain' } : {}),
    })
    ids.push(id)
    if (i === 11)
      await delivered(on(day, 10), {
        ...{ quantity: { value: 58.5, unit: 'kg' }, measurement_method: 'coop_weighed', supersedes: id },
        agreed_price: ugx(130_000),
      })
    else if (i < deliveries - 2) {
      on(day, 11)
      await office.call(
        `/v1/deliveries/${id}/confirmation`,
        { id: uuidv7(), channel: 'ussd_pin', occurred_at: new Date(nowMs).toISOString() },
        hers,
      )
    }
    if (i % 5 === 4)
      await append('payment', on(day, 11), {
        ...{ ...own, payer: us, payee: member, amount: ugx(600_000 + i) },
        ...{ method: 'mobile_money', purpose: 'produce', reference: `MP26.${i}` },
      })
    await read('&type=delivery', 'cooperative_management')
    await manager.get(`/members/${member}`)
    if (i % 8 === 7)
      for (const token of lenderTokens) await read('&type=delivery', 'credit_assessment', token)
  }
  await append('payment', on(DAYS - 3), {
    ...{ ...own, payer: member, payee: us, amount: ugx(200_000), method: 'cash', purpose: 'repayment' },
    settles: [{ record_id: debt, amount_minor: 200_000 }],
  })
  on(DAYS, 12)
  return { office, manager, lenderTokens, deliveries: ids }
}
