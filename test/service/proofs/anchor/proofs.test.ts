import { beforeAll, describe, expect, test } from 'vitest'
import { isConsistent } from '../../../../src/domain/merkle-proof.ts'
import { parseVkey } from '../../../../src/domain/note.ts'
import { checkProof } from '../../../../src/domain/proof-file.ts'
import { type Actor, actor, makeAppliance } from '../../../support/appliance.ts'
import {
  appended,
  cherry,
  deliveryOf,
  expectBare404,
  expectRefused,
  granted,
  harvestOf,
  inferred,
  PURPOSE,
  retract,
} from '../../../support/flows/help.ts'
import { bring, makeBatch } from './help.ts'

const a = await makeAppliance()
const farmer = await a.party('person', 'Grace')
const mill = await a.party('business', 'Mill')
const lender = await a.party('institution', 'Bank')
const stranger = await a.party('person', 'Moses')

const prove = (who: Actor, id: string, purpose = PURPOSE) =>
  who.get(`/v1/records/${id}/proof?purpose=${purpose}`)
const vkey = async () => parseVkey((await farmer.get('/v1/anchors/key')).body.vkey)

describe('a record is proved', () => {
  test('to whoever reads it, by the answer alone and the key of the log', async () => {
    const ids = await bring(farmer, 70)
    await granted(a, farmer, lender, ['harvest'])
    await makeBatch(a)
    const key = await vkey()
    for (const id of ids) {
      const { body } = await prove(farmer, id)
      const { derived: _, ...stored } = (await farmer.get(`/v1/records/${id}?purpose=${PURPOSE}`)).body
      expect(checkProof(body, key)).toMatchObject({ proved: true, record: stored })
      expect(Object.keys(body)).toEqual([
        'record',
        'leaf_index',
        'tree_size',
        'salt',
        'digest',
        'path',
        'root',
        'checkpoint',
      ])
    }
    const [first] = ids
    expect(checkProof((await prove(lender, first as string)).body, key)).toMatchObject({ proved: true })
  })
  test('once a root covers it, and not before', async () => {
    const [id] = await bring(farmer, 1)
    expectRefused(await prove(farmer, id as string), 409, 'not_anchored')
    // The gate comes first: whether a root covers it is nobody else's to know.
    expectBare404(await prove(stranger, id as string))
    await makeBatch(a)
    expect((await prove(farmer, id as string)).status).toBe(200)
  })
  test('also when it was superseded or taken back', async () => {
    const first = await appended(farmer, 'harvest', harvestOf(farmer))
    const second = await appended(farmer, 'harvest', { ...harvestOf(farmer), supersedes: first.id })
    await retract(farmer, second.id)
    await makeBatch(a)
    for (const { id } of [first, second])
      expect(checkProof((await prove(farmer, id)).body, await vkey())).toMatchObject({ proved: true })
  })
  test('to nobody else, and nothing but a record', async () => {
    const delivery = await appended(farmer, 'delivery', deliveryOf(farmer, mill))
    const inference = await inferred(a, farmer, [delivery.id])
    await makeBatch(a)
    expectBare404(await prove(stranger, delivery.id))
    expectBare404(await prove(farmer, inference.id))
    expectRefused(await farmer.get(`/v1/records/${delivery.id}/proof`), 400, 'purpose_required')
  })
  test('and the audit log says to whom, and on which grant', async () => {
    const [id] = await bring(farmer, 1)
    const grant = await granted(a, farmer, lender, ['harvest'], 'insurance')
    await makeBatch(a)
    await prove(lender, id as string, 'insurance')
    const { store } = a.kernel
    const [entry] = store.audit.after(store.audit.size - 1, 1)
    const detail = { grants: [store.acts.byId(grant)?.seq] }
    expect(entry).toMatchObject({ action: 'proof', purpose: 'insurance', outcome: 'disclosed', detail })
    // It is a disclosure like any other: whoever was shown it is owed word of its correction.
    await appended(farmer, 'harvest', { ...harvestOf(farmer), supersedes: id })
    const owed = store.notifications.after(0, 10, false)
    expect(owed.map(({ recipient }) => store.parties.id(recipient))).toEqual([lender.id])
  })
  test('of a lot, to those who see all inputs it states: a proof over hidden ones would reveal them', async () => {
    const other = await appended(farmer, 'harvest', harvestOf(farmer))
    const lot = await appended(farmer, 'lot', {
      holder: farmer.id,
      ...cherry(100),
      inputs: [{ record_id: other.id, kg: 100 }],
    })
    const plain = await appended(farmer, 'lot', { holder: farmer.id, ...cherry(100) })
    await granted(a, farmer, mill, ['lot'])
    await makeBatch(a)
    const seen = await mill.get(`/v1/records/${lot.id}?purpose=${PURPOSE}`)
    expect(seen.body.derived.redacted).toMatchObject([{ member: 'inputs', count: 1 }])
    expectBare404(await prove(mill, lot.id))
    expect(a.kernel.store.audit.after(a.kernel.store.audit.size - 1, 1)[0]?.outcome).toBe('redacted')
    expect((await prove(mill, plain.id)).status).toBe(200)
    expect((await prove(farmer, lot.id)).status).toBe(200)
    // Opened too, the input is no secret any more.
    await granted(a, farmer, mill, ['harvest'])
    expect(checkProof((await prove(mill, lot.id)).body, await vkey())).toMatchObject({ proved: true })
  })
  test('of a lot, wherever it went: who has it now and what it weighed there is derived, not stored', async () => {
    const exporter = await a.party('business', 'Exporter')
    const lot = await appended(farmer, 'lot', { holder: farmer.id, ...cherry(100) })
    const handOver = (from: Actor, to: Actor) =>
      appended(from, 'custody_transfer', {
        lot_id: lot.id,
        from_party: from.id,
        to_party: to.id,
        quantity: { value: 99, unit: 'kg' },
      })
    await handOver(farmer, mill)
    await handOver(mill, exporter)
    await granted(a, farmer, lender, ['lot'], 'price_settlement')
    await makeBatch(a)
    const hidden = async (who: Actor) =>
      (await who.get(`/v1/records/${lot.id}?purpose=price_settlement`)).body.derived.redacted
    expect(await hidden(farmer)).toMatchObject([{ member: 'custodian' }])
    expect(await hidden(lender)).toMatchObject([{ member: 'custodian' }, { member: 'legs', count: 2 }])
    for (const who of [farmer, mill, exporter, lender]) {
      const answer = await prove(who, lot.id, 'price_settlement')
      expect(answer.status, answer.text).toBe(200)
      expect(checkProof(answer.body, await vkey())).toMatchObject({ proved: true })
      if (who !== exporter) expect(answer.text).not.toContain(exporter.id)
    }
  })
})

describe('one tree is proved to be the beginning of another', () => {
  const sizes: number[] = []
  const anybody = () => actor(a.app, a.clock, '', '')
  const ask = (who: Actor | null, from: unknown, to: unknown) => {
    const url = `/v1/anchors/consistency?from=${from}&to=${to}`
    return who === null ? a.app.inject(url).then(asAnswer) : who.get(url)
  }
  const asAnswer = (answer: { statusCode: number; body: string; headers: object }) => ({
    status: answer.statusCode,
    headers: answer.headers as never,
    text: answer.body,
    body: JSON.parse(answer.body),
  })
  beforeAll(async () => {
    for (const count of [1, 3, 9, 27]) {
      await bring(farmer, count)
      sizes.push((await makeBatch(a))?.treeSize as number)
    }
  })

  test('to a verified subject, between any two roots', async () => {
    for (const from of sizes)
      for (const to of sizes.filter((size) => size >= from)) {
        const { body } = await ask(lender, from, to)
        const bytes = (text: string) => Buffer.from(text, 'base64')
        expect(isConsistent(from, to, bytes(body.from_root), bytes(body.to_root), body.path.map(bytes))).toBe(
          true,
        )
      }
  })
  test('to anybody, between published roots alone', async () => {
    const [first, second, third] = sizes as [number, number, number]
    expectBare404(await ask(null, first, second))
    await a.kernel.ports.submit(() => {
      for (const size of [first, third]) {
        const [batch] = a.kernel.store.anchors.ofSize(size)
        const attempt = { atMs: a.clock.nowMs, publisher: 'folder', receipt: 'as if', reason: null }
        a.kernel.store.anchors.addAttempt(batch?.n as number, attempt)
      }
    })
    expect((await ask(null, first, third)).status).toBe(200)
    expectBare404(await ask(null, first, second))
    expect((await ask(lender, first, second)).status).toBe(200)
  })
  test('and nothing between other sizes, or for a wrong token', async () => {
    const [first, second] = sizes as [number, number]
    expectBare404(await ask(lender, first + 1, second))
    expectBare404(await ask(lender, first, 999_999_999))
    for (const [from, to] of [
      [second, first],
      [0, second],
      [first, 'x'],
      ['', second],
      [-1, second],
    ])
      expectRefused(await ask(lender, from, to), 400, 'invalid_parameter')
    expectRefused(await ask(anybody(), first, second), 401, 'no_verified_subject')
    const scraper = actor(a.app, a.clock, '', await a.credential(lender.id, 'metrics'))
    expectRefused(await ask(scraper, first, second), 403, 'not_permitted_for_credential')
  })
})

test('published roots are listed page by page, newest first, to anybody', async () => {
  await a.kernel.ports.submit(() => {
    for (const batch of a.kernel.store.anchors.before(99, 99)) {
      const attempt = {
        atMs: a.clock.nowMs,
        publisher: 'folder',
        receipt: `receipt ${batch.n}`,
        reason: null,
      }
      if (!a.kernel.store.anchors.isPublished(batch.n)) a.kernel.store.anchors.addAttempt(batch.n, attempt)
    }
  })
  const seen: number[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const answer = await a.app.inject(`/v1/anchors/roots?limit=2${cursor && `&cursor=${cursor}`}`)
    expect(answer.statusCode).toBe(200)
    const page = answer.json() as { roots: { tree_size: number }[]; next: string | null }
    seen.push(...page.roots.map(({ tree_size }) => tree_size))
    cursor = page.next
  }
  const all = a.kernel.store.anchors.before(99, 99).map(({ treeSize }) => treeSize)
  expect(all.length).toBeGreaterThan(6)
  expect(seen).toEqual(all)
  for (const wrong of ['0', 'x', '-1', '9999999999'])
    expectRefused(await farmer.get(`/v1/anchors/roots?cursor=${wrong}`), 400, 'invalid_cursor')
})
