import type { Faults, Tally } from '../soak/tally.ts'

/** What a run of the fuzz prints: what was found, then one line of figures. */
export function summary(
  tally: Tally,
  faults: Faults,
  { seed, perSecond }: { readonly seed: number; readonly perSecond: number },
): string {
  const counts = (prefix: string) =>
    tally
      .under(prefix)
      .map(([name, count]) => `${count} x ${name}`)
      .join(', ')
  const found = faults.count === 0 ? '' : `${faults.lines.join('\n')}\n`
  const figures = [
    `fuzz: ${tally.of('requests')} requests`,
    `${faults.count} faults`,
    `${Math.round(perSecond)} a second`,
    `${tally.of('records stored')} records stored`,
    `kinds ${counts('kind: ')}`,
    `answers ${counts('answer: ')}`,
    `longest turn of the loop ${tally.of('longest turn of the loop, ms')} ms (${tally.of('long turns')} above 50 ms)`,
    `longest wait for the disk ${tally.of('longest wait for the disk, ms')} ms`,
    `heap ${tally.of('heap at the start, MiB')} MiB at the start, ${tally.of('heap at the end, MiB')} at the end`,
    `rss ${tally.of('rss at the start, MiB')} MiB at the start, ${tally.of('rss at the end, MiB')} at the end`,
    `seed ${seed}`,
  ]
  return `${found}${figures.join('; ')}\n`
}
