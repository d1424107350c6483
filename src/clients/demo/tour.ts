import { Client, Player, type RecordReply } from './client.ts'
import { grant, lenderViewPath, refuse, revoke, viewAsLender } from './consent.ts'
import { confirmForHer, correct, deliverAll, type GracesDeliveries, graceDelivers } from './deliveries.ts'
import { harvestAll, sendTwice, weighTins } from './harvests.ts'
import { keepOwnLot, makeLot } from './lots.ts'
import { fork, refuseFaults, settleFork } from './mistakes.ts'
import { pack } from './pack.ts'
import { gather, giveMandates } from './people.ts'
import { predict } from './predictions.ts'
import { prove } from './proof.ts'
import { askWhatIsHeld, object } from './rights.ts'
import { type Cast, type Delivered, farmerNamed, type Operator, type Scene } from './scene.ts'
import { type Audience, Stage, type Step } from './stage.ts'
import { Calendar, COOPERATIVE, GRACE, NEIGHBOUR, story, UNASKED } from './world.ts'

/** A new service that is listening. */
export interface FreshService {
  readonly url: string
  readonly cooperative: { readonly id: string; readonly token: string }
  readonly operator: Operator
  readonly nowMs: number
}

export interface Tour {
  readonly steps: readonly Step[]
  /** Plain text, as rendered for the bank. */
  readonly lenderView: string
  readonly lenderViewPath: string
  /** Roles that a visitor may play, with tokens. */
  readonly roles: readonly Role[]
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
  const client = new Client(service.url, signal)
  const stage = new Stage(audience)
  const scene: Scene = { stage, client, operator: service.operator, calendar: new Calendar(service.nowMs) }

  const cast = await gather(
    scene,
    new Player(client, service.cooperative.id, COOPERATIVE, service.cooperative.token),
  )
  const mandates = await giveMandates(scene, cast)

  await sendTwice(scene, cast, mandates)
  const tin = await weighTins(scene, cast, mandates)
  await harvestAll(scene, cast, mandates, tin)

  const delivered = await deliverAll(scene, cast)
  const graces = await graceDelivers(scene, cast)
  const corrected = await correct(scene, cast, graces)
  await confirmForHer(scene, cast, mandates, corrected)

  const drawn = [...delivered, ...drawnFrom(cast, graces, corrected)]
  const lot = await makeLot(scene, cast, drawn)
  await keepOwnLot(scene, cast, mandates)

  await fork(scene, cast, graces)
  await settleFork(scene, cast, graces, lot)
  await refuseFaults(scene, cast, graces.confirmed)

  await grant(scene, cast, lot)
  await refuse(scene, cast, delivered)
  await revoke(scene, cast, delivered)
  await predict(scene, cast, [graces.confirmed, corrected])
  await object(scene, cast, delivered)
  await askWhatIsHeld(scene, cast)
  await prove(scene, cast, graces.confirmed)
  await pack(scene, cast, lot, drawn)
  const lenderView = await viewAsLender(scene, cast)
  return { steps: stage.steps, lenderView, lenderViewPath: lenderViewPath(cast), roles: rolesOf(cast) }
}

/** Grace's deliveries in the lot. One of them will fork later. */
function drawnFrom(
  { grace }: Cast,
  { confirmed, resolvedFork }: GracesDeliveries,
  corrected: RecordReply,
): readonly Delivered[] {
  return [
    { from: grace, record: confirmed, kg: story.confirmedByHerself.kg },
    { from: grace, record: corrected, kg: story.corrected.toKg },
    { from: grace, record: resolvedFork, kg: story.resolvedFork.toKg },
  ]
}

function rolesOf(cast: Cast): readonly Role[] {
  const as = (role: string, { name, id, token }: Player): Role => ({ role, name, party: id, token })
  return [
    as('cooperative', cast.cooperative),
    as('bank (reads only)', cast.bank),
    as(`farmer, granted the bank`, farmerNamed(cast, GRACE)),
    as('farmer, granted nothing', farmerNamed(cast, UNASKED)),
    as('farmer and neighbour', farmerNamed(cast, NEIGHBOUR)),
    as('mill', cast.mill),
    as('exporter', cast.exporter),
  ]
}
