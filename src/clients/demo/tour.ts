import type { Words } from '../../words/words.ts'
import * as coffee from './coffee.ts'
import * as loan from './loan.ts'
import * as lots from './lots.ts'
import { type Audience, type FreshService, Narrator, type Player } from './narrator.ts'
import { gather } from './people.ts'
import * as rights from './rights.ts'
import { COOPERATIVE_PURPOSE, PURPOSE, story } from './scenario.ts'

export type Tour = Awaited<ReturnType<typeof runTour>>
export type Role = Tour['roles'][number]

/**
 * Runs the tour through the public API, and checks everything that the tour states.
 * @throws {OperatorFault} if the service answers differently; the signal's reason, if it is aborted
 */
export async function runTour(service: FreshService, audience: Audience, signal: AbortSignal, words: Words) {
  const { say } = words
  const narrator = new Narrator(service, audience, signal, words)
  const cast = await gather(narrator)
  const { cooperative, bank, grace, unasked, neighbour, mill, exporter } = cast
  await coffee.sendTwice(cast)
  await coffee.harvestAll(cast, await coffee.weighTins(cast))

  const delivered = await coffee.deliverAll(cast)
  const obliged = await coffee.graceDelivers(cast)
  const corrected = await coffee.correct(cast, obliged)
  const drawn = [
    ...delivered,
    { from: grace, record: obliged.confirmed, kg: story.confirmedByHerself.kg },
    { from: grace, record: corrected, kg: story.corrected.toKg },
    { from: grace, record: obliged.resolvedFork, kg: story.resolvedFork.toKg },
  ]
  const lot = await lots.makeLot(cast, drawn)
  await lots.sell(cast, lot)
  await lots.keepOwnLot(cast)
  await coffee.fork(cast, obliged)
  await coffee.resolveFork(cast, obliged, lot)
  await coffee.refuseFaults(cast, obliged)

  await rights.grant(cast, lot)
  await loan.repay(cast, obliged.confirmed)
  await rights.refuse(cast, delivered)
  await rights.revoke(cast, delivered)
  await rights.predict(cast, [obliged.confirmed, corrected])
  await rights.object(cast, delivered)
  await rights.askWhatIsHeld(cast)
  await rights.prove(cast, obliged.confirmed)
  await rights.pack(cast, lot, drawn)
  const lenderView = await rights.viewAsLender(cast)

  const as = (role: string, { name, id, token }: Player) => ({ role, name, party: id, token })
  const curl = (path: string, by?: Player) =>
    `curl -sS ${by === undefined ? '' : `-H 'Authorization: Bearer ${by.token}' `}'${service.url}${path}'`
  const records = (purpose: string, more = '') => `/v1/records?purpose=${purpose}${more}`
  const ofUnasked = records(PURPOSE, `&subject=${unasked.id}`)
  const ofLots = records(COOPERATIVE_PURPOSE, '&type=lot')
  return {
    steps: narrator.steps,
    lenderView,
    /** Roles that a visitor may play. */
    roles: [
      as(say('demo.role.cooperative'), cooperative),
      as(say('demo.role.bank'), bank),
      as(say('demo.role.grace'), grace),
      as(say('demo.role.unasked'), unasked),
      as(say('demo.role.neighbour'), neighbour),
      as(say('demo.role.mill'), mill),
      as(say('demo.role.exporter'), exporter),
    ],
    /** Commands to paste while the service is running. */
    commands: [
      {
        shows: say('demo.shows.lenderView', { name: grace.name }),
        command: curl(rights.lenderViewOf(grace), bank),
      },
      { shows: say('demo.shows.bank'), command: curl(records(PURPOSE), bank) },
      {
        shows: say('demo.shows.unasked', { name: unasked.name }),
        command: curl(ofUnasked, bank),
      },
      {
        shows: say('demo.shows.own', { name: unasked.name }),
        command: curl(records(COOPERATIVE_PURPOSE), unasked),
      },
      { shows: say('demo.shows.lots'), command: curl(ofLots, cooperative) },
      { shows: say('demo.shows.factors'), command: curl('/v1/registry/conversions') },
    ],
  }
}
