import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import type { Access } from '../../../../src/clients/demo/demo-command.ts'
import { audited } from '../../../support/audited.ts'
import { Asked, GRACE, type Seen } from './asked.ts'

/** What the tour says of consent, asked again from outside; and what it leaves when it was told to keep it. */

const asked = await Asked.atTheEnd()

describe('consent', () => {
  test('the bank reads what Grace granted, and of the others nothing', async () => {
    const seen = await asked.list('bank', '', 'credit_assessment')
    const persons = seen.filter(({ type, kind }) => type === 'party' && kind === 'person')
    expect(persons.map(({ display_name }) => display_name)).toEqual(['Grace Biira'])
    const deliveries = seen.filter(({ type }) => type === 'delivery')
    expect(deliveries.length).toBe(4)
    expect(deliveries.every(({ from_party }) => from_party === asked.role(GRACE).party)).toBe(true)
    expect(await asked.list('bank', '', 'loan_monitoring')).toHaveLength(1)
  })

  test('the bank follows the loan of Grace: a claim reduces nothing, and what remains is what it reads now', async () => {
    expect(asked.facts('loan')).toEqual({
      ...{ owed: 400_000, claimed: 200_000, remaining: 250_000, acknowledged: 350_000, left: 50_000 },
    })
    const owed = await asked.list('bank', 'type=obligation', 'credit_assessment')
    const money = owed.flatMap(({ kind, derived }) => (kind === 'repay_loan' ? [derived.fulfilment] : []))
    expect(money).toMatchObject([{ money: { remaining_minor: 50_000, claimed_minor: 0, payments: 2 } }])
    const payments = await asked.list('bank', 'type=payment', 'credit_assessment')
    expect(payments.map(({ derived }) => derived.confirmation?.independent)).toEqual([true, true, true])
  })

  test('in the big lot it sees the inputs of Grace alone', async () => {
    const { text } = await asked.get(
      `/v1/records/${(await asked.bigLot()).id}?purpose=credit_assessment`,
      'bank',
    )
    const lot = JSON.parse(text) as Seen
    expect(lot.inputs).toHaveLength(3)
    expect(asked.facts('grants')).toMatchObject({ before: 1, inputs_shown: 3, inputs_hidden: 43 })
  })

  test('refused and absent are the same to the byte, but for the correlation id', async () => {
    const { withheld, absent } = asked.facts('refusal') as { withheld: string; absent: string }
    const bare = (text: string) => text.replace(/"correlation_id":"[0-9a-f-]{36}"/, '"correlation_id":""')
    expect(withheld).not.toBe(absent)
    expect(bare(withheld)).toBe('{"title":"Not Found","status":404,"correlation_id":""}')
    expect(bare(absent)).toBe(bare(withheld))
  })

  test('an objection closes at once what a grant had opened, and says what it cannot stop', async () => {
    const { before, after, effect, stopped, exempt } = asked.facts('objection') as Record<
      string,
      number | string
    >
    expect([before, after, effect]).toEqual([200, 404, 'stopped_some'])
    expect(stopped).toBeGreaterThan(0)
    expect(exempt).toBeGreaterThan(0)
  })

  test('who asks what is held is told of each reader', () => {
    const { readers, records } = asked.facts('subject_access') as { readers: string[]; records: number }
    expect(readers).toHaveLength(2)
    expect(records).toBeGreaterThan(2)
  })

  test('the grant that was taken back opens nothing', async () => {
    expect(asked.facts('revocation')).toEqual({ before: 200, after: 404 })
    const { text } = await asked.get('/v1/grants?role=grantee', 'bank')
    const { grants } = JSON.parse(text) as { grants: { subject: string; live: boolean }[] }
    expect(grants.filter(({ live }) => !live)).toHaveLength(1)
    expect(
      grants
        .filter(({ live }) => live)
        .map(({ subject }) => subject)
        .sort(),
    ).toEqual([asked.role('cooperative').party, asked.role(GRACE).party].sort())
  })
})

test('the lender view is what the bank gets, with the figures of the record, and without a single identifier', async () => {
  const { text } = await asked.get(
    `/v1/lender-view?subject=${asked.role(GRACE).party}&purpose=credit_assessment`,
    'bank',
  )
  const undated = (view: string) => view.replace(/as at .*/, '')
  expect(undated(text)).toBe(undated(asked.document.lender_view))
  expect(asked.document.lender_view).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/)
  expect(asked.document.lender_view).not.toContain('gry_')
  for (const line of asked.document.lender_view.split('\n')) expect(line.length).toBeLessThanOrEqual(100)
  expect(asked.document.lender_view).toContain('154.60')
  expect(asked.document.lender_view).toContain('2 %')
  expect(asked.document.lender_view).not.toContain('Jane Masika')
})

describe('afterwards', () => {
  test('each command it prints works', async () => {
    for (const { command } of asked.document.access?.commands ?? []) {
      const curl = /^curl -sS (?:-H 'Authorization: (Bearer \S+)' )?'(\S+)'$/.exec(command)
      if (curl === null) {
        expect(command).toBe(`granary --data ${asked.document.access?.folder} party list`)
        continue
      }
      const [, authorization, address] = curl as unknown as [string, string | undefined, string]
      const answer = await fetch(address, { headers: authorization === undefined ? {} : { authorization } })
      expect(answer.status, command).toBe(200)
    }
  })

  test('Ctrl-C stops it, the folder stays, and its audit log knows the true reason of the refusal', async () => {
    const { folder } = asked.document.access as Access
    expect(await asked.stop()).toBe(0)
    expect(asked.tour.folders()).toEqual([folder])
    await expect(fetch(`${asked.url}/v1/health`)).rejects.toThrow()
    const db = new Database(`${folder}/granary.db`, { readonly: true })
    const reads = audited(db).filter(({ action }) => action === 'read')
    db.close()
    const outcomes = reads.map(({ outcome }) => outcome)
    expect(outcomes).toEqual(expect.arrayContaining(['disclosed', 'no_grant', 'no_such_record']))
  })
})

test('a prediction stays apart: its subject reads it by its id, no list shows it, the bank does not see it', () => {
  expect(asked.facts('prediction')).toEqual({
    depth: 2,
    flags: ['inference_depth_exceeded'],
    hers: 200,
    refused: 404,
    is_listed: false,
  })
})
