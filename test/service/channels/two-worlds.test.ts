import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { must } from '../../../src/base/typed.ts'
import { type Actor, START_MS } from '../../support/appliance.ts'
import { BYTES, declaring, sha256 } from '../../support/evidence/uploading.ts'
import { at, cherry, PURPOSE } from '../../support/flows/help.ts'
import { isLong } from '../../support/is-long.ts'
import { seeded } from '../../support/records/gate/random.ts'
import { type Work, workOf } from '../../support/work.ts'
import { answersTo, atRandom, Fresh, naming, PHOTO, QUESTIONS, type Question, routesOf } from './script.ts'
import {
  ABOUT,
  ASKERS,
  deliveredTo,
  idOf,
  lived,
  NUMBERS,
  nameOf,
  paymentTo,
  plotOf,
  requestOf,
  type World,
} from './worlds.ts'

/**
 * No channel at all (contract §7): somebody asks the same in two worlds that differ only in what is hidden from him, and
 * gets the same bytes.
 */

const SEED = 20_260_628
const AT_RANDOM = 120

/** Who asks. What is hidden from all four is what a world may have more than another. */
const CURIOUS = ['an outsider', 'its credential for reading', 'a past delegate', 'a lender'] as const
type Curious = (typeof CURIOUS)[number]

const actors: Readonly<Record<Curious, (w: World) => Promise<Actor>>> = {
  'an outsider': async (w) => w.who.outsider,
  'its credential for reading': (w) => w.readerOf('outsider'),
  'a past delegate': async (w) => w.who.clerk,
  'a lender': async (w) => w.who.bank,
}

/** All that is asked of every route; a credential that may only read is refused what it sends before anything is looked at. */
function questionsOf(curious: Curious, me: string): Question[] {
  const fresh = new Fresh(curious)
  const every = Object.values(QUESTIONS).flatMap((ask) => ask(fresh, me))
  const isReader = curious.includes('for reading')
  const some = every.filter(({ method }, n) => isLong || !isReader || method === 'GET' || n % 10 === 0)
  return [...some, ...atRandom(seeded(SEED), curious, me, AT_RANDOM)]
}

async function heard(w: World, asked = questionsOf): Promise<Record<Curious, string[]>> {
  const answers = {} as Record<Curious, string[]>
  for (const curious of CURIOUS) {
    const who = await actors[curious](w)
    answers[curious] = await answersTo(w, who, asked(curious, who.id))
  }
  return answers
}

const harvest = { producer: idOf('anna'), ...cherry(7), lawful_basis: 'consent' }

/** What one world has more than the other. */
const HIDDEN: Readonly<Record<string, (w: World) => Promise<unknown>>> = {
  'fifty more harvests and deliveries of Anna': async ({ say }) => {
    for (let n = 1; n <= 25; n++) {
      await say('anna', 'harvest', `further harvest ${n}`, harvest, 41 - n)
      await say('anna', 'delivery', `further delivery ${n}`, deliveredTo('ben'), 41 - n)
    }
  },
  'what others say of hidden records that are not theirs': async ({ say }) => {
    const [from_party, to_party] = [idOf('rival'), idOf('mill')]
    const drawn = ['a harvest', 'a lot'].map((named) => ({ record_id: idOf(named), kg: 5 }))
    for (let n = 1; n <= 10; n++) {
      const lot = { lot_id: idOf('a lot') }
      const named = { ...lot, obligation_id: idOf('an obligation') }
      await say('rival', 'delivery', `said ${n}`, deliveredTo('mill', named, 'rival'), 41 - n)
      await say('rival', 'custody_transfer', `handed ${n}`, { ...lot, from_party, to_party }, 10)
      await say('rival', 'loss', `lost ${n}`, { ...lot, ...cherry(1), crop: undefined, cause: 'theft' })
      await say('rival', 'lot', `drawn ${n}`, { holder: from_party, ...cherry(10), inputs: drawn })
    }
  },
  'a loan': ({ say }) =>
    say('rival', 'obligation', 'further obligation', {
      kind: 'repay_loan',
      obligor: idOf('anna'),
      obligee: idOf('rival'),
      amount: { amount_minor: 5_000_000, currency: 'UGX' },
      lawful_basis: 'special_data_consent',
    }),
  'what was paid of a delivery that the bank reads, and of a loan': async ({ say }) => {
    const sold = ['open delivery 5']
    await say('mill', 'payment', 'further payment', paymentTo('anna', 50_000, sold, 'mill'), 20)
    const receipt = { payment_id: idOf('further payment'), channel: 'app' }
    await say('anna', 'payment_confirmation', 'further receipt', receipt, 20)
    await say('anna', 'payment', 'more than agreed', paymentTo('anna', 20_000, sold, 'mill'), 10)
    await say('anna', 'payment', 'a claim', paymentTo('rival', 30_000, ['an obligation']), 10)
    const offset = {
      ...paymentTo('mill', 5, ['open delivery 5', 'a delivery to Ben']),
      method: 'offset',
    }
    await say('anna', 'payment', 'an offset that does not count', offset, 10)
    const owed = { obligor: idOf('anna'), obligee: idOf('mill'), kind: 'repay_loan' }
    const amount = { amount_minor: 40, currency: 'UGX' }
    const basis = { lawful_basis: 'special_data_consent' }
    await say('mill', 'obligation', 'further obligation', { ...owed, ...basis, amount })
    const balanced = {
      ...paymentTo('mill', 40, ['open delivery 5', 'further obligation']),
      method: 'offset',
    }
    await say('anna', 'payment', 'an offset', balanced, 10)
  },
  'what others say was paid': async ({ say }) => {
    const debts = ['open delivery 5', 'an obligation', 'a delivery to Ben', 'a lot']
    for (let n = 1; n <= 10; n++) {
      await say('rival', 'payment', `rumour ${n}`, paymentTo('anna', 70_000, debts, 'mill'), 10)
      await say('rival', 'payment', `said to be paid ${n}`, paymentTo('ben', 70_000, debts, 'carol'), 10)
    }
    const heard = { payment_id: idOf('rumour 1'), channel: 'app' }
    await say('anna', 'payment_confirmation', 'a rumour confirmed', heard, 5)
  },
  'another name, telephone and member number': async ({ a, say, done }) => {
    const said = {
      party: idOf('anna'),
      kind: 'person',
      display_name: 'Anastasia Other',
      phone: '+256700000001',
    }
    await say('anna', 'party', 'further name', said)
    await done(
      a.cooperative.append('party', { ...said, member_no: 'M-2', supersedes: idOf('register of anna') }),
    )
  },
  'an objection and its withdrawal': async ({ who, done }) => {
    const objection = {
      purposes: ['insurance', 'research'],
      record_types: ['harvest', 'lot'],
      channel: 'app',
    }
    await done(who.anna.post('/v1/objections', { id: idOf('further objection'), ...objection }))
    await done(who.ben.post('/v1/objections', { id: idOf('an objection of Ben'), ...objection }))
    await done(who.anna.post(`/v1/objections/${idOf('an objection')}/withdrawal`, { channel: 'in_person' }))
  },
  'grants to a rival, one of them ended': async ({ who, done, grant }) => {
    await grant('anna', 'rival', 'further grant', ['party', 'harvest', 'delivery', 'lot'])
    await grant('ben', 'rival', 'a grant of Ben', ['party', 'delivery'])
    await done(who.anna.post(`/v1/grants/${idOf('a grant to the rival')}/revocation`))
  },
  'all that was asked for looked at, matched and refused': async ({ a, who, done }) => {
    for (const asker of ASKERS)
      for (const [whom, about] of Object.entries(ABOUT)) {
        const id = idOf(requestOf(asker, whom))
        const isMissing = whom.startsWith('nobody') || whom === 'no one'
        if ('party' in about) await a.tasks.run('access-request.show', 'test', { id })
        else await a.tasks.run('access-request.match', 'test', { id, party: isMissing ? null : idOf('anna') })
        // The outsider would know of a refusal of its own.
        if (isMissing || whom === 'an outsider') continue
        await done(who.anna.post(`/v1/access-requests/${id}/decision`, { refuse: true }))
      }
  },
  'other people behind the numbers': async ({ a, done }) => {
    const said = { kind: 'person', display_name: nameOf('carol') }
    for (const [n, more] of [
      { phone: NUMBERS.nobody, member_no: 'M-9' },
      { phone: NUMBERS.anna },
      { phone: NUMBERS.shared },
    ].entries())
      await done(a.cooperative.append('party', { party: idOf(`newcomer ${n}`), ...said, ...more }))
  },
  'requests of a rival, matched, granted, refused and withdrawn': async ({ a, ask, who, done }) => {
    const { rival, anna } = who
    for (const [whom, about] of Object.entries(ABOUT))
      if (whom !== 'an outsider') await ask('rival', requestOf('rival', whom), about)
    const id = (whom: string) => idOf(requestOf('rival', whom))
    await a.tasks.run('access-request.match', 'test', { id: id('a number'), party: idOf('anna') })
    await done(
      anna.post(`/v1/access-requests/${id('a number')}/decision`, { grant: { id: idOf('further grant') } }),
    )
    await done(anna.post(`/v1/access-requests/${id('a member')}/decision`, { refuse: true }))
    await done(rival.post(`/v1/access-requests/${id('no one')}/withdrawal`))
    await done(anna.post(`/v1/access-requests/${idOf('a request of the rival')}/decision`, { refuse: true }))
  },
  'a correction of a hidden harvest, and of its correction': async ({ say }) => {
    await say('anna', 'harvest', 'further correction', { ...harvest, supersedes: idOf('a harvest') })
    await say('anna', 'harvest', 'another', { ...harvest, supersedes: idOf('its correction') })
  },
  'a retraction of a hidden harvest, lot and obligation': async ({ say }) => {
    for (const named of ['a harvest', 'a lot', 'an obligation'])
      await say('anna', 'retraction', named === 'a lot' ? 'further retraction' : `${named} taken back`, {
        target_id: idOf(named),
        reason: 'wrong_party',
      })
  },
  'a fork that was resolved': ({ say }) =>
    say('anna', 'retraction', 'further retraction', { target_id: idOf('one branch'), reason: 'duplicate' }),
  'a lot that was drawn from, lost from and handed over': async ({ say }) => {
    const lot = { holder: idOf('anna'), ...cherry(40), inputs: [{ record_id: idOf('a harvest'), kg: 90 }] }
    await say('anna', 'lot', 'further lot', lot)
    const loss = { lot_id: idOf('further lot'), quantity: { value: 3, unit: 'kg' }, cause: 'pests' }
    await say('anna', 'loss', 'a further loss', loss, 25)
    const transfer = { lot_id: idOf('further lot'), from_party: idOf('anna'), to_party: idOf('ben') }
    await say('anna', 'custody_transfer', 'a further transfer', transfer, 24)
  },
  'plots on that of the outsider, and what was filed of a hidden lot': async ({ a, say, done }) => {
    await say('anna', 'plot', 'further plot', plotOf('anna', 'further plot'))
    await done(a.cooperative.append('plot', plotOf('ben', 'a plot of Ben')))
    const plot_ids = ['a plot', 'further plot'].map(idOf)
    await say('anna', 'harvest', 'further harvest 1', { ...harvest, plot_ids })
    const statement = { lot_id: idOf('a lot'), reference: 'R9', filed_at: at(START_MS) }
    await say('anna', 'due_diligence', 'a further statement', { ...statement, filed_by: idOf('anna') })
  },
  'predictions from what is hidden, and above them': async ({ predict, grant }) => {
    await predict('rival', 'further inference', ['a harvest', 'own harvest 1'])
    await predict('anna', 'a prediction of Anna', ['an inference', 'further inference', 'a loss'])
    await grant('anna', 'rival', 'a grant on predictions', ['inference'])
  },
  'mandates of others, in force and ended': async ({ who, done, mandate }) => {
    await mandate('anna', 'ben', 'further mandate')
    await mandate('ben', 'carol', 'a mandate of Ben')
    await done(who.anna.post(`/v1/delegations/${idOf('a mandate for Carol')}/revocation`))
  },
  'readers of what Anna opened, and a request of hers': async (w) => {
    await w.who.rival.get(`/v1/records?purpose=insurance&subject=${idOf('anna')}`)
    await w.who.ben.get(`/v1/records/${idOf('a delivery to Ben')}?purpose=${PURPOSE}`)
    await w.done(w.who.anna.post('/v1/subject-access-requests', { id: idOf('a further request') }))
  },
  'credentials of others, one of them revoked': async ({ a }) => {
    const issue = () =>
      a.kernel.ports.submit(() => a.kernel.credentials.issue('test', idOf('anna'), 'reader', null))
    await issue()
    const { credential_id } = await issue()
    await a.kernel.ports.submit(() => a.kernel.credentials.revoke('test', credential_id))
  },
  'photographs of Anna, cited and not, and uploads on their way': async ({ a, who, say, done }) => {
    const evidence = [{ sha256: sha256(PHOTO), media_type: 'image/jpeg' }]
    const begin = (more: object, payload?: Buffer) =>
      a.app
        .inject({
          method: 'POST',
          url: '/v1/uploads',
          headers: {
            authorization: `Bearer ${who.anna.token}`,
            ...BYTES,
            ...declaring(sha256(PHOTO)),
            ...more,
          },
          ...(payload === undefined ? {} : { payload }),
        })
        .then((answer) => ({ status: answer.statusCode, text: answer.body }))
    await done(begin({ 'upload-length': String(PHOTO.length) }, PHOTO))
    await done(begin({ 'upload-length': '100' }))
    await say('anna', 'harvest', 'a photographed harvest', { ...harvest, evidence })
    await done(begin({ 'upload-length': String(PHOTO.length) }, PHOTO))
  },
  'parties nobody else has heard of': async ({ a, done }) => {
    for (const named of ['nothing', 'somebody new'])
      await done(
        a.cooperative.append('party', { party: idOf(named), kind: 'person', display_name: nameOf('carol') }),
      )
  },
}

let before: Record<Curious, string[]>
let base: World
beforeAll(async () => {
  base = await lived()
  before = await heard(base)
})
afterAll(() => base.a.close())

test('no route of the contract is left out of what is asked', () => {
  expect(Object.keys(QUESTIONS).sort()).toEqual(routesOf(base.a.app).sort())
})

test('what is asked is answered, in many ways, and not kept from an answer by a limit or a fault', () => {
  for (const curious of CURIOUS) {
    const statuses = before[curious].map((answer) => Number(answer.split('\n')[1]))
    expect(statuses.length).toBeGreaterThan(500)
    expect(new Set(statuses)).toEqual(
      new Set(
        curious.includes('for reading')
          ? [200, 201, 206, 304, 400, 403, 404, 409, 422]
          : // 403 for metrics, which are for other credentials.
            [200, 201, 204, 206, 304, 400, 403, 404, 409, 412, 422],
      ),
    )
  }
})

test('no answer holds the name of another person', () => {
  for (const curious of CURIOUS)
    for (const answer of before[curious])
      for (const person of ['anna', 'ben', 'carol'] as const)
        expect(answer.includes(nameOf(person)) && answer).toBe(false)
})

/** Fails on the first answer that differs, and shows it and no other. */
function expectAlike(now: readonly string[], then: readonly string[]): void {
  const at = then.findIndex((answer, i) => answer !== now[i])
  if (at >= 0) expect(now[at]).toBe(then[at])
  expect(now.length).toBe(then.length)
}

/**
 * What is hidden in one world, so that each is asked everything only a few times: a channel that one of these opens is open
 * beside the others too. With `--mode model` each has a world of its own, which names what opens it.
 */
const WORLDS: readonly (readonly (keyof typeof HIDDEN)[])[] = [
  [
    'fifty more harvests and deliveries of Anna',
    'what others say of hidden records that are not theirs',
    'a loan',
    'other people behind the numbers',
    'grants to a rival, one of them ended',
    'mandates of others, in force and ended',
    'credentials of others, one of them revoked',
    'a fork that was resolved',
    'all that was asked for looked at, matched and refused',
    'a lot that was drawn from, lost from and handed over',
    'photographs of Anna, cited and not, and uploads on their way',
  ],
  [
    'plots on that of the outsider, and what was filed of a hidden lot',
    'what was paid of a delivery that the bank reads, and of a loan',
    'what others say was paid',
    'another name, telephone and member number',
    'an objection and its withdrawal',
    'requests of a rival, matched, granted, refused and withdrawn',
    'readers of what Anna opened, and a request of hers',
    'a correction of a hidden harvest, and of its correction',
    'predictions from what is hidden, and above them',
    'a retraction of a hidden harvest, lot and obligation',
    'parties nobody else has heard of',
  ],
]
const ALONE = Object.keys(HIDDEN).map((what) => [what])

test('all that may be hidden is hidden in some world', () => {
  expect(WORLDS.flat().toSorted()).toEqual(ALONE.flat().toSorted())
})

const calledBy = ([first = '', ...others]: readonly string[]) =>
  others.length === 0 ? first : `${first}, and ${others.length} more`

describe.each((isLong ? ALONE : WORLDS).map((all) => [calledBy(all), all] as const))(
  'a world with %s',
  (_, all) => {
    let now: Record<Curious, string[]>
    beforeAll(async () => {
      const w = await lived()
      for (const what of all) await must(HIDDEN[what])(w)
      now = await heard(w)
      await w.a.close()
    })
    test.each(CURIOUS)('answers %s byte for byte like one without', (curious) => {
      expectAlike(now[curious], before[curious])
    })
  },
)

test('what an outsider writes takes the same work, whatever others say of what it names', async () => {
  const works: Work[][] = []
  for (const more of [null, must(HIDDEN['what others say of hidden records that are not theirs'])]) {
    const w = await lived()
    await more?.(w)
    const fresh = new Fresh('an outsider')
    const { outsider } = w.who
    const answers: Work[] = []
    for (const id of ['a lot', 'a harvest', 'an obligation', 'a delivery to Ben'].map(idOf))
      for (const body of naming(fresh, outsider.id, id))
        answers.push(await workOf(w.a.kernel.store.db, () => outsider.post('/v1/records', body)))
    works.push(answers)
    await w.a.close()
  }
  const [without, withThem] = works
  expect(withThem?.length).toBeGreaterThan(20)
  expect(withThem).toEqual(without)
})

test('the origin of invented harvests takes the same work, however many plots their growers have', async () => {
  const works: Work[][] = []
  for (const more of [
    null,
    must(HIDDEN['plots on that of the outsider, and what was filed of a hidden lot']),
  ]) {
    const w = await lived()
    await more?.(w)
    const url = `/v1/records/${idOf('own lot of inventions')}/origin?purpose=${PURPOSE}`
    // The first answer writes down what was in memory.
    const body = (await w.who.outsider.get(url)).body
    expect(body).toMatchObject({ kg_by: { named: 50, holder: 0, unknown: 50 }, not_shown: { plots: 0 } })
    expect(body.plots.map(({ plot }: { plot: string }) => plot)).toEqual([idOf('own plot')])
    expect(body.faults.map(({ code }: { code: string }) => code)).toEqual(['plot_missing', 'plot_unresolved'])
    const answers: Work[] = []
    for (let n = 0; n < 3; n++) answers.push(await workOf(w.a.kernel.store.db, () => w.who.outsider.get(url)))
    // What the service does each minute may fall into one of them.
    works.push(answers.toSorted((a, b) => a.asked - b.asked).slice(0, 1))
    await w.a.close()
  }
  expect(works[1]).toEqual(works[0])
})

test('a world that has something for them is told apart, so that these questions do find what there is to find', async () => {
  const reads = (curious: Curious, me: string) =>
    questionsOf(curious, me).filter(({ method, url }) => method === 'GET' && /records|changes|req/.test(url))
  const told: Record<Curious, string[]>[] = []
  for (const hasMore of [false, true]) {
    const w = await lived()
    if (hasMore) {
      await w.say('mill', 'delivery', 'a delivery to the outsider', deliveredTo('outsider', {}, 'mill'))
      await w.say('anna', 'retraction', 'what the clerk wrote, taken back', {
        target_id: idOf('what the clerk wrote'),
        reason: 'other',
      })
      await w.say('anna', 'delivery', 'one more open delivery', deliveredTo('mill'))
      for (const asker of ASKERS)
        await w.done(
          w.who.anna.post(`/v1/access-requests/${idOf(requestOf(asker, 'a member'))}/decision`, {
            grant: { id: idOf(`granted to the ${asker}`) },
          }),
        )
    }
    told.push(await heard(w, reads))
    await w.a.close()
  }
  const [without, withMore] = told as [Record<Curious, string[]>, Record<Curious, string[]>]
  for (const curious of CURIOUS)
    expect(
      withMore[curious].filter((answer, n) => answer !== without[curious][n]).length,
      curious,
    ).toBeGreaterThan(5)
})
