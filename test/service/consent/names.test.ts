import { uuidv7 } from 'uuidv7'
import { beforeAll, describe, expect, test } from 'vitest'
import { englishWords } from '../../../src/words/words.ts'
import { type Actor, type Answer, makeAppliance } from '../../support/appliance.ts'
import {
  appended,
  at,
  DAY_MS,
  deliveryOf,
  granted,
  grantedAsAsked,
  mandate,
  PURPOSE,
  read,
} from '../../support/flows/help.ts'

/**
 * Whom a reply may name to its caller (docs/decisions/consent.md). Whoever has only the id of a party, from a record that was
 * opened to it or by guessing, gets neither its name nor its kind from any reply.
 */

const a = await makeAppliance()
const farmer = await a.party('person', 'Nalule Amina')
const mill = await a.party('business', 'Quiet Mill')
/** The farmer opened deliveries to both, and so they have its id; nobody opened `party`. */
const buyer = await a.party('business', 'Loud Buyer')
const neighbour = await a.party('person', 'Okello Ben')
const bank = await a.party('institution', 'Harvest Bank')
const nobody = uuidv7()

const NAMES = /Nalule|Amina|Quiet/

const terms = () => ({ purpose: PURPOSE, record_types: ['loss'], expires_at: at(a.clock.nowMs + DAY_MS) })
const give = (who: Actor, grantee: string) => who.post('/v1/grants', { id: uuidv7(), grantee, ...terms() })

/** What a caller can do with an id. Each is done by a party of its own, so that no earlier act names anybody. */
const SURFACES: Readonly<Record<string, (who: Actor, id: string) => Promise<Answer>>> = {
  'POST /v1/grants': (who, id) => give(who, id),
  'POST /v1/grants/{id}/revocation': async (who, id) =>
    who.post(`/v1/grants/${(await give(who, id)).body.id}/revocation`),
  'GET /v1/grants': async (who, id) => {
    await give(who, id)
    return await who.get('/v1/grants?role=subject')
  },
  'GET /v1/grants/{id}/receipt': async (who, id) =>
    who.get(`/v1/grants/${(await give(who, id)).body.id}/receipt`),
  'GET /v1/objections': async (who, id) => {
    await give(who, id)
    await who.post('/v1/objections', { id: uuidv7(), channel: 'app' })
    return await who.get('/v1/objections')
  },
  'POST /v1/delegations': async (who, id) => {
    await mandate(a, who, { id } as Actor)
    return await who.get('/v1/delegations')
  },
  'GET /v1/access-requests': async (who, id) => {
    const asked = { id: uuidv7(), about: { party: id }, ...terms(), reason: 'Because.' }
    await who.post('/v1/access-requests', asked)
    return await who.get('/v1/access-requests?role=grantee')
  },
  'GET /v1/records': async (who, id) => {
    await appended(who, 'delivery', deliveryOf(who, { id }))
    return await who.get(`/v1/records?purpose=${PURPOSE}`)
  },
  'GET /v1/records?type=party': (who, id) =>
    who.get(`/v1/records?purpose=${PURPOSE}&type=party&subject=${id}`),
  'GET /v1/sync/changes': async (who, id) => {
    await appended(who, 'delivery', deliveryOf(who, { id }))
    return await who.get(`/v1/sync/changes?purpose=${PURPOSE}`)
  },
  'GET /v1/disclosures': async (who, id) => {
    const { id: delivery } = await appended(who, 'delivery', deliveryOf(who, { id }))
    for (const one of [farmer, mill]) await one.get(`/v1/records/${delivery}?purpose=${PURPOSE}`)
    return await who.get('/v1/disclosures')
  },
  'GET /v1/lender-view': (who, id) => who.get(`/v1/lender-view?purpose=${PURPOSE}&subject=${id}`),
  'GET /v1/lender-view, the caller’s own': async (who, id) => {
    await appended(who, 'delivery', deliveryOf(who, { id }))
    return await who.get(`/v1/lender-view?purpose=${PURPOSE}&subject=${who.id}`)
  },
  'GET /v1/records/{id}/origin': async (who, id) => {
    const { id: delivery } = await appended(who, 'delivery', deliveryOf({ id }, who))
    const inputs = [{ record_id: delivery, kg: 1 }]
    const fields = { holder: who.id, crop: 'coffee_green', quantity: { value: 1, unit: 'kg' }, inputs }
    const lot = await appended(who, 'lot', fields)
    return await who.get(`/v1/records/${lot.id}/origin?purpose=${PURPOSE}`)
  },
  ...Object.fromEntries(
    (['application/json', 'text/plain'] as const).map((accept) => [
      `POST /v1/subject-access-requests as ${accept}`,
      async (who: Actor, id: string) => {
        await give(who, id)
        await mandate(a, who, { id } as Actor)
        const { id: delivery } = await appended(who, 'delivery', deliveryOf(who, { id }))
        // The other side reads what now is its own: that makes it known to no one.
        for (const one of [farmer, mill]) await one.get(`/v1/records/${delivery}?purpose=${PURPOSE}`)
        return await who.post('/v1/subject-access-requests', undefined, { accept })
      },
    ]),
  ),
}

describe('an id alone names no one', () => {
  beforeAll(async () => {
    const { id } = await appended(farmer, 'delivery', deliveryOf(farmer, mill))
    await granted(a, farmer, buyer, ['delivery'])
    expect((await read(buyer, id)).from_party).toBe(farmer.id)
  })

  const WHOM = { 'a person': farmer, 'an organisation': mill }
  const cases = Object.entries(SURFACES).flatMap(([surface, act]) =>
    Object.entries(WHOM).flatMap(([whom, { id }]) =>
      (['business', 'person'] as const).map((kind) => [surface, whom, kind, act, id] as const),
    ),
  )
  test.each(cases)('%s: not %s, to a %s', async (_surface, _whom, kind, act, id) => {
    const who = await a.party(kind, 'Asking')
    const answer = await act(who, id)
    expect(answer.status, answer.text).toBeLessThan(300)
    expect(answer.text).not.toMatch(NAMES)
    expect(answer.text).not.toMatch(/"grantee_(?:name|kind)":"(?!Asking|business|person)/)
  })

  test('a grant to a party that is here reads like one to nobody', async () => {
    const forms = [farmer.id, mill.id, nobody].map(async (grantee) => {
      const { body } = await give(neighbour, grantee)
      return { ...body, id: '', grantee: '' }
    })
    const [one, ...others] = await Promise.all(forms)
    for (const other of others) expect(other).toEqual(one)
  })

  test('in words, the reader of a consent is not named, nor is it said whether it is a person', async () => {
    const readers = [bank, farmer]
    const told = readers.map(async ({ id }) => {
      const who = await a.party('person', 'Grace')
      await give(who, id)
      const [, said] = /(You opened [^;]*);/.exec(await inWords(who)) ?? []
      const { body } = await who.post('/v1/objections', { id: uuidv7(), channel: 'app' })
      return [said, body.sentences.find((one: string) => one.startsWith('You have opened'))]
    })
    const [ofBank, ofPerson] = await Promise.all(told)
    expect(ofBank).toEqual(ofPerson)
    expect(ofBank?.[0]).toContain('to a reader not named here for')
    expect(ofBank?.[1]).toContain('to a reader not named here for')
  })
})

const calledIn = ({ body }: Answer) => {
  const one = body.grants?.[0] ?? body.access_requests?.[0] ?? body
  return [one.grantee_name, one.grantee_kind]
}
const inWords = async (who: Actor) => {
  const { text } = await who.post('/v1/subject-access-requests', undefined, { accept: 'text/plain' })
  return text.replaceAll(/\s+/g, ' ')
}

describe('named are', () => {
  const HARVEST_BANK = ['Harvest Bank', 'institution']

  test.each<[string, () => Promise<Actor>]>([
    ['an organisation', async () => bank],
    ['a person', async () => a.party('person', 'Asking')],
  ])('who asks, to the person whom it asks, in requests and in what comes of them: %s', async (_what, by) => {
    const [who, asker] = [await a.party('person', 'Grace'), await by()]
    const named = asker === bank ? HARVEST_BANK : ['Asking', 'person']
    const asked = { id: uuidv7(), about: { party: who.id }, ...terms(), reason: 'Because.' }
    await asker.post('/v1/access-requests', asked)
    expect(calledIn(await who.get('/v1/access-requests?role=subject'))).toEqual(named)
    const grant = { id: uuidv7() }
    expect(calledIn(await who.post(`/v1/access-requests/${asked.id}/decision`, { grant }))).toEqual(named)
    expect(calledIn(await who.get('/v1/grants'))).toEqual(named)
    const { body } = await who.post('/v1/objections', { id: uuidv7(), channel: 'app' })
    expect(body.sentences.join(' ')).toContain(`You have opened losses to ${named[0]} (${named[1]})`)
    expect(await inWords(who)).toContain(`You opened losses to ${named[0]} (${named[1]})`)
    expect(calledIn(await who.post(`/v1/grants/${grant.id}/revocation`))).toEqual(named)
  })

  test('the caller itself, and the cooperative', async () => {
    await grantedAsAsked(a, await a.party('person', 'Grace'), bank, ['harvest'])
    expect(calledIn(await bank.get('/v1/grants?role=grantee'))).toEqual(HARVEST_BANK)
    expect(calledIn(await bank.get('/v1/access-requests?role=grantee'))).toEqual(HARVEST_BANK)
    expect(calledIn(await give(neighbour, a.cooperative.id))).toEqual(['Test Cooperative', 'cooperative'])
  })

  test('everyone whom the cooperative recorded, to the cooperative and its office', async () => {
    expect(calledIn(await give(a.cooperative, mill.id))).toEqual(['Quiet Mill', 'business'])
    const who = await a.party('person', 'Grace')
    await give(who, mill.id)
    const { grants } = await a.tasks.run('grant.list', 'test', { subject: who.id })
    expect(calledIn({ body: { grants } } as Answer)).toEqual(['Quiet Mill', 'business'])
  })

  test('the reader of a consent that the office recorded on paper, and read out', async () => {
    const who = await a.party('person', 'Grace')
    const record = (more: object) =>
      a.tasks.run('grant.record', 'test', {
        ...{ subject: who.id, grantee: bank.id, draft: { channel: 'written', ...terms() } },
        ...more,
      })
    await record({})
    expect(calledIn(await who.get('/v1/grants'))).toEqual([null, null])
    await record({ evidence: 'e'.repeat(64) })
    expect(calledIn(await who.get('/v1/grants'))).toEqual(HARVEST_BANK)
  })

  test('organisations that wrote of the person, or of which the cooperative wrote, in the answer in words', async () => {
    const [one, other] = [await a.party('person', 'Grace'), await a.party('person', 'Ruth')]
    await appended(bank, 'delivery', deliveryOf(one, bank))
    expect(await inWords(one)).toContain('Deliveries from you to Harvest Bank (institution)')
    await appended(a.cooperative, 'delivery', deliveryOf(other, mill))
    expect(await inWords(other)).toContain('Deliveries from you to Quiet Mill (business)')
  })

  test('every organisation, in the answer that the office prints', async () => {
    const who = await a.party('person', 'Grace')
    for (const { id } of [mill, farmer]) await give(who, id)
    const { id } = await a.tasks.run('subject-access.open', 'test', { party: who.id })
    const answer = a.kernel.subjectAccess.answerByOperator(englishWords(), 'test', id, 'text')
    const texts: string[] = []
    for await (const { text } of answer) texts.push(text)
    const printed = texts.join('').replaceAll(/\s+/g, ' ')
    expect(printed).toContain('You opened losses to Quiet Mill (business)')
    expect(printed).toContain('You opened losses to a reader not named here')
  })
})
