import type { Faults, Tally } from '../../soak/tally.ts'

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
    `${Math.round(perSecond)} a second`,
    `${tally.of('records stored')} records stored`,
    `kinds ${counts('kind: ')}`,
    `answers ${counts('answer: ')}`,
    `${tally.of('long turns')} turns of the loop above 50 ms (longest ${tally.of('longest turn at work, ms')} ms)`,
    `longest wait for the disk ${tally.of('longest wait for the disk, ms')} ms`,
    `heap ${tally.of('heapUsed MiB')} MiB (before ${tally.of('heapUsed MiB before')})`,
    `rss ${tally.of('rss MiB')} MiB (before ${tally.of('rss MiB before')})`,
    `${faults.count} faults`,
    `seed ${seed}`,
  ]
  return `${found}${figures.join('; ')}\n`
}
