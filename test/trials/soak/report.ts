import type { Tally } from './tally.ts'

/** What a soak prints. */

const number = (n: number) => n.toLocaleString('en-GB')

export function progressLine(tally: Tally, waiting: number, seconds: number): string {
  const clock = `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`
  const parts = [
    `${number(tally.of('records acknowledged'))} records acknowledged`,
    `${number(waiting)} waiting`,
    `${number(tally.of('changes pulled'))} changes pulled`,
    `${number(tally.sum('lost: '))} answers lost`,
    `${tally.of('kills')} kills`,
    `${tally.of('restarts in order')} restarts`,
  ]
  return `${clock}  ${parts.join(', ')}\n`
}

export interface Ran {
  readonly devices: number
  readonly seed: number
  readonly minutes: number
}

/** Everything counted, one a line. */
export function summary(tally: Tally, { devices, seed, minutes }: Ran): string {
  const lines: [string, string][] = [
    ['minutes', minutes.toFixed(1)],
    ['seed', String(seed)],
    ['devices', String(devices)],
  ]
  const one = (...names: string[]) => {
    for (const name of names) lines.push([name, number(tally.of(name))])
  }
  const all = (title: string, prefix: string) => {
    lines.push([title, number(tally.sum(prefix))])
    for (const [name, count] of tally.under(prefix)) lines.push([`  ${name}`, number(count)])
  }
  one('requests', 'batches', 'batches sent twice at once', 'broken batches')
  one('records acknowledged', 'accepted', 'replayed')
  all('rejected', 'rejected: ')
  all('answers lost', 'lost: ')
  one('turned away: busy', 'shut out', 'enrolments', 'kills', 'restarts in order')
  all('acts of the world', 'world: ')
  one('pulls', 'changes pulled', 'records closed', 'pages before others', 'short pages')
  all('changes that came twice', 'doubles: ')
  one('records stored', 'copies compared', 'copies dropped', 'pairs of twins compared')
  one('rights asked of the oracle')
  const width = Math.max(...lines.map(([name]) => name.length))
  return lines.map(([name, count]) => `${name.padEnd(width)}  ${count.padStart(11)}\n`).join('')
}
