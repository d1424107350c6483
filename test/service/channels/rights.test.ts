import { describe, expect, test } from 'vitest'
import { type Actor, START_MS } from '../../support/appliance.ts'
import { at, cherry, DAY_MS, expectBare404, PURPOSE, retract } from '../../support/flows/help.ts'
import { bytesOf, deliveredTo, emptyWorld, idOf, lived, told } from './worlds.ts'

/** Objections, subject access and what is owed to earlier readers: may anybody learn by them of somebody else? */

const object = (who: Actor, named: string, more: object = {}) =>
  who.post('/v1/objections', { id: idOf(named), channel: 'app', ...more })
const asks = (who: Actor, named: string, accept = 'application/json') =>
  who.post('/v1/subject-access-requests', { id: idOf(named) }, { accept })
const harvestOf = (name: string, kg = 1) => ({ producer: idOf(name), ...cherry(kg), lawful_basis: 'consent' })

describe('an objection', () => {
  /**
   * By contract an effect asks whether a live grant opens a record to somebody; a delivery between two persons is open only
   * when both have opened it. So its effect tells one of them, who has opened it himself, whether the other has to the same
   * reader. This is as much as it may tell.
   */
  test('tells one of two persons whether a reader of his can read what is about both, and nothing else of the other', async () => {
    const effects: string[][] = []
    for (const alsoBen of [false, true]) {
      const w = await emptyWorld()
      await w.say('anna', 'delivery', 'between the two', deliveredTo('ben'))
      await w.grant('anna', 'bank', 'of Anna', ['delivery'])
      await w.grant('ben', 'rival', 'of Ben to another', ['delivery'])
      await w.grant('ben', 'bank', 'of Ben for another purpose', ['delivery'], 'insurance')
      if (alsoBen) await w.grant('ben', 'bank', 'of Ben', ['delivery'])
      const { body, text } = await object(w.who.anna, 'hers')
      for (const named of ['of Ben', 'of Ben to another', 'of Ben for another purpose', 'ben', 'rival'])
        expect(text).not.toContain(idOf(named))
      expect(body.withdrawable_grants.map(({ id }: { id: string }) => id)).toEqual([idOf('of Anna')])
      effects.push([body.effect, JSON.stringify(body.stopped)])
    }
    expect(effects[0]).toEqual(['stopped_nothing_consent_only', '[]'])
    expect(effects[1]?.[0]).toBe('stopped_some')
  })
})

describe('what is told to somebody who asks what is held about him', () => {
  test('is the same whether nothing else is known here, or all that he is no subject of', async () => {
    const heard: string[][] = []
    for (const make of [emptyWorld, lived]) {
      const w = await make()
      // Nothing in what was lived through is about the rival but a debt and a grant; about Carol but a mandate.
      w.a.clock.nowMs = START_MS + 30 * DAY_MS
      const dora = idOf('dora')
      await w.done(
        w.a.cooperative.append('party', {
          id: idOf('register of dora'),
          party: dora,
          kind: 'person',
          display_name: 'Dora',
        }),
      )
      const token = await w.a.credential(dora, 'party')
      const answers: string[] = []
      for (const accept of ['application/json', 'text/plain']) {
        const answer = await w.a.app.inject({
          method: 'POST',
          url: '/v1/subject-access-requests',
          headers: { authorization: `Bearer ${token}`, accept, 'x-correlation-id': idOf('one') },
          payload: { id: idOf(`her request for ${accept}`) },
        })
        expect(answer.statusCode).toBe(201)
        answers.push(told(w, answer))
      }
      heard.push(answers)
    }
    expect(heard[1]).toEqual(heard[0])
  })

  /** That an id is an organisation's is told: only persons are left out (contract §7). Whether it is a person's is not. */
  test('does not tell whether an id that he has written himself is anybody’s here', async () => {
    const heard: string[][] = []
    for (const isKnown of [false, true]) {
      const w = await emptyWorld()
      const other = { party: idOf('dora'), kind: 'person', display_name: 'Dora', phone: '+256700000009' }
      if (isKnown) await w.done(w.a.cooperative.append('party', other))
      await w.say('outsider', 'delivery', 'to whom', deliveredTo('dora', {}, 'outsider'))
      await w.say('outsider', 'party', 'what he says', { ...other, display_name: 'Whoever' })
      await w.say('outsider', 'lot', 'a lot for her', { holder: idOf('dora'), ...cherry() })
      heard.push(
        [
          await asks(w.who.outsider, 'his request'),
          await asks(w.who.outsider, 'another', 'text/plain'),
          await w.who.outsider.get(`/v1/records?purpose=${PURPOSE}&standing=any`),
          await w.who.outsider.get(`/v1/records?purpose=${PURPOSE}&subject=${idOf('dora')}`),
          await w.who.outsider.get(`/v1/lender-view?purpose=${PURPOSE}&subject=${idOf('dora')}`),
        ].map((answer) => bytesOf(answer, w.a.cooperative.id)),
      )
    }
    expect(heard[1]).toEqual(heard[0])
  })

  /**
   * A stranger's loss is about nobody, so that it tells him nothing of the lot; the holder may not read it
   * either. But she stands in the list of those it could be about: a list of disclosures that took her for its
   * subject would give her the id of the stranger's record, and tell when he read it.
   */
  test('leaves out who read a stranger’s record that she may not read herself', async () => {
    const heard: string[] = []
    for (const isRead of [false, true]) {
      const w = await emptyWorld()
      await w.say('anna', 'lot', 'her lot', { holder: idOf('anna'), ...cherry(10) })
      const loss = { lot_id: idOf('her lot'), quantity: { value: 1, unit: 'kg' }, cause: 'theft' }
      await w.say('outsider', 'loss', 'a rumour', loss)
      expectBare404(await w.who.anna.get(`/v1/records/${idOf('a rumour')}?purpose=${PURPOSE}`))
      if (isRead) await w.who.outsider.get(`/v1/records/${idOf('a rumour')}?purpose=${PURPOSE}`)
      const answer = await asks(w.who.anna, 'her request')
      expect(answer.body.records.map(({ id }: { id: string }) => id)).not.toContain(idOf('a rumour'))
      heard.push(JSON.stringify(answer.body.disclosures))
    }
    expect(heard[1]).toBe(heard[0])
  })
})

describe('whoever corrects a record', () => {
  /** What a corrector who is not its subject hears, from the correction on. */
  async function corrected(readers: readonly ('bank' | 'rival')[]): Promise<string[]> {
    const w = await emptyWorld()
    for (const named of ['weighed', 'weighed too'])
      await w.say('mill', 'harvest', named, harvestOf('anna', 9))
    for (const reader of ['bank', 'rival'] as const)
      await w.grant('anna', reader, `to ${reader}`, ['harvest'])
    for (const reader of readers) {
      const url = `/v1/records?purpose=${PURPOSE}&subject=${idOf('anna')}`
      expect((await w.who[reader].get(url)).body.records.length).toBe(2)
    }
    const { mill } = w.who
    const correction = { id: idOf('weighed again'), ...harvestOf('anna', 8), supersedes: idOf('weighed') }
    const occurred = { occurred_at: at(START_MS) }
    const answers = [
      await mill.append('harvest', { ...correction, ...occurred }),
      await retract(mill, idOf('weighed too'), { id: idOf('it did not happen'), ...occurred }),
      await mill.append('harvest', { ...correction, ...occurred }),
      await mill.get(`/v1/records/${idOf('weighed')}?purpose=${PURPOSE}`),
      await mill.get(`/v1/records/${idOf('weighed')}/chain?purpose=${PURPOSE}`),
      await mill.get(`/v1/records?purpose=${PURPOSE}&type=harvest&standing=any`),
      await asks(mill, 'what is held about the mill'),
      await asks(mill, 'the same as text', 'text/plain'),
      await mill.get('/v1/grants?role=grantee'),
      await object(mill, 'of the mill'),
    ]
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 200, 200, 200, 200, 201, 201, 200, 201])
    const owed = await w.a.kernel.ports.submit(() => w.a.kernel.store.notifications.after(0, 10, true))
    expect(owed.length).toBe(2 * readers.length)
    return answers.map((answer) => bytesOf(answer, w.a.cooperative.id))
  }
  test('cannot tell by any answer whether somebody had been shown it, nor how many', async () => {
    const [byNobody, byOne, byTwo] = [
      await corrected([]),
      await corrected(['bank']),
      await corrected(['bank', 'rival']),
    ]
    expect(byOne).toEqual(byNobody)
    expect(byTwo).toEqual(byNobody)
  })
})
