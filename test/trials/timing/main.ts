import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { GRANARY, Helper, serving } from '../bench/children.ts'
import { filled } from '../bench/filled.ts'
import { machineText } from '../bench/report.ts'
import { say, sayNoMore } from '../bench/say.ts'
import { type Seeded, seedRole } from '../bench/seed.ts'
import type { Served } from '../common/served.ts'
import { throwAway } from '../common/throw-away.ts'
import { type Options, readOptions, USAGE } from './options.ts'
import { askInPairs, type Question } from './pairs.ts'
import { questionsOf } from './questions.ts'
import { allAlike, asText, type Finding, type Report } from './report.ts'
import { compare, compareBelow } from './statistics.ts'
import { type Stranger, strangerRole } from './stranger.ts'

/** `npm run test:timing`: does the time of a refusal tell that the id exists? Granary as built, over sockets. */

const ROLES: Readonly<Record<string, () => void>> = { seed: seedRole, stranger: strangerRole }

/** The setting as nobody has changed it. */
const BY_DEFAULT = { GRANARY_REFUSAL_MS: '' }

/** Before each measurement, so that caches are warm and code is compiled. */
const WARM_UP_PAIRS = 2_000
const CONNECTIONS = 64
/** Without the hold a few connections are enough to keep the server busy; more would only wait for one another. */
const CONTROL_CONNECTIONS = 4

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2))
  if (options === null) {
    process.stdout.write(USAGE)
    return
  }
  if (!existsSync(GRANARY)) throw new Error(`${GRANARY} is not there; run: npm run build`)
  const { folder, cleanUp } = throwAway('timing', null)
  try {
    const root = options.keep === null ? folder : resolve(options.keep)
    const findings: Finding[] = []
    for (const records of options.records)
      findings.push(...(await lookAt(join(root, `records-${records}`), records, options)))
    const report: Report = { machine: machineText(), connections: CONNECTIONS, findings }
    process.stdout.write(asText(report))
    if (!allAlike(report)) process.exitCode = 1
  } finally {
    cleanUp()
  }
}

async function lookAt(data: string, records: number, options: Options): Promise<Finding[]> {
  const seeded = await filled(data, records)
  const stranger = await strangerTo(data, seeded)
  const findings: Finding[] = []
  const look = async (service: Served, question: Question, pairs: number, held: boolean) => {
    const name = `${question.name}, ${records.toLocaleString('en-GB')} records${held ? '' : ', without the hold'}`
    const connections = question.connections ?? CONNECTIONS
    await askInPairs(service.port, connections, question, Math.min(WARM_UP_PAIRS, Math.ceil(pairs / 5)))
    const { refused, absent } = await askInPairs(service.port, connections, question, pairs, (done) =>
      say(`${name}: ${Math.floor((10 * done) / pairs)}0 %`),
    )
    findings.push({
      question: question.name,
      records,
      pairs,
      held,
      all: compare(refused, absent),
      below99: compareBelow(0.99, refused, absent),
    })
  }

  const held = await serving(data, BY_DEFAULT)
  const { main, more } = await questionsOf(held.port, seeded, stranger)
  await look(held, main, options.pairs, true)
  for (const question of more) await look(held, question, options.pairs / 20, true)
  await held.end('SIGTERM')
  const unheld = await serving(data)
  await look(unheld, { ...main, connections: CONTROL_CONNECTIONS }, options.pairs / 5, false)
  await unheld.end('SIGTERM')
  return findings
}

async function strangerTo(folder: string, { cast }: Seeded): Promise<Stranger> {
  const helper = new Helper('stranger')
  const stranger = await helper.call<Stranger>('introduce', {
    folder,
    cooperative: cast.cooperative,
    farmer: cast.farmers[0],
  })
  await helper.stop()
  return stranger
}

const [first, role] = process.argv.slice(2)
if (first === 'role') ROLES[role as string]?.()
else {
  main().then(sayNoMore, (error: unknown) => {
    process.stderr.write(
      `\ntiming: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
    )
    process.exitCode = 1
  })
}
