import { readFileSync } from 'node:fs'
import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { must } from '../../../src/base/typed.ts'
import { grant, makeScene, pageOf, put, sectionOf } from '../../support/lender-scene.ts'

/**
 * The life of one loan as docs/api.md tells it under "One loan's life": each row of its table is done as it says, and a
 * lender sees the figures that it says.
 */

const text = readFileSync(new URL('../../../docs/api.md', import.meta.url), 'utf8')
const chapter = must(/\n## One loan's life\n(.*?)\n## /s.exec(text)?.[1])
const rows = [...chapter.matchAll(/^\| ([^|]+) \| ([^|]+) \| ([^|]+) \|$/gm)]
  .map(([, step = '', record = '', figures = '']) => ({ step, record, figures }))
  .slice(1)

const number = (digits: string | undefined): number => Number(must(digits).replaceAll(',', ''))
const AMOUNT = '(\\d[\\d,]*)'
const amountsIn = (words: string) =>
  [...words.matchAll(new RegExp(AMOUNT, 'g'))].map(([digits]) => number(digits))
const currency = must(/"currency": "([A-Z]{3})"/.exec(chapter)?.[1])
const basis = must(/lawful basis `(\w+)`/.exec(chapter)?.[1])
const ALONE = "OBLIGATIONS BY ONE SIDE'S WORD ALONE"
const opened = [...must(/the member granted (.*?)\ssees/s.exec(chapter)?.[1]).matchAll(/`(\w+)`/g)].map(
  ([, type]) => must(type),
)

test('the document is read: its table has every step, and the types that a lender needs', () => {
  expect(rows).toHaveLength(8)
  expect(opened).toEqual(['obligation', 'delivery', 'payment'])
})

test('what a lender sees of one loan after each step', async () => {
  const scene = await makeScene()
  const { a, farmer, lender } = scene
  const parties = { member: farmer, cooperative: a.cooperative }
  const partyIn = (words: string) => parties[words as keyof typeof parties]
  await grant(farmer, lender, opened)
  const derivedOf = async (id: string) =>
    (await lender.get(`/v1/records/${id}?purpose=credit_assessment`)).body.derived
  const money = (amount_minor: number) => ({ amount_minor, currency })

  /** The members that the second column states, and whom they name. */
  const membersIn = (words: string) => ({
    ...Object.fromEntries(
      [...words.matchAll(/`(kind|method|purpose)` `(\w+)`/g)].map(([, name, value]) => [name, value]),
    ),
    ...Object.fromEntries(
      [...words.matchAll(/`(obligor|obligee|payer|payee)` the (member|cooperative)/g)].map(
        ([, name, party]) => [name, partyIn(must(party)).id],
      ),
    ),
    ...(words.includes('`due_at`') && { due_at: '2026-12-15T00:00:00Z' }),
    ...(words.includes('`reference`') && { reference: 'MP260628.1200.A1' }),
  })
  const ids: { loan?: string; delivery?: string; payment?: string } = {}
  const settlesIn = (words: string) =>
    [...words.matchAll(new RegExp(`${AMOUNT} for the (loan|delivery)`, 'g'))].map(([, minor, debt]) => ({
      record_id: must(ids[debt as 'loan' | 'delivery']),
      amount_minor: number(minor),
    }))

  const done = async (step: string, record: string): Promise<void> => {
    const by = partyIn(/^The (member|cooperative) (?:pays|records|confirms)/.exec(step)?.[1] ?? 'cooperative')
    const [, what] = /^`POST \/v1\/(payments|obligations)\/\{id\}\/confirmation`/.exec(record) ?? []
    if (what !== undefined) {
      const id = what === 'payments' ? ids.payment : ids.loan
      const answer = await by.post(`/v1/${what}/${id}/confirmation`, {
        ...{ id: uuidv7(), channel: 'ussd_pin', occurred_at: '2026-06-28T12:00:00Z' },
      })
      expect(answer.status, answer.text).toBe(201)
      return
    }
    const type = must(/^`(\w+)`: /.exec(record)?.[1])
    const price = new RegExp(`A delivery priced ${AMOUNT} `).exec(step)?.[1]
    if (price !== undefined)
      ids.delivery = await put(by, 'delivery', {
        ...{ from_party: farmer.id, to_party: a.cooperative.id, crop: 'coffee_arabica_parchment' },
        ...{ quantity: { value: 48, unit: 'kg' }, lawful_basis: basis, agreed_price: money(number(price)) },
      })
    const settles = settlesIn(record)
    // A payment without an amount of its own pays out what is owed.
    const amount = money(must(amountsIn(step).at(-1) ?? amountsIn(must(rows[0]).step)[0]))
    const id = await put(by, type, {
      ...{ lawful_basis: basis, amount, ...membersIn(record) },
      ...(settles.length > 0 && { settles }),
    })
    ids[type === 'obligation' ? 'loan' : 'payment'] = id
  }

  let before: number[] = []
  let isAgreed = false
  for (const { step, record, figures } of rows) {
    await done(step, record)
    const { agreed, acknowledged_minor, claimed_minor, remaining_minor } = (await derivedOf(must(ids.loan)))
      .fulfilment.money
    isAgreed ||= figures.includes('agreed')
    expect(agreed, step).toBe(isAgreed)
    const [section, none] = isAgreed ? ['OBLIGATIONS', ALONE] : [ALONE, 'OBLIGATIONS']
    const page = await pageOf(lender, farmer.id)
    expect(sectionOf(page, section), step).toContain(isAgreed ? 'agreed  ' : 'stated  ')
    expect(sectionOf(page, none), step).not.toMatch(/UGX/)
    const three = new RegExp(`^${AMOUNT}, ${AMOUNT}, ${AMOUNT}(?:[,;]|$)`).exec(figures)
    const wanted = three === null ? before : three.slice(1).map(number)
    expect(three !== null || figures.startsWith('the same;'), figures).toBe(true)
    expect([acknowledged_minor, claimed_minor, remaining_minor], step).toEqual(wanted)
    before = wanted
    const ofDelivery = new RegExp(
      `in \`paid\` of the delivery ${AMOUNT} is (claimed|acknowledged)(?:, ${AMOUNT} remaining)?`,
    ).exec(figures)
    expect(ofDelivery !== null, figures).toBe(figures.includes('the delivery'))
    if (ofDelivery !== null) {
      const [, minor, how, left] = ofDelivery
      expect((await derivedOf(must(ids.delivery))).paid, step).toMatchObject({
        [`${how}_minor`]: number(minor),
        [how === 'claimed' ? 'acknowledged_minor' : 'claimed_minor']: 0,
        ...(left !== undefined && { remaining_minor: number(left) }),
      })
    }
    if (ids.payment === undefined) continue
    const { confirmation } = await derivedOf(ids.payment)
    expect(confirmation !== null, step).toBe(record.includes('/confirmation'))
  }
  expect(before.at(-1)).toBe(0)
  expect(sectionOf(await pageOf(lender, farmer.id), 'OBLIGATIONS')).toMatch(/remaining +UGX 0/)
  await scene.close()
})
