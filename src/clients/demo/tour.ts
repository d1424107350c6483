import * as coffee from './coffee.ts'
import * as lots from './lots.ts'
import { gather } from './people.ts'
import * as rights from './rights.ts'
import { type Audience, type FreshService, type Player, type Step, Teller } from './teller.ts'
import { COOPERATIVE_PURPOSE, PURPOSE, story } from './world.ts'

export interface Tour {
  readonly steps: readonly Step[]
  /** Plain text, as rendered for the bank. */
  readonly lenderView: string
  /** Roles that a visitor may play, with tokens. */
  readonly roles: readonly Role[]
  /** Commands to paste, while the service goes on answering. */
  readonly commands: readonly { readonly shows: string; readonly command: string }[]
}

export interface Role {
  readonly role: string
  readonly name: string
  readonly party: string
  readonly token: string
}

/**
 * Gives the tour through the public API, checking all it states.
 * @throws {OperatorFault} when the service answers differently; the reason of `signal` when it aborts
 */
export async function giveTour(
  service: FreshService,
  audience: Audience,
  signal: AbortSignal,
): Promise<Tour> {
  const teller = new Teller(service, audience, signal)
  const cast = await gather(teller)
  const { cooperative, bank, grace, unasked, neighbour, mill, exporter } = cast
  await coffee.sendTwice(cast)
  await coffee.harvestAll(cast, await coffee.weighTins(cast))

  const delivered = await coffee.deliverAll(cast)
  const owed = await coffee.graceDelivers(cast)
  const corrected = await coffee.correct(cast, owed)
  const drawn = [
    ...delivered,
    { from: grace, record: owed.confirmed, kg: story.confirmedByHerself.kg },
    { from: grace, record: corrected, kg: story.corrected.toKg },
    { from: grace, record: owed.resolvedFork, kg: story.resolvedFork.toKg },
  ]
  const lot = await lots.makeLot(cast, drawn)
  await lots.sell(cast, lot)
  await lots.keepOwnLot(cast)
  await coffee.fork(cast, owed)
  await coffee.settleFork(cast, owed, lot)
  await coffee.refuseFaults(cast, owed)

  await rights.grant(cast, lot)
  await rights.refuse(cast, delivered)
  await rights.revoke(cast, delivered)
  await rights.predict(cast, [owed.confirmed, corrected])
  await rights.object(cast, delivered)
  await rights.askWhatIsHeld(cast)
  await rights.prove(cast, owed.confirmed)
  await rights.pack(cast, lot, drawn)
  const lenderView = await rights.viewAsLender(cast)

  const as = (role: string, { name, id, token }: Player): Role => ({ role, name, party: id, token })
  const curl = (path: string, by?: Player) =>
    `curl -sS ${by === undefined ? '' : `-H 'Authorization: Bearer ${by.token}' `}'${service.url}${path}'`
  const records = (purpose: string, more = '') => `/v1/records?purpose=${purpose}${more}`
  const ofUnasked = records(PURPOSE, `&subject=${unasked.id}`)
  const ofLots = records(COOPERATIVE_PURPOSE, '&type=lot')
  return {
    steps: teller.steps,
    lenderView,
    roles: [
      as('cooperative', cooperative),
      as('bank (reads only)', bank),
      as('farmer, granted the bank', grace),
      as('farmer, granted nothing', unasked),
      as('farmer and neighbour', neighbour),
      as('mill', mill),
      as('exporter', exporter),
    ],
    commands: [
      { shows: `the bank looks at ${grace.name}`, command: curl(rights.lenderViewOf(grace), bank) },
      { shows: 'everything the bank may read', command: curl(records(PURPOSE), bank) },
      { shows: `what it gets of ${unasked.name}, who granted nothing`, command: curl(ofUnasked, bank) },
      {
        shows: `${unasked.name} reads her own records`,
        command: curl(records(COOPERATIVE_PURPOSE), unasked),
      },
      { shows: 'the lots and their mass balance', command: curl(ofLots, cooperative) },
      { shows: 'the factors, for anybody', command: curl('/v1/registry/conversions') },
    ],
  }
}
