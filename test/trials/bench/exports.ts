import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GRANARY, memoryOf, processorSeconds, serving } from './children.ts'
import type { Figure } from './figure.ts'
import { type Plan, type Probe, quantile } from './measure.ts'
import { overHttp } from './probes.ts'
import { reads, recordPath } from './requests.ts'
import type { Seeded } from './seed.ts'

/** An export of everything, and what it costs somebody who reads from the service beside it. */

const MINUTES = 2
const RECORDS = 1_000_000
const ROUND_MS = 1_000
const LOOK_MS = 100

export async function exportFigures(
  { data, seeded }: { readonly data: string; readonly seeded: Seeded },
  plan: Plan,
  say: (text: string) => void,
): Promise<Figure[]> {
  const service = await serving(data)
  const out = mkdtempSync(join(tmpdir(), 'granary-bench-export-'))
  try {
    const { pid } = service
    const probe = overHttp(service, 1, reads(seeded.recent.map(recordPath), seeded.cooperativeToken))
    say('reads before an export')
    await probe(plan.warmUpMs)
    let rounds = Math.max(1, Math.round(plan.seconds))
    const quiet = await latencies(probe, () => rounds-- > 0)
    say('an export, and reads beside it')
    const before = processorSeconds(pid)
    const running = started(data, join(out, 'files'))
    const beside = await latencies(probe, () => !running.isOver())
    const { ms, peak, cpuSeconds } = await running.done
    const aimMs = (MINUTES * 60_000 * seeded.records) / RECORDS
    const records = seeded.records.toLocaleString('en-GB')
    return [
      {
        name: `an export of ${records} records beside a service that is read from`,
        value: { amount: ms, unit: 'ms' },
        aim: { atMost: aimMs },
      },
      { name: '  processor time of the command', value: { amount: cpuSeconds * 1e3, unit: 'ms' } },
      {
        name: '  processor time of the service, the reads beside it included',
        value: { amount: (processorSeconds(pid) - before) * 1e3, unit: 'ms' },
      },
      {
        name: '  memory of the command, highest',
        value: { amount: peak, unit: 'mib' },
      },
      {
        name: '  p99 of a read beside it',
        value: { amount: quantile(beside, 0.99), unit: 'us' },
        p50Us: quantile(beside, 0.5),
        p99Us: quantile(beside, 0.99),
        limit: { amount: quantile(quiet, 0.99), unit: 'us', name: 'before it' },
        ratio: quantile(beside, 0.99) / quantile(quiet, 0.99),
        aim: { atMost: 2 },
      },
    ]
  } finally {
    await service.end('SIGTERM')
    rmSync(out, { recursive: true, force: true })
  }
}

async function latencies(probe: Probe, goesOn: () => boolean): Promise<Float64Array> {
  const taken: number[] = []
  while (goesOn()) taken.push(...(await probe(ROUND_MS)).sample.latencies)
  return Float64Array.from(taken).sort()
}

interface Ended {
  readonly ms: number
  readonly peak: number
  readonly cpuSeconds: number
}

function started(
  data: string,
  out: string,
): { readonly isOver: () => boolean; readonly done: Promise<Ended> } {
  const beganMs = performance.now()
  const child = spawn(process.execPath, [GRANARY, 'export', '--data', data, '--out', out], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  let isOver = false
  let peak = 0
  let cpuSeconds = 0
  const looking = setInterval(() => {
    peak = Math.max(peak, memoryOf(child.pid as number).highest)
    cpuSeconds = processorSeconds(child.pid as number)
  }, LOOK_MS)
  const done = new Promise<Ended>((resolve, reject) => {
    child.once('exit', (code) => {
      isOver = true
      clearInterval(looking)
      if (code === 0) resolve({ ms: performance.now() - beganMs, peak, cpuSeconds })
      else reject(new Error(`the export ended with ${code}`))
    })
  })
  return { isOver: () => isOver, done }
}
