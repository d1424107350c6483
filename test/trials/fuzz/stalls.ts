import type { Look, Stall, Watch } from '../common/watch.ts'
import type { Faults, Tally } from '../soak/tally.ts'
import type { Blame } from './blame.ts'
import { correlationOf, type Request } from './requests.ts'
import { sendAlone } from './rough.ts'

/** Longer than all that is under way together may take, milliseconds at work. */
const LONGEST_TURN_MS = 250
/** So few requests do not add up to a long turn. */
const FEW = 3
const LOOKED_INTO = 5

interface Finding {
  readonly watch: Watch
  readonly port: number
  readonly faults: Faults
  readonly tally: Tally
  readonly blame: Blame
  readonly say: (text: string) => void
  /** Makes the request of a number again. */
  readonly made: (number: number) => Promise<Request>
}

/**
 * Turns of the event loop that took long, and for whose sake. One that has something of many requests is as long as they
 * are many; one that is long for a single request stands still for everybody. So each request of the longest turns is
 * sent again, alone, and looked at.
 */
export class Stalls {
  /** Longest first, and no more than are looked into: a long run has thousands. */
  #longest: readonly Stall[] = []
  #count = 0

  add({ stalls, stallCount }: Look): void {
    this.#longest = [...this.#longest, ...stalls]
      .sort((a, b) => b.workedMs - a.workedMs)
      .slice(0, LOOKED_INTO)
    this.#count += stallCount
  }

  async judge(finding: Finding): Promise<void> {
    const { faults, tally, say } = finding
    tally.add('long turns', this.#count)
    for (const { workedMs, during } of this.#longest) {
      const alone = await longestAlone(during, finding)
      const told = `${workedMs.toFixed(0)} ms at work during ${during.length} requests; alone the longest takes ${alone}`
      if (workedMs > LONGEST_TURN_MS || during.length <= FEW) faults.add('the event loop stood still', told)
      say(`a long turn: ${told}`)
    }
  }
}

/** @returns in words; a fault is added when one request alone makes the loop stand still */
async function longestAlone(tags: readonly string[], { watch, port, blame, made }: Finding): Promise<string> {
  let longest = { ms: 0, what: 'nothing' }
  for (const tag of tags) {
    const number = Number.parseInt(tag.slice(-12), 16)
    if (tag !== correlationOf(number)) continue
    const request = await made(number)
    await watch.look()
    await sendAlone(port, request.bytes)
    const { longestWorkMs, stallCount } = await watch.look()
    if (stallCount > 0)
      blame.add('one request makes the event loop stand still', request, `${longestWorkMs} ms`)
    if (longestWorkMs > longest.ms) longest = { ms: longestWorkMs, what: `${number} (${request.kind})` }
  }
  return `${longest.ms.toFixed(0)} ms: ${longest.what}`
}
