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
  readonly member: string
  readonly lenders: readonly string[]
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
  const lenders: string[] = []
  const lenderTokens: string[] = []
  for (const [i, name] of ['Hills Savings and Credit Cooperative', 'Harvest Bank'].entries()) {
    lenders.push(await office.party('institution', name, `S${i + 1}`))
    await office.did(
      `grant record --subject 71 --grantee S${i + 1} --purpose credit_assessment`,
      '--types party,delivery,delivery_confirmation,obligation,payment,payment_confirmation',
      '--expires 2099-06-30 --channel in_person',
    )
    lenderTokens.push(await tokenOf(`S${i + 1}`, 'reader'))
  }
  const us = office.coop.cooperative
  const { id: debt } = await append('obligation', on(2), {
    ...{ kind: 'repay_input_credit', obligor: member, obligee: us, lawful_basis: 'special_data_consent' },
    amount: { amount_minor: 480_000, currency: 'UGX' },
    due_at: new Date(lastMs + 30 * DAY_MS).toISOString(),
  })
  const ids: string[] = []
  const read = (path: string, purpose: string, token?: string) =>
    office.call(`/v1/records?purpose=${purpose}${path}`, undefined, token)
  for (let i = 0; i < deliveries; i++) {
    const day = 5 + Math.floor((i * (DAYS - 10)) / deliveries)
    const isLate = i === 7
    const { id } = await append('delivery', on(day), {
      ...{ from_party: member, to_party: us, crop: 'coffee_robusta_fresh_cherry', location: 'Kasese store' },
      quantity: i % 6 === 5 ? { value: 2, unit: 'debe' } : { value: 40 + i + (i % 4) / 4, unit: 'kg' },
      ...{
        measurement_method: i % 6 === 5 ? 'coop_counted' : 'coop_weighed',
        lawful_basis: 'special_data_consent',
      },
      ...(isLate ? { note: 'brought after the rain' } : {}),
      agreed_price: { amount_minor: (40 + i) * 2_500, currency: 'UGX' },
    })
    ids.push(id)
    if (i === 11)
      await append('delivery', on(day, 10), {
        ...{
          from_party: member,
          to_party: us,
          crop: 'coffee_robusta_fresh_cherry',
          location: 'Kasese store',
        },
        ...{ quantity: { value: 58.5, unit: 'kg' }, measurement_method: 'coop_weighed', supersedes: id },
        ...{ lawful_basis: 'special_data_consent', agreed_price: { amount_minor: 130_000, currency: 'UGX' } },
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
        ...{ payer: us, payee: member, amount: { amount_minor: 600_000 + i, currency: 'UGX' } },
        ...{
          method: 'mobile_money',
          purpose: 'produce',
          reference: `MP26.${i}`,
          lawful_basis: 'special_data_consent',
        },
      })
    await read('&type=delivery', 'cooperative_management')
    await manager.get(`/members/${member}`)
    if (i % 8 === 7)
      for (const token of lenderTokens) await read('&type=delivery', 'credit_assessment', token)
  }
  await append('payment', on(DAYS - 3), {
    ...{ payer: member, payee: us, amount: { amount_minor: 200_000, currency: 'UGX' }, method: 'cash' },
    ...{ purpose: 'repayment', lawful_basis: 'special_data_consent' },
    settles: [{ record_id: debt, amount_minor: 200_000 }],
  })
  on(DAYS, 12)
  return { office, manager, member, lenders, lenderTokens, deliveries: ids }
}
