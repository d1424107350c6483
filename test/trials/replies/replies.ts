import { join } from 'node:path'
import { uuidv7 } from 'uuidv7'
import { asked, CROWD, type End } from '../common/crowd.ts'
import { atRest, Held } from '../common/held.ts'
import { prepare, type Scene } from '../common/scene.ts'
import { Served } from '../common/served.ts'
import type { TrialRun } from '../common/suite.ts'
import { Watch } from '../common/watch.ts'
import { PURPOSE } from '../common/workload.ts'

/** Long replies asked for at once, of a service with a small heap: each is whole or refused, and the service goes on. */

const MIB = 2 ** 20
const HEAP_MIB = 300
const PLOTS = 300
/** A plot is near the longest record that there may be. */
const PLOT_CHARACTERS = 48_000
/** All plots in one batch would be too many bytes. */
const IN_BATCH = 100
const VERSIONS = 40
const NAMED_AT_ONCE = 64
const LISTS = 24
const OTHERS = 2
const UNREAD = 16
/** What else grows: sockets, and what the service remembers. */
const BESIDE_MIB = 24
/** Nothing of a reply may come for as long as all the others are begun. */
const PATIENCE_MS = 1_800_000

export async function replies(trial: TrialRun): Promise<null> {
  const watch = new Watch(trial.program, trial.folder)
  const served = await Served.at(trial.program, join(trial.folder, 'data'), watch.environment)
  served.flags = [`--max-old-space-size=${HEAP_MIB}`]
  try {
    const scene = await prepare(trial, served)
    scene.line.close()
    const paths = await fill(scene)
    await atOnce(scene, paths)
    await unread(scene, watch, paths)
    if (!served.isRunning) trial.faults.add('the service ended', served.said)
    await served.end('SIGTERM')
    for (const complaint of served.complaints) trial.faults.add('the service complained', complaint)
  } finally {
    await served.end('SIGKILL')
  }
  return null
}

interface Paths {
  readonly list: string
  readonly feed: string
  readonly chain: string
  readonly origin: string
  readonly map: string
  readonly events: string
}

/** All long replies together, again and again while some are refused. */
async function atOnce(scene: Scene, paths: Paths): Promise<void> {
  const { tally, faults, say } = scene
  const questions = [
    ...Array<string>(LISTS).fill(paths.list),
    ...[paths.feed, paths.chain, paths.origin, paths.map, paths.events].flatMap((path) =>
      Array<string>(OTHERS).fill(path),
    ),
  ]
  const ends = await Promise.all(questions.map((path, i) => ask(scene, path, CROWD[i % CROWD.length])))
  const count = { whole: 0, refused: 0, broken: 0 }
  for (const [i, end] of ends.entries()) {
    const how = howOf(end)
    count[how]++
    if (how === 'broken') faults.add('a reply was not whole', `${questions[i]} (${end.status})`)
  }
  for (const how of ['whole', 'refused'] as const) tally.add(`replies ${how}`, count[how])
  if (count.whole === 0) faults.add('nobody was answered', `${count.refused} were refused`)
  tally.add('MiB of a list', Math.round(Math.max(...ends.slice(0, LISTS).map(({ bytes }) => bytes)) / MIB))
  say(`${questions.length} long replies at once: ${JSON.stringify(count)}`)
}

/** `broken`: cut off, or refused in another way than as overloaded. */
function howOf({ status, headers, isComplete, last }: End): 'whole' | 'refused' | 'broken' {
  if (!isComplete) return 'broken'
  if (status === 200) return last === '}' ? 'whole' : 'broken'
  return status === 503 && headers['retry-after'] !== undefined ? 'refused' : 'broken'
}

/** Replies that nobody reads: the budget counts at least what the heap holds of them. */
async function unread(scene: Scene, watch: Watch, { list }: Paths): Promise<void> {
  const { tally, faults, say } = scene
  const before = await watch.look()
  const { served, cooperative } = scene
  const held = new Held(served.port)
  const authorization = `Authorization: Bearer ${cooperative.token}`
  await held.take(UNREAD, CROWD, `GET ${list} HTTP/1.1\r\nHost: x\r\n${authorization}\r\n\r\n`)
  await atRest(served.pid)
  const counted = await countedBytes(scene)
  const after = await watch.look()
  const grown = after.heapUsed + after.external - before.heapUsed - before.external
  tally.add('MiB counted of unread replies', Math.round(counted / MIB))
  tally.add('MiB grown with unread replies', Math.max(0, Math.round(grown / MIB)))
  // What the metrics did not tell is no number, and more than none.
  if (!(grown <= counted + BESIDE_MIB * MIB))
    faults.add('replies hold more than is counted', `${grown} bytes, ${counted} counted`)
  held.end()
  say(
    `${UNREAD} unread: ${Math.round(counted / MIB)} MiB counted, ${Math.round(grown / MIB)} MiB more in use`,
  )
}

async function countedBytes(scene: Scene): Promise<number> {
  // Whoever measures from this machine needs no credential.
  const { text } = await asked(scene.served.port, { path: '/v1/metrics', timeout: PATIENCE_MS })
  return Number(/^granary_unread_bytes (\d+)/m.exec(text)?.[1] ?? Number.NaN)
}

/** A member with many plots, all with long outlines; a plot corrected many times; a lot from all of them. */
async function fill(scene: Scene): Promise<Paths> {
  const { cooperative, farmers } = scene
  const [farmer] = farmers as [Scene['lender']]
  const common = { occurred_at: new Date().toISOString(), lawful_basis: 'contract_performance' }
  const plots = Array.from({ length: PLOTS }, (_, i) => ({
    ...{ id: uuidv7(), type: 'plot', ...common, plot: uuidv7(), holder: farmer.id, country: 'UG' },
    ...{ crops: ['coffee_green'], geometry: outlineAt(i) },
  }))
  for (let done = 0; done < PLOTS; done += IN_BATCH) await send(scene, plots.slice(done, done + IN_BATCH))
  const versions = [{ ...(plots[0] as object), id: plots[0]?.id as string }]
  while (versions.length < VERSIONS) {
    const last = versions.at(-1) as { id: string }
    versions.push({ ...last, id: uuidv7(), ...{ supersedes: last.id } })
  }
  await send(scene, versions.slice(1))
  const deliveries = []
  for (let at = 0; at < PLOTS; at += NAMED_AT_ONCE)
    deliveries.push({
      ...{ id: uuidv7(), type: 'delivery', ...common, from_party: farmer.id, to_party: cooperative.id },
      ...{ crop: 'coffee_green', quantity: { value: 10, unit: 'kg' } },
      plot_ids: plots.slice(at, at + NAMED_AT_ONCE).map(({ plot }) => plot),
    })
  const lot = {
    ...{ id: uuidv7(), type: 'lot', ...common, holder: cooperative.id, crop: 'coffee_green' },
    ...{ quantity: { value: 10 * deliveries.length, unit: 'kg' } },
    inputs: deliveries.map(({ id }) => ({ record_id: id, kg: 10 })),
  }
  await send(scene, [...deliveries, lot])
  const purpose = `purpose=${PURPOSE}`
  return {
    list: `/v1/records?${purpose}&type=plot&limit=${PLOTS}`,
    feed: `/v1/sync/changes?limit=${PLOTS}`,
    chain: `/v1/records/${plots[0]?.id}/chain?${purpose}`,
    origin: `/v1/records/${lot.id}/origin?${purpose}`,
    map: `/v1/records/${lot.id}/origin?${purpose}&as=map`,
    events: `/v1/records/${lot.id}/events?${purpose}`,
  }
}

/** A circle with so many corners that its text is as long as it should be; each touches the next. */
function outlineAt(i: number): object {
  const [west, south] = [30 + (i % 25) * 0.01, 1 + Math.floor(i / 25) * 0.01]
  const count = Math.floor(PLOT_CHARACTERS / 22)
  const ring = Array.from({ length: count }, (_, n) => {
    const angle = (2 * Math.PI * n) / count
    return [west + 0.0051 * Math.cos(angle), south + 0.0051 * Math.sin(angle)].map((at) =>
      Number(at.toFixed(7)),
    )
  })
  return { type: 'Polygon', coordinates: [[...ring, ring[0]]] }
}

async function send(scene: Scene, records: readonly object[]): Promise<void> {
  const { status, text } = await ask(scene, '/v1/sync/outbox', undefined, JSON.stringify({ records }))
  const isTaken = status === 200 && !text.includes('rejected')
  if (!isTaken) scene.faults.add('records were not taken', `${status} ${text.slice(0, 300)}`)
}

function ask({ served, cooperative }: Scene, path: string, from?: string, body?: string): Promise<End> {
  const [address, isMap] = path.endsWith('&as=map') ? [path.slice(0, -7), true] : [path, false]
  return asked(served.port, {
    ...{ path: address, timeout: PATIENCE_MS },
    ...(from === undefined ? {} : { localAddress: from }),
    ...(body === undefined ? {} : { body }),
    headers: {
      authorization: `Bearer ${cooperative.token}`,
      accept: isMap ? 'application/geo+json' : 'application/json',
    },
  })
}

/** What the line of figures tells. */
export const REPLIES_FIGURES: readonly string[] = [
  ...['replies whole', 'replies refused', 'MiB of a list'],
  ...['MiB counted of unread replies', 'MiB grown with unread replies'],
]
