import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import {
  type Actor,
  type Answer,
  type Appliance,
  actor,
  makeAppliance,
  START_MS,
} from '../../support/appliance.ts'
import { at, cherry, DAY_MS, inferenceOf, PURPOSE } from '../../support/flows/help.ts'
import { squareAt } from '../../support/outlines.ts'

/**
 * Two appliances that differ only in what is hidden from somebody: the same clock, the same ids, the same people, who
 * did the same before. Whoever gets another answer in one than in the other has learnt something.
 */

/** The same id for the same name, in every world. */
export function idOf(name: string): string {
  const digits = createHash('sha256').update(name).digest('hex')
  return `01900000-${digits.slice(0, 4)}-7${digits.slice(4, 7)}-8${digits.slice(7, 10)}-${digits.slice(10, 22)}`
}

const KINDS = {
  anna: 'person',
  ben: 'person',
  carol: 'person',
  clerk: 'person',
  outsider: 'person',
  mill: 'business',
  bank: 'institution',
  rival: 'institution',
} as const
export type Name = keyof typeof KINDS
const NAMES = Object.keys(KINDS) as Name[]

/** What everybody is called: no two names share a word with anything the service says by itself. */
export const nameOf = (name: Name) => `${name.slice(0, 1).toUpperCase()}${name.slice(1)} Zebulonova`

/** One number is Anna's, one that of two people, and one nobody's. */
export const NUMBERS = { anna: '+256772000001', shared: '+256772000002', nobody: '+256772000003' } as const
const PHONES: Partial<Record<Name, string>> = {
  anna: NUMBERS.anna,
  ben: NUMBERS.shared,
  carol: NUMBERS.shared,
}
const memberNo = (name: Name | 'nothing') => `M-${idOf(name).slice(-6)}`

export interface World {
  readonly a: Appliance
  readonly who: Readonly<Record<Name, Actor>>
  /** The same party with a credential that may only read, as the operator makes it for lenders and auditors. */
  readonly readerOf: (name: Name) => Promise<Actor>
  /** Appends what a model of somebody says, from what goes by these names. */
  predict(who: Name, named: string, from: readonly string[]): Promise<void>
  /** Appends a record whose id stands for a name, and which happened so many days before the world began. */
  say(who: Name, type: string, named: string, fields: object, daysAgo?: number): Promise<void>
  grant(from: Name, to: Name, named: string, types: readonly string[], purpose?: string): Promise<void>
  /** Asks for access to whom `about` names. */
  ask(from: Name, named: string, about: object): Promise<void>
  mandate(
    from: Name,
    to: Name,
    named: string,
    acts?: readonly string[],
    types?: readonly string[],
  ): Promise<void>
  /** The act is done, or the test is wrong. */
  done(answer: Promise<{ readonly status: number; readonly text: string }>): Promise<void>
}

const ACTS = ['assert', 'correct', 'confirm', 'object']
const COVERED = ['harvest', 'delivery', 'lot', 'obligation']

/** People with credentials, and nothing recorded but their names. */
export async function emptyWorld(): Promise<World> {
  // The clock stands still, so all that is asked falls into one second.
  const many = '1000000000'
  const a = await makeAppliance({
    readsPerSecond: many,
    refusedPerDay: many,
    readBytesPerDay: many,
    recordsPerDay: many,
    maxAccessRequests: many,
    accessRequestsPerDay: many,
  })
  // Thousands of requests, and no power cut to outlive.
  a.kernel.store.db.pragma('synchronous = OFF')
  const who = {} as Record<Name, Actor>
  for (const name of NAMES) {
    const party = idOf(name)
    const told = await a.cooperative.append('party', {
      id: idOf(`register of ${name}`),
      party,
      kind: KINDS[name],
      display_name: nameOf(name),
      member_no: memberNo(name),
      language: 'sw',
      ...(PHONES[name] === undefined ? {} : { phone: PHONES[name] }),
    })
    if (told.status !== 201) throw new Error(told.text)
    who[name] = actor(a.app, a.clock, party, await a.credential(party, 'party'))
  }
  const done: World['done'] = async (answer) => {
    const { status, text } = await answer
    expect([200, 201], text).toContain(status)
  }
  return {
    a,
    who,
    done,
    readerOf: async (name) => actor(a.app, a.clock, idOf(name), await a.credential(idOf(name), 'reader')),
    async say(name, type, named, fields, daysAgo = 30) {
      const occurred_at = at(START_MS - daysAgo * DAY_MS)
      const told = await who[name].append(type, { id: idOf(named), occurred_at, ...fields })
      expect(told.status, `${named}: ${told.text}`).toBe(201)
    },
    predict: (name, named, from) =>
      done(
        who[name].post(
          '/v1/inferences',
          inferenceOf(from.map(idOf), START_MS, { id: idOf(named), model_id: 'a model' }),
        ),
      ),
    grant: (from, to, named, record_types, purpose = PURPOSE) =>
      done(
        who[from].post('/v1/grants', {
          ...{ id: idOf(named), grantee: idOf(to), purpose, record_types },
          expires_at: at(START_MS + 200 * DAY_MS),
        }),
      ),
    ask: (from, named, about) =>
      done(
        who[from].post('/v1/access-requests', {
          ...{ id: idOf(named), about, purpose: PURPOSE, record_types: ['harvest', 'delivery'] },
          ...{ expires_at: at(START_MS + 200 * DAY_MS), reason: 'About a loan.' },
        }),
      ),
    mandate: (from, to, named, acts = ACTS, record_types = COVERED) =>
      done(
        who[from].post('/v1/delegations', {
          ...{ id: idOf(named), principal: idOf(from), delegate: idOf(to), record_types, acts },
          ...{ valid_from: at(START_MS - 100 * DAY_MS), valid_until: at(START_MS + 100 * DAY_MS) },
          basis: 'in_person_signature',
        }),
      ),
  }
}

export const HIDDEN_RECORDS = [
  'a harvest',
  'a corrected harvest',
  'its correction',
  'a retracted harvest',
  'its retraction',
  'a forked harvest',
  'one branch',
  'the other branch',
  'a lot',
  'a delivery to Ben',
  'its confirmation',
  'an obligation',
  'a transfer',
  'a loss',
  'an inference',
  'a plot',
  'a statement',
  'a payment',
  'its receipt',
  'register of anna',
] as const
export const HIDDEN_ACTS = [
  'a grant to the rival',
  'a mandate for Carol',
  'an objection',
  'an access request',
  'a request of the rival',
]

/** What happened in every world, before anything that only one of them has. */
export async function lived(): Promise<World> {
  const w = await emptyWorld()
  await annasPast(w)
  await openedToTheBank(w)
  await askedInVain(w)
  await outsidersPast(w)
  return w
}

const harvest = { producer: idOf('anna'), ...cherry(), lawful_basis: 'consent' }
export const deliveredTo = (to: string, more: object = {}, from = 'anna') => ({
  from_party: idOf(from),
  to_party: idOf(to),
  ...cherry(60),
  lawful_basis: 'consent',
  ...more,
})

/** What Anna, or another, pays in cash, the same for each debt. */
export const paymentTo = (to: Name, amount_minor: number, debts: readonly string[], from: Name = 'anna') => ({
  ...{ payer: idOf(from), payee: idOf(to), method: 'cash', purpose: 'other' },
  amount: { amount_minor: amount_minor * debts.length, currency: 'UGX' },
  settles: debts.map((named) => ({ record_id: idOf(named), amount_minor })),
  lawful_basis: 'special_data_consent',
})

/** A plot of somebody, all at one place: whoever may read two of them sees that they lie on each other. */
export function plotOf(holder: Name, named: string) {
  // Small, so that many of one holder at this place are less than four hectares.
  const [west, south, side] = [32.500001, 0.300001, 0.0001]
  const ring = squareAt(west, south, side)
  const geometry = { type: 'Polygon', coordinates: [ring] }
  return { plot: idOf(named), holder: idOf(holder), name: `Field of ${holder}`, country: 'UG', geometry }
}

/** Nothing of this is for the outsider, the past delegate or the bank. */
async function annasPast({ say, predict, who, done, grant, mandate }: World): Promise<void> {
  await say('anna', 'harvest', 'a harvest', harvest)
  await say('anna', 'harvest', 'a corrected harvest', harvest)
  await say('anna', 'harvest', 'its correction', { ...harvest, supersedes: idOf('a corrected harvest') })
  await say('anna', 'harvest', 'a retracted harvest', harvest)
  await say('anna', 'retraction', 'its retraction', {
    target_id: idOf('a retracted harvest'),
    reason: 'entered_in_error',
  })
  await say('anna', 'harvest', 'a forked harvest', harvest)
  for (const branch of ['one branch', 'the other branch'])
    await say('anna', 'harvest', branch, { ...harvest, supersedes: idOf('a forked harvest') })
  const lot = { holder: idOf('anna'), ...cherry(100), inputs: [{ record_id: idOf('a harvest'), kg: 100 }] }
  await say('anna', 'lot', 'a lot', lot)
  await say('anna', 'delivery', 'a delivery to Ben', deliveredTo('ben', { lot_id: idOf('a lot') }))
  await say('ben', 'delivery_confirmation', 'its confirmation', {
    delivery_id: idOf('a delivery to Ben'),
    channel: 'in_person',
  })
  await say('anna', 'obligation', 'an obligation', {
    kind: 'repay_loan',
    obligor: idOf('anna'),
    obligee: idOf('rival'),
    amount: { amount_minor: 90_000, currency: 'UGX' },
    lawful_basis: 'special_data_consent',
  })
  const transfer = { lot_id: idOf('a lot'), from_party: idOf('anna'), to_party: idOf('ben') }
  await say('anna', 'custody_transfer', 'a transfer', transfer, 20)
  const lost = { ...cherry(1), crop: undefined, cause: 'drying' }
  await say('anna', 'loss', 'a loss', { lot_id: idOf('a lot'), ...lost })
  await say('anna', 'plot', 'a plot', plotOf('anna', 'a plot'))
  await say('anna', 'due_diligence', 'a statement', {
    lot_id: idOf('a lot'),
    ...{ reference: 'R0', filed_by: idOf('anna'), filed_at: at(START_MS) },
  })
  await say('anna', 'payment', 'a payment', paymentTo('rival', 20_000, ['an obligation']))
  const receipt = { payment_id: idOf('a payment'), channel: 'in_person' }
  await say('rival', 'payment_confirmation', 'its receipt', receipt)
  await grant('anna', 'rival', 'a grant to the rival', ['harvest', 'lot'], 'insurance')
  await predict('rival', 'an inference', ['a harvest', 'a lot'])
  await mandate('anna', 'carol', 'a mandate for Carol')
  const objection = { id: idOf('an objection'), purposes: ['research'], channel: 'written' }
  await done(who.anna.post('/v1/objections', objection))
  await done(who.anna.post('/v1/subject-access-requests', { id: idOf('an access request') }))
}

/** One type for one purpose; and a mandate that ended too long ago for anything. */
async function openedToTheBank({ a, who, say, done, grant, mandate }: World): Promise<void> {
  const priced = {
    agreed_price: { amount_minor: 60_000, currency: 'UGX' },
    lawful_basis: 'special_data_consent',
  }
  for (let n = 1; n <= 5; n++) {
    const sold = deliveredTo('mill', n === 5 ? priced : {})
    await say('anna', 'delivery', `open delivery ${n}`, sold, 40 - 2 * n)
  }
  await grant('anna', 'bank', 'the grant to the bank', ['delivery'])
  await mandate('anna', 'clerk', 'the mandate that ended')
  const acting = { on_behalf_of: idOf('anna'), delegation_id: idOf('the mandate that ended') }
  await say('clerk', 'harvest', 'what the clerk wrote', { ...harvest, ...acting })
  await done(who.anna.post(`/v1/delegations/${idOf('the mandate that ended')}/revocation`))
  a.clock.nowMs += 20 * DAY_MS
}

/** The outsider has records of its own, and some of them name what it cannot see, or what only one world has. */
async function outsidersPast({ say, predict }: World): Promise<void> {
  const mine = { producer: idOf('outsider'), ...cherry() }
  for (let n = 1; n <= 3; n++) await say('outsider', 'harvest', `own harvest ${n}`, mine, 30 + n)
  await say('outsider', 'harvest', 'own correction', { ...mine, supersedes: idOf('own harvest 1') })
  const lotOf = (weighs: number, kg: number, ...named: readonly string[]) => ({
    ...{ holder: idOf('outsider'), ...cherry(weighs) },
    inputs: named.map((one) => ({ record_id: idOf(one), kg })),
  })
  const drawn = ['own harvest 2', 'a harvest', 'further harvest 1', 'nothing']
  await say('outsider', 'lot', 'own lot', lotOf(50, 20, ...drawn))
  await say('outsider', 'plot', 'own plot', plotOf('outsider', 'own plot'))
  const plot_ids = ['own plot', 'a plot', 'further plot', 'nothing'].map(idOf)
  await say('outsider', 'harvest', 'own harvest from plots', { ...mine, plot_ids })
  await say('outsider', 'lot', 'own lot from plots', lotOf(50, 50, 'own harvest from plots'))
  // Of harvests that Anna never had: one stands for all her plots, one names some.
  const invented = { producer: idOf('anna'), ...cherry(50), lawful_basis: 'consent' }
  await say('outsider', 'harvest', 'own invention', invented)
  await say('outsider', 'harvest', 'own invention from plots', { ...invented, plot_ids })
  const inventions = lotOf(100, 50, 'own invention', 'own invention from plots')
  await say('outsider', 'lot', 'own lot of inventions', inventions)
  for (const lot of ['a lot', 'further lot', 'nothing'])
    await say('outsider', 'delivery', `own delivery from ${lot}`, {
      ...deliveredTo('carol', { lot_id: idOf(lot), obligation_id: idOf('an obligation') }, 'outsider'),
    })
  const debts = ['an obligation', 'a delivery to Ben', 'open delivery 5', 'further obligation', 'nothing']
  await say('outsider', 'payment', 'own payment', paymentTo('carol', 10, debts, 'outsider'))
  const invention = { ...paymentTo('rival', 10, debts), method: 'offset' }
  await say('outsider', 'payment', 'own invented payment', invention)
  const lost = { ...cherry(1), crop: undefined, cause: 'theft' }
  await say('outsider', 'loss', 'own loss of a further lot', { lot_id: idOf('further lot'), ...lost })
  const theirs = ['a harvest', 'an inference', 'further harvest 1', 'further inference', 'nothing']
  await predict('outsider', 'own inference', ['own harvest 2', ...theirs])
  await predict('outsider', 'own inference above', ['own inference', 'own harvest 1'])
}

/** Those who are curious have asked for everybody, and heard nothing. */
async function askedInVain({ ask }: World): Promise<void> {
  await ask('rival', 'a request of the rival', { party: idOf('anna') })
  for (const asker of ASKERS)
    for (const [whom, about] of Object.entries(ABOUT)) await ask(asker, requestOf(asker, whom), about)
}

export const ASKERS = ['outsider', 'clerk', 'bank'] as const satisfies readonly Name[]
export const requestOf = (asker: Name, whom: string) => `request of the ${asker} for ${whom}`

/** A member, an outsider, no one, and two people with one number. */
export const ABOUT = {
  'a member': { party: idOf('anna') },
  'an outsider': { party: idOf('outsider') },
  'no one': { party: idOf('nothing') },
  'a number': { phone: NUMBERS.anna },
  'a shared number': { phone: NUMBERS.shared },
  "nobody's number": { phone: NUMBERS.nobody },
  'a member number': { member_no: memberNo('anna') },
  "nobody's member number": { member_no: memberNo('nothing') },
} as const

function answered(status: number, headers: object, text: string): string {
  const lines = Object.entries(headers)
    .filter(([name]) => name !== 'date')
    .map(([name, value]) => `${name}: ${String(value)}`)
  return [status, ...lines, '', text].join('\n')
}

/** What was answered, but for what is every world's own: its cooperative's id and the time of day. */
export function told(
  w: World,
  answer: { readonly statusCode: number; readonly headers: object; readonly body: string },
): string {
  return answered(answer.statusCode, answer.headers, answer.body)
    .replaceAll(w.a.cooperative.id, 'the-cooperative')
    .replace(/granary\/[0-9a-f]{32}(\+[0-9a-f]{8}\+[A-Za-z0-9+/]{44})?/g, 'of-this-log')
    .replace(/^location: \/v1\/uploads\/[0-9a-f-]{36}$/m, 'location: of its own')
    .replace(/"cursor":"[^"]+"|"token":"[^"]+"|"next":"[^"]+"/g, sealed)
    .replace(/"recovery_key":"[\w-]{43}"/g, '"recovery_key":"of this store"')
}

/** What is drawn at random for each answer, but not how long it is: cursors of the change feed and of disclosures, and tokens. */
export const sealed = (text: string): string =>
  text.replace(
    /gry_[\w-]{43}|[\w-]{100,}|(?<![\w-])[\w-]{83}(?![\w-])/g,
    (drawn) => `<${drawn.length} letters>`,
  )

/** An answer without what is each request's own: its correlation id, and ids and tokens it sent or was given itself. */
export function bytesOf({ status, headers, text }: Answer, ...own: readonly string[]): string {
  return [String(headers['x-correlation-id']), ...own].reduce(
    (bytes, one) => bytes.replaceAll(one, 'its-own'),
    answered(status, headers, text),
  )
}
