import { uuidv7 } from 'uuidv7'
import { describe, expect, test } from 'vitest'
import { grantSentences, mandateSentences, requestSentences } from '../../../src/consent/consent-words.ts'
import { statementText } from '../../../src/consent/disclosures/statement-text.ts'
import { deliveryText } from '../../../src/records/receipt/delivery-text.ts'
import { localTasks } from '../../../src/tasks.ts'
import type { Value } from '../../../src/words/message.ts'
import { englishWords } from '../../../src/words/words.ts'
import { type Actor, makeAppliance } from '../../support/appliance.ts'
import { grantedAsAsked } from '../../support/flows/help.ts'
import { PURPOSE, put } from '../../support/lender-scene.ts'

/** Parties that call themselves like others: what the office reads out, prints and decides by tells them apart (contract §1). */

const ZONE = 'Africa/Kampala'
const english = englishWords(ZONE)
const run = ((name: never, args: never) => localTasks(a.kernel).run(name, 'test', args)) as unknown as (
  name: string,
  args: object,
  // biome-ignore lint/suspicious/noExplicitAny: each task has its own reply
) => Promise<any>

const callsItself = (who: Actor, name: string, kind = 'institution') =>
  put(who, 'party', { party: who.id, kind, display_name: name, lawful_basis: 'consent' })

/** The cooperative takes back what it recorded. */
async function unrecorded(name: string): Promise<Actor> {
  const who = await a.party('institution', 'Entered by mistake')
  await callsItself(who, name)
  const { body } = await a.cooperative.get(
    `/v1/records?type=party&subject=${who.id}&purpose=cooperative_management`,
  )
  const own = body.records.find((one: { asserted_by: string }) => one.asserted_by === a.cooperative.id)
  await put(a.cooperative, 'retraction', { target_id: own.id, reason: 'entered_in_error' })
  return who
}

const a = await makeAppliance()
const farmer = await a.party('person', 'Grace Nakato', { member_no: '0001' })
const bank = await a.party('institution', 'Harvest Bank', { member_no: 'BANK' })
/** A member, in the cooperative's records under another name. */
const member = await a.party('person', 'Moses Kule', { member_no: '0002' })
await callsItself(member, 'Harvest Bank')
/** Nothing is recorded about these by the cooperative. */
const likeTheBank = await unrecorded('Harvest Bank')
const likeTheCooperative = await unrecorded('Test Cooperative')

const LIKE = 'a party that calls itself "Harvest Bank" (not recorded by the cooperative)'

describe('who asks', () => {
  test.each<[string, () => Actor, string]>([
    ['the bank', () => bank, 'Harvest Bank (institution, BANK)'],
    ['a member who calls themself like it', () => member, 'Moses Kule (person, 0002)'],
    ['somebody whom nobody recorded', () => likeTheBank, LIKE],
  ])('%s', async (_who, by, called) => {
    const asked = {
      id: uuidv7(),
      about: { party: farmer.id },
      purpose: PURPOSE,
      record_types: ['delivery'],
      expires_at: '2027-01-01T00:00:00Z',
      reason: 'You asked us for a loan.',
    }
    expect((await by().post('/v1/access-requests', asked)).status).toBe(201)
    const { requests } = await run('access-request.list', { after: null, count: 100 })
    const listed = requests.find(({ id }: { id: string }) => id === asked.id)
    expect([listed.grantee_name, listed.person_name].map(english.told)).toEqual([
      called,
      'Grace Nakato (person, 0001)',
    ])
    const { words } = await run('access-request.check', { id: asked.id, grant: {} })
    const said = requestSentences(english, words)
    expect(said[0]?.toLowerCase()).toContain(`${called.toLowerCase()} asks to see records about you`)
    expect(said.join(' ')).toContain(`You let ${called} see`)
  })

  test('a grant and a mandate on paper', async () => {
    const words = await run('grant.check', {
      subject: farmer.id,
      grantee: likeTheBank.id,
      draft: {
        purpose: PURPOSE,
        record_types: ['delivery'],
        expires_at: '2027-01-01T00:00:00Z',
        channel: 'written',
      },
    })
    expect(grantSentences(english, words)[0]).toContain(`You let ${LIKE} see`)
    const mandate = await run('delegation.check', {
      principal: farmer.id,
      delegate: likeTheCooperative.id,
      draft: {
        record_types: ['delivery'],
        acts: ['assert'],
        valid_from: '2026-07-01T00:00:00Z',
        valid_until: '2027-01-01T00:00:00Z',
        basis: 'witnessed',
      },
    })
    expect(mandateSentences(english, mandate)[0]).toContain('calls itself "Test Cooperative"')
  })
})

test('who read: in a statement, in an answer about disclosures, and in an objection', async () => {
  const delivery = {
    from_party: farmer.id,
    to_party: a.cooperative.id,
    crop: 'coffee_robusta_fresh_cherry',
    quantity: { value: 250, unit: 'kg' },
  }
  const id = await put(farmer, 'delivery', delivery)
  await grantedAsAsked(a, farmer, likeTheCooperative, ['delivery'])
  expect((await likeTheCooperative.get(`/v1/records/${id}?purpose=${PURPOSE}`)).status).toBe(200)
  const statement = await run('member.statement', { party: farmer.id, scope: 'all' })
  const text = statementText(english, statement).replaceAll(/\s+/g, ' ')
  expect(text).toContain(', by Test Cooperative ')
  const reader = 'party that calls itself "Test Cooperative" (not recorded by the cooperative)'
  expect(text).toContain(`A ${reader} may read your deliveries`)
  expect(text).toContain(`to a ${reader} for credit assessment`)
  expect(text.replaceAll(reader, '').match(/to (a )?Test Cooperative/)).toBeNull()
  const { totals } = await run('member.seen', { party: farmer.id })
  expect(totals.map((one: { to_name: Value }) => english.told(one.to_name))).toEqual([`a ${reader}`])
  const objection = { id: uuidv7(), purposes: [PURPOSE], channel: 'app' }
  const lodged = await farmer.post('/v1/objections', objection)
  expect([lodged.status, lodged.body.sentences.join(' ')]).toEqual([
    201,
    expect.stringContaining(`to a ${reader} for credit assessment`),
  ])
})

test('on a receipt', async () => {
  const receiptFrom = async (from: Actor) => {
    const id = await put(a.cooperative, 'delivery', {
      from_party: from.id,
      to_party: a.cooperative.id,
      crop: 'coffee_robusta_fresh_cherry',
      quantity: { value: 250, unit: 'kg' },
    })
    const receipt = await run('receipt.make', { id })
    return deliveryText(englishWords(ZONE), receipt, { since: '2026-01-01', rows: [] }, '58').replaceAll(
      /\s+/g,
      ' ',
    )
  }
  expect(await receiptFrom(member)).toContain('Moses Kule, no. 0002')
  expect(await receiptFrom(member)).not.toContain('Harvest Bank')
  expect(await receiptFrom(likeTheBank)).toContain('calls itself "Harvest Bank"')
})
