import { describe, expect, test } from 'vitest'
import type { Actor, Answer } from '../../support/appliance.ts'
import { cherry, PURPOSE } from '../../support/flows/help.ts'
import { bytesOf, deliveredTo, emptyWorld, idOf } from './worlds.ts'

/** Do the sizes of pages, the sign that there are more, or a filter tell of records between those one may read? */

const list = (who: Actor, search: string) => who.get(`/v1/records?purpose=${PURPOSE}${search}`)

/**
 * The id of one version of a lot finds what names any other, but only for those who may read both: otherwise
 * they would learn which id, hidden from them, is a correction, though it is left out of `superseded_by`.
 */
test('a lender does not learn by a filter which hidden lot is a correction of one it may read', async () => {
  const w = await emptyWorld()
  await w.say('anna', 'lot', 'the lot', { holder: idOf('anna'), ...cherry(100) })
  await w.say('anna', 'lot', 'its correction', {
    holder: idOf('ben'),
    ...cherry(100),
    supersedes: idOf('the lot'),
  })
  const fromTheLot = { lot_id: idOf('its correction') }
  await w.say('anna', 'delivery', 'from the corrected lot', deliveredTo('mill', fromTheLot))
  await w.grant('anna', 'bank', 'the grant', ['lot', 'delivery'])
  const read = await w.who.bank.get(`/v1/records/${idOf('the lot')}?purpose=${PURPOSE}`)
  expect(read.body.derived.superseded_by).toEqual([])
  const all = await list(w.who.bank, '&standing=any')
  expect(all.body.records.map(({ id }: { id: string }) => id)).toContain(idOf('from the corrected lot'))
  const { body } = await list(w.who.bank, `&standing=any&lot_id=${idOf('the lot')}`)
  expect(body.records).toEqual([])
})

/**
 * What is derived is taken over all records, whoever may read them (contract §5): so a figure, a count, a standing, a flag
 * and the hour of the last hand-over may depend on hidden records. Who, which record and how it was said may not.
 */
describe('what a lender is shown of a lot depends on hidden records by its figures alone', () => {
  interface Hidden {
    readonly to: string
    readonly kg: number
    readonly named: string
  }
  async function shown({ to, kg, named }: Hidden): Promise<Answer> {
    const w = await emptyWorld()
    const inputs = [{ record_id: idOf(`harvest of ${named}`), kg: 100 }]
    await w.say('anna', 'harvest', `harvest of ${named}`, { producer: idOf('anna'), ...cherry(100) })
    await w.say('anna', 'lot', 'the lot', { holder: idOf('anna'), ...cherry(100), inputs })
    const said = { lot_id: idOf('the lot'), note: `said to ${named}` }
    await w.say('anna', 'delivery', `sold to ${named}`, deliveredTo(to, { ...said, ...cherry(kg) }), 25)
    await w.say(
      'anna',
      'loss',
      `lost by ${named}`,
      { ...said, quantity: { value: 1, unit: 'kg' }, cause: 'pests' },
      24,
    )
    const transfer = { ...said, from_party: idOf('anna'), to_party: idOf(to), ...cherry(kg), crop: undefined }
    await w.say('anna', 'custody_transfer', `given to ${named}`, transfer, 20)
    const other = { holder: idOf(to), ...cherry(1), inputs: [{ record_id: idOf('the lot'), kg: 1 }] }
    await w.say(to as 'ben', 'lot', `drawn by ${named}`, other, 10)
    await w.grant('anna', 'bank', 'the grant', ['lot'])
    return w.who.bank.get(`/v1/records/${idOf('the lot')}?purpose=${PURPOSE}`)
  }

  test('it cannot tell to whom it went, nor from which records the figures come', async () => {
    const toBen = await shown({ to: 'ben', kg: 10, named: 'one' })
    const toCarol = await shown({ to: 'carol', kg: 10, named: 'another' })
    expect(toBen.status, toBen.text).toBe(200)
    expect(bytesOf(toCarol)).toBe(bytesOf(toBen))
    expect(toBen.body.inputs).toEqual([])
    expect(toBen.body.derived.custody).toMatchObject({ custodian: null, transfers: 1 })
    expect(toBen.body.derived.redacted.map(({ member }: { member: string }) => member).sort()).toEqual([
      'custodian',
      'inputs',
      'legs',
    ])
  })

  test('the kilograms are in the figures, and in nothing else', async () => {
    const [few, many] = [
      await shown({ to: 'ben', kg: 10, named: 'one' }),
      await shown({ to: 'ben', kg: 11, named: 'one' }),
    ]
    expect(few.text).not.toBe(many.text)
    const rest = ({ body: { derived, ...record } }: Answer) => {
      const { mass_balance: _, redacted: __, ...others } = derived
      return { ...record, derived: others }
    }
    expect(rest(many)).toEqual(rest(few))
  })
})
