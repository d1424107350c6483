import type { Words } from '../../words/words.ts'
import * as coffee from './coffee.ts'
import { loan } from './loan.ts'
import * as lots from './lots.ts'
import { type Audience, narrate, type Scene } from './narrator.ts'
import * as people from './people.ts'
import * as rights from './rights.ts'
import { COOPERATIVE_PURPOSE, PURPOSE } from './scenario.ts'
import { type FreshService, type Player, Tale } from './tale.ts'

/** The story from its beginning to its end. */
const STORY: readonly Scene[] = [
  people.parties,
  people.credentials,
  people.delegations,
  coffee.replay,
  coffee.conversion,
  coffee.harvests,
  coffee.deliveries,
  coffee.obligation,
  coffee.correction,
  coffee.neighbour,
  lots.lot,
  lots.custody,
  lots.sale,
  lots.ownLot,
  coffee.fork,
  coffee.resolved,
  coffee.faults,
  rights.grants,
  loan,
  rights.refusal,
  rights.revocation,
  rights.prediction,
  rights.objection,
  rights.access,
  rights.proof,
  rights.pack,
  rights.lenderView,
]

export type Tour = Awaited<ReturnType<typeof runTour>>
export type Role = Tour['roles'][number]

/**
 * Plays the story through the public API, and checks everything that the tour states.
 * @throws {OperatorFault} if the service answers differently; the signal's reason, if it is aborted
 */
export async function runTour(service: FreshService, audience: Audience, signal: AbortSignal, words: Words) {
  const { say, language } = words
  const tale = new Tale(service, { signal, progress: audience.progress, language: language.code })
  const steps = await narrate(STORY, tale, audience, words)

  const { cooperative, bank, grace, unasked, neighbour, mill, exporter } = tale.cast
  const as = (role: string, { name, id, token }: Player) => ({ role, name, party: id, token })
  const curl = (path: string, by?: Player) =>
    `curl -sS ${by === undefined ? '' : `-H 'Authorization: Bearer ${by.token}' `}'${service.url}${path}'`
  const records = (purpose: string, more = '') => `/v1/records?purpose=${purpose}${more}`
  const ofUnasked = records(PURPOSE, `&subject=${unasked.id}`)
  const ofLots = records(COOPERATIVE_PURPOSE, '&type=lot')
  const { name } = unasked
  return {
    steps,
    lenderView: tale.lenderView,
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
      { shows: say('demo.shows.unasked', { name }), command: curl(ofUnasked, bank) },
      { shows: say('demo.shows.own', { name }), command: curl(records(COOPERATIVE_PURPOSE), unasked) },
      { shows: say('demo.shows.lots'), command: curl(ofLots, cooperative) },
      { shows: say('demo.shows.factors'), command: curl('/v1/registry/conversions') },
    ],
  }
}
